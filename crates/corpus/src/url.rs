//! The parts of a URL by which pages are grouped.
//!
//! Pages of a crawl were fetched from their URLs, so these need no validation,
//! only the same rules for all: a full parser would reject some.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The host of a URL.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Host {
    /// In lower case, without a final dot; an IPv6 address with its brackets.
    pub(crate) name: String,
    /// Absent if it is the scheme's default.
    port: Option<String>,
}

impl Host {
    pub(crate) fn with_port(&self) -> String {
        match &self.port {
            Some(port) => format!("{}:{port}", self.name),
            None => self.name.clone(),
        }
    }

    /// Returns whether this is an address rather than a name.
    pub(crate) fn is_address(&self) -> bool {
        let bare = self.name.trim_start_matches('[').trim_end_matches(']');
        self.name.parse::<Ipv4Addr>().is_ok() || bare.parse::<Ipv6Addr>().is_ok()
    }
}

/// The parts of a URL with a host.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    pub(crate) scheme: &'a str,
    pub(crate) authority: &'a str,
    /// From the first slash on, without a fragment; may be empty.
    pub(crate) path: &'a str,
    /// Without its question mark.
    pub(crate) query: Option<&'a str>,
}

/// Splits a URL with a host into parts.
pub(crate) fn parts(url: &str) -> Option<Parts<'_>> {
    let (scheme, rest) = url.split_once("//")?;
    let scheme = match scheme.strip_suffix(':') {
        Some(scheme) => scheme,
        None if scheme.is_empty() => "",
        None => return None,
    };
    if !scheme
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
    {
        return None;
    }
    let (rest, _fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (rest, query) = match rest.split_once('?') {
        Some((rest, query)) => (rest, Some(query)),
        None => (rest, None),
    };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    Some(Parts {
        scheme,
        authority,
        path,
        query,
    })
}

/// Returns the host of a URL, if it names one.
pub(crate) fn host(url: &str) -> Option<Host> {
    let parts = parts(url)?;
    let (_user, place) = parts.authority.rsplit_once('@').unwrap_or(("", parts.authority));
    let (name, port) = match place.rsplit_once(':') {
        // The colons of an IPv6 address are inside brackets.
        Some((name, port)) if !port.contains(']') => (name, port),
        _ => (place, ""),
    };
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
