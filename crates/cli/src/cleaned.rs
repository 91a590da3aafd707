//! Pass two: cleans every page by the template of its site.

mod stripper;
mod filter;
mod tally;
pub(crate) mod keep;
mod explain;
mod chosen;
mod chunks;
mod csv;
mod llms_page;
mod style;
mod outcome;
mod pass;

pub(crate) use self::{
    explain::applied,
    llms_page::LlmsPage,
    pass::{Batch, Before, Pass},
    stripper::Stripper,
    style::Style,
    tally::Tally,
};
