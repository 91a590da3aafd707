//! The npm package: it takes pages and options, and returns plain objects.

mod options;
mod page;
mod extract;
mod template;

use wasm_bindgen::prelude::*;

pub use crate::{
    extract::{extract, extract_metadata, no_page},
    template::{Template, learn},
};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
