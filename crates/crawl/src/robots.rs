//! Keeps the robots.txt of each origin, and what waits for it.

use std::{
    borrow::Cow,
    collections::{HashMap, VecDeque},
    time::Duration,
};

use url::Url;

use crate::{
    links::{self, Found, Joiner},
    summary::Fate,
    target::Target,
};

/// How long a robots.txt is used before it is fetched again. Set by: RFC 9309, which recommends at most a day.
const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);

/// The maximum number of bytes of all files that are kept: each may have half a megabyte. The oldest ones are removed
/// first, and fetched again when needed. Chosen: by eye.
const MAX_BYTES: usize = 64 << 20;

/// The number of bytes that each origin counts for besides its file, so that some 10,000 are kept. Chosen: by eye.
const ORIGIN_BYTES: usize = 6 << 10;

/// The longest `Crawl-delay` in seconds, 31 years: a longer one counts as this. Chosen: by eye.
const LONGEST: f64 = 1e9;

/// What may be requested from one origin.
#[derive(Debug)]
pub(crate) enum Rules {
    /// What the file allows and forbids.
    Listed {
        robots: Box<robotxt::Robots>,
        /// The length of the file.
        n_bytes: usize,
    },
    /// Everything is allowed: there is no file.
    Open,
    /// Nothing is allowed: the file could not be fetched, so it is unknown what it forbids. Has what becomes of URLs
    /// for this reason, and the reason in words.
    Closed(Fate, String),
}

/// The maximum number of sitemaps that are taken from one robots.txt. Chosen: by eye.
const MAX_SITEMAPS: usize = 100;

/// Returns the sitemaps that a robots.txt names, each once. They are for every crawler, and may be on other hosts.
pub(crate) fn sitemaps(text: &[u8], url: &Url) -> Found {
    let text = String::from_utf8_lossy(text);
    let mut found = Found::default();
    let mut joiner = Joiner::new(url, links::MAX_BYTES);
    for line in text.lines() {
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        if !name.trim().eq_ignore_ascii_case("sitemap") {
            continue;
        }
        let value = value.split('#').next().unwrap_or(value);
        found.add_list(joiner.join(value), MAX_SITEMAPS);
    }
    found
}

/// Returns a robots.txt in which no `Crawl-delay` is longer than [`LONGEST`]. `robotxt` ignores one that no
/// [`Duration`] holds, as if its server had asked for no pause.
fn shortened(text: &[u8]) -> Cow<'_, [u8]> {
    let is_too_long = |line: &[u8]| {
        let line = String::from_utf8_lossy(line).to_ascii_lowercase();
        let line = line.trim_matches(|letter: char| letter.is_whitespace() || matches!(letter, '\0' | '\u{feff}'));
        let spelled = ["crawl-delay", "crawl delay", "crawldelay"].iter().find_map(|name| line.strip_prefix(name));
        let value = spelled.unwrap_or_default().trim_start().trim_start_matches(':').split('#').next();
        value.and_then(|value| value.trim().parse::<f64>().ok()).is_some_and(|seconds| seconds > LONGEST)
    };
    // `robotxt` ends lines at NUL as well.
    let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n' | b'\0');
    if !text.split(is_end).any(is_too_long) {
        return Cow::Borrowed(text);
    }
    let longest = format!("Crawl-delay: {LONGEST}\n");
    let lines = text.split_inclusive(is_end);
    let lines = lines.map(|line| if is_too_long(line) { longest.as_bytes() } else { line });
    Cow::Owned(lines.collect::<Vec<_>>().concat())
}

/// The rules of all origins, with values of type `W` that wait for them.
#[derive(Debug)]
pub(crate) struct Robots<W> {
    origins: HashMap<Box<str>, State<W>>,
    /// The origins in the order in which their rules were first requested.
    oldest: VecDeque<Box<str>>,
    n_waiting: usize,
    /// The total length of the files that are kept.
    n_bytes: usize,
}

#[derive(Debug)]
enum State<W> {
    Asked(Vec<W>),
    Known { rules: Rules, since: Duration },
}

/// Whether a URL may be requested.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Verdict {
    /// Yes, with at least this pause between two requests.
    Allowed(Duration),
    /// The robots.txt forbids it.
    Disallowed,
    /// The robots.txt could not be fetched.
    Closed(Fate, String),
    /// Its rules are not known, and were not requested: request the robots.txt.
    Unknown,
    /// The robots.txt has been requested, and its response has not come yet.
    Asked,
}

impl Rules {
    /// Parses a robots.txt.
    pub(crate) fn parse(text: &[u8]) -> Rules {
        let robots = robotxt::Robots::parse(&shortened(text), crate::PRODUCT);
        Rules::Listed { robots: Box::new(robots), n_bytes: text.len() }
    }

    fn n_bytes(&self) -> usize {
        match self {
            Rules::Listed { n_bytes, .. } => ORIGIN_BYTES + *n_bytes,
            Rules::Open | Rules::Closed(..) => ORIGIN_BYTES,
        }
    }
}

impl<W> Robots<W> {
    pub(crate) fn new() -> Robots<W> {
        Robots { origins: HashMap::new(), oldest: VecDeque::new(), n_waiting: 0, n_bytes: 0 }
    }

    /// Returns how many values are waiting for rules.
    pub(crate) fn n_waiting(&self) -> usize {
        self.n_waiting
    }

    /// Returns whether the rules that are known at time `now` allow a URL.
    pub(crate) fn verdict(&self, target: &Target, now: Duration) -> Verdict {
        let rules = match self.origins.get(target.origin()) {
            None => return Verdict::Unknown,
            Some(State::Asked(_)) => return Verdict::Asked,
            // Rules that are too old count as unknown, and are fetched before anything else.
            Some(State::Known { since, .. }) if *since + LIFETIME <= now => {
                return Verdict::Unknown;
            }
            Some(State::Known { rules, .. }) => rules,
        };
        match rules {
            Rules::Open => Verdict::Allowed(Duration::ZERO),
            Rules::Closed(fate, reason) => Verdict::Closed(*fate, reason.clone()),
            Rules::Listed { robots, .. } if robots.is_allowed(target.path_and_query()) => {
                Verdict::Allowed(robots.crawl_delay().unwrap_or_default())
            }
            Rules::Listed { .. } => Verdict::Disallowed,
        }
    }

    /// Returns whether any value of this kind waits for the rules of an origin.
    pub(crate) fn is_awaited(&self, origin: &str, is_wanted: impl Fn(&W) -> bool) -> bool {
        matches!(self.origins.get(origin), Some(State::Asked(waiting)) if waiting.iter().any(is_wanted))
    }

    /// Adds a value that waits for the rules of an origin.
    pub(crate) fn wait(&mut self, origin: &str, waiting: W) {
        self.n_waiting += 1;
        match self.origins.get_mut(origin) {
            Some(State::Asked(queue)) => queue.push(waiting),
            // The rules have expired, and are requested again. The origin keeps its place among the oldest.
            Some(known) => {
                self.n_bytes -= known.n_bytes();
                *known = State::Asked(vec![waiting]);
            }
            None => {
                self.oldest.push_back(origin.into());
                self.origins.insert(origin.into(), State::Asked(vec![waiting]));
            }
        }
    }

    /// Sets the rules of an origin, and returns what waited for them, in the order of arrival.
    pub(crate) fn learn(&mut self, origin: &str, rules: Rules, now: Duration) -> Vec<W> {
        let known = State::Known { rules, since: now };
        self.n_bytes += known.n_bytes();
        let waiting = match self.origins.insert(origin.into(), known) {
            Some(State::Asked(waiting)) => waiting,
            Some(known) => {
                self.n_bytes -= known.n_bytes();
                Vec::new()
            }
            None => {
                self.oldest.push_back(origin.into());
                Vec::new()
            }
        };
        self.n_waiting -= waiting.len();
        self.forget_the_oldest();
        waiting
    }

    fn forget_the_oldest(&mut self) {
        // Origins that something waits for are kept, so that each is looked at once at most.
        for _ in 0..self.oldest.len() {
            if self.n_bytes <= MAX_BYTES {
                return;
            }
            let Some(origin) = self.oldest.pop_front() else {
                return;
            };
            if let Some(State::Asked(_)) = self.origins.get(&origin) {
                self.oldest.push_back(origin);
                continue;
            }
            let known = self.origins.remove(&origin);
            self.n_bytes -= known.map_or(0, |known| known.n_bytes());
        }
    }
}

impl<W> State<W> {
    fn n_bytes(&self) -> usize {
        match self {
            State::Asked(_) => 0,
            State::Known { rules, .. } => rules.n_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Addresses;

    const TEXT: &[u8] = b"User-agent: *\nDisallow: /all\n\nUser-agent: Demold\nDisallow: /ours\nCrawl-delay: 2.5\n";

    fn target(path: &str) -> Target {
        Target::parse(&format!("http://a.example{path}"), &Addresses::public()).unwrap()
    }

    fn verdict(rules: Rules, path: &str) -> Verdict {
        let mut robots = Robots::<()>::new();
        robots.learn("http://a.example", rules, Duration::ZERO);
        robots.verdict(&target(path), Duration::ZERO)
    }

    #[test]
    fn our_own_group_counts_alone() {
        let delay = Duration::from_millis(2500);
        assert_eq!(verdict(Rules::parse(TEXT), "/all"), Verdict::Allowed(delay));
        assert_eq!(verdict(Rules::parse(TEXT), "/ours/x?y"), Verdict::Disallowed);
        assert_eq!(verdict(Rules::Open, "/ours"), Verdict::Allowed(Duration::ZERO));
        let closed = Rules::Closed(Fate::Failed, "x".into());
        assert_eq!(verdict(closed, "/"), Verdict::Closed(Fate::Failed, "x".into()));
    }

    #[test]
    fn delays_that_do_not_fit_become_the_longest() {
        let longest = Verdict::Allowed(Duration::from_secs_f64(LONGEST));
        for line in ["Crawl-delay: 1e308", "\tCRAWL DELAY inf # long", "crawldelay : Infinity\0", "crawl-delay:1e999\r"]
        {
            let text = format!("User-agent: *\r\n{line}\nDisallow: /x\n");
            assert_eq!(verdict(Rules::parse(text.as_bytes()), "/"), longest, "{line}");
            assert_eq!(verdict(Rules::parse(text.as_bytes()), "/x"), Verdict::Disallowed, "{line}");
        }
        for line in
            ["", "Crawl-delay", "Crawl-delay: 2.5 # 1e308", "Crawl-delay: -inf", "Crawl-delay: NaN", "Allow: /1e308"]
        {
            assert!(matches!(shortened(line.as_bytes()), Cow::Borrowed(_)), "{line}");
        }
    }

    #[test]
    fn sitemaps_are_for_every_crawler() {
        let url = Url::parse("http://a.example/robots.txt").unwrap();
        let found = |text: &str| -> Vec<String> {
            sitemaps(text.as_bytes(), &url).urls.into_iter().map(String::from).collect()
        };
        let text = "User-agent: other\nDisallow: /\nSITEMAP : http://b.example/s.xml # of b\nSitemap: /t.xml\r\n\
            Sitemap: /t.xml\nsitemap: ftp://a/\nSitemaps: /no.xml\nsitemap\n";
        assert_eq!(found(text), ["http://b.example/s.xml", "http://a.example/t.xml"]);
        let many: String = (0..999).map(|n| format!("Sitemap: /{n}.xml\n")).collect();
        assert_eq!(found(&many).len(), MAX_SITEMAPS);
        assert_eq!(sitemaps(many.as_bytes(), &url).n_left_out, 999 - MAX_SITEMAPS as u64);
    }

    #[test]
    fn any_bytes_are_a_robots_txt() {
        for text in [
            &b""[..],
            b"\xff\xfe\0",
            b"<!doctype html><p>Not found",
            b"Crawl-delay: -1",
            b"User-agent: *\nCrawl-delay: NaN",
        ] {
            assert!(matches!(verdict(Rules::parse(text), "/"), Verdict::Allowed(_)), "{text:?}");
        }
    }

    #[test]
    fn all_wait_for_one_answer_and_it_lasts_a_day() {
        let mut robots = Robots::new();
        assert_eq!(robots.verdict(&target("/"), Duration::ZERO), Verdict::Unknown);
        robots.wait("http://a.example", 1);
        assert_eq!(robots.verdict(&target("/"), Duration::ZERO), Verdict::Asked);
        robots.wait("http://a.example", 2);
        assert_eq!(robots.n_waiting(), 2);
        assert_eq!(robots.learn("http://a.example", Rules::Open, Duration::ZERO), [1, 2]);
        assert_eq!(robots.n_waiting(), 0);
        assert!(matches!(robots.verdict(&target("/"), LIFETIME / 2), Verdict::Allowed(_)));
        assert_eq!(robots.verdict(&target("/"), LIFETIME), Verdict::Unknown);
    }

    #[test]
    fn memory_is_bounded() {
        let text = [b"Disallow: /x\n# ", &b"x".repeat(512 << 10)[..]].concat();
        for (parse, most) in [(true, MAX_BYTES / (512 << 10)), (false, MAX_BYTES / ORIGIN_BYTES)] {
            let mut robots = Robots::new();
            robots.wait("http://first.example", ());
            for index in 0..most + 5 {
                let rules = if parse { Rules::parse(&text) } else { Rules::Open };
                robots.learn(&format!("http://{index}.example"), rules, Duration::ZERO);
                assert!(robots.n_bytes <= MAX_BYTES);
            }
            assert!(robots.origins.len() <= most + 1 && robots.oldest.len() == robots.origins.len());
            // What is being fetched again is unknown meanwhile.
            robots.wait(&format!("http://{}.example", most + 4), ());
            assert!(robots.n_bytes <= MAX_BYTES - ORIGIN_BYTES);
            assert_eq!(robots.learn("http://first.example", Rules::Open, Duration::ZERO), [()]);
        }
    }
}
