//! What is measured: one module for each measure, with its formula.
//!
//! Everything here is arithmetic on words, tokens and labels. Nothing knows of files, methods or reports.

pub mod clustering;
pub mod content;
pub mod correlation;
pub mod doubled;
pub mod edit_distance;
pub mod ratio;
pub mod template_terms;
pub mod template_tokens;
pub mod values;
pub mod words;
#[cfg(test)]
mod scorer;
