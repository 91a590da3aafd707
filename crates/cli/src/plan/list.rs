//! The plan of `demold list`.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ::crawl::{Config, Entry};
use jiff::civil::Date;

use super::{asking, reading::is_wanted, said::Said};
use crate::options;

/// What is fetched, and where the addresses are collected.
#[derive(Debug)]
pub(crate) struct List {
    pub(crate) urls: Vec<String>,
    pub(crate) config: Config,
    pub(crate) found: Found,
}

/// The addresses that were found, each once, in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found(Arc<Mutex<Addresses>>);

#[derive(Debug, Default)]
struct Addresses {
    in_order: Vec<Arc<str>>,
    known: HashSet<Arc<str>>,
    n_bytes: usize,
    n_left_out: u64,
}

/// The maximum number of bytes of addresses that are kept until they are printed. Chosen: some ten million addresses,
/// which take about twice as many bytes.
const MAX_BYTES: usize = 1 << 30;

impl List {
    pub(crate) fn of(args: options::List) -> List {
        let options::List { urls, same_site, include, exclude, language, min_date, max_date, asking } = args;
        let found = Found::default();
        let collector = found.clone();
        let said = Said { languages: language, min_date, max_date };
        let take = Arc::new(move |url: &str, day: Option<Date>, language: Option<&str>| {
            if is_wanted(url, &include, &exclude) && said.is_wanted(url, day, language) {
                collector.add(url);
            }
        });
        let take_entry = Arc::clone(&take);
        // Links are looked at and not followed, unless they lead to more lists.
        let links = move |url: &str| {
            if is_list(url) {
                return true;
            }
            take(url, None, None);
            false
        };
        let entries = move |entry: &Entry| {
            if is_list(entry.url()) {
                return true;
            }
            let day = entry.date().and_then(|day| day.parse().ok());
            take_entry(entry.url(), day, entry.language());
            false
        };
        let config = asking::config(&asking, Duration::from_secs(1))
            .depth(1)
            .same_site(same_site)
            .discover(true)
            .links(links)
            .entries(entries);
        List { urls: with_sitemaps(urls), config, found }
    }
}

impl Found {
    fn add(&self, url: &str) {
        let mut found = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if found.known.contains(url) {
            return;
        }
        if url.len() > MAX_BYTES - found.n_bytes {
            found.n_left_out += 1;
            return;
        }
        found.n_bytes += url.len();
        let url: Arc<str> = url.into();
        found.known.insert(Arc::clone(&url));
        found.in_order.push(url);
    }

    /// Takes what was found, and the number of addresses that were left out because there were too many.
    pub(crate) fn take(&self) -> (Vec<Arc<str>>, u64) {
        let found = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        (found.in_order, found.n_left_out)
    }
}

/// Adds to the addresses of pages the sitemaps of their hosts.
fn with_sitemaps(mut urls: Vec<String>) -> Vec<String> {
    let of_host = |url: &String| {
        let (scheme, rest) = url.split_once("://").filter(|_| !is_list(url))?;
        let host = rest.split(['/', '?', '#']).next()?;
        Some(format!("{scheme}://{host}/sitemap.xml"))
    };
    let mut sitemaps: Vec<String> = urls.iter().filter_map(of_host).collect();
    sitemaps.dedup();
    urls.extend(sitemaps);
    urls
}

/// Returns whether an address is that of a sitemap or a feed, by its name.
fn is_list(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or(url).trim_end_matches('/');
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    matches!(&*name, "feed" | "rss" | "atom")
        || [".xml", ".xml.gz", ".rss", ".atom"].iter().any(|end| name.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_known_by_their_names() {
        for list in ["http://a.example/sitemap.xml", "http://a.example/b/Feed/", "http://a.example/map.xml.gz?x"] {
            assert!(is_list(list), "{list}");
        }
        for page in ["http://a.example/", "http://a.example/feeds-of-fish", "http://a.example/?q=a.xml"] {
            assert!(!is_list(page), "{page}");
        }
        let urls = ["http://a.example/x", "http://a.example/y?z", "http://b.example/map.xml"].map(str::to_owned);
        assert_eq!(with_sitemaps(urls.into())[3..], ["http://a.example/sitemap.xml"]);
    }

    #[test]
    fn each_address_is_found_once() {
        let found = Found::default();
        for url in ["b", "a", "b"] {
            found.add(url);
        }
        assert_eq!(found.take(), (vec!["b".into(), "a".into()], 0));
    }

    #[test]
    fn addresses_beyond_the_limit_are_counted() {
        let found = Found::default();
        found.0.lock().unwrap().n_bytes = MAX_BYTES - 3;
        for url in ["long", "abc", "abc", "a"] {
            found.add(url);
        }
        assert_eq!(found.take(), (vec!["abc".into()], 2));
    }
}
