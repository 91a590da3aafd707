//! Tables of inputs with more fields than get columns.

use std::{collections::BTreeMap, io::Cursor};

use formats::{ColumnType, ParquetPages, ReaderOptions, tabulate};
use serde_json::{Value, json};

/// Writes lines as a table and reads them again: the fields of each row.
fn through(lines: &[Value]) -> Vec<BTreeMap<String, String>> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let first = [("url".to_owned(), ColumnType::Text), ("html".to_owned(), ColumnType::Text)];
    let file = tabulate(Cursor::new(text), Vec::new(), &first, &[]).unwrap();
    let pages = ParquetPages::new(bytes::Bytes::from(file), "t", &ReaderOptions::new()).unwrap();
    let fields = |page: formats::Page| {
        let fields = page.fields.iter();
        fields.filter(|(_, value)| *value != "null").map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    };
    pages.map(|page| fields(page.unwrap())).collect()
}

#[test]
fn fields_beyond_the_limit_are_in_one_column() {
    let line = |nth: usize| {
        let mut line = json!({ "url": format!("http://a.example/{nth}"), "html": "<p>Rain" });
        for k in 0..5 {
            line[format!("k{nth:04}_{k}")] = json!(nth);
        }
        line["other_fields"] = json!({ "mine": nth });
        line["same"] = json!([nth]);
        line
    };
    let lines: Vec<Value> = (0..400).map(line).collect();
    let rows = through(&lines);
    let mut names: Vec<&String> = rows.iter().flat_map(BTreeMap::keys).collect();
    names.sort_unstable();
    names.dedup();
    // A column is left for the field of the same name as that of the rest.
    assert_eq!(names.len(), 1_000);
    for (nth, row) in rows.iter().enumerate() {
        assert_eq!(row["same"], format!("[{nth}]"));
        let rest: String = serde_json::from_str(&row["other_fields"]).unwrap();
        let rest: BTreeMap<String, Value> = serde_json::from_str(&rest).unwrap();
        assert_eq!(rest["other_fields"], json!({ "mine": nth }));
        for k in 0..5 {
            let name = format!("k{nth:04}_{k}");
            let value = match row.get(&name) {
                Some(value) => serde_json::from_str(value).unwrap(),
                None => rest[&name].clone(),
            };
            assert_eq!(value, json!(nth), "{name}");
        }
    }
    assert!(rows[0].contains_key("k0000_4") && !rows[399].contains_key("k0399_4"));
}

#[test]
fn objects_beyond_the_limit_are_json() {
    let wide = |nth: usize| -> Value {
        let fields = (0..60).map(|k| (format!("f{k}"), json!(nth + k)));
        Value::Object(fields.collect())
    };
    let mut line = json!({ "url": "http://a.example/", "html": "<p>Rain" });
    for nth in 0..30 {
        line[format!("v{nth:02}")] = wide(nth);
    }
    let rows = through(&[line]);
    let (mut n_objects, mut n_texts) = (0, 0);
    for nth in 0..30 {
        let value: Value = serde_json::from_str(&rows[0][&format!("v{nth:02}")]).unwrap();
        let value = match value {
            Value::String(text) => {
                n_texts += 1;
                serde_json::from_str(&text).unwrap()
            }
            value => {
                n_objects += 1;
                value
            }
        };
        assert_eq!(value, wide(nth));
    }
    assert_eq!((n_objects, n_texts), (16, 14));
}
