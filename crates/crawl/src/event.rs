//! Events that are reported during a crawl.

use std::{fmt, ops::Range, time::Duration};

/// Something that happened to a URL. Every event but [`Event::LeftOut`] and [`Event::Retry`] is final.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event<'a> {
    /// A page was stored.
    Page {
        /// The page's URL.
        url: &'a str,
        /// The length of its body as it was sent.
        bytes: u64,
        /// Whether the body was longer than allowed, and cut off.
        truncated: bool,
        /// The bytes of the archive that are the record of the response.
        record: Range<u64>,
    },
    /// A sitemap or a feed was read, and not stored. The pages that it names are requested.
    List {
        /// The URL.
        url: &'a str,
    },
    /// The page has not changed since the previous crawl.
    Unchanged {
        /// The page's URL.
        url: &'a str,
    },
    /// A redirect was stored.
    Redirect {
        /// The URL that redirects.
        url: &'a str,
        /// Where it leads.
        to: &'a str,
    },
    /// Another response was stored.
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
        /// The media type by its server.
        content_type: &'a str,
    },
    /// The robots.txt of its server forbids the URL.
    Disallowed {
        /// The URL.
        url: &'a str,
        /// The rule that forbids it.
        reason: &'a str,
    },
    /// The URL is never requested, or its host has no address that may be connected to.
    Refused {
        /// The URL, or what was given as one.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// The URL is not requested, because its host has given [`Config::pages_per_host`](crate::Config::pages_per_host)
    /// pages.
    Beyond {
        /// The URL.
        url: &'a str,
    },
    /// There was no response.
    Failed {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// Not everything that a page, a sitemap, a feed or a robots.txt names was read.
    LeftOut {
        /// The URL.
        url: &'a str,
        /// What was left out, and why.
        reason: &'a str,
    },
    /// The URL will be requested again.
    Retry {
        /// The URL.
        url: &'a str,
        /// Why.
        reason: &'a str,
        /// How long to wait first.
        wait: Duration,
    },
}

impl Event<'_> {
    /// Returns whether something went wrong: the crawl did not get what it
    /// asked for, or not all of it.
    #[must_use]
    pub fn is_trouble(&self) -> bool {
        match self {
            Event::Page { truncated, .. } => *truncated,
            Event::Refused { .. } | Event::Failed { .. } | Event::LeftOut { .. } => true,
            _ => false,
        }
    }
}

/// Formats the event as one line, with the URL as it is.
impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Page { url, bytes, truncated, .. } => {
                let cut = if *truncated { ", cut off" } else { "" };
                write!(f, "{url}: {bytes} bytes{cut}")
            }
            Event::List { url } => write!(f, "{url}: a list of pages, not stored"),
            Event::Beyond { url } => write!(f, "{url}: not requested, its host has given enough pages"),
            Event::Unchanged { url } => write!(f, "{url}: unchanged"),
            Event::Redirect { url, to } => write!(f, "{url}: redirects to {to}"),
            Event::Answer { url, status } => write!(f, "{url}: status {status}"),
            Event::OtherType { url, content_type } => {
                write!(f, "{url}: {content_type}, not stored")
            }
            Event::Disallowed { url, reason } | Event::Refused { url, reason } => {
                write!(f, "{url}: not requested, {reason}")
            }
            Event::Failed { url, reason } | Event::LeftOut { url, reason } => write!(f, "{url}: {reason}"),
            Event::Retry { url, reason, wait } => write!(f, "{url}: {reason}; again in {wait:?}"),
        }
    }
}
