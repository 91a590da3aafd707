//! Shortens delays in a robots.txt that are too long for the library that parses it.

use std::borrow::Cow;

/// The maximum `Crawl-delay`, in seconds: 136 years. A longer one counts as this.
const LONGEST: u32 = u32::MAX;

/// The spellings of the field that `robotxt` accepts.
const SPELLINGS: [&str; 3] = ["crawl-delay", "crawl delay", "crawldelay"];

/// Replaces each `Crawl-delay` of more than [`LONGEST`] seconds, or of infinity, by [`LONGEST`].
///
/// `robotxt` ignores a delay that does not fit into a [`Duration`](std::time::Duration), as if its server had asked
/// for none. A value that is no number of seconds (`NaN`, a negative number, words) is left as it is, and ignored.
pub(crate) fn shortened(text: &[u8]) -> Cow<'_, [u8]> {
    let mut shortened = Vec::new();
    let mut n_copied = 0;
    let mut start = 0;
    while start < text.len() {
        let line = &text[start..];
        // `robotxt` ends lines at NUL as well.
        let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n' | b'\0');
        let n_line = line.iter().position(is_end).unwrap_or(line.len());
        if let Some(value) = value(&line[..n_line]).filter(|value| is_too_long(value)) {
            let at = start + n_line - value.len();
            shortened.extend_from_slice(&text[n_copied..at]);
            shortened.extend_from_slice(LONGEST.to_string().as_bytes());
            n_copied = start + n_line;
        }
        start += n_line + 1;
    }
    if n_copied == 0 {
        return Cow::Borrowed(text);
    }
    shortened.extend_from_slice(&text[n_copied..]);
    Cow::Owned(shortened)
}

/// Returns the part of a line from the value of its `Crawl-delay` on, if it has one.
fn value(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let line = line.trim_ascii_start();
    let rest = SPELLINGS.iter().find_map(|spelling| {
        let (key, rest) = line.split_at_checked(spelling.len())?;
        key.eq_ignore_ascii_case(spelling.as_bytes()).then_some(rest)
    })?;
    let rest = rest.trim_ascii_start();
    Some(rest.strip_prefix(b":").unwrap_or(rest).trim_ascii_start())
}

fn is_too_long(value: &[u8]) -> bool {
    let value = value.split(|&byte| byte == b'#').next().unwrap_or_default();
    let seconds = std::str::from_utf8(value).map(|value| value.trim().parse::<f64>());
    matches!(seconds, Ok(Ok(seconds)) if seconds > f64::from(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = shortened(text.as_bytes());
        assert_eq!(String::from_utf8_lossy(&found), expected);
    }

    #[test]
    fn delays_that_do_not_fit_become_the_longest() {
        for delay in ["1e308", "1e999", "inf", "Infinity", "4294967296"] {
            check(
                &format!("User-agent: *\r\nCrawl-delay: {delay}\r\nDisallow: /x"),
                "User-agent: *\r\nCrawl-delay: 4294967295\r\nDisallow: /x",
            );
        }
        check(
            "\u{feff}\tCRAWL DELAY 1e308 # long\rcrawldelay : inf\0crawl-delay:1e20",
            "\u{feff}\tCRAWL DELAY 4294967295\rcrawldelay : 4294967295\0crawl-delay:4294967295",
        );
    }

    #[test]
    fn everything_else_stays() {
        for text in [
            "",
            "Crawl-delay",
            "Crawl-delay: ",
            "Crawl-delay: 4294967295",
            "Crawl-delay: 2.5 # 1e308",
            "Crawl-delay: NaN\nCrawl-delay: -inf\nCrawl-delay: -1\nCrawl-delay: long",
            "# Crawl-delay: 1e308",
            "Disallow: /1e308",
        ] {
            assert!(matches!(shortened(text.as_bytes()), Cow::Borrowed(_)), "{text}");
            check(text, text);
        }
    }
}
