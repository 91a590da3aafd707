//! JSON Lines: one page per line.

mod object;

use std::{
    io::{self, BufRead},
    sync::Arc,
};

use serde_json::Value;

use crate::page::{At, Options, Page, Place, Reason, Skipped};

/// Reads pages from lines of JSON objects.
///
/// The fields are those named in [`Options`]; all others are kept. Empty lines
/// are ignored. A line may have six times the limit of a page, because JSON may
/// write a byte as six; longer ones are skipped without being held in memory.
#[derive(Debug)]
pub struct JsonlPages<R> {
    input: R,
    file: Arc<str>,
    options: Options,
    line: u64,
    is_at_end: bool,
    /// The bytes of the line.
    bytes: Vec<u8>,
}

/// How many bytes of memory are kept for lines when none is read.
const MOST_KEPT: usize = 4 << 20;

enum Line {
    End,
    TooLong,
    Whole,
}

impl<R: BufRead> JsonlPages<R> {
    /// Reads from `input`; `file` names it in messages.
    pub fn new(input: R, file: &str, options: &Options) -> JsonlPages<R> {
        JsonlPages {
            input,
            file: file.into(),
            options: options.clone(),
            line: 0,
            is_at_end: false,
            bytes: Vec::new(),
        }
    }

    fn read_line(&mut self) -> io::Result<Line> {
        let most = self
            .options
            .max_page
            .saturating_mul(6)
            .saturating_add(1 << 20);
        self.bytes.clear();
        self.bytes.shrink_to(MOST_KEPT);
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
            self.input.consume(end);
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

    fn page(&self, place: Place) -> Result<Page, Skipped> {
        let Options {
            max_page,
            url_field,
            html_field,
        } = &self.options;
        let damaged = |url: Option<String>, how: String| {
            Err(Skipped {
                place: place.clone(),
                url,
                reason: Reason::Damaged { how },
            })
        };
        let line = self.bytes.trim_ascii_end();
        let (html, mut object) = match object::read(line, html_field) {
            Some((html, others)) => (Some(html), others),
            None => match serde_json::from_slice(line) {
                Ok(Value::Object(mut object)) => match object.remove(html_field) {
                    Some(Value::String(html)) => (Some(html.into_bytes()), object),
                    _ => (None, object),
                },
                Ok(_) => return damaged(None, "it is not a JSON object".to_owned()),
                // The line is always the first; what counts is the column.
                Err(error) => {
                    let how = format!("it is not JSON: {error}");
                    return damaged(None, how.replace(" at line 1 column", " at column"));
                }
            },
        };
        let url = match object.remove(url_field) {
            Some(Value::String(url)) => Some(url),
            _ => None,
        };
        let Some(html) = html else {
            let reason = Reason::NoField {
                name: html_field.clone(),
                fields: object.keys().take(8).cloned().collect(),
            };
            return Err(Skipped { place, url, reason });
        };
        if *max_page < html.len() {
            return Err(Skipped {
                place,
                url,
                reason: Reason::TooLarge { limit: *max_page },
            });
        }
        let text = |name: &str| object.get(name).and_then(Value::as_str).map(str::to_owned);
        Ok(Page {
            url,
            // A string is already decoded, whatever its own markup declares.
            charset: Some("utf-8".to_owned()),
            date: text("date"),
            fields: object,
            ..Page::new(place, html)
        })
    }
}

impl<R: BufRead> Iterator for JsonlPages<R> {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        while !self.is_at_end {
            self.line += 1;
            let place = Place {
                file: Arc::clone(&self.file),
                at: At::Line(self.line),
            };
            match self.read_line() {
                Ok(Line::End) => self.is_at_end = true,
                Ok(Line::Whole) if self.bytes.trim_ascii().is_empty() => {}
                Ok(Line::Whole) => return Some(self.page(place)),
                Ok(Line::TooLong) => {
                    let reason = Reason::TooLarge {
                        limit: self.options.max_page,
                    };
                    return Some(Err(Skipped {
                        place,
                        url: None,
                        reason,
                    }));
                }
                Err(error) => {
                    self.is_at_end = true;
                    let reason = Reason::Unreadable {
                        why: error.to_string(),
                    };
                    return Some(Err(Skipped {
                        place,
                        url: None,
                        reason,
                    }));
                }
            }
        }
        None
    }
}
