//! The plan of `demold repeats`.

use super::{Destination, Reading, Wrong, reading::half_of_the_machine};
use crate::options;

/// What is searched for, and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Repeats {
    pub(crate) out: Destination,
    pub(crate) force: bool,
    pub(crate) min_words: u32,
    pub(crate) min_sites: u32,
    pub(crate) reading: Reading,
}

impl Repeats {
    pub(super) fn of(mut args: options::Repeats) -> Result<Repeats, Wrong> {
        // What is found must fit into memory too, which can be much more than the pages that templates are learned
        // from.
        (args.reading.memory).get_or_insert_with(half_of_the_machine);
        Ok(Repeats {
            out: args.out.map_or(Destination::Stdout, Destination::of),
            force: args.force,
            min_words: args.min_words,
            min_sites: args.min_sites,
            reading: Reading::of(args.reading)?,
        })
    }
}
