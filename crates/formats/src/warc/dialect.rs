//! The two forms of record headers: that of WARC, and that of ARC, its predecessor.
//!
//! In ARC a record is one line, `URL address date type length`, and a block of that length. The second version of the
//! format has five more words before the length.

use super::{error::Damage, head::Headers};

/// The form of a file's record headers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Dialect {
    Warc,
    Arc,
}

/// The first bytes of every WARC record.
pub(super) const MARK: &[u8] = b"WARC/";

/// The first bytes of every ARC file.
const FIRST: &[u8] = b"filedesc:";

/// The maximum length of a header line of ARC that is recognized, in bytes. Chosen: by eye.
pub(super) const MOST_LINE: usize = 16 << 10;

impl Dialect {
    /// Returns the dialect if `head` is how a file of that dialect begins.
    pub(super) fn of(head: &[u8]) -> Option<Dialect> {
        if head.starts_with(MARK) { Some(Dialect::Warc) } else { head.starts_with(FIRST).then_some(Dialect::Arc) }
    }

    /// Returns whether a line other than the first one is the version line of a WARC record.
    pub(super) fn has_version_line(bytes: &[u8]) -> bool {
        memchr::memmem::find_iter(bytes, b"\nWARC/").any(|at| is_version_line(&bytes[at + 1..]))
    }
}

/// The search for the end of a header in a buffer that grows. No byte is searched twice.
#[derive(Debug, Default)]
pub(super) struct HeaderEnd {
    /// Where the last line that was found begins.
    line: usize,
    n_searched: usize,
}

impl HeaderEnd {
    /// Returns the length of the header, or what is wrong with it, once `header` has enough bytes to tell; until then
    /// `None`. Each call passes the same bytes, with more at the end.
    pub(super) fn find(&mut self, header: &[u8], dialect: Dialect) -> Option<Result<usize, Damage>> {
        let n_before = self.n_searched;
        self.n_searched = header.len();
        for at in memchr::memchr_iter(b'\n', &header[n_before..]) {
            let end = n_before + at + 1;
            let line = &header[self.line..end];
            // An ARC header is a single line; a WARC header ends with an empty one.
            if dialect == Dialect::Arc || matches!(line, b"\n" | b"\r\n") {
                self.n_searched = end;
                return Some(Ok(end));
            }
            // The header was cut off, and another record follows. Read on, the fields of the two would be mixed, and
            // the second record would be lost with the first.
            if self.line != 0 && is_version_line(line) {
                self.n_searched = end;
                return Some(Err(Damage::HeaderUnended));
            }
            self.line = end;
        }
        None
    }

    /// Returns how many bytes were searched.
    pub(super) fn n_searched(&self) -> usize {
        self.n_searched
    }
}

/// Returns whether the bytes are `WARC/`, a version, and a line end or nothing more.
pub(super) fn is_version_line(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.strip_prefix(MARK) else {
        return false;
    };
    let n_version = rest.iter().take_while(|&&byte| byte.is_ascii_digit() || byte == b'.').count();
    // Callers look at nine bytes, which `WARC/0.18` fills without its line end.
    n_version != 0 && rest.get(n_version).is_none_or(|byte| matches!(byte, b'\r' | b'\n'))
}

/// Parses a header, and returns its fields and the length of the block.
pub(super) fn headers(header: &[u8], dialect: Dialect) -> Result<(Headers, u64), Damage> {
    let (first_line, lines) = header.split_at(memchr::memchr(b'\n', header).unwrap_or(header.len()));
    let headers = match dialect {
        Dialect::Warc => Headers::of_warc(lines)?,
        Dialect::Arc => arc_headers(first_line).ok_or(Damage::NotARecord)?,
    };
    if headers.get("WARC-Type").is_none() {
        return Err(Damage::NoType);
    }
    let length = headers.get("Content-Length").and_then(|length| length.parse().ok());
    Ok((headers, length.ok_or(Damage::NoLength)?))
}

/// Translates the header line of an ARC record to header fields of WARC.
///
/// Addresses may contain spaces, and so may types. Therefore words are taken from the end of the line, until one is a
/// date. Their number and length are bounded, because after damage every place is tried where a line might begin.
pub(super) fn arc_headers(line: &[u8]) -> Option<Headers> {
    let line = line.trim_ascii_end();
    let (mut rest, length) = last_word(line)?;
    let mut media_type: &[u8] = b"";
    let mut n_words = 1;
    let date = loop {
        let (before, word) = last_word(rest)?;
        rest = before;
        // From the end there are the length and at least one word of the type first. Only after these may fourteen
        // digits be the date: the length could have as many.
        if n_words >= 2 && word.len() == 14 && word.iter().all(u8::is_ascii_digit) {
            break word;
        }
        // Overwritten until the date is found, so that the word directly after the date remains.
        media_type = word;
        n_words += 1;
        if MOST_WORDS < n_words {
            return None;
        }
    };
    // The value is kept as text; here it only decides whether this is a header at all.
    std::str::from_utf8(length).ok()?.parse::<u64>().ok()?;
    let (url, address) = last_word(rest)?;
    // Bytes were lost from within one line to within another, and the address of the first would get the page of the
    // second.
    let begins_twice = |word: &[u8]| memchr::memmem::find(word, b"://").is_some() || is_ip_address(word);
    if url.split(|&byte| byte == b' ').skip(1).any(begins_twice) {
        return None;
    }
    let [url, address, date, media_type, length] =
        [url, address, date, media_type, length].map(String::from_utf8_lossy);
    // The first record of an ARC file describes the file, as the `warcinfo` record of WARC does.
    let kind = if url.starts_with("filedesc:") { "warcinfo" } else { "response" };
    let mut headers = Headers::default();
    for (name, value) in [
        ("WARC-Type", kind),
        ("WARC-Target-URI", &url),
        ("WARC-Date", &iso(&date)),
        ("WARC-IP-Address", &address),
        ("Content-Type", &media_type),
        ("Content-Length", &length),
    ] {
        headers.set(name, value);
    }
    Some(headers)
}

fn is_ip_address(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| word.parse::<std::net::IpAddr>().is_ok())
}

/// The maximum number of words after the date. Chosen: by eye.
const MOST_WORDS: usize = 10;

/// The maximum length of each word after the address, in bytes. Chosen: by eye.
const MOST_WORD: usize = 256;

/// Splits off the last word. Returns `None` if there is no space, or nothing before it.
fn last_word(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let start = line.len().saturating_sub(MOST_WORD);
    let at = start + memchr::memrchr(b' ', &line[start..])?;
    (at != 0).then(|| (&line[..at], &line[at + 1..]))
}

/// Formats the fourteen digits of an ARC date as a WARC date. All of them are ASCII, so each byte is a character.
fn iso(digits: &str) -> String {
    let part = |range: std::ops::Range<usize>| &digits[range];
    format!("{}-{}-{}T{}:{}:{}Z", part(0..4), part(4..6), part(6..8), part(8..10), part(10..12), part(12..14))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line of `lines.txt` has the line of a record and its address, length and date, if it can be read.
    #[test]
    fn lines_of_both_versions_are_read() {
        for case in include_str!("dialect/lines.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (line, expected) = case.split_once(" =>").unwrap();
            let headers = arc_headers(line.replace('␍', "\r").as_bytes());
            let names = ["WARC-Target-URI", "Content-Length", "WARC-Date"];
            let found = headers.map(|headers| names.map(|name| headers.get(name).unwrap().to_owned()).join(" "));
            assert_eq!(found.as_deref(), expected.strip_prefix(' '), "{line}");
        }
        assert!(arc_headers(b"").is_none());
    }
}
