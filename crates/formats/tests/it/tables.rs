//! Lists, objects, and more fields than get columns, in and out of tables.

use std::{collections::BTreeMap, io::Cursor};

use formats::{ColumnType, ParquetPages, ReaderOptions, tabulate};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Writes rows as a table, and reads them again: the fields of each.
fn through(rows: &[Value], first: &[(&str, ColumnType)]) -> Vec<BTreeMap<String, Value>> {
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let first: Vec<_> = first.iter().map(|(name, kind)| ((*name).to_owned(), kind.clone())).collect();
    let file = tabulate(Cursor::new(lines), Vec::new(), &first, &[]).unwrap();
    let pages = ParquetPages::new(bytes::Bytes::from(file), "t", &ReaderOptions::new()).unwrap();
    let field = |(name, value): (&str, &str)| (name.to_owned(), serde_json::from_str(value).unwrap());
    pages.map(|page| page.unwrap().fields.iter().map(field).collect()).collect()
}

/// The same of rows with a field `v`.
fn values_through(values: &[Value], first: &[(&str, ColumnType)]) -> Vec<Value> {
    let rows: Vec<Value> = values.iter().map(|value| json!({ "html": "<p>Rain", "v": value })).collect();
    through(&rows, first).into_iter().map(|mut row| row.remove("v").unwrap()).collect()
}

/// What a table gives back: an object has every field that others have.
fn filled(value: &Value, all: &ColumnType) -> Value {
    match (all, value) {
        (ColumnType::Object(fields), Value::Object(values)) => {
            let field = |(name, kind): &(String, ColumnType)| {
                let value = values.get(name).unwrap_or(&Value::Null);
                (name.clone(), filled(value, kind))
            };
            Value::Object(fields.iter().map(field).collect())
        }
        (ColumnType::List(element), Value::Array(values)) => {
            values.iter().map(|value| filled(value, element)).collect()
        }
        _ => value.clone(),
    }
}

/// A kind that fits in a column, however deep.
fn kinds() -> impl Strategy<Value = ColumnType> {
    let plain = prop_oneof![Just(ColumnType::Text), Just(ColumnType::Integer), Just(ColumnType::Boolean)];
    plain.prop_recursive(4, 12, 3, |inner| {
        let fields = proptest::collection::vec(inner.clone(), 1..4);
        prop_oneof![
            inner.prop_map(ColumnType::list),
            fields.prop_map(|kinds| ColumnType::object(["a", "b c", "é"].into_iter().zip(kinds))),
        ]
    })
}

/// Values of a kind, often missing, with lists that are often empty.
fn values(kind: &ColumnType) -> BoxedStrategy<Value> {
    let value = match kind {
        ColumnType::Integer => any::<i64>().prop_map(Value::from).boxed(),
        ColumnType::Boolean => any::<bool>().prop_map(Value::from).boxed(),
        ColumnType::List(element) => proptest::collection::vec(values(element), 0..4).prop_map(Value::Array).boxed(),
        ColumnType::Object(fields) => {
            let fields = fields.clone();
            let all: Vec<_> = fields.iter().map(|(_, kind)| values(kind)).collect();
            all.prop_map(move |values| {
                let names = fields.iter().map(|(name, _)| name.clone());
                Value::Object(names.zip(values).collect())
            })
            .boxed()
        }
        _ => "[a\"{é]{0,3}".prop_map(Value::from).boxed(),
    };
    prop_oneof![3 => value, 1 => Just(Value::Null)].boxed()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_goes_into_a_nested_column_comes_out(
        (kind, values) in kinds().prop_flat_map(|kind| {
            let values = proptest::collection::vec(values(&kind), 1..8);
            (Just(kind), values)
        })
    ) {
        let columns = [("html", ColumnType::Text), ("v", kind.clone())];
        prop_assert_eq!(values_through(&values, &columns), values);
    }
}

#[test]
fn columns_of_the_input_get_the_types_of_their_values() {
    let rows = [
        json!({ "tags": ["a", "b"], "at": { "lat": 1, "lon": 2.5 } }),
        json!({ "tags": [], "at": null }),
        json!({ "at": { "lat": null, "lon": 1.5 }, "more": [{ "n": 1 }, {}] }),
        Value::Null,
    ];
    let all = ColumnType::object([
        ("at", ColumnType::object([("lat", ColumnType::Integer), ("lon", ColumnType::Number)])),
        ("more", ColumnType::object([("n", ColumnType::Integer)]).list()),
        ("tags", ColumnType::Text.list()),
    ]);
    // An empty object is no column's.
    let rows: Vec<Value> =
        rows.iter().map(|row| serde_json::from_str(&row.to_string().replace(",{}", "")).unwrap()).collect();
    let expected: Vec<Value> = rows.iter().map(|row| filled(row, &all)).collect();
    assert_eq!(values_through(&rows, &[]), expected);
}

#[test]
fn what_has_no_type_stays_json() {
    let mixed = [json!(["a", { "b": 1 }]), json!({ "b": {} }), json!([1])];
    let found = values_through(&mixed, &[]);
    assert_eq!(found, mixed.map(|value| Value::String(value.to_string())));
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
    let rows = through(&lines, &[("url", ColumnType::Text), ("html", ColumnType::Text)]);
    let is_there = |(name, value): (_, &Value)| (!value.is_null()).then_some(name);
    let mut names: Vec<&String> = rows.iter().flatten().filter_map(is_there).collect();
    names.sort_unstable();
    names.dedup();
    // A column is left for the field of the same name as that of the rest.
    assert_eq!(names.len(), 1_000);
    for (nth, row) in rows.iter().enumerate() {
        assert_eq!(row["same"], json!([nth]));
        let rest: BTreeMap<String, Value> = serde_json::from_str(row["other_fields"].as_str().unwrap()).unwrap();
        assert_eq!(rest["other_fields"], json!({ "mine": nth }));
        for k in 0..5 {
            let name = format!("k{nth:04}_{k}");
            let value = row.get(&name).unwrap_or_else(|| &rest[&name]);
            assert_eq!(*value, json!(nth), "{name}");
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
    let rows = through(&[line], &[("url", ColumnType::Text), ("html", ColumnType::Text)]);
    let (mut n_objects, mut n_texts) = (0, 0);
    for nth in 0..30 {
        let value = match &rows[0][&format!("v{nth:02}")] {
            Value::String(text) => {
                n_texts += 1;
                serde_json::from_str(text).unwrap()
            }
            value => {
                n_objects += 1;
                value.clone()
            }
        };
        assert_eq!(value, wide(nth));
    }
    assert_eq!((n_objects, n_texts), (16, 14));
}
