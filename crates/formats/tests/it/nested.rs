//! Lists and objects, in and out of tables.

use std::io::Cursor;

use formats::{ColumnType, ParquetPages, ReaderOptions, tabulate};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Writes rows with a field `v` as a table, and reads them again.
fn through(values: &[Value], first: &[(String, ColumnType)]) -> Vec<Value> {
    let lines: String =
        (values.iter()).map(|value| format!("{}\n", json!({ "html": "<p>Rain", "v": value }))).collect();
    let file = tabulate(Cursor::new(lines), Vec::new(), first, &[]).unwrap();
    let options = ReaderOptions::new();
    let pages = ParquetPages::new(bytes::Bytes::from(file), "t", &options).unwrap();
    let values = pages.map(|page| page.unwrap().fields.get("v").unwrap().to_owned());
    let values = values.map(|value| serde_json::from_str(&value).unwrap());
    values.collect()
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
        let columns = [("html".to_owned(), ColumnType::Text), ("v".to_owned(), kind.clone())];
        prop_assert_eq!(through(&values, &columns), values);
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
    assert_eq!(through(&rows, &[]), expected);
}

#[test]
fn what_has_no_type_stays_json() {
    let mixed = [json!(["a", { "b": 1 }]), json!({ "b": {} }), json!([1])];
    let found = through(&mixed, &[]);
    assert_eq!(found, mixed.map(|value| Value::String(value.to_string())));
}
