//! The settings and limits of a crawler.

use std::{fmt, sync::Arc, time::Duration};

use crate::{Addresses, Crawler, Entry, Error, Previous, Renderer, Resolver, resolve::SystemResolver};

/// The settings of a [`Crawler`].
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// let crawler = crawl::Config::new("https://example.org/our-crawl")
///     .delay(Duration::from_secs(2))
///     .depth(3)
///     .same_site(true)
///     .build()?;
/// # Ok::<(), crawl::Error>(())
/// ```
#[derive(Clone)]
#[must_use]
pub struct Config {
    pub(crate) contact: Option<String>,
    pub(crate) workers: usize,
    pub(crate) delay: Duration,
    pub(crate) patience: Duration,
    pub(crate) timeout: Duration,
    pub(crate) max_body: usize,
    pub(crate) retries: u32,
    pub(crate) backoff: Duration,
    pub(crate) depth: u32,
    pub(crate) same_site: bool,
    pub(crate) same_host: bool,
    pub(crate) links: Option<Filter>,
    pub(crate) entries: Option<EntryFilter>,
    pub(crate) discover: bool,
    pub(crate) max_pages: u64,
    pub(crate) pages_per_host: u64,
    pub(crate) queue: usize,
    pub(crate) max_links: usize,
    pub(crate) max_lists: u64,
    pub(crate) all_types: bool,
    pub(crate) addresses: Addresses,
    pub(crate) resolver: Arc<dyn Resolver>,
    pub(crate) renderer: Option<Arc<dyn Renderer>>,
    pub(crate) proxy: Option<String>,
    pub(crate) previous: Arc<Previous>,
}

/// The number of requests that each page may take on average, including those that yield no page: for robots.txt,
/// sitemaps, redirects, retries, and files that are not HTML. Chosen: by eye.
const REQUESTS_PER_PAGE: u64 = 100;

/// Returns whether a link is followed.
type Filter = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// Returns whether an entry of a list is taken.
type EntryFilter = Arc<dyn Fn(&Entry) -> bool + Send + Sync>;

impl Config {
    /// Returns the defaults. The contact is a mail address or a URL. It becomes part of the `User-Agent`, because
    /// people who run a server must be able to find out who crawls it. Therefore it has no default.
    pub fn new(contact: &str) -> Config {
        Config::with_contact(Some(contact.trim().to_owned()))
    }

    /// Returns the defaults for reading a few pages, as with a browser, without a contact: at most
    /// [`Config::FEW_PAGES`], or as many of each host.
    pub fn for_reading() -> Config {
        Config::with_contact(None).max_pages(Config::FEW_PAGES)
    }

    /// The number of pages that may be fetched from a host without a contact. Chosen: by eye.
    pub const FEW_PAGES: u64 = 50;

    fn with_contact(contact: Option<String>) -> Config {
        Config {
            contact,
            workers: 16,
            delay: Duration::from_secs(1),
            patience: Duration::from_secs(300),
            timeout: Duration::from_secs(30),
            max_body: 16 << 20,
            retries: 2,
            backoff: Duration::from_secs(2),
            depth: 0,
            same_site: false,
            same_host: false,
            links: None,
            entries: None,
            discover: false,
            max_pages: u64::MAX,
            pages_per_host: u64::MAX,
            queue: 10_000,
            max_links: 1_000_000,
            max_lists: 10_000,
            all_types: false,
            addresses: Addresses::public(),
            resolver: Arc::new(SystemResolver),
            renderer: None,
            proxy: None,
            previous: Arc::default(),
        }
    }

    /// Sets to how many hosts requests are sent in parallel, at least 1. A single host never gets two requests at
    /// once. Default: 16.
    pub fn workers(mut self, n_workers: usize) -> Config {
        self.workers = n_workers.max(1);
        self
    }

    /// Sets the pause between the end of one request to a host and the start of
    /// the next. A longer `Crawl-delay` in its robots.txt takes precedence.
    /// Default: 1 s.
    pub fn delay(mut self, delay: Duration) -> Config {
        self.delay = delay;
        self
    }

    /// Sets the longest `Crawl-delay` or `Retry-After` that is obeyed. A host that asks for a longer pause gets no
    /// more requests. Default: 5 min.
    pub fn patience(mut self, patience: Duration) -> Config {
        self.patience = patience;
        self
    }

    /// Sets how long a request may take, from the resolution of the name to the last byte. Default: 30 s.
    pub fn timeout(mut self, timeout: Duration) -> Config {
        self.timeout = timeout;
        self
    }

    /// Sets how many bytes of a body are fetched. The rest is cut off, and the record has the field `WARC-Truncated`.
    /// Default: 16 MiB.
    pub fn max_body(mut self, bytes: usize) -> Config {
        self.max_body = bytes;
        self
    }

    /// Sets how often a URL is requested again if the connection failed or the
    /// server was busy. Default: 2.
    pub fn retries(mut self, n_retries: u32) -> Config {
        self.retries = n_retries;
        self
    }

    /// Sets the wait before the first retry; it doubles with each further one,
    /// up to 5 min. A `Retry-After` takes precedence. Default: 2 s.
    pub fn backoff(mut self, first: Duration) -> Config {
        self.backoff = first;
        self
    }

    /// Sets the maximum number of links between the given URLs and a page that is fetched. With 0, links are not
    /// followed. Default: 0.
    pub fn depth(mut self, n_links: u32) -> Config {
        self.depth = n_links;
        self
    }

    /// Sets whether links are followed only within a site: within one registrable domain, such as `example.org` or
    /// `example.co.uk`. Redirects of the given URLs may leave it. Default: false.
    pub fn same_site(mut self, same_site: bool) -> Config {
        self.same_site = same_site;
        self
    }

    /// Sets whether links are followed only within the host of their page.
    /// Default: false.
    pub fn same_host(mut self, same_host: bool) -> Config {
        self.same_host = same_host;
        self
    }

    /// Sets which links are followed, and which pages of a sitemap or feed are
    /// requested, by their URL. It does not apply to the given URLs. Default:
    /// all.
    pub fn links(mut self, wanted: impl Fn(&str) -> bool + Send + Sync + 'static) -> Config {
        self.links = Some(Arc::new(wanted));
        self
    }

    /// Sets which entries of sitemaps and feeds are taken, by what is said about them there. The others are not
    /// requested, and [`links`](Config::links) is not asked about them. Default: all.
    pub fn entries(mut self, wanted: impl Fn(&Entry) -> bool + Send + Sync + 'static) -> Config {
        self.entries = Some(Arc::new(wanted));
        self
    }

    /// Sets whether lists are looked for: the sitemaps that the robots.txt of a given URL's host names, and the feeds
    /// that a given page names. The pages that they list are requested as if the lists had been given. Default: false.
    pub fn discover(mut self, discover: bool) -> Config {
        self.discover = discover;
        self
    }

    /// Sets the number of pages after which the crawl ends. Default: unlimited.
    ///
    /// It limits the requests as well, whatever their purpose: a crawl of `n` pages also ends after `100 * (n + 1)`
    /// requests.
    pub fn max_pages(mut self, n_pages: u64) -> Config {
        self.max_pages = n_pages;
        self
    }

    /// Sets the number of pages after which a host is asked for no more. Its other URLs are counted as
    /// [`beyond`](crate::Summary::beyond). A crawl that is resumed counts anew. Default: unlimited.
    pub fn pages_per_host(mut self, n_pages: u64) -> Config {
        self.pages_per_host = n_pages;
        self
    }

    /// Sets how many URLs may be waiting before reading from the input pauses, at least 1. Default: 10,000.
    pub fn queue(mut self, n_urls: usize) -> Config {
        self.queue = n_urls.max(1);
        self
    }

    /// Sets how many URLs may be waiting before further links are dropped, and counted as dropped. Default:
    /// 1,000,000.
    ///
    /// They may have at most 512 bytes each on average, because some pages contain addresses of many kilobytes.
    pub fn max_links(mut self, n_urls: usize) -> Config {
        self.max_links = n_urls;
        self
    }

    /// Sets how many sitemaps and feeds are read for the pages that they name. The pages of further ones are dropped,
    /// and counted as dropped, as are those of a sitemap at the end of a chain of more than two others, each named by
    /// the one before. Default: 10,000.
    pub fn max_lists(mut self, n_lists: u64) -> Config {
        self.max_lists = n_lists;
        self
    }

    /// Sets whether files other than HTML are stored too. If not, their bodies
    /// are not even downloaded. Default: false.
    pub fn all_types(mut self, all_types: bool) -> Config {
        self.all_types = all_types;
        self
    }

    /// Sets which addresses may be connected to. Default:
    /// [`Addresses::public`].
    pub fn addresses(mut self, addresses: Addresses) -> Config {
        self.addresses = addresses;
        self
    }

    /// Sets how names are resolved to addresses. Default: by the system.
    pub fn resolver(mut self, resolver: Arc<dyn Resolver>) -> Config {
        self.resolver = resolver;
        self
    }

    /// Sets what makes pages in place of requests for them. Default: none.
    pub fn renderer(mut self, renderer: Arc<dyn Renderer>) -> Config {
        self.renderer = Some(renderer);
        self
    }

    /// Sets an HTTP proxy by its URL, through which every request is sent. Default: none, even if the environment
    /// names one.
    ///
    /// The proxy resolves names, so [`Addresses`] is applied only to addresses that are written in URLs, and the
    /// records of a crawl have no addresses. The proxy itself may have any address.
    pub fn proxy(mut self, url: &str) -> Config {
        self.proxy = Some(url.to_owned());
        self
    }

    /// Sets the pages of an earlier crawl: servers are asked to send a page only if it has changed since. Default:
    /// none.
    pub fn previous(mut self, previous: Previous) -> Config {
        self.previous = Arc::new(previous);
        self
    }

    /// Checks the settings and builds the crawler.
    ///
    /// # Errors
    ///
    /// [`Error::Contact`], and [`Error::Client`], also for a proxy that is not [valid](Config::is_proxy).
    pub fn build(self) -> Result<Crawler, Error> {
        let is_known = match &self.contact {
            Some(contact) => Config::is_contact(contact),
            // The people who run a server are to be told who asks for much. How many servers are asked is no burden
            // to any of them.
            None => self.max_pages.min(self.pages_per_host) <= Config::FEW_PAGES,
        };
        if !is_known {
            return Err(Error::Contact { given: self.contact.unwrap_or_default() });
        }
        Crawler::from_config(self)
    }

    /// Returns whether a person can be reached by this contact: whether it is a mail address or an http(s) URL, and
    /// fits into the parentheses of a `User-Agent`.
    #[must_use]
    pub fn is_contact(text: &str) -> bool {
        // A parenthesis, a quote or a backslash would end or distort the comment in the `User-Agent`.
        let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"()<>\"\\".contains(&byte));
        if text.contains("://") {
            let url = url::Url::parse(text);
            return is_plain && url.is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
        }
        let mail = text.strip_prefix("mailto:").unwrap_or(text);
        let parts = mail.split_once('@');
        is_plain && parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty() && !host.contains('@'))
    }

    /// Returns whether this can be a [`proxy`](Config::proxy): an http URL with a host, without a path or a query.
    #[must_use]
    pub fn is_proxy(text: &str) -> bool {
        url::Url::parse(text)
            .is_ok_and(|url| url.scheme() == "http" && url.has_host() && url.path() == "/" && url.query().is_none())
    }

    /// Returns the number of requests of any kind after which the crawl ends.
    pub(crate) fn max_requests(&self) -> u64 {
        self.max_pages.saturating_add(1).saturating_mul(REQUESTS_PER_PAGE)
    }

    /// Returns the `User-Agent`.
    pub(crate) fn user_agent(&self) -> String {
        let product = format!("{}/{}", crate::PRODUCT, env!("CARGO_PKG_VERSION"));
        match &self.contact {
            Some(contact) => format!("{product} (+{contact})"),
            None => product,
        }
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("user_agent", &self.user_agent())
            .field("workers", &self.workers)
            .field("delay", &self.delay)
            .field("depth", &self.depth)
            .field("addresses", &self.addresses)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_must_be_reachable() {
        for good in ["me@example.org", "mailto:me@example.org", "https://example.org/bot", " me@localhost "] {
            assert!(Config::new(good).build().is_ok(), "{good}");
        }
        let mails = ["", "me", "@example.org", "me@", "a@b@c", "me@example.org (hi)", "m\ne@a", "ä@example.org"];
        for bad in mails.into_iter().chain(["ftp://example.org", "http://"]) {
            assert!(matches!(Config::new(bad).build(), Err(Error::Contact { .. })), "{bad}");
        }
    }

    #[test]
    fn a_proxy_is_an_http_url() {
        for good in ["http://127.0.0.1:3128", "http://me:secret@proxy.example/"] {
            assert!(Config::is_proxy(good), "{good}");
            assert!(Config::for_reading().proxy(good).build().is_ok(), "{good}");
        }
        for bad in ["", "proxy", "localhost:3128", "socks5://a:1", "http://a/b", "http://"] {
            assert!(!Config::is_proxy(bad), "{bad}");
            let built = Config::for_reading().proxy(bad).build();
            assert!(matches!(built, Err(Error::Client { .. })), "{bad}");
        }
    }

    #[test]
    fn a_few_pages_need_no_contact() {
        let config = Config::for_reading();
        assert_eq!(config.user_agent(), concat!("demold/", env!("CARGO_PKG_VERSION")));
        assert!(config.clone().build().is_ok());
        let many = config.max_pages(Config::FEW_PAGES + 1);
        assert!(matches!(many.clone().build(), Err(Error::Contact { .. })));
        // Many pages are few for each of many hosts.
        assert!(many.pages_per_host(Config::FEW_PAGES).build().is_ok());
    }
}
