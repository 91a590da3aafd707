//! What is measured: one module for each measure, with its formula.
//!
//! Everything here is arithmetic on words, tokens and labels. Nothing knows of files, methods or reports.

pub mod clustering;
pub mod content;
pub mod doubled;
pub mod ratio;
pub mod template_terms;
pub mod template_tokens;
pub mod values;
pub mod words;
