//! The plan of `demold mirrors`.

use super::{Destination, Reading, Wrong, reading::half_of_the_machine};
use crate::options;

/// What is compared, and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Mirrors {
    pub(crate) out: Destination,
    pub(crate) force: bool,
    pub(crate) min_share: f64,
    pub(crate) reading: Reading,
}

impl Mirrors {
    pub(super) fn of(mut args: options::Mirrors) -> Result<Mirrors, Wrong> {
        // What is kept of all sites must fit into memory.
        (args.reading.memory).get_or_insert_with(half_of_the_machine);
        Ok(Mirrors {
            out: args.out.map_or(Destination::Stdout, Destination::of),
            force: args.force,
            min_share: args.min_share,
            reading: Reading::of(args.reading)?,
        })
    }
}
