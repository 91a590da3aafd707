//! Compares different spellings of a URL.

use url::Url;

/// Returns whether two URLs are spellings of the same one: whether they differ only in a fragment, the case of the
/// scheme and the host, a default port, an empty path, international names (`xn--…`), or in which characters are
/// percent-encoded.
///
/// The index of an archive may spell a URL differently from the archive.
///
/// # Examples
///
/// ```
/// assert!(crawl::is_same_url("HTTP://a.example:80", "http://a.example/#top"));
/// assert!(!crawl::is_same_url("http://a.example/", "https://a.example/"));
/// ```
#[must_use]
pub fn is_same_url(left: &str, right: &str) -> bool {
    left == right || plain(left) == plain(right)
}

/// Returns a URL in a normalized spelling. All percent-encodings are decoded, so it need not be a URL any more.
fn plain(text: &str) -> Vec<u8> {
    let spelled = match Url::parse(text) {
        Ok(mut url) => {
            url.set_fragment(None);
            String::from(url)
        }
        Err(_) => text.to_owned(),
    };
    percent_encoding::percent_decode_str(&spelled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_url_are_the_same() {
        for (left, right) in [
            ("http://a.example", "http://a.example/"),
            ("http://A.Example/x", "HTTP://a.example/x"),
            ("http://a.example:80/x", "http://a.example/x"),
            ("https://a.example:443/x#top", "https://a.example/x"),
            ("http://a.example/a b", "http://a.example/a%20b"),
            ("http://a.example/\u{e9}", "http://a.example/%c3%A9"),
            ("http://a.example/~x?y=%2f", "http://a.example/%7Ex?y=/"),
            ("http://b\u{fc}cher.example/", "http://xn--bcher-kva.example/"),
            ("no URL", "no%20URL"),
        ] {
            assert!(is_same_url(left, right), "{left} {right}");
        }
    }

    #[test]
    fn other_urls_are_others() {
        for other in [
            "https://a.example/x?y=1",
            "http://a.example:8080/x?y=1",
            "http://www.a.example/x?y=1",
            "http://a.example/X?y=1",
            "http://a.example/x/?y=1",
            "http://a.example/x",
            "http://a.example/x?y=1%",
            "",
        ] {
            assert!(!is_same_url("http://a.example/x?y=1", other), "{other}");
        }
    }
}
