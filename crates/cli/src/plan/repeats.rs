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
    /// The bytes of memory that the sieve takes.
    pub(crate) sieve: usize,
    pub(crate) reading: Reading,
}

/// The memory is divided by this to give the part for the sieve: a quarter. Chosen: by eye.
const SIEVE_PART: usize = 4;

impl Repeats {
    pub(super) fn of(mut args: options::Repeats) -> Result<Repeats, Wrong> {
        // What is found must fit into memory too, which can be much more than the pages that templates are learned
        // from.
        let memory = *(args.reading.memory).get_or_insert_with(half_of_the_machine);
        Ok(Repeats {
            out: args.out.map_or(Destination::Stdout, Destination::of),
            force: args.force,
            min_words: args.min_words,
            min_sites: args.min_sites,
            // It is taken at once, whatever the input is, so it has to be there.
            sieve: (memory / SIEVE_PART).min(half_of_the_machine()),
            reading: Reading::of(args.reading)?,
        })
    }
}
