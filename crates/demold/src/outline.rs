//! A template as a listing for people.

use std::fmt;

use crate::Template;

/// Prints a template: one token per line with the number of pages that have it,
/// indented as its elements nest.
#[derive(Clone, Copy, Debug)]
pub struct Outline<'a> {
    template: &'a Template,
}

impl<'a> Outline<'a> {
    pub(crate) fn new(template: &'a Template) -> Outline<'a> {
        Outline { template }
    }
}

impl fmt::Display for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.template.summary())?;
        self.template.templates().list(f)
    }
}
