//! JSON as strangers write it: one long string is read, and all other values stay as they came.
//!
//! # Why not an existing crate
//!
//! None reads what programs do write: `json.dumps` of Python writes halves of characters (`\ud800`), `NaN` and
//! `Infinity`, which `serde_json`, `sonic-rs` and `simd-json` refuse; `jiter` refuses the halves, and nesting over
//! some 200. A page is not lost for a value that nobody needs. docs/figures/performance.md has the comparison.

mod fault;
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
