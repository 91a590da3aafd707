//! A page as a row of CSV.

use demold::Record;

use crate::cleaned::CleanedPage;

/// The columns, in their order.
const COLUMNS: [&str; 16] = [
    "url",
    "site",
    "title",
    "authors",
    "published",
    "modified",
    "description",
    "site_name",
    "language",
    "page_type",
    "categories",
    "tags",
    "licence",
    "confidence",
    "simhash",
    "text",
];

/// What separates the values of a column that has several.
const BETWEEN: &str = "; ";

/// Returns the names of the columns, as the first line.
pub(super) fn head() -> Vec<u8> {
    line(COLUMNS.map(|name| Some(name.to_owned())))
}

/// Returns the row of a page. A value that is not known is empty.
pub(super) fn row(made: &CleanedPage<'_>) -> Vec<u8> {
    let cleaned = made.cleaned;
    let text = cleaned.text();
    let metadata = cleaned.metadata();
    line([
        made.page.url.clone(),
        made.site.map(str::to_owned),
        metadata.title,
        Some(metadata.authors.join(BETWEEN)),
        metadata.published,
        metadata.modified,
        metadata.description,
        metadata.site_name,
        metadata.language,
        metadata.page_type.map(|kind| kind.to_string()),
        Some(metadata.categories.join(BETWEEN)),
        Some(metadata.tags.join(BETWEEN)),
        metadata.licence,
        cleaned.confidence().map(|confidence| confidence.to_string()),
        Record::simhash_of(&text),
        Some(text),
    ])
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
