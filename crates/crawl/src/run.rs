//! Runs a crawl from beginning to end: the loop that starts requests and handles their responses.
//!
//! All decisions are made here, one after another; only the requests themselves run in parallel.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::mpsc,
    task::{JoinError, JoinSet},
    time::Instant,
};

use crate::{
    Archive, Crawler, Error, Event, Stop, Summary,
    fetch::{Exchange, Failure},
    journal::Wanted,
    links::Found,
    lists::{self, MAX_NESTING},
    robots::{Robots, Verdict},
    schedule::Schedule,
    scope,
    stop::Level,
    summary::Fate,
    target::{Target, fingerprint},
    visit::Visit,
};

mod starts;
mod answers;
mod rules;

/// The state of a crawl.
pub(crate) struct Run<F> {
    crawler: Arc<Crawler>,
    archive: Archive,
    observe: F,
    start: Instant,
    schedule: Schedule<Job>,
    robots: Robots<PageRequest>,
    /// The fingerprints of all URLs that ever joined the queue.
    seen: HashSet<u128>,
    /// Hosts that have asked for a longer pause than [`Config::patience`](crate::Config::patience), with the reason
    /// for events.
    closed: HashMap<Arc<str>, String>,
    /// The number of pages that each host has given, if that is limited.
    n_pages_of: HashMap<Arc<str>, u64>,
    running: JoinSet<Done>,
    n_pages_running: u64,
    /// The total length of all URLs that have joined the queue and are not done, in bytes.
    n_bytes: usize,
    /// The number of sitemaps and feeds that were read.
    n_lists: u64,
    summary: Summary,
}

/// Something to request from a host.
#[derive(Debug)]
enum Job {
    Page(PageRequest),
    Robots(RobotsTxt),
}

/// The maximum average length of the waiting URLs, in bytes. Chosen: by eye.
const LINK_BYTES: usize = 512;

/// A page to be requested.
#[derive(Clone, Debug)]
struct PageRequest {
    /// When it joined the queue. It keeps its place after waiting for the rules of its origin.
    joined: Duration,
    target: Target,
    way: Way,
    n_failures: u32,
}

/// The path by which a page was found.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The number of links between the given URLs and the page.
    depth: u32,
    /// The number of redirects in a row that led to it.
    hops: u32,
    /// The number of sitemaps or feeds in a row that led to it, each named by the one before.
    lists: u32,
}

/// A robots.txt to be requested.
#[derive(Clone, Debug)]
struct RobotsTxt {
    /// The origin that it applies to.
    origin: Box<str>,
    /// Where it is, after redirects.
    target: Target,
    hops: u32,
    n_failures: u32,
}

/// A finished request.
struct Done {
    host: Arc<str>,
    what: What,
}

enum What {
    Page(PageRequest, Result<Visit, Failure>),
    Robots(RobotsTxt, Result<Exchange, Failure>),
}

impl<F: FnMut(&Summary, Event<'_>)> Run<F> {
    pub(crate) fn new(crawler: Crawler, archive: Archive, observe: F) -> Run<F> {
        Run {
            crawler: Arc::new(crawler),
            archive,
            observe,
            start: Instant::now(),
            schedule: Schedule::new(),
            robots: Robots::new(),
            seen: HashSet::new(),
            closed: HashMap::new(),
            n_pages_of: HashMap::new(),
            running: JoinSet::new(),
            n_pages_running: 0,
            n_bytes: 0,
            n_lists: 0,
            summary: Summary::default(),
        }
    }

    pub(crate) async fn run_to_end(
        mut self,
        mut urls: mpsc::Receiver<String>,
        mut stop: Stop,
    ) -> Result<Summary, Error> {
        self.archive.begin(&self.crawler.config.user_agent())?;
        self.take_up()?;
        let mut input_ended = false;
        loop {
            let level = stop.level();
            // Nothing more is started then, but requests that are running end, and their pages are stored.
            let is_over = level != Level::Run || self.has_enough() || self.is_out_of_requests();
            let wake = if is_over { None } else { self.start_requests()? };
            let n_waiting = self.schedule.len() + self.robots.n_waiting();
            let is_idle = self.running.is_empty();
            if level == Level::Abort || is_idle && (is_over || input_ended && n_waiting == 0) {
                break;
            }
            // Otherwise a long list of URLs would be read into memory faster than it is crawled.
            let takes_input = !is_over && !input_ended && n_waiting + self.running.len() < self.crawler.config.queue;
            tokio::select! {
                Some(done) = self.running.join_next(), if !is_idle => self.end_request(done)?,
                line = urls.recv(), if takes_input => match line {
                    Some(line) => self.give(&line)?,
                    None => input_ended = true,
                },
                () = sleep_until(self.start, wake), if wake.is_some() => {}
                () = stop.changed(), if level != Level::Abort => {}
            }
        }
        // Only after a second stop is anything left here; what it would have fetched is still in the frontier.
        self.running.abort_all();
        let has_enough = self.has_enough();
        let is_out_of_requests = self.is_out_of_requests() && !has_enough;
        let mut summary = self.summary;
        summary.complete = input_ended && summary.left == 0;
        summary.out_of_requests = is_out_of_requests && !summary.complete;
        summary.has_enough = has_enough && !summary.complete;
        self.archive.finish(summary.complete)?;
        Ok(summary)
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn has_enough(&self) -> bool {
        self.crawler.config.max_pages <= self.summary.pages + self.summary.unchanged
    }

    /// Returns whether no request may be made any more, for any purpose.
    fn is_out_of_requests(&self) -> bool {
        self.crawler.config.max_requests() <= self.summary.requests
    }

    /// Resumes an interrupted crawl.
    fn take_up(&mut self) -> Result<(), Error> {
        let past = self.archive.take_past();
        self.summary.admitted = past.seen.len() as u64;
        self.summary.left = past.seen.len() as u64;
        for fate in past.fates {
            self.count(fate);
        }
        self.seen = past.seen;
        let addresses = self.crawler.config.addresses.clone();
        for wanted in past.wanted {
            self.n_bytes += wanted.url.len();
            match Target::parse(&wanted.url, &addresses) {
                Ok(target) => {
                    let Wanted { depth, hops, lists, .. } = wanted;
                    self.enqueue(PageRequest {
                        joined: self.now(),
                        target,
                        way: Way { depth, hops, lists },
                        n_failures: 0,
                    });
                }
                // The settings may allow fewer addresses than those of the interrupted crawl.
                Err(unfit) => {
                    let reason = unfit.to_string();
                    self.close(&wanted.url, Fate::Refused)?;
                    self.tell(Event::Refused { url: &wanted.url, reason: &reason });
                }
            }
        }
        Ok(())
    }

    /// Handles a line of the input.
    fn give(&mut self, line: &str) -> Result<(), Error> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        self.summary.given += 1;
        match Target::parse(line, &self.crawler.config.addresses) {
            Ok(target) => {
                if !self.admit(target, Way::default())? {
                    self.summary.duplicates += 1;
                }
            }
            Err(unfit) => {
                self.summary.unfit += 1;
                self.tell(Event::Refused { url: line, reason: &unfit.to_string() });
            }
        }
        Ok(())
    }

    /// Adds a URL to the queue, unless it was there before. Returns whether it was added.
    fn admit(&mut self, target: Target, way: Way) -> Result<bool, Error> {
        if !self.seen.insert(target.fingerprint()) {
            return Ok(false);
        }
        let url = target.as_str().to_owned();
        self.n_bytes += url.len();
        let Way { depth, hops, lists } = way;
        self.archive.note_wanted(&Wanted { url, depth, hops, lists })?;
        self.summary.admitted += 1;
        self.summary.left += 1;
        self.enqueue(PageRequest { joined: self.now(), target, way, n_failures: 0 });
        Ok(true)
    }

    fn enqueue(&mut self, page: PageRequest) {
        let host = page.target.host().to_owned();
        self.schedule.push(&host, page.joined, Job::Page(page));
    }

    /// Handles the result of a request. Its host was busy until now.
    fn end_request(&mut self, done: Result<Done, JoinError>) -> Result<(), Error> {
        let Done { host, what } = match done {
            Ok(done) => done,
            // A panic in a task is a defect of the program, and must not look like a failed request.
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // Tasks are cancelled only after the loop has ended.
            Err(_) => return Ok(()),
        };
        let now = self.now();
        // The delay counts from the end of the request, so a slow server gets fewer requests.
        let wait = match what {
            What::Page(page, visit) => {
                self.n_pages_running -= 1;
                let delay = self.delay(&page.target, now);
                self.end_page(&host, page, visit, now)?.max(delay)
            }
            What::Robots(robots, answer) => {
                // The next request to this host obeys the rules of its origin, wherever this robots.txt was
                // redirected to.
                let target = robots.target.clone();
                let wait = self.end_robots(&host, robots, answer, now)?;
                wait.max(self.delay(&target, now))
            }
        };
        self.schedule.finish(&host, now.saturating_add(wait));
        self.schedule.sweep(now);
        Ok(())
    }

    /// Returns the pause after a request to the host of a URL.
    fn delay(&self, target: &Target, now: Duration) -> Duration {
        let config = &self.crawler.config;
        match self.robots.verdict(target, now) {
            // Pages with longer delays were refused before.
            Verdict::Allowed(delay) if delay <= config.patience => delay.max(config.delay),
            _ => config.delay,
        }
    }

    /// Records what became of a URL.
    fn close(&mut self, url: &str, fate: Fate) -> Result<(), Error> {
        // If the frontier was edited, it may spell the URL differently, so the difference could be negative.
        self.n_bytes = self.n_bytes.saturating_sub(url.len());
        self.count(fate);
        self.archive.note_end(url, fate)
    }

    fn count(&mut self, fate: Fate) {
        self.summary.count(fate);
        self.summary.left -= 1;
    }

    fn tell(&mut self, event: Event<'_>) {
        (self.observe)(&self.summary, event);
    }

    /// Requests the pages that a sitemap or a feed names, as if they had been given, if they are within the limits.
    ///
    /// They are read one after another here, and are not collected: a list may name a million.
    fn follow_listed(&mut self, from: &PageRequest, list: &str) -> Result<(), Error> {
        let (url, is_deep) = (from.target.url(), from.way.lists > MAX_NESTING);
        if is_deep || self.n_lists >= self.crawler.config.max_lists {
            let mut n_entries = 0;
            n_entries += lists::read(list, url, |_| {
                n_entries += 1;
                Ok::<(), Error>(())
            })?;
            let reason = if is_deep {
                "entries, because too many lists in a row led to it"
            } else {
                "entries, because as many lists as allowed were read"
            };
            self.leave_out(url.as_str(), n_entries, reason);
            return Ok(());
        }
        self.n_lists += 1;
        let way = Way { hops: 0, lists: from.way.lists + 1, ..from.way };
        let n_left_out = lists::read(list, url, |entry| {
            let entries = self.crawler.config.entries.as_ref();
            // Those outside are none of the crawl's, whatever the filter says.
            if self.is_inside(&from.target, &entry.url) && entries.is_none_or(|wanted| wanted(&entry)) {
                self.follow(from, entry.url, way)?;
            }
            Ok(())
        })?;
        self.leave_out(url.as_str(), n_left_out, "entries, because their addresses are long and too many");
        Ok(())
    }

    /// Counts and reports what is not read of a page, of a list, or of a robots.txt.
    fn leave_out(&mut self, url: &str, number: u64, what: &str) {
        if number > 0 {
            self.summary.dropped += number;
            self.tell(Event::LeftOut { url, reason: &format!("left out {number} {what}") });
        }
    }

    /// Requests sitemaps and feeds that were found, as if they had been given, if they are within the site.
    fn discover(&mut self, from: &Target, lists: &Found) -> Result<(), Error> {
        for to in &lists.urls {
            if !self.is_inside(from, to) {
                continue;
            }
            // An address that may not be requested is passed over: nobody has asked for it.
            if let Ok(target) = Target::from_url(to.clone(), &self.crawler.config.addresses) {
                self.admit(target, Way::default())?;
            }
        }
        Ok(())
    }

    /// Returns whether the settings allow following a link from a page to `to`.
    fn stays(&self, from: &PageRequest, to: &url::Url) -> bool {
        let links = self.crawler.config.links.as_ref();
        self.is_inside(&from.target, to) && links.is_none_or(|wanted| wanted(to.as_str()))
    }

    /// Returns whether `to` is in the part of the web to which the crawl is limited.
    fn is_inside(&self, from: &Target, to: &url::Url) -> bool {
        let config = &self.crawler.config;
        (!config.same_site || scope::same_site(from.url(), to))
            && (!config.same_host || scope::same_host(from.url(), to))
    }

    /// Follows a link or a redirect from a page, if it is within the limits.
    fn follow(&mut self, from: &PageRequest, to: url::Url, way: Way) -> Result<(), Error> {
        let config = &self.crawler.config;
        // Given URLs may be anywhere, and so may the targets of their redirects. Pages that were found must be on the
        // site.
        if (way.depth != 0 || way.lists != 0) && !self.stays(from, &to) {
            return Ok(());
        }
        let n_waiting = self.schedule.len() + self.robots.n_waiting();
        let most_bytes = config.max_links.saturating_mul(LINK_BYTES);
        match Target::from_url(to.clone(), &config.addresses) {
            Ok(target) if config.max_links <= n_waiting || most_bytes < self.n_bytes => {
                // A link to a known page is not lost, and is not counted as dropped.
                if !self.seen.contains(&target.fingerprint()) {
                    self.summary.dropped += 1;
                }
            }
            Ok(target) => {
                self.admit(target, way)?;
            }
            Err(unfit) if self.seen.insert(fingerprint(to.as_str())) => {
                self.summary.unfit += 1;
                self.tell(Event::Refused { url: to.as_str(), reason: &unfit.to_string() });
            }
            // Many pages have the same link, and it is reported once.
            Err(_) => {}
        }
        Ok(())
    }
}

/// Sleeps until `wake` has passed since `start`.
async fn sleep_until(start: Instant, wake: Option<Duration>) {
    match wake.and_then(|wake| start.checked_add(wake)) {
        Some(time) => tokio::time::sleep_until(time).await,
        None => std::future::pending().await,
    }
}
