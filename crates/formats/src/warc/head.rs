//! The header fields of a record.

use super::error::Damage;

/// The fields that WARC 1.1 defines, section 5, without `WARC-Concurrent-To`, which alone may be repeated. Fields of
/// others may be: crawlers write one `WARC-Protocol` for each layer.
const ONCE: [&str; 20] = [
    "WARC-Record-ID",
    "Content-Length",
    "WARC-Date",
    "WARC-Type",
    "Content-Type",
    "WARC-Block-Digest",
    "WARC-Payload-Digest",
    "WARC-IP-Address",
    "WARC-Refers-To",
    "WARC-Refers-To-Target-URI",
    "WARC-Refers-To-Date",
    "WARC-Target-URI",
    "WARC-Truncated",
    "WARC-Warcinfo-ID",
    "WARC-Filename",
    "WARC-Profile",
    "WARC-Identified-Payload-Type",
    "WARC-Segment-Number",
    "WARC-Segment-Origin-ID",
    "WARC-Segment-Total-Length",
];

/// Header fields in their order. Names are compared without regard to ASCII case.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Headers {
    fields: Vec<(String, String)>,
}

impl Headers {
    /// Returns the value of the first field of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Sets the first field of this name, or adds one at the end. Line ends and NUL in the value become spaces, so
    /// that a value cannot begin another field.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let value = value.replace(['\r', '\n', '\0'], " ");
        let known = self.fields.iter_mut().find(|(found, _)| found.eq_ignore_ascii_case(name));
        match known {
            Some((_, old)) => *old = value,
            None => self.fields.push((name.to_owned(), value)),
        }
    }

    /// Parses the lines of an HTTP header, without its status line and the empty line at its end.
    ///
    /// Lines that begin with white space continue the previous value. Lines that are no fields are skipped, because
    /// servers send them. Bytes that are not UTF-8 are replaced.
    pub(crate) fn of_http(lines: &[u8]) -> Headers {
        Headers::parse(lines).0
    }

    /// Parses the lines of a WARC header as [`of_http`](Headers::of_http) does those of an HTTP header.
    ///
    /// # Errors
    ///
    /// If a line is no field, or a field is repeated that may not be: two headers may have become one, so that the
    /// address is that of another page.
    pub(crate) fn of_warc(lines: &[u8]) -> Result<Headers, Damage> {
        let (headers, is_whole) = Headers::parse(lines);
        if !is_whole {
            return Err(Damage::NoField);
        }
        let is_repeated =
            |name: &&str| headers.iter().filter(|(found, _)| found.eq_ignore_ascii_case(name)).nth(1).is_some();
        match ONCE.into_iter().find(is_repeated) {
            Some(name) => Err(Damage::Repeated { name }),
            None => Ok(headers),
        }
    }

    /// Returns the fields, and whether every line is part of one.
    fn parse(lines: &[u8]) -> (Headers, bool) {
        let mut headers = Headers::default();
        let mut is_whole = true;
        for line in lines.split(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            if text.starts_with([' ', '\t']) {
                match headers.fields.last_mut() {
                    Some((_, value)) => {
                        value.push(' ');
                        value.push_str(text.trim());
                    }
                    None => is_whole = false,
                }
                continue;
            }
            match text.split_once(':') {
                Some((name, value)) => {
                    let name = name.trim();
                    is_whole &= !name.is_empty() && !name.contains(char::is_whitespace);
                    headers.fields.push((name.to_owned(), value.trim().to_owned()));
                }
                None => is_whole &= text.trim().is_empty(),
            }
        }
        (headers, is_whole)
    }
}

/// Returns the length of a header including its empty line, if that line is in `bytes`.
pub(crate) fn end(bytes: &[u8]) -> Option<usize> {
    let mut start = 0;
    for at in memchr::memchr_iter(b'\n', bytes) {
        let line = &bytes[start..at];
        if line.is_empty() || line == b"\r" {
            return Some(at + 1);
        }
        start = at + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Damage, Headers};

    #[test]
    fn fields_are_found_whatever_their_case() {
        let headers = Headers::of_http(b"A: 1\r\nb:two\r\n\tand\r\nno field\r\na: 3\r\n");
        assert_eq!(headers.get("a"), Some("1"));
        assert_eq!(headers.get("B"), Some("two and"));
        assert_eq!(headers.get("c"), None);
        assert_eq!(headers.iter().count(), 3);
    }

    #[test]
    fn headers_of_warc_that_were_two_are_damaged() {
        let check = |lines: &str, expected: Option<Damage>| {
            assert_eq!(Headers::of_warc(lines.as_bytes()).err(), expected, "{lines}");
        };
        let whole = "\r\nWARC-Type: response\r\nWARC-Date: 2026-01-31\r\nContent-Length: 5\r\n";
        check(whole, None);
        check(&format!("{whole}\r\n"), None);
        // Values may go on in the next line, and only these fields may be repeated.
        check(&format!("{whole}X-Note: a\r\n\tb\r\n c\r\n"), None);
        let many =
            "WARC-Concurrent-To: <a>\r\nWARC-Concurrent-To: <b>\r\nWARC-Protocol: h2\r\nWARC-Protocol: tls/1.3\r\n";
        check(&format!("{whole}{many}"), None);
        for line in ["Content-Lresponse", "HTTP/1.1 200 OK", ": 5", "Content Length: 5"] {
            check(&format!("{whole}{line}\r\n"), Some(Damage::NoField));
        }
        check("\r\n goes on\r\n", Some(Damage::NoField));
        check(&format!("{whole}warc-date: 2026-01-31\r\n"), Some(Damage::Repeated { name: "WARC-Date" }));
        check(&format!("{whole}Content-Length: 5\r\n"), Some(Damage::Repeated { name: "Content-Length" }));
    }

    #[test]
    fn values_cannot_begin_fields() {
        let mut headers = Headers::default();
        headers.set("a", "1\r\nb: 2");
        headers.set("A", "3\nb: 4");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("a", "3 b: 4")]);
    }
}
