//! Tells the sites of a folder apart by the addresses that its pages declare.

use std::collections::BTreeMap;

use formats::Host;

/// The least number of pages that must declare a host for it to be a site of its own. Chosen: a single page may be a
/// copy of an article of another site, and nothing could be learned from it.
const LEAST_PAGES: usize = 2;

/// Counts the hosts that the pages of one folder declare.
///
/// What a page declares is its own word. So it takes [two pages](Self::sites) to make a site of a host, and two hosts
/// to divide a folder.
///
/// # Examples
///
/// ```
/// use pipeline::DeclaredHosts;
///
/// let mut hosts = DeclaredHosts::default();
/// for url in ["http://a.example/1", "http://www.a.example/2", "http://b.example/1", "http://c.example/"] {
///     hosts.add(DeclaredHosts::host(url));
/// }
/// assert!(hosts.sites().is_empty(), "a.example has two pages, and no other host has");
/// hosts.add(DeclaredHosts::host("https://b.example/2"));
/// let sites: Vec<_> = hosts.sites().into_iter().collect();
/// assert_eq!(sites, [("a.example", 2), ("b.example", 2)]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct DeclaredHosts {
    counts: BTreeMap<String, usize>,
}

impl DeclaredHosts {
    /// Returns the host of an address, with any port that is not the scheme's default, and without a first `www.`:
    /// sites often answer with and without it, and their pages declare both.
    pub fn host(page_url: &str) -> Option<String> {
        let host = Host::of(page_url)?.with_port();
        let bare = host.strip_prefix("www.").filter(|rest| rest.contains('.'));
        Some(bare.map(str::to_owned).unwrap_or(host))
    }

    /// Counts a page that declares this host, or none.
    pub fn add(&mut self, host: Option<String>) {
        if let Some(host) = host {
            *self.counts.entry(host).or_default() += 1;
        }
    }

    /// Returns the hosts that are sites of their own, with the number of pages that declare each: those that at least
    /// two pages declare, if there are at least two such hosts. Otherwise the folder is one site, and none is
    /// returned.
    pub fn sites(&self) -> BTreeMap<&str, usize> {
        let common = self.counts.iter().filter(|(_, n)| **n >= LEAST_PAGES);
        let common: BTreeMap<&str, usize> = common.map(|(host, n)| (host.as_str(), *n)).collect();
        if common.len() >= 2 { common } else { BTreeMap::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(urls: &[&str], expected: &[(&str, usize)]) {
        let mut hosts = DeclaredHosts::default();
        urls.iter().for_each(|url| hosts.add(DeclaredHosts::host(url)));
        let sites: Vec<(&str, usize)> = hosts.sites().into_iter().collect();
        assert_eq!(sites, expected, "{urls:?}");
    }

    #[test]
    fn two_pages_of_two_hosts_divide_a_folder() {
        check(&[], &[]);
        check(&["http://a.example/", "http://b.example/"], &[]);
        check(&["http://a.example/", "http://a.example/1", "http://b.example/"], &[]);
        check(&["http://a.example/", "https://www.a.example/1", "a/b.html", "http:///"], &[]);
        let two =
            ["http://a.example/", "http://a.example/1", "http://b.example:80/", "https://B.example/", "http://c/"];
        check(&two, &[("a.example", 2), ("b.example", 2)]);
        check(&["http://www.org/", "http://www.org/1", "http://a/", "http://a/"], &[("a", 2), ("www.org", 2)]);
    }
}
