//! A page as a row of CSV.

use demold::{Metadata, Record};

use crate::cleaned::CleanedPage;

/// What separates the values of a column that has several.
const BETWEEN: &str = "; ";

/// What a column takes of a page, of its metadata, and of its text.
type Take = fn(&CleanedPage<'_>, &Metadata, &str) -> Option<String>;

/// The columns, in their order.
const COLUMNS: [(&str, Take); 16] = [
    ("url", |made, _, _| made.page.url.clone()),
    ("site", |made, _, _| made.site.map(str::to_owned)),
    ("title", |_, metadata, _| metadata.title.clone()),
    ("authors", |_, metadata, _| Some(metadata.authors.join(BETWEEN))),
    ("published", |_, metadata, _| metadata.published.clone()),
    ("modified", |_, metadata, _| metadata.modified.clone()),
    ("description", |_, metadata, _| metadata.description.clone()),
    ("site_name", |_, metadata, _| metadata.site_name.clone()),
    ("language", |_, metadata, _| metadata.language.clone()),
    ("page_type", |_, metadata, _| metadata.page_type.map(|kind| kind.to_string())),
    ("categories", |_, metadata, _| Some(metadata.categories.join(BETWEEN))),
    ("tags", |_, metadata, _| Some(metadata.tags.join(BETWEEN))),
    ("licence", |_, metadata, _| metadata.licence.clone()),
    ("confidence", |made, _, _| made.cleaned.confidence().map(|confidence| confidence.to_string())),
    ("simhash", |_, _, text| Record::simhash_of(text)),
    ("text", |_, _, text| Some(text.to_owned())),
];

/// Returns the names of the columns, as the first line.
pub(super) fn head() -> Vec<u8> {
    line(COLUMNS.map(|(name, _)| Some(name.to_owned())))
}

/// Returns the row of a page. A value that is not known is empty.
pub(super) fn row(made: &CleanedPage<'_>) -> Vec<u8> {
    let (metadata, text) = (made.cleaned.metadata(), made.cleaned.text());
    line(COLUMNS.map(|(_, take)| take(made, &metadata, &text)))
}

/// Writes a line as RFC 4180 has it: with commas, and with quotes around values that need them.
fn line(values: [Option<String>; COLUMNS.len()]) -> Vec<u8> {
    let values = values.map(|value| quoted(&value.unwrap_or_default()));
    format!("{}\r\n", values.join(",")).into_bytes()
}

fn quoted(value: &str) -> String {
    // Zeros end a value for many readers, and no text needs them.
    let value = value.replace('\0', "");
    if value.contains([',', '"', '\n', '\r']) { format!("\"{}\"", value.replace('"', "\"\"")) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_quoted_where_they_have_to_be() {
        for (value, expected) in [
            ("Tides", "Tides"),
            ("High, low", "\"High, low\""),
            ("a \"b\"", "\"a \"\"b\"\"\""),
            ("one\ntwo", "\"one\ntwo\""),
            ("a\0b", "ab"),
            ("", ""),
        ] {
            assert_eq!(quoted(value), expected);
        }
        let head = String::from_utf8(head()).unwrap();
        assert!(head.starts_with("url,site,title,") && head.ends_with(",text\r\n"), "{head}");
    }
}
