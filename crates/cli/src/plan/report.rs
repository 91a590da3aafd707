//! The plan of `demold report`.

use std::num::NonZeroUsize;

use demold::{Learner, Overrides};

use super::{Destination, Origin, Reading, origin::Cleaning};
use crate::options;

/// What the report shows, and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) out: Destination,
    pub(crate) force: bool,
    pub(crate) strict: bool,
    pub(crate) origin: Origin,
    pub(crate) learner: Learner,
    /// Strings in the templates of at least this many sites are not template.
    pub(crate) idioms: Option<NonZeroUsize>,
    pub(crate) overrides: Overrides,
    pub(crate) min_fit: f64,
    pub(crate) reading: Reading,
}

impl Report {
    pub(super) fn of(args: options::Report) -> anyhow::Result<Report> {
        let out = Destination::of(args.out);
        let cleaning = Cleaning::of(&args.using, &args.how, out.file())?;
        Ok(Report {
            out,
            force: args.force,
            strict: args.strict,
            origin: cleaning.origin,
            learner: cleaning.learner,
            idioms: cleaning.idioms,
            overrides: cleaning.overrides,
            min_fit: cleaning.min_fit,
            reading: Reading::of(args.reading)?.min_pages(args.how.min_site_pages),
        })
    }
}
