//! Handles the responses to requests for robots.txt, which decide what becomes of the pages of an origin.

use std::{borrow::Cow, sync::Arc, time::Duration};

use formats::http;
use reqwest::header::{CONTENT_ENCODING, LOCATION};

use super::{Job, RobotsTxt, Run};
use crate::{
    Error, Event, Summary,
    fetch::{Exchange, Failure},
    patience::{Later, backoff, later},
    robots::{Rules, sitemaps},
    summary::Fate,
    target::Target,
};

/// The maximum number of redirects in a row. Chosen: the number that RFC 9309 names for robots.txt.
const MAX_REDIRECTS: u32 = 5;

impl<F: FnMut(&Summary, Event<'_>)> Run<F> {
    /// Handles the result of a request for a robots.txt. Returns the pause that its host has asked for.
    pub(super) fn end_robots(
        &mut self,
        host: &Arc<str>,
        robots: RobotsTxt,
        answer: Result<Exchange, Failure>,
        now: Duration,
    ) -> Result<Duration, Error> {
        let config = &self.crawler.config;
        let exchange = match answer {
            Ok(exchange) => exchange,
            Err(Failure::Refused(reason)) => {
                self.learn(&robots, Rules::Closed(Fate::Refused, reason), now);
                return Ok(Duration::ZERO);
            }
            Err(Failure::Failed(_)) if robots.n_failures < config.retries => {
                let wait = backoff(config.backoff, robots.n_failures + 1);
                self.robots_again(host, robots, now, wait);
                return Ok(Duration::ZERO);
            }
            Err(Failure::Failed(reason)) => {
                self.learn(&robots, Rules::Closed(Fate::Failed, reason), now);
                return Ok(Duration::ZERO);
            }
        };
        let status = exchange.status;
        match later(exchange.status, &exchange.headers, robots.n_failures, config) {
            Later::No => {}
            Later::Url(wait) | Later::Host(wait) => {
                self.robots_again(host, robots, now, wait);
                return Ok(wait);
            }
            Later::Never(wait) => {
                let reason = format!("its host has asked to be left alone for {wait:?}");
                self.closed.insert(Arc::clone(host), reason);
            }
        }
        // A robots.txt is no URL of the queue. Its bytes are recorded by themselves, so that a resumed crawl does not
        // cut them off.
        self.archive.exchange(robots.target.as_str(), &exchange)?;
        self.archive.note_bytes()?;
        let location = exchange.header(LOCATION).and_then(|to| crate::links::join(robots.target.url(), to));
        let rules = match (status, location) {
            (200..=299, _) => {
                let encodings = exchange.header(CONTENT_ENCODING).unwrap_or_default();
                // With one byte more than the limit, the parser knows that the file goes on, and drops the line that
                // the limit cuts.
                let body = Cow::Borrowed(&*exchange.body);
                let text = http::decoded(body, encodings, robotxt::BYTE_LIMIT + 1).bytes;
                let rules = Rules::parse(&text);
                if config.discover && self.robots.is_awaited(&robots.origin, |page| page.way.depth == 0) {
                    let sitemaps = sitemaps(&text, robots.target.url());
                    // Of the host that was given, wherever its robots.txt was redirected to.
                    if let Ok(origin) = Target::parse(&robots.origin, &config.addresses) {
                        self.discover(&origin, &sitemaps)?;
                        let reason = "sitemaps, because a robots.txt can name 100";
                        self.leave_out(robots.target.as_str(), sitemaps.n_left_out, reason);
                    }
                }
                rules
            }
            (301 | 302 | 303 | 307 | 308, Some(to)) if robots.hops < MAX_REDIRECTS => {
                match Target::from_url(to, &config.addresses) {
                    Ok(target) => {
                        // The robots.txt may be at another host, in whose queue and with whose pauses it is
                        // requested.
                        let host = target.host().to_owned();
                        let hops = robots.hops + 1;
                        let job = RobotsTxt { target, hops, n_failures: 0, ..robots };
                        self.schedule.push(&host, now, Job::Robots(job));
                        return Ok(Duration::ZERO);
                    }
                    Err(unfit) => Rules::Closed(Fate::Disallowed, unfit.to_string()),
                }
            }
            // The server is busy or broken, so it is unknown what the file forbids. RFC 9309 demands that nothing be
            // requested then.
            (429 | 500.., _) => Rules::Closed(Fate::Disallowed, format!("status {status}")),
            // Any other status means that there is no file, and no restriction.
            _ => Rules::Open,
        };
        self.learn(&robots, rules, now);
        Ok(Duration::ZERO)
    }

    /// Sets the rules of an origin, and puts the pages that waited for them back into the queue.
    fn learn(&mut self, robots: &RobotsTxt, rules: Rules, now: Duration) {
        for page in self.robots.learn(&robots.origin, rules, now) {
            self.enqueue(page);
        }
    }

    fn robots_again(&mut self, host: &str, robots: RobotsTxt, now: Duration, wait: Duration) {
        let n_failures = robots.n_failures + 1;
        let job = Job::Robots(RobotsTxt { n_failures, ..robots });
        self.schedule.push(host, now.saturating_add(wait), job);
    }
}
