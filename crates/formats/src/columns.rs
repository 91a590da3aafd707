//! The types of a table's columns.

use std::{collections::BTreeMap, sync::Arc};

use parquet::{
    basic::{LogicalType, Repetition, Type as Physical},
    errors::ParquetError,
    schema::types::Type,
};
use serde_json::Value;

/// The type of a column. Any value may be missing.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum ColumnType {
    /// Strings; any other value becomes JSON.
    Text,
    /// Whole numbers of 64 bits.
    Integer,
    /// Floating-point numbers.
    Number,
    /// True or false.
    Boolean,
    /// Lists whose elements have one type.
    List(Box<ColumnType>),
    /// Objects with these fields; others are left out.
    Object(Vec<(String, ColumnType)>),
}

impl ColumnType {
    /// Returns the type of lists of this type.
    #[must_use]
    pub fn list(self) -> ColumnType {
        ColumnType::List(Box::new(self))
    }

    /// Returns the type of objects with these fields, of which there must be at least one.
    #[must_use]
    pub fn object<'a>(fields: impl IntoIterator<Item = (&'a str, ColumnType)>) -> ColumnType {
        let fields = fields.into_iter();
        ColumnType::Object(fields.map(|(name, kind)| (name.to_owned(), kind)).collect())
    }

    /// Returns the number of leaf columns in which values of this type are stored.
    pub(crate) fn n_leaves(&self) -> usize {
        match self {
            ColumnType::List(element) => element.n_leaves(),
            ColumnType::Object(fields) => fields.iter().map(|(_, kind)| kind.n_leaves()).sum(),
            _ => 1,
        }
    }

    /// Returns the Parquet type of a column with this name.
    pub(crate) fn declared(&self, name: &str) -> Result<Type, ParquetError> {
        let physical = match self {
            ColumnType::Text => Physical::BYTE_ARRAY,
            ColumnType::Integer => Physical::INT64,
            ColumnType::Number => Physical::DOUBLE,
            ColumnType::Boolean => Physical::BOOLEAN,
            ColumnType::List(element) => {
                // The names `list` and `element`, and the three levels, are those of the Parquet specification of
                // lists.
                let element = Arc::new(element.declared("element")?);
                let list = Type::group_type_builder("list")
                    .with_repetition(Repetition::REPEATED)
                    .with_fields(vec![element])
                    .build()?;
                return Type::group_type_builder(name)
                    .with_repetition(Repetition::OPTIONAL)
                    .with_logical_type(Some(LogicalType::List))
                    .with_fields(vec![Arc::new(list)])
                    .build();
            }
            ColumnType::Object(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, kind)| kind.declared(name).map(Arc::new));
                return Type::group_type_builder(name)
                    .with_repetition(Repetition::OPTIONAL)
                    .with_fields(fields.collect::<Result<_, _>>()?)
                    .build();
            }
        };
        Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type((*self == ColumnType::Text).then_some(LogicalType::String))
            .build()
    }
}

/// The maximum number of leaves of an inferred type; values with more stay JSON. A list of things that come from a
/// table has few, but an object whose names are data has any number. Chosen: by eye.
const MOST_LEAVES: usize = 64;

/// The maximum depth of an inferred type; deeper values stay JSON. Chosen: by eye.
const MOST_DEPTH: usize = 8;

/// The common type of a column's values so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Shape {
    /// Nothing but null.
    #[default]
    Null,
    Integer,
    Number,
    Boolean,
    Text,
    List(Box<Shape>),
    Object(BTreeMap<String, Shape>),
    /// No type but JSON in a string holds all values.
    Mixed,
}

impl Shape {
    /// Returns the shape of a value. A whole number beyond 64 bits that has neither a point nor an exponent keeps its
    /// digits only as text.
    pub(crate) fn of(json: &str) -> Shape {
        // `N` and `I` are those of `NaN` and `Infinity`.
        let is_inexact = json.contains(['.', 'e', 'E', 'N', 'I']);
        match json.as_bytes().first() {
            None | Some(b'n') => Shape::Null,
            Some(b't' | b'f') => Shape::Boolean,
            Some(b'"') => Shape::Text,
            Some(b'{' | b'[') => serde_json::from_str(json).map_or(Shape::Mixed, |value| Shape::of_value(&value, 0)),
            Some(_) if is_inexact => Shape::Number,
            Some(_) if json.parse::<i64>().is_ok() => Shape::Integer,
            Some(_) => Shape::Mixed,
        }
    }

    fn of_value(value: &Value, depth: usize) -> Shape {
        match value {
            _ if depth == MOST_DEPTH => Shape::Mixed,
            Value::Null => Shape::Null,
            Value::Bool(_) => Shape::Boolean,
            Value::String(_) => Shape::Text,
            Value::Number(number) if number.is_i64() => Shape::Integer,
            Value::Number(number) => match number.as_f64() {
                // A larger number may have been a whole one, with more digits than a floating-point number keeps.
                Some(float) if number.is_f64() && float.abs() < i64::MAX as f64 => Shape::Number,
                _ => Shape::Mixed,
            },
            Value::Array(values) => {
                let shapes = values.iter().map(|value| Shape::of_value(value, depth + 1));
                // An empty list, or one of nulls, has elements of the shape `Null`, which agrees with any other.
                match shapes.fold(Shape::Null, Shape::or) {
                    Shape::Mixed => Shape::Mixed,
                    element => Shape::List(Box::new(element)),
                }
            }
            // Parquet has no groups without fields.
            Value::Object(fields) if fields.is_empty() || MOST_LEAVES < fields.len() => Shape::Mixed,
            Value::Object(fields) => {
                let mut shapes = BTreeMap::new();
                for (name, value) in fields {
                    match Shape::of_value(value, depth + 1) {
                        Shape::Mixed => return Shape::Mixed,
                        shape => shapes.insert(name.clone(), shape),
                    };
                }
                Shape::Object(shapes)
            }
        }
    }

    /// Returns a shape that holds the values of both.
    pub(crate) fn or(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Null, shape) | (shape, Shape::Null) => shape,
            (left, right) if left == right => left,
            (Shape::Integer, Shape::Number) | (Shape::Number, Shape::Integer) => Shape::Number,
            (Shape::List(left), Shape::List(right)) => match left.or(*right) {
                Shape::Mixed => Shape::Mixed,
                element => Shape::List(Box::new(element)),
            },
            (Shape::Object(mut left), Shape::Object(right)) => {
                for (name, shape) in right {
                    // A field that only one side has is missing in the values of the other.
                    let known = left.remove(&name).unwrap_or_default();
                    match known.or(shape) {
                        Shape::Mixed => return Shape::Mixed,
                        shape => left.insert(name, shape),
                    };
                }
                if MOST_LEAVES < left.len() {
                    return Shape::Mixed;
                }
                Shape::Object(left)
            }
            _ => Shape::Mixed,
        }
    }

    /// Returns the type of a column of values with this shape.
    pub(crate) fn kind(&self) -> ColumnType {
        let kind = self.exact();
        if MOST_LEAVES < kind.n_leaves() {
            return ColumnType::Text;
        }
        kind
    }

    fn exact(&self) -> ColumnType {
        match self {
            Shape::Null | Shape::Text | Shape::Mixed => ColumnType::Text,
            Shape::Integer => ColumnType::Integer,
            Shape::Number => ColumnType::Number,
            Shape::Boolean => ColumnType::Boolean,
            Shape::List(element) => element.exact().list(),
            Shape::Object(fields) => {
                let fields = fields.iter();
                ColumnType::Object(fields.map(|(name, shape)| (name.clone(), shape.exact())).collect())
            }
        }
    }
}

/// The maximum number of columns for the fields of an input. Each column costs every row group some time and memory.
/// Chosen: by eye.
const MOST_COLUMNS: usize = 1_000;

/// The column for all fields that have none of their own.
const REST: &str = "other_fields";

/// The fields of an input, and the types of their columns.
#[derive(Debug, Default)]
pub(crate) struct Others {
    shapes: BTreeMap<String, Shape>,
    /// Whether there are more fields than get a column.
    are_more: bool,
}

impl Others {
    /// Adds a value.
    pub(crate) fn add(&mut self, name: &str, value: &str) {
        if let Some(known) = self.shapes.get_mut(name) {
            *known = std::mem::take(known).or(Shape::of(value));
        } else if self.shapes.len() < MOST_COLUMNS {
            self.shapes.insert(name.to_owned(), Shape::of(value));
        } else {
            self.are_more = true;
        }
    }

    /// Adds the columns of the fields to `columns`. Returns the index of the one for all other fields, if there are
    /// any.
    pub(crate) fn add_to(mut self, columns: &mut Vec<(String, ColumnType)>) -> Option<usize> {
        if self.are_more {
            // A field with the name of that column is stored in it, together with the others.
            self.shapes.remove(REST);
        }
        // Each column has at least one leaf, so only the further ones are counted here.
        let mut n_more = MOST_COLUMNS - self.shapes.len();
        for (name, shape) in self.shapes {
            let kind = shape.kind();
            let kind = match n_more.checked_sub(kind.n_leaves() - 1) {
                Some(n_left) => {
                    n_more = n_left;
                    kind
                }
                None => ColumnType::Text,
            };
            columns.push((name, kind));
        }
        if !self.are_more {
            return None;
        }
        // Another column of the caller may have this name.
        let mut rest = REST.to_owned();
        while columns.iter().any(|(name, _)| *name == rest) {
            rest.push('_');
        }
        columns.push((rest, ColumnType::Text));
        Some(columns.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind<'a>(values: impl IntoIterator<Item = &'a str>) -> ColumnType {
        values.into_iter().map(Shape::of).fold(Shape::Null, Shape::or).kind()
    }

    /// Each line of `columns.txt` has the values of a column, and its kind.
    #[test]
    fn a_column_holds_what_all_its_values_are() {
        for line in include_str!("columns.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (values, expected) = line.split_once(" => ").unwrap();
            assert_eq!(format!("{:?}", kind(values.split(' '))), expected, "{values}");
        }
    }

    #[test]
    fn what_is_deep_or_wide_is_json() {
        assert_eq!(kind([&*("[".repeat(20) + &"]".repeat(20))]), ColumnType::Text);
        let wide = |from: usize| {
            let fields: Vec<String> = (from..from + 40).map(|nth| format!("\"{nth}\":1")).collect();
            format!("{{{}}}", fields.join(","))
        };
        assert_eq!(kind([&*wide(0), &*wide(40)]), ColumnType::Text);
        let two = format!("{{\"a\":{},\"b\":{0}}}", wide(0));
        assert_eq!(kind([&*two]), ColumnType::Text);
    }
}
