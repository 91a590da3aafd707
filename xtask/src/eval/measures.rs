//! What is measured: one module for each measure, with its formula.
//!
//! Everything here is arithmetic on words, tokens and labels. Nothing knows of files, methods or reports.

pub(crate) mod clustering;
pub(crate) mod content;
pub(crate) mod correlation;
pub(crate) mod edit_distance;
pub(crate) mod ratio;
pub(crate) mod template_terms;
pub(crate) mod template_tokens;
pub(crate) mod values;
pub(crate) mod words;
