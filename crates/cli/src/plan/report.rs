//! The plan of `demold report`.

use super::{Cleaning, Destination, Reading};
use crate::options;

/// What the report shows, and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) out: Destination,
    pub(crate) force: bool,
    pub(crate) strict: bool,
    pub(crate) cleaning: Cleaning,
    pub(crate) reading: Reading,
}

impl Report {
    pub(super) fn of(args: options::Report) -> anyhow::Result<Report> {
        let out = Destination::of(args.out);
        Ok(Report {
            cleaning: Cleaning::of(&args.using, &args.how, out.file())?,
            out,
            force: args.force,
            strict: args.strict,
            reading: Reading::of(args.reading)?.min_pages(args.how.min_site_pages),
        })
    }
}
