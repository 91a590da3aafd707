//! What became of one item, and what people may want to know about it.

use formats::{Page, SkipReason, Skipped};

use super::tally::Tally;
use crate::{duplicates::TextHash, error::Error, observer::Notice};

/// What became of one item.
pub(super) struct Outcome<T> {
    pub(super) tally: Tally,
    pub(super) made: Option<T>,
    pub(super) sign: Option<TextHash>,
    pub(super) notices: Vec<Notice>,
}

impl<T> Outcome<T> {
    /// Counts a page whose output would become too long.
    pub(super) fn too_long(page: &Page, error: Error) -> Outcome<T> {
        Outcome {
            tally: Tally { n_in: 1, n_faults: 1, ..Tally::default() },
            made: None,
            sign: None,
            notices: vec![Notice::TooLong { place: page.place.clone(), error }],
        }
    }

    /// Counts an item that is not a page, or that cannot be read as one.
    pub(super) fn skipped(skipped: &Skipped) -> Outcome<T> {
        let mut tally = Tally { n_in: 1, ..Tally::default() };
        let mut notices = Vec::new();
        // Records that are no pages are normal in an archive. They are counted by their kind, without a notice for
        // each.
        if let SkipReason::NoPage { what } = &skipped.reason {
            tally.others.insert(what.clone(), 1);
        } else {
            tally.n_faults = 1;
            notices.push(Notice::Skipped(skipped.clone()));
        }
        Outcome { tally, made: None, sign: None, notices }
    }
}
