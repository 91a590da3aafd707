//! Pass two: cleans every page by the template of its site.

mod stripper;
mod filter;
mod tally;
mod outcome;
mod pass;

pub use self::{
    filter::Wanted,
    pass::{Batch, Before, CleanedPage, Explain, Pass},
    stripper::Stripper,
    tally::Tally,
};
