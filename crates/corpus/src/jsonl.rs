//! JSON Lines: one page per line.

use std::{
    io::{self, BufRead, Read},
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
}

enum Line {
    End,
    TooLong,
    Whole(Vec<u8>),
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
        }
    }

    fn read_line(&mut self) -> io::Result<Line> {
        let most = self
            .options
            .max_page
            .saturating_mul(6)
            .saturating_add(1 << 20);
        let mut line = Vec::new();
        let n_read = Read::take(&mut self.input, most as u64).read_until(b'\n', &mut line)?;
        if n_read == 0 {
            return Ok(Line::End);
        }
        if n_read < most || line.ends_with(b"\n") {
            return Ok(Line::Whole(line));
        }
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.is_empty() {
                break;
            }
            let end = memchr::memchr(b'\n', bytes);
            let n_passed = end.map_or(bytes.len(), |at| at + 1);
            self.input.consume(n_passed);
            if end.is_some() {
                break;
            }
        }
        Ok(Line::TooLong)
    }

    fn page(&self, line: &[u8], place: Place) -> Result<Page, Skipped> {
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
        let mut object = match serde_json::from_slice(line.trim_ascii_end()) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return damaged(None, "it is not a JSON object".to_owned()),
            // The line is always the first; only the column counts.
            Err(error) => {
                let how = format!("it is not JSON: {error}");
                return damaged(None, how.replace(" at line 1 column", " at column"));
            }
        };
        let mut text = |name: &str| match object.remove(name) {
            Some(Value::String(text)) => Some(text),
            _ => None,
        };
        let (html, url) = (text(html_field), text(url_field));
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
            ..Page::new(place, html.into_bytes())
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
                Ok(Line::Whole(line)) if line.trim_ascii().is_empty() => {}
                Ok(Line::Whole(line)) => return Some(self.page(&line, place)),
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
