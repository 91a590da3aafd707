//! Makes a table of the records once all are written.

use std::io::{BufRead, Seek, Write};

use demold::{Metadata, MetadataValue, Record, RecordValue};
use formats::{ColumnType, Error};

use super::fields::RecordFields;

/// Returns the columns of the program's own fields. They are the same whether or not there are records. Fields with
/// parts are lists or structures, so that queries can ask for `metadata.title`.
fn columns() -> Vec<(String, ColumnType)> {
    let kind = |value| match value {
        RecordValue::Integer(_) => ColumnType::Integer,
        RecordValue::Number(_) => ColumnType::Number,
        RecordValue::Boolean(_) => ColumnType::Boolean,
        RecordValue::Text(_) => ColumnType::Text,
        RecordValue::Regions(_) => range().list(),
        RecordValue::Removals(_) => removal().list(),
        RecordValue::Metadata(_) => metadata(),
        RecordValue::Comments(_) => comment().list(),
        RecordValue::Blocks(_) => block().list(),
    };
    Record::default().values().map(|(name, value)| (name.to_owned(), kind(value))).collect()
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
    let nothing = Metadata::default();
    let values = || nothing.values();
    let fields = values().map(|(name, value)| match value {
        MetadataValue::Texts(_) => (name, ColumnType::Text.list()),
        MetadataValue::Text(_) => (name, ColumnType::Text),
    });
    let sources = ColumnType::object(values().map(|(name, _)| (name, ColumnType::Text)));
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
    let columns: Vec<_> = columns().into_iter().filter(|(name, _)| fields.has(name)).collect();
    let about = [("demold.schema", Record::SCHEMA.to_string())];
    formats::tabulate(lines, out, &columns, &about)
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

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

    /// Compares a file of another language with what the table of the fields makes of it, or writes it.
    #[track_caller]
    fn check_file(name: &str, change: impl FnOnce(&str) -> String) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        let before = fs::read_to_string(&path).unwrap();
        let expected = change(&before);
        if std::env::var_os("INSTA_UPDATE").is_some_and(|how| how == "always") {
            fs::write(&path, &expected).unwrap();
        } else {
            assert!(before == expected, "INSTA_UPDATE=always writes crates/{name}, which lacks a field:\n{expected}");
        }
    }

    /// Replaces the lines of the fields of a class or an interface, which ends before `end`. Comments before them stay.
    fn replaced(text: &str, head: &str, end: &str, fields: &[(&'static str, String)]) -> String {
        let start = text.find(head).unwrap_or_else(|| panic!("there is no {head}")) + head.len();
        let length = text[start..].find(end).unwrap_or(text[start..].trim_end().len());
        let lines: Vec<&str> = text[start..start + length].lines().collect();
        let place = |name: &str| lines.iter().position(|line| line.trim_start().starts_with(&format!("{name}: ")));
        let comment = |at: usize| lines[..at].last().filter(|line| line.trim_start().starts_with("/**"));
        let first = fields.iter().filter_map(|(name, _)| place(name)).min().expect("some fields are known");
        let mut made = lines[..first - comment(first).iter().count()].to_vec();
        for (name, line) in fields {
            made.extend(place(name).and_then(comment));
            made.push(line);
        }
        format!("{}{}{}", &text[..start], made.join("\n"), &text[start + length..])
    }

    #[test]
    fn every_field_is_there_in_other_languages_too() {
        // `test_columns.py` holds the package to the same file.
        check_file("python/tests/columns.txt", |_| {
            columns().iter().map(|(name, kind)| format!("{name}: {}\n", shown(kind))).collect()
        });
        let (record, metadata) = (Record::default(), Metadata::default());
        // Of each kind of value, the type in Python and in TypeScript.
        let of_metadata = |value| match value {
            MetadataValue::Text(_) => ("Optional[str]", "string | null"),
            MetadataValue::Texts(_) => ("list[str]", "string[]"),
        };
        let of_record = |value| match value {
            RecordValue::Integer(_) => ("int", "number"),
            RecordValue::Number(None) => ("Optional[float]", "number | null"),
            RecordValue::Number(Some(_)) => ("float", "number"),
            RecordValue::Boolean(_) => ("bool", "boolean"),
            RecordValue::Text(_) => ("Optional[str]", "string | null"),
            RecordValue::Regions(_) => ("list[list[int]]", "ByteRange[]"),
            RecordValue::Removals(_) => ("list[RemovalRecord]", "Removal[]"),
            RecordValue::Metadata(_) => ("Optional[Metadata]", "Metadata | null"),
            RecordValue::Comments(_) => ("Optional[list[Comment]]", "Comment[] | null"),
            RecordValue::Blocks(_) => ("Optional[list[Block]]", "Block[] | null"),
        };
        check_file("python/python/demold/_records.py", |text| {
            let line = |name, kind: &str| (name, format!("    {name}: {kind}"));
            let of_sources: Vec<_> = metadata.values().map(|(name, _)| line(name, "Optional[str]")).collect();
            let values = metadata.values().map(|(name, value)| line(name, of_metadata(value).0));
            let values: Vec<_> = values.chain([line("sources", "Sources")]).collect();
            let fields: Vec<_> = record.values().map(|(name, value)| line(name, of_record(value).0)).collect();
            let text = replaced(text, "class Sources(TypedDict):\n", "\n\n\n", &of_sources);
            let text = replaced(&text, "class Metadata(TypedDict):\n", "\n\n\n", &values);
            replaced(&text, "class Record(TypedDict, total=False):\n", "\n\n\n", &fields)
        });
        check_file("js/src/types.d.ts", |text| {
            let line = |name, kind: &str| (name, format!("  {name}: {kind};"));
            let values = metadata.values().map(|(name, value)| line(name, of_metadata(value).1));
            let sources = line("sources", "{ [field: string]: string | null }");
            let values: Vec<_> = values.chain([sources]).collect();
            let fields: Vec<_> = record.values().map(|(name, value)| line(name, of_record(value).1)).collect();
            let text = replaced(text, "export interface Record {\n", "\n}\n", &fields);
            replaced(&text, "export interface Metadata {\n", "\n}\n", &values)
        });
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
        for (name, kind) in columns() {
            check(&kind, &record[&name], &name, &mut seen);
        }
        let ways = "blocks[].links[].url blocks[].post.author blocks[].range[] comments[].author metadata.authors[] \
                    metadata.sources.title metadata.tags[] regions[][] removals[].because removals[].range[]";
        for way in ways.split(' ') {
            assert!(seen.contains(way), "{way} was not seen: {record:?}");
        }
    }
}
