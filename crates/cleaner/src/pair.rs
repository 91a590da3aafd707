//! A range as `[start, end]`, the way in which regions are written, for `#[serde(with = "cleaner::pair")]`.

use std::ops::Range;

use serde::{Deserialize, Deserializer, Serializer};

/// Writes a range as a list of two numbers, also in formats that tell lists from tuples.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<S: Serializer>(range: &Range<usize>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq([range.start, range.end])
}

/// Reads a range from a pair.
///
/// # Errors
///
/// Those of the deserializer.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Range<usize>, D::Error> {
    let [start, end] = <[usize; 2]>::deserialize(deserializer)?;
    Ok(start..end)
}
