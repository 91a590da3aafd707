//! URLs that may be requested.

use std::net::IpAddr;

use sha2::{Digest as _, Sha256};
use url::{Host, Position, Url};

use crate::Addresses;

/// The maximum length of a URL that is requested, in bytes. Anything longer is a trap, or not an address. Chosen: RFC
/// 9110 recommends that at least 8,000 be supported.
const MAX_LENGTH: usize = 8192;

/// A URL that may be requested: `http` or `https`, with a host, without a fragment or credentials, and without an
/// address that [`Addresses`] excludes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Target {
    url: Url,
}

/// Why a URL is never requested.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Unfit {
    /// It is not an absolute URL.
    #[error("not an absolute URL")]
    NotAUrl,
    /// It is neither http nor https.
    #[error("neither http nor https")]
    Scheme,
    /// It has a user name or a password.
    #[error("has a user name or a password")]
    Credentials,
    /// It has more than 8,192 bytes.
    #[error("longer than {} bytes", MAX_LENGTH)]
    TooLong,
    /// It has an address that [`Addresses`] does not allow.
    #[error("{0} is not a public address")]
    Address(IpAddr),
    /// Its name leads to an address that [`Addresses`] does not allow.
    #[error("the name leads to {0}, which is not a public address")]
    Name(IpAddr),
}

impl Target {
    pub(crate) fn parse(text: &str, addresses: &Addresses) -> Result<Target, Unfit> {
        Target::from_url(Url::parse(text.trim()).map_err(|_| Unfit::NotAUrl)?, addresses)
    }

    pub(crate) fn from_url(mut url: Url, addresses: &Addresses) -> Result<Target, Unfit> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Unfit::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Unfit::Credentials);
        }
        // The parser has converted spellings such as `0x7f.1` to plain addresses.
        let address = match url.host() {
            None => return Err(Unfit::NotAUrl),
            Some(Host::Domain(_)) => None,
            Some(Host::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => Some(IpAddr::V6(address)),
        };
        if let Some(address) = address.filter(|address| !addresses.allows(*address)) {
            return Err(Unfit::Address(address));
        }
        url.set_fragment(None);
        if url.as_str().len() > MAX_LENGTH {
            return Err(Unfit::TooLong);
        }
        Ok(Target { url })
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    pub(crate) fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Returns the host whose pauses a request must respect: the name or address, regardless of the port and the
    /// scheme.
    pub(crate) fn host(&self) -> &str {
        // `a.example.` is the same host as `a.example`, and must not get twice the requests.
        self.url.host_str().unwrap_or_default().trim_end_matches('.')
    }

    /// Returns the scheme, host and port, to which a robots.txt applies.
    pub(crate) fn origin(&self) -> &str {
        &self.url[..Position::BeforePath]
    }

    /// Returns the robots.txt that applies to this URL.
    pub(crate) fn robots(&self) -> Target {
        let mut url = self.url.clone();
        url.set_path("/robots.txt");
        url.set_query(None);
        Target { url }
    }

    pub(crate) fn path_and_query(&self) -> &str {
        &self.url[Position::BeforePath..Position::AfterQuery]
    }

    /// Returns sixteen bytes that stand for the URL in the set of those already seen. The hash is a cryptographic
    /// one, because strangers choose the URLs and could provoke collisions.
    pub(crate) fn fingerprint(&self) -> u128 {
        fingerprint(self.as_str())
    }
}

/// Returns the fingerprint of a URL: see [`Target::fingerprint`].
pub(crate) fn fingerprint(url: &str) -> u128 {
    let digest = Sha256::digest(url.as_bytes());
    let mut half = [0; 16];
    half.copy_from_slice(&digest[..16]);
    u128::from_be_bytes(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, Unfit>) {
        let found = Target::parse(text, &Addresses::public());
        assert_eq!(found.as_ref().map(Target::as_str).map_err(|e| *e), expected, "{text}");
    }

    #[test]
    fn what_may_be_asked_for() {
        check(" HTTP://Example.org:80/a b#c ", Ok("http://example.org/a%20b"));
        check("https://example.org?q", Ok("https://example.org/?q"));
    }

    #[test]
    fn what_may_not() {
        check("example.org", Err(Unfit::NotAUrl));
        check("", Err(Unfit::NotAUrl));
        check("ftp://example.org/", Err(Unfit::Scheme));
        check("file:///etc/passwd", Err(Unfit::Scheme));
        check("javascript:alert(1)", Err(Unfit::Scheme));
        check("http://me@example.org/", Err(Unfit::Credentials));
        check("http://:secret@example.org/", Err(Unfit::Credentials));
        check(&format!("http://a.example/{}", "x".repeat(MAX_LENGTH)), Err(Unfit::TooLong));
    }

    #[test]
    fn addresses_in_any_spelling() {
        let numbers = "127.0.0.1 127.0.0.1. 127.1 0X7F.0x0.0.0x1 2130706433 0177.0.0.1 %31%32%37.0.0.1 0 10.0.0.1";
        let letters = "\u{ff11}\u{ff12}\u{ff17}.0.0.1 127\u{3002}0\u{3002}0\u{3002}1 \u{2460}\u{2461}\u{2466}.0.0.1";
        let six = "[::] [::1] [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] [fd00::1]";
        for host in [numbers, letters, six].iter().flat_map(|hosts| hosts.split(' ')) {
            let found = Target::parse(&format!("http://{host}/"), &Addresses::public());
            assert!(matches!(found, Err(Unfit::Address(_))), "{host}: {found:?}");
        }
        for host in ["user@127.0.0.1", "a.example:80@127.0.0.1"] {
            check(&format!("http://{host}/"), Err(Unfit::Credentials));
        }
    }

    #[test]
    fn parts() {
        let target = Target::parse("http://a.example.:81/b?c", &Addresses::public()).unwrap();
        assert_eq!(target.host(), "a.example");
        assert_eq!(target.origin(), "http://a.example.:81");
        assert_eq!(target.robots().as_str(), "http://a.example.:81/robots.txt");
        assert_eq!(target.path_and_query(), "/b?c");
    }
}
