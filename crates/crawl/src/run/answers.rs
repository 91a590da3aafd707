//! Handles the responses to requests for pages.

use std::{sync::Arc, time::Duration};

use reqwest::header::{CONTENT_TYPE, LOCATION};

use super::{Job, PageRequest, Run, Way};
use crate::{
    Error, Event, Summary,
    fetch::Failure,
    patience::{Later, backoff, later},
    summary::Fate,
    visit::Visit,
};

/// The maximum number of redirects in a row that are followed. Chosen: by eye, half as many as browsers follow.
const MAX_REDIRECTS: u32 = 10;

impl<F: FnMut(&Summary, Event<'_>)> Run<F> {
    /// Handles the result of a request for a page. Returns the pause that its host has asked for.
    pub(super) fn end_page(
        &mut self,
        host: &Arc<str>,
        page: PageRequest,
        visit: Result<Visit, Failure>,
        now: Duration,
    ) -> Result<Duration, Error> {
        let url = page.target.as_str();
        let visit = match visit {
            Ok(visit) => visit,
            Err(Failure::Refused(reason)) => {
                self.close(url, Fate::Refused)?;
                self.tell(Event::Refused { url, reason: &reason });
                return Ok(Duration::ZERO);
            }
            Err(Failure::Failed(reason)) => {
                let config = &self.crawler.config;
                if page.n_failures < config.retries {
                    let wait = backoff(config.backoff, page.n_failures + 1);
                    self.again(host, page, &reason, now, wait);
                } else {
                    self.close(url, Fate::Failed)?;
                    self.tell(Event::Failed { url, reason: &reason });
                }
                return Ok(Duration::ZERO);
            }
        };
        let status = visit.exchange.status;
        let later = later(status, &visit.exchange.headers, page.n_failures, &self.crawler.config);
        match later {
            Later::No => self.store(host, &page, &visit)?,
            Later::Url(wait) | Later::Host(wait) => self.again(host, page, &format!("status {status}"), now, wait),
            Later::Never(wait) => {
                // The host gets no more requests: each further page of it fails without one.
                let reason = format!("its host has asked to be left alone for {wait:?}");
                self.closed.insert(Arc::clone(host), reason);
                self.store(host, &page, &visit)?;
            }
        }
        Ok(if let Later::Host(wait) = later { wait } else { Duration::ZERO })
    }

    /// Puts a page back into the queue, after a pause.
    fn again(&mut self, host: &str, page: PageRequest, reason: &str, now: Duration, wait: Duration) {
        self.tell(Event::Retry { url: page.target.as_str(), reason, wait });
        let n_failures = page.n_failures + 1;
        let job = Job::Page(PageRequest { n_failures, ..page });
        self.schedule.push(host, now.saturating_add(wait), job);
    }

    /// Stores a final response, and follows its links or its redirect.
    fn store(&mut self, host: &Arc<str>, page: &PageRequest, visit: &Visit) -> Result<(), Error> {
        let Visit { exchange, known, names } = visit;
        let url = page.target.as_str();
        let location = exchange.header(LOCATION).and_then(|to| crate::links::join(page.target.url(), to));
        let fate = match (exchange.status, known, &location) {
            (200..=299, ..) if exchange.unwanted => Fate::OtherType,
            (200..=299, ..) => Fate::Page,
            // Without a version to compare with, the status 304 was not asked for, and is an answer like any other.
            (304, Some(_), _) => Fate::Unchanged,
            (301 | 302 | 303 | 307 | 308, _, Some(_)) => Fate::Redirect,
            _ => Fate::Answer,
        };
        let record = match (fate, known) {
            // A file of another type is only reported; its body was not even read, unless it may be a sitemap.
            (Fate::OtherType, _) => 0..0,
            (Fate::Unchanged, Some(known)) => self.archive.unchanged(url, exchange, known)?,
            _ => {
                self.summary.bytes += exchange.body.len() as u64;
                self.archive.exchange(url, exchange)?
            }
        };
        let event = match (fate, &location) {
            (Fate::OtherType, _) if names.list.is_some() => Event::List { url },
            (Fate::OtherType, _) => {
                let content_type = exchange.header(CONTENT_TYPE).unwrap_or_default();
                Event::OtherType { url, content_type }
            }
            (Fate::Page, _) => {
                let bytes = exchange.body.len() as u64;
                Event::Page { url, bytes, truncated: exchange.truncated, record }
            }
            (Fate::Unchanged, _) => Event::Unchanged { url },
            (Fate::Redirect, Some(to)) => Event::Redirect { url, to: to.as_str() },
            _ => Event::Answer { url, status: exchange.status },
        };
        if matches!(fate, Fate::Page | Fate::Unchanged) && self.crawler.config.pages_per_host != u64::MAX {
            *self.n_pages_of.entry(Arc::clone(host)).or_default() += 1;
        }
        // The URLs that a response leads to are recorded before its own end. If the crawl is interrupted in between,
        // the page is requested again, and nothing is lost.
        let way = Way { depth: page.way.depth + 1, hops: 0, lists: page.way.lists };
        for link in &names.links.urls {
            self.follow(page, link.clone(), way)?;
        }
        self.leave_out(url, names.links.n_left_out, "links, because the addresses before them have 4 MiB");
        if let Some(list) = &names.list {
            self.follow_listed(page, list)?;
        }
        self.discover(&page.target, &names.feeds)?;
        self.leave_out(url, names.feeds.n_left_out, "feeds, because a page can name 20");
        let is_stored_part = exchange.truncated && fate != Fate::OtherType;
        let is_read_part = names.is_part || exchange.truncated && names.list.is_some();
        self.summary.cut += u64::from(is_stored_part || is_read_part);
        // The event of a page says itself that it was cut off.
        if is_read_part && !(fate == Fate::Page && exchange.truncated) {
            self.tell(Event::LeftOut { url, reason: "only the beginning of it could be read" });
        }
        if let (Fate::Redirect, Some(to)) = (fate, &location) {
            if page.way.hops < MAX_REDIRECTS {
                let way = Way { hops: page.way.hops + 1, ..page.way };
                self.follow(page, to.clone(), way)?;
            } else {
                self.summary.unfit += 1;
                self.tell(Event::Refused { url: to.as_str(), reason: "too many redirects" });
            }
        }
        self.close(url, fate)?;
        self.tell(event);
        Ok(())
    }
}
