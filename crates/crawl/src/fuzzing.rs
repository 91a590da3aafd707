//! Functions that read bytes from strangers, for the fuzzer only. Not part of the API.

use std::time::Duration;

use url::Url;

use crate::{
    Addresses, links as pages, lists,
    robots::{Robots, Rules, Verdict},
    target::Target,
};

/// Returns the links of a page, and the URLs that it lists if it is a sitemap or a feed.
#[must_use]
pub fn links(source: &str, url: &str) -> (Vec<String>, Vec<String>) {
    let Ok(url) = Url::parse(url) else {
        return (Vec::new(), Vec::new());
    };
    let mut listed = Vec::new();
    let Ok(_) = lists::read(source, &url, |entry| {
        listed.push(String::from(entry.url));
        Ok::<(), std::convert::Infallible>(())
    });
    (pages::links(source, &url).urls.into_iter().map(String::from).collect(), listed)
}

/// Returns how long a robots.txt asks crawlers to wait before this URL; `None` if it forbids the URL, or if the URL
/// may not be requested.
#[must_use]
pub fn robots(text: &[u8], url: &str) -> Option<Duration> {
    let target = Target::parse(url, &Addresses::public()).ok()?;
    let mut robots = Robots::<()>::new();
    robots.learn(target.origin(), Rules::parse(text), Duration::ZERO);
    match robots.verdict(&target, Duration::ZERO) {
        Verdict::Allowed(delay) => Some(delay),
        _ => None,
    }
}
