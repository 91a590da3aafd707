//! Decides which requests start, and when.

use std::{sync::Arc, time::Duration};

use super::{Done, Job, PageRequest, RobotsTxt, Run, What};
use crate::{Error, Event, Summary, fetch::Purpose, robots::Verdict, schedule::Next, summary::Fate, visit};

impl<F: FnMut(&Summary, Event<'_>)> Run<F> {
    /// Starts all requests that may start now. Returns the time at which the next one may start, if that is known.
    pub(super) fn start_requests(&mut self) -> Result<Option<Duration>, Error> {
        loop {
            let config = &self.crawler.config;
            let n_pages = self.summary.pages + self.summary.unchanged + self.n_pages_running;
            // Running pages count as if they were stored, so that the limit is not exceeded when all of them succeed.
            if config.workers <= self.running.len() || config.max_pages <= n_pages || self.is_out_of_requests() {
                return Ok(None);
            }
            let now = self.now();
            match self.schedule.pop(now) {
                Next::Idle => return Ok(None),
                Next::Wait(until) => return Ok(Some(until)),
                Next::Take(host, Job::Robots(robots)) => self.spawn_robots(host, robots),
                Next::Take(host, Job::Page(page)) => self.start_page(host, page, now)?,
            }
        }
    }

    /// Requests a page, if its host and its robots.txt allow it. Otherwise records why not.
    fn start_page(&mut self, host: Arc<str>, page: PageRequest, now: Duration) -> Result<(), Error> {
        let url = page.target.as_str();
        if let Some(reason) = self.closed.get(&host).cloned() {
            // No request was sent, so no pause follows.
            self.schedule.finish(&host, Duration::ZERO);
            self.close(url, Fate::Failed)?;
            self.tell(Event::Failed { url, reason: &reason });
            return Ok(());
        }
        if self.crawler.config.pages_per_host <= self.n_pages_of.get(&host).copied().unwrap_or_default() {
            self.schedule.finish(&host, Duration::ZERO);
            self.close(url, Fate::Beyond)?;
            self.tell(Event::Beyond { url });
            return Ok(());
        }
        let (fate, reason) = match self.robots.verdict(&page.target, now) {
            Verdict::Allowed(delay) if delay <= self.crawler.config.patience => {
                self.spawn_page(host, page);
                return Ok(());
            }
            Verdict::Allowed(delay) => (Fate::Disallowed, format!("robots.txt asks for a delay of {delay:?}")),
            Verdict::Disallowed => (Fate::Disallowed, "robots.txt forbids it".to_owned()),
            Verdict::Closed(fate, reason) => (fate, format!("robots.txt: {reason}")),
            // The page leaves the host's queue until the rules are known, and the host can serve pages of its other
            // origins.
            Verdict::Asked => {
                self.schedule.finish(&host, Duration::ZERO);
                let origin = page.target.origin().to_owned();
                self.robots.wait(&origin, page);
                return Ok(());
            }
            Verdict::Unknown => {
                let origin = Box::<str>::from(page.target.origin());
                let target = page.target.robots();
                // The page waits, and its turn is used for the robots.txt.
                self.robots.wait(&origin, page);
                self.spawn_robots(host, RobotsTxt { origin, target, hops: 0, n_failures: 0 });
                return Ok(());
            }
        };
        self.schedule.finish(&host, Duration::ZERO);
        self.close(url, fate)?;
        self.tell(match fate {
            Fate::Refused => Event::Refused { url, reason: &reason },
            Fate::Failed => Event::Failed { url, reason: &reason },
            _ => Event::Disallowed { url, reason: &reason },
        });
        Ok(())
    }

    fn spawn_page(&mut self, host: Arc<str>, page: PageRequest) {
        self.summary.requests += 1;
        self.n_pages_running += 1;
        let crawler = Arc::clone(&self.crawler);
        self.running.spawn(async move {
            let follow = page.way.depth < crawler.config.depth;
            // Only given URLs, and what lists among them name, are at depth 0.
            let is_start = page.way.depth == 0;
            let visit = visit::page(&crawler.fetcher, &crawler.config, &page.target, follow, is_start).await;
            Done { host, what: What::Page(page, visit) }
        });
    }

    fn spawn_robots(&mut self, host: Arc<str>, robots: RobotsTxt) {
        self.summary.requests += 1;
        let crawler = Arc::clone(&self.crawler);
        self.running.spawn(async move {
            let answer = crawler.fetcher.fetch(&robots.target, Purpose::Robots).await;
            Done { host, what: What::Robots(robots, answer) }
        });
    }
}
