//! Counts what became of the URLs.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What became of a URL of the queue.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fate {
    Page,
    Unchanged,
    Redirect,
    Answer,
    OtherType,
    Disallowed,
    Refused,
    Failed,
    Beyond,
}

/// The results of a crawl in numbers.
///
/// Every URL that joined the queue is counted once: [`admitted`](Summary::admitted) is the sum of
/// [`pages`](Summary::pages), [`unchanged`](Summary::unchanged), [`redirects`](Summary::redirects),
/// [`answers`](Summary::answers), [`other_types`](Summary::other_types), [`disallowed`](Summary::disallowed),
/// [`refused`](Summary::refused), [`failed`](Summary::failed), [`beyond`](Summary::beyond) and
/// [`left`](Summary::left). A crawl that was resumed counts from its very beginning, except for
/// [`given`](Summary::given) and the fields after it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// URLs that joined the queue: given, linked or redirected to.
    pub admitted: u64,
    /// Pages stored: responses with a status of 200 to 299.
    pub pages: u64,
    /// Pages that have not changed since the previous crawl.
    pub unchanged: u64,
    /// Redirects stored. The target of each counts as a URL of its own.
    pub redirects: u64,
    /// Other responses stored, such as 404.
    pub answers: u64,
    /// Files that are not HTML, and were not stored.
    pub other_types: u64,
    /// URLs that robots.txt forbids, or whose robots.txt could not be fetched.
    pub disallowed: u64,
    /// URLs whose host has no address that may be connected to.
    pub refused: u64,
    /// URLs that gave no response, however often they were requested.
    pub failed: u64,
    /// URLs of hosts that had given [`Config::pages_per_host`](crate::Config::pages_per_host) pages.
    pub beyond: u64,
    /// URLs that were still to be requested when the crawl ended.
    pub left: u64,
    /// Lines read from the input.
    pub given: u64,
    /// Lines with a URL that was already known.
    pub duplicates: u64,
    /// Lines and redirects with a URL that is never requested.
    pub unfit: u64,
    /// Links that were dropped: because too many URLs were waiting, because they were in too many nested sitemaps, or
    /// because their page or list names too many.
    pub dropped: u64,
    /// Responses of which only the beginning was stored, or was read for links.
    pub cut: u64,
    /// Requests made, including those for robots.txt.
    pub requests: u64,
    /// Bytes of the bodies that were stored, as they were sent.
    pub bytes: u64,
    /// Whether nothing is left to do, and the input has ended.
    pub complete: bool,
    /// Whether the crawl ended early because it has made the maximum number of requests: see
    /// [`Config::max_pages`](crate::Config::max_pages).
    pub out_of_requests: bool,
    /// Whether the crawl ended early because it has as many pages as it wants: see
    /// [`Config::max_pages`](crate::Config::max_pages).
    pub has_enough: bool,
}

impl Summary {
    /// Returns the number of URLs and links without a response, and of responses of which only a part was taken. What
    /// robots.txt forbids is not among them.
    #[must_use]
    pub fn n_lost(&self) -> u64 {
        self.failed + self.refused + self.unfit + self.dropped + self.cut
    }

    /// Returns whether any page was stored, or found unchanged.
    #[must_use]
    pub fn has_pages(&self) -> bool {
        self.pages + self.unchanged != 0
    }

    pub(crate) fn count(&mut self, fate: Fate) {
        let counter = match fate {
            Fate::Page => &mut self.pages,
            Fate::Unchanged => &mut self.unchanged,
            Fate::Redirect => &mut self.redirects,
            Fate::Answer => &mut self.answers,
            Fate::OtherType => &mut self.other_types,
            Fate::Disallowed => &mut self.disallowed,
            Fate::Refused => &mut self.refused,
            Fate::Failed => &mut self.failed,
            Fate::Beyond => &mut self.beyond,
        };
        *counter += 1;
    }
}

/// Formats the summary as one sentence, without the numbers that are zero.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        f.write_str(&count(self.pages, "page"))?;
        for (number, name) in [
            (self.unchanged, "unchanged"),
            (self.redirects, "redirects"),
            (self.answers, "other responses"),
            (self.other_types, "not HTML"),
            (self.disallowed, "closed by robots.txt"),
            (self.refused + self.unfit, "not requested"),
            (self.failed, "failed"),
            (self.beyond, "beyond the pages of their hosts"),
            (self.duplicates, "given twice"),
            (self.dropped, "links dropped"),
            (self.cut, "cut off"),
            (self.left, "left"),
        ] {
            if number != 0 {
                write!(f, ", {number} {name}")?;
            }
        }
        let requests = count(self.requests, "request");
        write!(f, "; {requests}, {} stored", count(self.bytes, "byte"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_none_are_not_said() {
        let mut summary = Summary { pages: 3, requests: 4, ..Summary::default() };
        assert_eq!(summary.to_string(), "3 pages; 4 requests, 0 bytes stored");
        summary.left = 2;
        assert_eq!(summary.to_string(), "3 pages, 2 left; 4 requests, 0 bytes stored");
    }
}
