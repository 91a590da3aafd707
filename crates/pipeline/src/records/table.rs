//! Makes a table of the records once all are written.

use std::io::{BufRead, Seek, Write};

use demold::{Metadata, Record};
use formats::{ColumnType, Error};

use super::fields::RecordFields;

/// Returns the column of one of the program's own fields. It is the same whether or not there are records. Fields
/// with parts are lists or structures, so that queries can ask for `metadata.title`.
fn own(name: &str) -> (String, ColumnType) {
    let kind = match name {
        "schema" => ColumnType::Integer,
        "removed_share" | "fit" | "confidence" => ColumnType::Number,
        "alone" | "empty" => ColumnType::Boolean,
        "regions" => range().list(),
        "removals" => removal().list(),
        "metadata" => metadata(),
        "comments" => comment().list(),
        "blocks" => block().list(),
        _ => ColumnType::Text,
    };
    (name.to_owned(), kind)
}

/// The start and the end of a range, in bytes of the decoded source.
fn range() -> ColumnType {
    ColumnType::Integer.list()
}

fn removal() -> ColumnType {
    ColumnType::object([
        ("range", range()),
        ("reason", ColumnType::Text),
        ("selector", ColumnType::Text),
        ("words", ColumnType::Integer),
        ("because", ColumnType::Text),
        ("probability", ColumnType::Number),
    ])
}

fn metadata() -> ColumnType {
    let names = || Metadata::FIELDS.iter().copied().filter(|&name| name != "sources");
    let fields = names().map(|name| match name {
        "authors" | "categories" | "tags" => (name, ColumnType::Text.list()),
        _ => (name, ColumnType::Text),
    });
    let sources = ColumnType::object(names().map(|name| (name, ColumnType::Text)));
    ColumnType::object(fields.chain([("sources", sources)]))
}

fn comment() -> ColumnType {
    ColumnType::object([
        ("number", ColumnType::Integer),
        ("within", ColumnType::Integer),
        ("author", ColumnType::Text),
        ("date", ColumnType::Text),
        ("text", ColumnType::Text),
        ("kept", ColumnType::Boolean),
    ])
}

fn block() -> ColumnType {
    let link = ColumnType::object([("text", ColumnType::Text), ("url", ColumnType::Text)]);
    let post = ColumnType::object([
        ("number", ColumnType::Integer),
        ("within", ColumnType::Integer),
        ("author", ColumnType::Text),
        ("date", ColumnType::Text),
    ]);
    ColumnType::object([
        ("kind", ColumnType::Text),
        ("level", ColumnType::Integer),
        ("range", range()),
        ("text", ColumnType::Text),
        ("links", link.list()),
        ("kept", ColumnType::Boolean),
        ("reason", ColumnType::Text),
        ("probability", ColumnType::Number),
        ("post", post),
    ])
}

/// Makes a table of these fields from the lines that [`Style::render`](crate::Style::render) has made of all pages.
/// Returns what it was written to.
///
/// # Errors
///
/// If a line cannot be read or is no record, or if the table cannot be written.
pub(crate) fn write_table<W: Write + Send>(
    lines: impl BufRead + Seek,
    out: W,
    fields: &RecordFields,
) -> Result<W, Error> {
    let columns: Vec<_> = fields.names().iter().map(|name| own(name)).collect();
    let about = [("demold.schema", Record::SCHEMA.to_string())];
    formats::tabulate(lines, out, &columns, &about)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use demold::{Input, Learner};
    use serde_json::Value;

    use super::*;

    /// Returns a kind in the notation of `columns.txt`.
    fn shown(kind: &ColumnType) -> String {
        match kind {
            ColumnType::Text => "text".to_owned(),
            ColumnType::Integer => "integer".to_owned(),
            ColumnType::Number => "number".to_owned(),
            ColumnType::Boolean => "boolean".to_owned(),
            ColumnType::List(element) => format!("list<{}>", shown(element)),
            ColumnType::Object(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, kind)| format!("{name}: {}", shown(kind)));
                format!("struct<{}>", fields.collect::<Vec<_>>().join(", "))
            }
            other => panic!("{other:?} is no column of ours"),
        }
    }

    #[test]
    fn every_column_is_there_in_python_too() {
        // `test_columns.py` holds the package to the same file.
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../python/tests/columns.txt");
        let columns = Record::FIELDS.iter().map(|name| own(name));
        let lines = columns.map(|(name, kind)| format!("{name}: {}\n", shown(&kind)));
        let expected = std::fs::read_to_string(path).unwrap();
        assert_eq!(lines.collect::<String>(), expected);
    }

    /// Checks that everything in a value has a column, and notes what was seen.
    #[track_caller]
    fn check(kind: &ColumnType, value: &Value, way: &str, seen: &mut BTreeSet<String>) {
        if !value.is_null() {
            seen.insert(way.to_owned());
        }
        match (kind, value) {
            (_, Value::Null)
            | (ColumnType::Text, Value::String(_))
            | (ColumnType::Integer | ColumnType::Number, Value::Number(_))
            | (ColumnType::Boolean, Value::Bool(_)) => {}
            (ColumnType::List(element), Value::Array(values)) => {
                for value in values {
                    check(element, value, &format!("{way}[]"), seen);
                }
            }
            (ColumnType::Object(fields), Value::Object(values)) => {
                for (name, value) in values {
                    let kind = fields.iter().find(|(known, _)| known == name);
                    let (_, kind) = kind.unwrap_or_else(|| panic!("no column for {way}.{name}"));
                    check(kind, value, &format!("{way}.{name}"), seen);
                }
            }
            _ => panic!("{way} is {kind:?}, not {value}"),
        }
    }

    #[test]
    fn every_part_of_a_record_has_a_column() {
        let page = |fish: &str| {
            format!(
                "<title>{fish}</title><meta name=author content='Ann Lee'>\
                 <meta property=article:section content=Fish><meta property=article:tag content=sea>\
                 <nav><a href=/>Home</a> <a href=/n>News</a></nav>\
                 <h1>The {fish}</h1><p>The {fish} swims in <a href=/sea>the sea</a>.</p>\
                 <div class=comment><a class=author>Bo Ek</a> <time datetime=2026-01-31>today</time><p>So does this \
                 {fish}.</div><div class=comment><a class=author>Cy Oda</a> <time datetime=2026-01-31>today</time>\
                 <p>And the {fish} of the lake.</div><i>Imprint</i>"
            )
        };
        let site = Learner::new().learn(&["cod", "eel", "hake"].map(page)).unwrap();
        let page = page("ling");
        let cleaned = site.clean(Input::from(&*page).url("http://a.example/")).unwrap();
        let mut record = cleaned.record();
        record.blocks = Some(cleaned.blocks().unwrap());
        record.comments = record.blocks.as_deref().map(demold::Comment::all);
        let Value::Object(record) = serde_json::to_value(&record).unwrap() else {
            panic!("a record is an object");
        };
        let mut seen = BTreeSet::new();
        for (name, value) in &record {
            check(&own(name).1, value, name, &mut seen);
        }
        for way in [
            "blocks[].links[].url",
            "blocks[].post.author",
            "blocks[].range[]",
            "comments[].author",
            "metadata.authors[]",
            "metadata.sources.title",
            "metadata.tags[]",
            "regions[][]",
            "removals[].because",
            "removals[].range[]",
        ] {
            assert!(seen.contains(way), "{way} was not seen: {record:?}");
        }
    }
}
