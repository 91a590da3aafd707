//! What a page says about itself, as YAML before its text.

use demold::Cleaned;
use serde::Serialize;
use serde_saphyr::ser_options;

use crate::error::Error;

/// The keys are those of the metadata in records, but for `url`.
#[derive(Serialize)]
struct FrontMatter<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    authors: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified: Option<&'a str>,
    /// The canonical address, or else the one that the page came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    site_name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    language: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    categories: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    licence: Option<&'a str>,
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
    let values = FrontMatter {
        title: metadata.title.as_deref(),
        authors: &metadata.authors,
        published: metadata.published.as_deref(),
        modified: metadata.modified.as_deref(),
        url: metadata.canonical_url.as_deref().or(given),
        site_name: metadata.site_name.as_deref(),
        language: metadata.language.as_deref(),
        description: metadata.description.as_deref(),
        categories: &metadata.categories,
        tags: &metadata.tags,
        image: metadata.image.as_deref(),
        licence: metadata.licence.as_deref(),
    };
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
