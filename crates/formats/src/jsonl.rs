//! JSON Lines: one page per line.

use std::{
    io::{self, BufRead, Read},
    sync::Arc,
};

use tokenize::NoPage;

use crate::{
    Bytes,
    bytes::{Again, BytesOrigin},
    framing::{DamagedMember, Text},
    json,
    page::{At, Page, Place, ReaderOptions, SkipReason, Skipped},
};

/// Reads pages from lines of JSON objects.
///
/// The fields are those named in [`ReaderOptions`]. All other fields are kept as they are spelled, including `NaN` and
/// numbers of any size. Empty lines are ignored, and so is a byte order mark before a line. A line may be six times
/// as long as a page may be, because JSON may write a byte as six (`\u0041`), plus 1 MiB for the other fields. Longer
/// lines are skipped without being held in memory.
#[derive(Debug)]
pub struct JsonlPages<R> {
    input: R,
    file: Arc<str>,
    options: ReaderOptions,
    line: u64,
    is_at_end: bool,
    /// The bytes of the current line.
    bytes: Vec<u8>,
    /// The buffer into which the page of a line is decoded.
    room: Vec<u8>,
    /// How many bytes were read so far, and at which of them the current line begins.
    n_read: u64,
    start: u64,
    origins: Option<Origins<R>>,
}

/// How lines can be read again.
#[derive(Debug)]
struct Origins<R> {
    again: Arc<dyn Again>,
    /// Returns whether all that was read from the input so far was not compressed.
    is_plain: fn(&R) -> bool,
}

/// The number of bytes of memory that are kept between lines for the line, and as many again for its page. Chosen: by
/// eye.
const MOST_KEPT: usize = 4 << 20;

enum Line {
    End,
    TooLong,
    Whole,
}

impl<R: BufRead> JsonlPages<R> {
    /// Reads from `input`; `file` names it in messages.
    pub fn new(input: R, file: &str, options: &ReaderOptions) -> JsonlPages<R> {
        JsonlPages {
            input,
            file: file.into(),
            options: options.clone(),
            line: 0,
            is_at_end: false,
            bytes: Vec::new(),
            room: Vec::new(),
            n_read: 0,
            start: 0,
            origins: None,
        }
    }

    fn read_line(&mut self) -> io::Result<Line> {
        // The limit may be `usize::MAX`, which must not overflow here.
        let most = self.options.max_page.saturating_mul(6).saturating_add(1 << 20);
        // One very long line should not hold its memory for the rest of the file.
        self.bytes.clear();
        self.bytes.shrink_to(MOST_KEPT);
        self.room.truncate(MOST_KEPT);
        self.room.shrink_to(MOST_KEPT);
        self.start = self.n_read;
        let (mut n_read, mut is_too_long) = (0, false);
        loop {
            let bytes = self.input.fill_buf()?;
            let end = memchr::memchr(b'\n', bytes).map_or(bytes.len(), |at| at + 1);
            let (bytes, is_whole) = (&bytes[..end], bytes[..end].ends_with(b"\n"));
            n_read += end;
            is_too_long |= most < n_read;
            if !is_too_long {
                self.bytes.extend_from_slice(bytes);
            }
            // A line that is too long is still read to its end, so that the next one begins where it should.
            self.input.consume(end);
            self.n_read += end as u64;
            if end == 0 || is_whole {
                break;
            }
        }
        Ok(match n_read {
            0 => Line::End,
            _ if is_too_long => Line::TooLong,
            _ => Line::Whole,
        })
    }

    /// Reads the next line that is not empty.
    fn next_line(&mut self) -> Option<io::Result<Line>> {
        while !self.is_at_end {
            self.line += 1;
            match self.read_line() {
                Ok(Line::End) => self.is_at_end = true,
                Ok(Line::Whole) if without_mark(&self.bytes).trim_ascii().is_empty() => {}
                Ok(line) => return Some(Ok(line)),
                Err(error) => {
                    // After a damaged member the input goes on with the next one, which begins with a line of its
                    // own. After any other error nothing more can be read.
                    self.is_at_end = !is_damage(&error);
                    return Some(Err(error));
                }
            }
        }
        None
    }

    /// Returns where the line can be read again, if it can.
    fn origin(&self) -> Option<BytesOrigin> {
        let Origins { again, is_plain } = self.origins.as_ref()?;
        // In a compressed file the offset is one of the decompressed bytes, to which a file cannot be positioned.
        is_plain(&self.input).then(|| BytesOrigin { again: Arc::clone(again), byte: self.start })
    }

    fn page(&mut self, place: Place) -> Result<Page, Skipped> {
        let ReaderOptions { max_page, url_field, html_field } = &self.options;
        let damaged =
            |how: String| Err(Skipped { place: place.clone(), url: None, reason: SkipReason::Damaged { how } });
        let line = without_mark(&self.bytes).trim_ascii_end();
        let json::Object { text: html, others: mut fields } = match json::read(line, Some(html_field), &mut self.room) {
            Ok(object) => object,
            // JSON of another kind, such as an array, is told from JSON that is broken: the two have different
            // remedies.
            Err(_) if json::end(line, 0) == Ok(line.len()) => {
                return damaged("it is not a JSON object".to_owned());
            }
            Err(fault) => return damaged(format!("it is not JSON: {fault}")),
        };
        // The address is removed from the fields, because the page has a place of its own for it.
        let url = fields.take(url_field).and_then(|url| json::text_of(&url));
        let Some(html) = html else {
            let reason = SkipReason::NoField {
                name: html_field.clone(),
                // Some names are enough for the message to show that the option names another field.
                fields: fields.iter().map(|(name, _)| name.to_owned()).take(8).collect(),
            };
            return Err(Skipped { place, url, reason });
        };
        if *max_page < html.len() {
            return Err(Skipped { place, url, reason: SkipReason::TooLarge { limit: *max_page } });
        }
        if let Some(what) = NoPage::of(html.as_bytes()) {
            let reason = SkipReason::NoPage { what: format!("a line with {what} in place of a page") };
            return Err(Skipped { place, url, reason });
        }
        Ok(Page {
            url,
            // A string is already decoded, whatever its own markup declares.
            charset: Some("utf-8".to_owned()),
            date: fields.text("date"),
            fields,
            ..Page::new(place, Bytes::from(html).with_origin(self.origin()))
        })
    }
}

impl<R: Read> JsonlPages<Text<R>> {
    /// Attaches what reads a line again. It is used only as long as the input is not compressed.
    pub(crate) fn again(self, again: Option<Arc<dyn Again>>) -> JsonlPages<Text<R>> {
        JsonlPages { origins: again.map(|again| Origins { again, is_plain: Text::is_plain }), ..self }
    }
}

impl<R: BufRead> Iterator for JsonlPages<R> {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        let line = self.next_line()?;
        let place = Place { file: Arc::clone(&self.file), at: At::Line(self.line) };
        let reason = match line {
            Ok(Line::End) => return None,
            Ok(Line::Whole) => return Some(self.page(place)),
            Ok(Line::TooLong) => SkipReason::TooLarge { limit: self.options.max_page },
            Err(error) if is_damage(&error) => SkipReason::Damaged { how: error.to_string() },
            Err(error) => SkipReason::Unreadable { why: error.to_string() },
        };
        Some(Err(Skipped { place, url: None, reason }))
    }

    /// Skips `n` lines without parsing them: only their ends are looked for.
    fn nth(&mut self, n: usize) -> Option<Result<Page, Skipped>> {
        for _ in 0..n {
            self.next_line()?.ok();
        }
        self.next()
    }
}

fn is_damage(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<DamagedMember>())
}

/// Removes a byte order mark. Some editors write one at the start of a file, and files that were concatenated have it
/// in front of a line in the middle.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}
