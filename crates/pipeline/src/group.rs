//! Assigns pages to sites.

use formats::Host;
use regex::Regex;

use crate::error::Error;

/// Maps a page's URL to the key of its site. Pages with the same key are assumed to share a template.
///
/// # Examples
///
/// ```
/// use pipeline::Grouper;
///
/// let url = "https://News.Example.co.uk:443/2026/tides.html";
/// assert_eq!(Grouper::host().key(url).as_deref(), Some("news.example.co.uk"));
/// assert_eq!(Grouper::registrable_domain().key(url).as_deref(), Some("example.co.uk"));
///
/// let by_section = Grouper::regex("^https?://([^/]+/[^/]+)/")?;
/// assert_eq!(by_section.key(url).as_deref(), Some("News.Example.co.uk:443/2026"));
/// # Ok::<(), pipeline::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Grouper {
    by: By,
}

#[derive(Clone, Debug, Default)]
enum By {
    #[default]
    Host,
    Domain,
    Regex(Regex),
}

impl Grouper {
    /// Groups by host: in lower case, with the port unless it is the scheme's
    /// default. This is the default.
    pub fn host() -> Grouper {
        Grouper { by: By::Host }
    }

    /// Groups by registrable domain: the public suffix and one more label. A host that has none, such as an IP
    /// address or a public suffix, is a site of its own.
    pub fn registrable_domain() -> Grouper {
        Grouper { by: By::Domain }
    }

    /// Groups by what the pattern captures in its leftmost match: by the first capture group that takes part in the
    /// match.
    ///
    /// # Errors
    ///
    /// If the pattern cannot be read, or captures nothing.
    pub fn regex(pattern: &str) -> Result<Grouper, Error> {
        let wrong = |reason: &str| Error::refused(format!("cannot group by {pattern:?}: {reason}"));
        let regex = Regex::new(pattern).map_err(|error| wrong(&error.to_string()))?;
        if regex.captures_len() < 2 {
            return Err(wrong("it has no group in parentheses to say which part names the site"));
        }
        Ok(Grouper { by: By::Regex(regex) })
    }

    /// Returns the key of the page's site; `None` if the URL has no host or the
    /// pattern does not match.
    ///
    /// # Complexity
    ///
    /// Linear in the URL.
    pub fn key(&self, page_url: &str) -> Option<String> {
        match &self.by {
            By::Host => Host::of(page_url).map(|host| host.with_port()),
            By::Domain => {
                let host = Host::of(page_url)?;
                // The labels of an IP address are no domains: `10.0.0.1` has no registrable part `0.1`.
                if host.is_address() {
                    return Some(host.with_port());
                }
                let domain = domains::registrable(host.name()).map(str::to_owned);
                Some(domain.unwrap_or_else(|| host.with_port()))
            }
            By::Regex(regex) => {
                regex.captures(page_url)?.iter().skip(1).flatten().map(|found| found.as_str().to_owned()).next()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Grouper;

    /// Each line of `group.txt` has a URL and the site that it belongs to, if there is one.
    #[test]
    fn urls_have_sites() {
        let mut grouper = Grouper::host();
        for line in include_str!("group.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            grouper = match line.split_once(' ') {
                Some(("by", "host")) => Grouper::host(),
                Some(("by", "domain")) => Grouper::registrable_domain(),
                Some(("by", pattern)) => Grouper::regex(pattern).unwrap(),
                _ => {
                    let (url, expected) = line.split_once(" =>").unwrap();
                    assert_eq!(grouper.key(url).as_deref(), expected.strip_prefix(' '), "{url}");
                    grouper
                }
            };
        }
    }

    #[test]
    fn a_pattern_without_a_group_is_refused() {
        for (pattern, reason) in [("(", "unclosed"), ("a", "no group")] {
            let message = Grouper::regex(pattern).unwrap_err().to_string();
            assert!(message.contains(reason), "{message}");
        }
    }
}
