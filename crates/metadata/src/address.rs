//! Addresses that a page declares.

use crate::{Source, page::PageFacts};

/// The longest address that is returned, in bytes. Chosen: servers refuse longer ones.
pub(crate) const MAX_ADDRESS: usize = 8 << 10;

/// Returns the address that the page declares for itself: the first `canonical` link, or else `og:url`. One that can be
/// that of the page comes before one that cannot: an address of another host, the home page, or a host of the machine that
/// the page was made on.
pub(crate) fn canonical(page: &PageFacts<'_, '_>, url: Option<&str>) -> Option<(String, Source)> {
    let links = page.links.iter().filter(|(rel, _)| rel == "canonical").map(|(_, href)| (href.as_str(), Source::Link));
    let declared = links.chain(page.meta_of(&["og:url"]).map(|url| (url, Source::OpenGraph)));
    let absolute = declared.filter_map(|(href, source)| Some((absolute(href, url)?, source)));
    // Of equals the first is taken.
    absolute.filter(|(address, _)| address.len() <= MAX_ADDRESS).min_by_key(|(address, _)| doubts(address, url))
}

/// Returns how little an address looks like that of a page that was found at `url`: 0 if there is nothing against it.
fn doubts(address: &str, url: Option<&str>) -> u8 {
    let (host, path) = host_and_path(address);
    let found = url.map(host_and_path);
    if matches!(host.split(':').next(), Some("localhost" | "127.0.0.1" | "0.0.0.0" | "")) {
        3
    } else if found.as_ref().is_some_and(|(found, _)| *found != host) {
        2
    } else {
        u8::from(path.is_empty() && found.is_none_or(|(_, path)| !path.is_empty()))
    }
}

/// Returns the host of an address in lower case, without `www.`, and its path without the first slash.
fn host_and_path(address: &str) -> (String, &str) {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..end].to_ascii_lowercase();
    let host = host.strip_prefix("www.").map_or_else(|| host.clone(), str::to_owned);
    let path = rest[end..].split(['?', '#']).next().unwrap_or("");
    (host, path.trim_start_matches('/'))
}

/// Makes an address absolute. Addresses that begin with one or two slashes are resolved against the page's address,
/// if it is known. Others give `None`.
pub(crate) fn absolute(href: &str, url: Option<&str>) -> Option<String> {
    // Eight bytes hold `https://`. `get` gives nothing if they are fewer, or end within a character.
    let is_absolute = href.get(..8).is_some_and(|start| {
        let start = start.to_ascii_lowercase();
        start.starts_with("http://") || start.starts_with("https://")
    });
    if is_absolute {
        return Some(href.to_owned());
    }
    let (scheme, rest) = url.and_then(|url| url.split_once("://"))?;
    let host = rest.split(['/', '?', '#']).next()?;
    if let Some(rest) = href.strip_prefix("//") {
        return Some(format!("{scheme}://{rest}"));
    }
    href.starts_with('/').then(|| format!("{scheme}://{host}{href}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubts_rank_addresses() {
        let check = |address: &str, expected: u8| {
            assert_eq!(doubts(address, Some("https://www.a.example/x?y")), expected, "{address}");
        };
        check("http://a.example/z", 0);
        check("https://WWW.A.example/?id=1", 1);
        check("https://b.example/x", 2);
        check("https://localhost:3000/x", 3);
        assert_eq!(doubts("https://a.example/", Some("https://a.example")), 0);
        assert_eq!(doubts("https://b.example/x", None), 0);
    }
}
