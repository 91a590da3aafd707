//! From cleaned pages to what is written of them.

mod format;
mod body;
mod fields;
mod rendering;
mod chosen;
mod chunks;
mod csv;
mod front_matter;
mod style;
mod suffix;

// Files that are made of all lines of a run, once they are there.
mod llms;
#[cfg(feature = "parquet")]
mod table;

pub(crate) use self::llms::write_llms;
#[cfg(feature = "parquet")]
pub(crate) use self::table::write_table;
pub use self::{
    body::Body,
    fields::RecordFields,
    format::{Format, Obeys},
    front_matter::front_matter,
    rendering::Rendering,
    style::Style,
    suffix::Suffix,
};
