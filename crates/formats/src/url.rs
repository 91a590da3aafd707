//! Splits URLs into the parts by which pages are named and grouped.
//!
//! The URLs of a crawl have been fetched, so they need no validation, only the same rules for all. A full parser
//! would reject some of them.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The host of a URL.
///
/// # Examples
///
/// ```
/// use formats::Host;
///
/// let host = Host::of("https://News.Example.co.uk.:443/2026/tides.html").unwrap();
/// assert_eq!((host.name(), &*host.with_port()), ("news.example.co.uk", "news.example.co.uk"));
/// assert_eq!(Host::of("http://example.org:8080/").unwrap().with_port(), "example.org:8080");
/// assert!(Host::of("http://[2001:db8::1]/").unwrap().is_address());
/// assert_eq!(Host::of("mailto:ann@example.org"), None);
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Host {
    name: String,
    /// `None` if the URL has no port, or the default port of its scheme.
    port: Option<String>,
}

impl Host {
    /// Returns the host of a URL, if it names one.
    #[must_use]
    pub fn of(url: &str) -> Option<Host> {
        let parts = parts(url)?;
        // A password may contain an at sign, so the last one ends the user's part.
        let (_user, place) = parts.authority.rsplit_once('@').unwrap_or(("", parts.authority));
        let (name, port) = match place.rsplit_once(':') {
            // The colons of an IPv6 address are inside brackets.
            Some((name, port)) if !port.contains(']') => (name, port),
            _ => (place, ""),
        };
        // `example.org.` is the absolute spelling of the same name.
        let name = name.strip_suffix('.').unwrap_or(name).to_lowercase();
        if name.is_empty() {
            return None;
        }
        let own = match parts.scheme.to_ascii_lowercase().as_str() {
            "http" => "80",
            "https" => "443",
            _ => "",
        };
        let port = (!port.is_empty() && port != own).then(|| port.to_owned());
        Some(Host { name, port })
    }

    /// Returns the name in lower case, without a final dot. An IPv6 address has its brackets.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name, and the port unless it is the default one of the URL's scheme.
    #[must_use]
    pub fn with_port(&self) -> String {
        match &self.port {
            Some(port) => format!("{}:{port}", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns whether this is an address rather than a name.
    #[must_use]
    pub fn is_address(&self) -> bool {
        let bare = self.name.trim_start_matches('[').trim_end_matches(']');
        self.name.parse::<Ipv4Addr>().is_ok() || bare.parse::<Ipv6Addr>().is_ok()
    }
}

/// The parts of a URL with a host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    pub(crate) scheme: &'a str,
    pub(crate) authority: &'a str,
    /// From the first slash on, without query and fragment; may be empty.
    pub(crate) path: &'a str,
    /// The part after the question mark, without it.
    pub(crate) query: Option<&'a str>,
}

/// Splits a URL with a host into parts.
pub(crate) fn parts(url: &str) -> Option<Parts<'_>> {
    // A URL without a scheme, `//host/path`, names a host as well.
    let (scheme, rest) = url.split_once("//")?;
    let scheme = match scheme.strip_suffix(':') {
        Some(scheme) => scheme,
        None if scheme.is_empty() => "",
        None => return None,
    };
    // Otherwise the `//` of `a path?to=http://host` would be found, and `host` taken for the host of the URL.
    if !scheme.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter)) {
        return None;
    }
    // The fragment goes first: a question mark or a slash in it begins nothing.
    let (rest, _fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = match rest.split_once('?') {
        Some((rest, query)) => (rest, Some(query)),
        None => (rest, None),
    };
    // A query may follow the host directly, and its slashes are no path; it is already split off.
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    Some(Parts { scheme, authority, path, query })
}
