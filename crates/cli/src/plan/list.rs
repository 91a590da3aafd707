//! The plan of `demold list`.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use ::crawl::{Config, Entry};

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
    in_order: Vec<String>,
    known: HashSet<String>,
}

impl List {
    pub(super) fn of(args: options::List) -> List {
        let options::List { urls, same_site, include, exclude, language, min_date, max_date, asking } = args;
        let found = Found::default();
        let collector = found.clone();
        let said = Said { languages: language, min_date, max_date };
        let take = Arc::new(move |url: &str, day: Option<&str>, language: Option<&str>| {
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
            take_entry(entry.url(), entry.date(), entry.language());
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
        if found.known.insert(url.to_owned()) {
            found.in_order.push(url.to_owned());
        }
    }

    /// Takes what was found.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).in_order)
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
        assert_eq!(found.take(), ["b", "a"]);
    }
}
