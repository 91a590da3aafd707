//! JSON of unknown origin: one long string is decoded, and all other values keep their spelling.
//!
//! # Why not an existing crate
//!
//! No crate reads everything that programs do write. `json.dumps` of Python writes lone surrogates (`\ud800`), `NaN`
//! and `Infinity`, which `serde_json`, `sonic-rs` and `simd-json` refuse; `jiter` refuses lone surrogates, and
//! nesting deeper than some 200 levels. A page must not be lost for a value that nobody needs.
//! docs/figures/performance.md has the comparison.

mod specials;
mod text;
mod value;
mod fields;
mod object;
mod quoted;

pub use self::{fields::Fields, quoted::quote};
pub(crate) use self::{
    fields::text_of,
    object::{Object, read},
    value::end,
};
