//! Stores nested values as flat columns.
//!
//! Parquet stores a nested column as its leaves: each is a column of values with two numbers for each value. The
//! *definition level* is the number of optional and repeated nodes on the path to the value that are present, so it
//! says at which of them a missing value ends. The *repetition level* says which list on the path the value
//! continues: 0 for the first value of a row. (This is the encoding of Dremel.)

use parquet::{
    data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type},
    errors::ParquetError,
    file::writer::{SerializedColumnWriter, SerializedRowGroupWriter},
};
use serde_json::Value;

use crate::{columns::ColumnType, json::text_of};

/// The leaves of a nested column, in the order of the schema.
pub(crate) struct Leaves(Vec<Leaf>);

/// A leaf: its values that are present, and the two levels of all values.
struct Leaf {
    values: Values,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
}

enum Values {
    Text(Vec<ByteArray>),
    Integer(Vec<i64>),
    Number(Vec<f64>),
    Boolean(Vec<bool>),
}

impl Leaves {
    pub(crate) fn new(kind: &ColumnType) -> Leaves {
        let mut leaves = Vec::new();
        add_leaves(kind, &mut leaves);
        Leaves(leaves)
    }

    /// Adds the value of a row as it is spelled. A value that does not fit the kind counts as missing.
    pub(crate) fn add(&mut self, kind: &ColumnType, value: Option<&str>) {
        let at = At { definition: 0, repetition: 0, n_lists: 0 };
        if let ColumnType::List(_) | ColumnType::Object(_) = kind {
            // A value that `serde_json` cannot read had no shape, so that its column is one of text.
            let value: Option<Value> = value.and_then(|value| serde_json::from_str(value).ok());
            put(kind, value.as_ref(), at, &mut self.0);
        } else {
            self.0[0].put(value, at);
        }
    }

    /// Writes all leaves as the next columns of a row group.
    pub(crate) fn write<W: std::io::Write + Send>(
        self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        for leaf in self.0 {
            // The schema has as many columns as the kinds have leaves, so there is one.
            let column = group.next_column()?;
            let mut column = column.ok_or_else(|| ParquetError::General("the schema has fewer columns".to_owned()))?;
            match &leaf.values {
                Values::Text(values) => leaf.write::<ByteArrayType>(&mut column, values)?,
                Values::Integer(values) => leaf.write::<Int64Type>(&mut column, values)?,
                Values::Number(values) => leaf.write::<DoubleType>(&mut column, values)?,
                Values::Boolean(values) => leaf.write::<BoolType>(&mut column, values)?,
            }
            column.close()?;
        }
        Ok(())
    }
}

impl Leaf {
    fn write<T: DataType>(&self, column: &mut SerializedColumnWriter<'_>, values: &[T::T]) -> Result<(), ParquetError> {
        let (definitions, repetitions) = (Some(&*self.definitions), Some(&*self.repetitions));
        column.typed::<T>().write_batch(values, definitions, repetitions)?;
        Ok(())
    }

    /// Adds the levels of a value, and the value if it is of the leaf's kind.
    fn put(&mut self, value: Option<&str>, at: At) {
        let value = value.filter(|value| *value != "null");
        let is_there = match &mut self.values {
            // Objects, lists and numbers in a column of strings keep their spelling.
            Values::Text(values) => pushed(values, value, |value| {
                let text = text_of(value).unwrap_or_else(|| value.to_owned());
                Some(ByteArray::from(text.into_bytes()))
            }),
            Values::Integer(values) => pushed(values, value, |value| value.parse().ok()),
            // Rust parses `NaN` and `Infinity` as well. A number beyond the range becomes infinite.
            Values::Number(values) => pushed(values, value, |value| value.parse().ok()),
            Values::Boolean(values) => pushed(values, value, |value| value.parse().ok()),
        };
        self.note(is_there, at);
    }

    /// [`put`](Leaf::put) for a string of JSON that was parsed before.
    fn put_text(&mut self, text: &str, at: At) {
        match &mut self.values {
            Values::Text(values) => {
                values.push(ByteArray::from(text));
                self.note(true, at);
            }
            // A string is no value of another column.
            _ => self.put(None, at),
        }
    }

    fn note(&mut self, is_there: bool, at: At) {
        // A leaf is optional itself, so a value that is present counts one level more.
        self.definitions.push(at.definition + i16::from(is_there));
        self.repetitions.push(at.repetition);
    }
}

fn pushed<T>(values: &mut Vec<T>, value: Option<&str>, parse: impl Fn(&str) -> Option<T>) -> bool {
    let value = value.and_then(parse);
    let is_there = value.is_some();
    values.extend(value);
    is_there
}

/// How much of the path to a value is present.
#[derive(Clone, Copy)]
struct At {
    definition: i16,
    repetition: i16,
    /// The number of lists around the value.
    n_lists: i16,
}

impl At {
    fn deeper(self, n_levels: i16) -> At {
        At { definition: self.definition + n_levels, ..self }
    }
}

fn add_leaves(kind: &ColumnType, leaves: &mut Vec<Leaf>) {
    let values = match kind {
        ColumnType::Text => Values::Text(Vec::new()),
        ColumnType::Integer => Values::Integer(Vec::new()),
        ColumnType::Number => Values::Number(Vec::new()),
        ColumnType::Boolean => Values::Boolean(Vec::new()),
        ColumnType::List(element) => return add_leaves(element, leaves),
        ColumnType::Object(fields) => {
            return (fields.iter()).for_each(|(_, kind)| add_leaves(kind, leaves));
        }
    };
    leaves.push(Leaf { values, definitions: Vec::new(), repetitions: Vec::new() });
}

/// Adds a value to the leaves of its kind. Recursion is as deep as the kind.
fn put(kind: &ColumnType, value: Option<&Value>, at: At, leaves: &mut [Leaf]) {
    match (kind, value) {
        (ColumnType::List(element), Some(Value::Array(values))) if !values.is_empty() => {
            // A list has two nodes: the optional group, and the repeated group in it for each element.
            let n_lists = at.n_lists + 1;
            let first = At { n_lists, ..at.deeper(2) };
            // A later element continues the innermost list. The first one continues whatever its list does.
            let later = At { repetition: n_lists, ..first };
            for (nth, value) in values.iter().enumerate() {
                let at = if nth == 0 { first } else { later };
                put(element, Some(value), at, leaves);
            }
        }
        // The list is present, without any element: one level less than a missing element has.
        (ColumnType::List(_), Some(Value::Array(_))) => missing(at.deeper(1), leaves),
        (ColumnType::Object(fields), Some(Value::Object(values))) => {
            let mut rest = leaves;
            for (name, kind) in fields {
                let (own, others) = rest.split_at_mut(kind.n_leaves());
                put(kind, values.get(name), at.deeper(1), own);
                rest = others;
            }
        }
        (ColumnType::List(_) | ColumnType::Object(_), _) => missing(at, leaves),
        // A kind that is neither a list nor an object has exactly one leaf.
        (_, Some(Value::String(text))) => leaves[0].put_text(text, at),
        (_, value) => leaves[0].put(value.map(Value::to_string).as_deref(), at),
    }
}

/// Records for these leaves that the path ends here.
fn missing(at: At, leaves: &mut [Leaf]) {
    for leaf in leaves {
        leaf.put(None, at);
    }
}
