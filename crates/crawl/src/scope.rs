//! Decides which links stay on a site.

use formats::Host;
use url::Url;

/// Returns whether two URLs have the same registrable domain, or the same host
/// if they have none.
pub(crate) fn same_site(left: &Url, right: &Url) -> bool {
    let left = site(left);
    left.is_some() && left == site(right)
}

/// Returns the registrable domain of a URL, or its host if it has none, such as an IP address.
fn site(url: &Url) -> Option<String> {
    let host = Host::of(url.as_str())?;
    let domain = if host.is_address() { None } else { domains::registrable(host.name()) };
    Some(domain.map_or_else(|| host.with_port(), str::to_owned))
}

/// Returns whether two URLs have the same host, with any scheme.
pub(crate) fn same_host(left: &Url, right: &Url) -> bool {
    left.host_str() == right.host_str() && left.port() == right.port()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_registrable_domains() {
        let same = |left: &str, right: &str| same_site(&Url::parse(left).unwrap(), &Url::parse(right).unwrap());
        assert!(same("http://example.co.uk/a", "https://www.example.co.uk/b"));
        assert!(!same("http://a.co.uk/", "http://b.co.uk/"));
        assert!(!same("http://a.github.io/", "http://b.github.io/"));
        assert!(same("http://127.0.0.1/a", "http://127.0.0.1/b"));
        assert!(!same("http://127.0.0.1/", "http://127.0.0.2/"));
    }
}
