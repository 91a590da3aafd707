//! Checks that all of an input was read, and the same in each pass.

use std::sync::{Mutex, OnceLock, PoisonError};

use formats::{At, SkipReason, Skipped};

use super::item::Item;

/// What one pass has read of an input so far.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// The number of pages, and of intact records that are no pages.
    n_read: usize,
    n_pages: usize,
    /// Of these, the rows of a table whose column for pages is empty.
    n_empty_rows: usize,
    n_faults: usize,
    /// The first fault before the input ended.
    first: Option<String>,
    /// Why the input could not be read to its end.
    stopped: Option<String>,
    /// What is empty: the input, or a file in it.
    empty: Option<String>,
}

impl Reads {
    /// Adds an item of the input of this name.
    pub(super) fn add(&mut self, item: &Item, name: &str) {
        match &item.page {
            Err(skipped) if skipped.reason.is_fault() => self.add_fault(skipped, name),
            page => {
                self.n_read += 1;
                self.n_pages += usize::from(page.is_ok());
                self.n_empty_rows += usize::from(page.as_ref().is_err_and(is_empty_row));
            }
        }
    }

    fn add_fault(&mut self, skipped: &Skipped, name: &str) {
        self.n_faults += 1;
        let place = match skipped.reason {
            SkipReason::Unreadable { .. } => &mut self.stopped,
            SkipReason::Empty => &mut self.empty,
            _ => &mut self.first,
        };
        if place.is_none() {
            // The error is printed behind the name of the input, so the name is removed from it. That of a file in an
            // archive stays.
            let said = skipped.to_string();
            let rest = said.strip_prefix(name).unwrap_or(&said);
            *place = Some(rest.trim_start_matches([',', ':', ' ']).to_owned());
        }
    }
}

/// Returns whether a row of a table has nothing where its page should be.
fn is_empty_row(skipped: &Skipped) -> bool {
    matches!((&skipped.place.at, &skipped.reason), (At::Row(_), SkipReason::NoPage { .. }))
}

/// What all passes over an input have read.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// The numbers of records and of pages that the first complete pass has read. A later one may not see pages that
    /// the user leaves out.
    first: OnceLock<(usize, usize)>,
    trouble: Mutex<Option<Trouble>>,
}

impl Account {
    /// Ends a pass. If the input `must_be_read` and nothing of it could be read, that is trouble.
    pub(super) fn close(&self, reads: Reads, must_be_read: bool) {
        let (first, _) = *self.first.get_or_init(|| (reads.n_read, reads.n_pages));
        // A change between passes comes first: it makes the output wrong, even if this pass read its input without a
        // fault.
        let trouble = if first != reads.n_read {
            let changed = match first.saturating_sub(reads.n_read) {
                0 => "it had more records the second time".to_owned(),
                n_missing => format!("{n_missing} of {} not seen the second time", count(first, "record")),
            };
            Some(format!("{CHANGED}: {changed}").into())
        } else if !must_be_read {
            None
        } else if let (0, Some(why)) = (reads.n_read, reads.first.as_ref().or(reads.stopped.as_ref())) {
            let lost = count(reads.n_faults, "record");
            Some(format!("nothing could be read, {lost} not seen: {why}").into())
        } else if reads.n_empty_rows > 0 && reads.n_empty_rows == reads.n_read {
            Some(Trouble::EmptyColumn { n_rows: reads.n_empty_rows })
        } else {
            let stopped = reads.stopped.map(|why| format!("not read to its end: {why}"));
            stopped.or(reads.empty).map(Trouble::Other)
        };
        if let Some(trouble) = trouble {
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble);
        }
    }

    /// Returns the numbers of records and of pages that were read, those that the user leaves out included.
    pub(super) fn n_read(&self) -> (usize, usize) {
        self.first.get().copied().unwrap_or_default()
    }

    pub(super) fn trouble(&self) -> Option<Trouble> {
        let trouble = self.trouble.lock();
        trouble.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Why the output lacks a part of an input.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Trouble {
    /// It is a table whose column for pages is empty, as that of cleaned pages is by default.
    #[error("none of its {} has a page in the column for pages", count(*.n_rows, "row"))]
    EmptyColumn {
        /// The number of its rows.
        n_rows: usize,
    },
    /// It could not be read to its end, has no record, or has changed meanwhile: what is wrong in words.
    #[error("{0}")]
    Other(String),
}

/// What is said of an input that is another one in the second pass.
pub(super) const CHANGED: &str = "changed while it was read";

impl From<String> for Trouble {
    fn from(what: String) -> Trouble {
        Trouble::Other(what)
    }
}

/// Returns a number with its noun, such as `1 row` or `2 rows`.
fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use formats::{Page, Place};

    use super::*;

    fn reads(pages: usize, faults: usize) -> Reads {
        let place = || Place { file: "in.jsonl".into(), at: At::Line(1) };
        let mut reads = Reads::default();
        let item = |page| Item { page, site: None, listed: None, source: 0 };
        for _ in 0..pages {
            reads.add(&item(Ok(Page::new(place(), Vec::new()))), "in.jsonl");
        }
        for _ in 0..faults {
            let reason = SkipReason::Damaged { how: "it is not JSON".to_owned() };
            reads.add(&item(Err(Skipped { place: place(), url: None, reason })), "in.jsonl");
        }
        reads
    }

    #[test]
    fn a_table_without_any_page_is_trouble() {
        let row = |reason| {
            let place = Place { file: "in.parquet".into(), at: At::Row(1) };
            Item { page: Err(Skipped { place, url: None, reason }), site: None, listed: None, source: 0 }
        };
        let empty = || row(SkipReason::NoPage { what: "a row without a page".to_owned() });
        let check = |n_pages: usize, expected: bool| {
            let mut reads = reads(n_pages, 0);
            reads.add(&empty(), "in.parquet");
            let account = Account::default();
            account.close(reads, true);
            assert_eq!(account.trouble(), expected.then_some(Trouble::EmptyColumn { n_rows: 1 }));
        };
        check(0, true);
        check(1, false);
    }

    #[test]
    fn what_is_empty_is_trouble_whatever_stands_beside_it() {
        let check = |n_pages: usize, file: &str, expected: &str| {
            let place = Place { file: file.into(), at: At::Whole };
            let skipped = Skipped { place, url: None, reason: SkipReason::Empty };
            let mut reads = reads(n_pages, 0);
            reads.add(&Item { page: Err(skipped), site: None, listed: None, source: 0 }, "in.wacz");
            let account = Account::default();
            account.close(reads, true);
            assert_eq!(account.trouble().map(|trouble| trouble.to_string()).as_deref(), Some(expected));
            assert_eq!(account.n_read(), (n_pages, n_pages));
        };
        for n_pages in [0, 3] {
            check(n_pages, "in.wacz", "it is empty: there is no record in it");
            check(n_pages, "in.wacz, archive/a.warc", "archive/a.warc: it is empty: there is no record in it");
        }
    }

    #[test]
    fn what_was_not_seen_is_known() {
        let check = |passes: [(usize, usize); 2], expected: Option<&str>| {
            let account = Account::default();
            for (pages, faults) in passes {
                account.close(reads(pages, faults), true);
            }
            let found = account.trouble().map(|trouble| trouble.to_string());
            assert_eq!(found.as_deref(), expected, "{passes:?}");
        };
        check([(3, 1), (3, 1)], None);
        let nothing = "nothing could be read, 2 records not seen: line 1: it is not JSON";
        check([(0, 2), (0, 2)], Some(nothing));
        let shorter = "changed while it was read: 5 of 12 records not seen the second time";
        check([(12, 0), (7, 0)], Some(shorter));
        let longer = "changed while it was read: it had more records the second time";
        check([(2, 0), (3, 0)], Some(longer));
    }
}
