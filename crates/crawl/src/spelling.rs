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
    use crate::cases::cases;

    #[test]
    fn spellings_of_one_url_are_the_same_and_other_urls_are_others() {
        for [how, left, right] in cases(include_str!("spellings.txt")) {
            assert_eq!(is_same_url(left, right), how == "same", "{left} {right}");
        }
        assert!(!is_same_url("http://a.example/x?y=1", ""));
    }
}
