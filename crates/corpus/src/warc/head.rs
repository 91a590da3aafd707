//! The header fields of a record.

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

    /// Parses the lines of a header, without its version line and the empty line at its end.
    ///
    /// Lines that begin with white space continue the previous value; lines without a colon are skipped. Bytes that
    /// are not UTF-8 are replaced.
    pub(crate) fn parse(lines: &[u8]) -> Headers {
        let mut headers = Headers::default();
        for line in lines.split(|&byte| byte == b'\n') {
            let text = String::from_utf8_lossy(line);
            if text.starts_with([' ', '\t']) {
                if let Some((_, value)) = headers.fields.last_mut() {
                    value.push(' ');
                    value.push_str(text.trim());
                }
                continue;
            }
            if let Some((name, value)) = text.split_once(':') {
                headers.fields.push((name.trim().to_owned(), value.trim().to_owned()));
            }
        }
        headers
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
    use super::{Headers, end};

    #[test]
    fn fields_are_found_whatever_their_case() {
        let headers = Headers::parse(b"A: 1\r\nb:two\r\n\tand\r\nno field\r\na: 3\r\n");
        assert_eq!(headers.get("a"), Some("1"));
        assert_eq!(headers.get("B"), Some("two and"));
        assert_eq!(headers.get("c"), None);
        assert_eq!(headers.iter().count(), 3);
    }

    #[test]
    fn values_cannot_begin_fields() {
        let mut headers = Headers::default();
        headers.set("a", "1\r\nb: 2");
        headers.set("A", "3\nb: 4");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [("a", "3 b: 4")]);
    }

    #[test]
    fn a_header_ends_with_an_empty_line() {
        assert_eq!(end(b"a\r\n\r\nrest"), Some(5));
        assert_eq!(end(b"a\n\nrest"), Some(3));
        assert_eq!(end(b"\r\n"), Some(2));
        assert_eq!(end(b"a\r\nb"), None);
    }
}
