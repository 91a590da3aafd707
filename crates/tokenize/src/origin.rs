//! Mapping positions in the decoded text to the bytes of the page.

use encoding_rs::{Encoding, ISO_2022_JP};

use crate::Source;

impl Source<'_> {
    /// Maps positions in the text to offsets in the bytes that it was decoded from.
    ///
    /// Returns `None` for ISO-2022-JP. There the meaning of a byte depends on all bytes before it, so that no part
    /// can be cut out.
    ///
    /// `positions` must be ascending and lie between characters. If several characters come from the same bytes (as a
    /// few of Big5 do), a position between them is mapped to the position before all of them. Invalid bytes, which
    /// are U+FFFD in the text, are mapped like others.
    ///
    /// # Complexity
    ///
    /// Linear in `bytes`; no work per byte if the text [is
    /// borrowed](Source::is_borrowed).
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// let page = b"<meta charset=latin1><p>caf\xE9</p>";
    /// let source = tokenize::decode(page, None);
    /// let end = source.text().find("</p>").unwrap();
    /// let origins = source.origins(page, &[end]).unwrap();
    /// assert_eq!(&page[origins[0]..], b"</p>");
    /// ```
    #[must_use]
    pub fn origins(&self, bytes: &[u8], positions: &[usize]) -> Option<Vec<usize>> {
        let n_bom = self.bom().len();
        // Text that is borrowed is the bytes themselves behind the mark.
        if self.is_borrowed() {
            return Some(positions.iter().map(|position| n_bom + position).collect());
        }
        if self.of() == ISO_2022_JP {
            return None;
        }
        let bytes = bytes.get(n_bom..).unwrap_or_default();
        let mut origins = Vec::with_capacity(positions.len());
        let mut characters = Characters::new(self.of(), bytes);
        for &position in positions {
            while characters.end <= position && characters.next() {}
            let origin = match characters.end <= position {
                // The position is at or behind the end of the text.
                true => bytes.len(),
                false => characters.origin(position),
            };
            origins.push(n_bom + origin);
        }
        Some(origins)
    }
}

/// Decodes byte by byte, which shows where characters begin.
struct Characters<'a> {
    decoder: encoding_rs::Decoder,
    bytes: &'a [u8],
    /// The number of bytes that the decoder has been given.
    n_fed: usize,
    /// The offset of the bytes of the last characters.
    from: usize,
    /// The last characters that were decoded, one or more, and their range in the text.
    last: String,
    start: usize,
    end: usize,
}

impl<'a> Characters<'a> {
    fn new(encoding: &'static Encoding, bytes: &'a [u8]) -> Characters<'a> {
        Characters {
            decoder: encoding.new_decoder_without_bom_handling(),
            bytes,
            n_fed: 0,
            from: 0,
            last: String::with_capacity(64),
            start: 0,
            end: 0,
        }
    }

    /// Advances to the next characters. Returns whether there are any.
    fn next(&mut self) -> bool {
        self.from = self.n_fed;
        self.start = self.end;
        self.last.clear();
        while let Some(byte) = self.bytes.get(self.n_fed..=self.n_fed) {
            self.n_fed += 1;
            // The buffer has room for the most that a single byte can complete, so that the decoder never stops for
            // lack of it.
            let _ = self.decoder.decode_to_string(byte, &mut self.last, false);
            if !self.last.is_empty() {
                self.end += self.last.len();
                return true;
            }
        }
        // An incomplete character at the end becomes U+FFFD only once the decoder is told that nothing follows.
        if self.from < self.n_fed {
            let _ = self.decoder.decode_to_string(b"", &mut self.last, true);
            self.end += self.last.len();
        }
        !self.last.is_empty()
    }

    /// Returns the offset in the bytes of a position within the last characters.
    fn origin(&self, position: usize) -> usize {
        let before = position.saturating_sub(self.start);
        // A byte that shows that those before it are invalid is often a character of its own. Its bytes begin behind
        // the invalid ones.
        let is_own = before != 0 && self.last.len() == before + 1;
        if is_own && self.last.is_char_boundary(before) && self.last.ends_with(|c: char| c.is_ascii()) {
            self.n_fed - 1
        } else {
            self.from
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode;

    /// Checks that the text before each position is what the bytes before it
    /// decode to.
    fn check(bytes: &[u8], charset: &str) {
        let source = decode(bytes, Some(charset));
        let text = source.text();
        let positions: Vec<usize> = (0..=text.len()).filter(|&position| text.is_char_boundary(position)).collect();
        let origins = source.origins(bytes, &positions).unwrap();
        let n_bom = source.bom().len();
        for (position, origin) in positions.into_iter().zip(origins) {
            let (before, _) = source.of().decode_without_bom_handling(&bytes[n_bom..origin]);
            assert_eq!(before, text[..position], "{charset}: {position} is {origin}");
        }
    }

    #[test]
    fn places_are_found_again() {
        let text = "<p>Föhn — „čaj“ Ωmega</p>\n";
        for charset in ["windows-1252", "utf-8", "windows-1250"] {
            let encoding = Encoding::for_label(charset.as_bytes()).unwrap();
            check(&encoding.encode(text).0, charset);
        }
        let text = "<p>漢字と かな 日本語の本文です。</p> a𠀋b".repeat(5);
        for charset in ["shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"] {
            let encoding = Encoding::for_label(charset.as_bytes()).unwrap();
            check(&encoding.encode(&text).0, charset);
        }
        let utf_16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&utf_16, "utf-16le");
        check(&[b"\xff\xfe", &utf_16[..]].concat(), "utf-8");
        check(b"\xef\xbb\xbf<p>Rain", "latin1");
    }

    #[test]
    fn what_makes_no_sense_has_its_bytes() {
        for damage in [&b"\xe9b"[..], b"\xf0\x9f\x92 c", b"\xe2\x82<", b"\xff"] {
            // Enough UTF-8 for the bytes to be taken for it.
            let bytes = &["é".repeat(9).as_bytes(), damage].concat();
            let source = decode(bytes, Some("utf-8"));
            let text = source.text();
            let positions: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let origins = source.origins(bytes, &positions).unwrap();
            for (idx, (position, origin)) in positions.iter().zip(&origins).enumerate() {
                let next = origins.get(idx + 1).copied().unwrap_or(bytes.len());
                let c = text[*position..].chars().next().unwrap();
                let made = String::from_utf8_lossy(&bytes[*origin..next]);
                assert_eq!(made, c.to_string(), "{text:?}");
            }
        }
        let damaged = b"<p>\x88\x41 \x81<b> \x90";
        let source = decode(damaged, Some("shift_jis"));
        let at = source.text().find("<b>").unwrap();
        assert_eq!(source.origins(damaged, &[at]).unwrap(), [7]);
    }

    #[test]
    fn escapes_allow_no_cuts() {
        let bytes = ISO_2022_JP.encode("<p>漢字と かな").0;
        let source = decode(&bytes, Some("iso-2022-jp"));
        assert_eq!(source.origins(&bytes, &[1]), None);
    }
}
