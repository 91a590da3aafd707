//! What a page declares itself to be: `og:type`, microdata and JSON-LD.

use std::sync::LazyLock;

use super::{json::values, lists};

/// The types that matter, with what they mean.
static TYPES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let headings = ["record", "product", "article"];
    lists::read(include_str!("lists/types.txt"), &headings)
});

/// What the pages of a site declare, as far as it matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    /// A type of record.
    pub(crate) data: bool,
    /// A product, which counts only if no article is declared: shops' blogs advertise too.
    pub(crate) product: bool,
    /// An article of any kind.
    pub(crate) article: bool,
}

impl Declared {
    /// Notes a type's name: `NewsArticle`, `http://schema.org/Recipe`.
    pub(crate) fn note(&mut self, name: &str) {
        // Pages write a type as a name or as an address of schema.org.
        let name = name.trim().trim_end_matches('/');
        let name = name.rsplit(['/', '#']).next().unwrap_or("").to_ascii_lowercase();
        for &(says, word) in TYPES.iter() {
            match says {
                "record" => self.data |= name == word,
                // The names of articles end in a listed word: `NewsArticle`, `BlogPosting`.
                "product" => self.product |= name == word,
                _ => self.article |= name.ends_with(word),
            }
        }
    }

    /// Notes the types of a JSON-LD script's own things: those at its top level, in its lists
    /// and in its `@graph`, but not those that they refer to.
    pub(crate) fn note_json(&mut self, json: &str) {
        // What is below any other key is something that the page refers to.
        let is_own = |key: Option<&str>| key.is_none_or(|key| key == "@graph" || key == "@type");
        // Whether all around is the page's own, and whether it is a list of types.
        let within = |above: Option<(bool, bool)>, is_object: bool, key: Option<&str>| {
            (above.is_none_or(|(is_top, _)| is_top) && is_own(key), !is_object && key == Some("@type"))
        };
        values(json, within, |around, key, text| {
            if let Some((true, is_types)) = around
                && (is_types || key == Some("@type"))
            {
                self.note(text);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, data: bool, product: bool, article: bool) {
        let mut declared = Declared::default();
        declared.note_json(json);
        assert_eq!(declared, Declared { data, product, article }, "{json}");
    }

    #[test]
    fn types_of_the_thing_itself() {
        check(r#"{"@context":"https://schema.org","@type":"Recipe","name":"a"}"#, true, false, false);
        check(r#"[{"@type":["Thing","Product"]}]"#, false, true, false);
        check(r#"{"@graph":[{"@type":"NewsArticle"},{"@type":"WebSite"}]}"#, false, false, true);
    }

    #[test]
    fn types_of_what_is_referred_to() {
        check(
            r#"{"@type":"NewsArticle","about":{"@type":"Event"},"mentions":[{"@type":"Movie"}]}"#,
            false,
            false,
            true,
        );
    }

    #[test]
    fn names_and_values_are_told_apart() {
        check(r#"{"name":"@type","x":"Recipe"}"#, false, false, false);
        check(r#"{"@type" : "Rec\"ipe", "a": "Recipe""#, false, false, false);
        check("\"", false, false, false);
        check("{\"@type\":\"Recipe", true, false, false);
        check("\\\"é\\", false, false, false);
    }

    #[test]
    fn microdata() {
        let mut declared = Declared::default();
        declared.note("http://schema.org/JobPosting/");
        assert!(declared.data);
    }
}
