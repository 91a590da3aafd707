//! What happens during a crawl, as it happens.

use std::time::Duration;

/// Something that happened to a URL. Everything but [`Event::Retry`] is final.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event<'a> {
    /// A page was stored.
    Page {
        /// The page's URL.
        url: &'a str,
        /// The length of its body as it was sent.
        bytes: u64,
        /// The body was longer than allowed, and cut off.
        truncated: bool,
    },
    /// The page has not changed since the previous crawl.
    Unchanged {
        /// The page's URL.
        url: &'a str,
    },
    /// A redirect was stored.
    Redirect {
        /// Where it stood.
        url: &'a str,
        /// Where it leads.
        to: &'a str,
    },
    /// Another answer was stored.
    Answer {
        /// The URL.
        url: &'a str,
        /// The status, such as 404.
        status: u16,
    },
    /// The file is not HTML, and was not stored.
    OtherType {
        /// The URL.
        url: &'a str,
        /// What its server calls it.
        content_type: &'a str,
    },
    /// The URL may not be asked for, by the robots.txt of its server.
    Disallowed {
        /// The URL.
        url: &'a str,
        /// What forbids it.
        reason: &'a str,
    },
    /// The URL is never asked for, or leads to no address that may be
    /// connected to.
    Refused {
        /// The URL, or what was given as one.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// There was no answer.
    Failed {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// The URL will be asked for again.
    Retry {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
        /// How long to wait before.
        wait: Duration,
    },
}
