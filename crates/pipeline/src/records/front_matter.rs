//! What a page says about itself, as YAML before its text.

use demold::{Cleaned, Metadata, MetadataValue};
use serde::{Serialize, Serializer};
use serde_saphyr::ser_options;

use crate::error::Error;

/// What readers look for first. The other fields of the metadata follow in their order.
const FIRST: [&str; 8] =
    ["title", "authors", "published", "modified", "canonical_url", "site_name", "language", "description"];

/// Some fields of the metadata. The keys are those that records have, but for `url`.
struct FrontMatter<'a> {
    metadata: &'a Metadata,
    /// The canonical address, or else the one that the page came from.
    url: Option<&'a str>,
}

impl Serialize for FrontMatter<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = || self.metadata.values();
        let first = FIRST.iter().filter_map(|first| values().find(|(name, _)| name == first));
        let others = values().filter(|(name, _)| !FIRST.contains(name) && *name != "page_type");
        let all = first.chain(others).map(|(name, value)| match name {
            "canonical_url" => ("url", MetadataValue::Text(self.url)),
            _ => (name, value),
        });
        serializer.collect_map(all.filter(|(_, value)| !value.is_empty()))
    }
}

/// Returns what a page says about itself, as YAML between lines of three hyphens, with an empty line after it. What is
/// not known is left out. `url` is the canonical address that the page declares, or else the one that it came from.
///
/// # Errors
///
/// Those of the YAML writer, which fails for no metadata that is known.
///
/// # Examples
///
/// ```
/// use demold::{Input, Learner};
///
/// let page = "<title>Tides: high</title><meta name=author content='Ann Lee'><p>They rose in the night.";
/// let cleaned = Learner::new().clean_alone(Input::from(page).url("https://coast.example/tides"));
/// assert_eq!(
///     pipeline::front_matter(&cleaned)?,
///     "---\ntitle: \"Tides: high\"\nauthors:\n- Ann Lee\nurl: https://coast.example/tides\n---\n\n",
/// );
/// # Ok::<(), pipeline::Error>(())
/// ```
pub fn front_matter(cleaned: &Cleaned<'_>) -> Result<String, Error> {
    let metadata = cleaned.metadata();
    // The path of a file may stand in place of an address.
    let given = cleaned.page().url().filter(|url| url.contains("://"));
    let values = FrontMatter { url: metadata.canonical_url.as_deref().or(given), metadata: &metadata };
    // One line for each value: readers that look for lines of hyphens know no block scalars.
    let options = ser_options! { prefer_block_scalars: false };
    let yaml = serde_saphyr::to_string_with_options(&values, options).map_err(Error::record)?;
    // Without any value it is an empty mapping, which is written as braces.
    let yaml = yaml.trim_end();
    Ok(if yaml == "{}" { "---\n---\n\n".to_owned() } else { format!("---\n{yaml}\n---\n\n") })
}

#[cfg(test)]
mod tests {
    use demold::{Input, Learner};

    use super::*;

    fn check(head: &str, url: Option<&str>, expected: &str) {
        let page = format!("{head}<p>Sie kamen in der Nacht.");
        let input = Input::from(&*page);
        let cleaned = Learner::new().clean_alone(url.iter().fold(input, |input, url| input.url(url)));
        assert_eq!(front_matter(&cleaned).unwrap(), format!("---\n{expected}---\n\n"), "{head}");
    }

    #[test]
    fn values_are_texts_whatever_they_look_like() {
        for title in ["no", "2026-01-31", "12:30", "null", "~", "- a", "a # b", "it is: so", "--- a", "{a}", "&a", "*a"]
        {
            check(
                &format!("<html lang=de><title>{title}</title>"),
                None,
                &format!("title: \"{title}\"\nlanguage: de\n"),
            );
        }
        for title in ["Größe", "1 + 1", "Tides, and more"] {
            check(&format!("<html lang=de><title>{title}</title>"), None, &format!("title: {title}\nlanguage: de\n"));
        }
    }

    #[test]
    fn the_declared_address_comes_before_the_given_one() {
        let given = Some("https://coast.example/a?b=1");
        check("<html lang=de>", given, "url: https://coast.example/a?b=1\nlanguage: de\n");
        check("<html lang=de><link rel=canonical href=/a>", given, "url: https://coast.example/a\nlanguage: de\n");
        check("<html lang=de>", Some("site/a.html"), "language: de\n");
    }

    #[test]
    fn a_long_value_is_one_line() {
        let title = "Wort ".repeat(60);
        let title = title.trim_end();
        check(&format!("<html lang=de><title>{title}</title>"), None, &format!("title: {title}\nlanguage: de\n"));
    }
}
