//! Reads pages from WARC files.

use std::{io::Read, sync::Arc};

use tokenize::{NoPage, begins_like_a_page};

use crate::{
    Bytes, Fields,
    bytes::{Again, BytesOrigin},
    http::{self, Fault, NoAnswer},
    page::{At, Page, Place, ReaderOptions, SkipReason, Skipped},
    warc::{Error, Reader, RecordKind, WarcRecord},
};

/// The page in a record.
struct Document {
    bytes: Vec<u8>,
    charset: Option<String>,
    status: Option<u16>,
    media_type: String,
}

/// Reads the pages of a WARC file: responses with status 200 that hold HTML,
/// and resources that are HTML. Everything else comes as [`Skipped`].
#[derive(Debug)]
pub struct WarcPages<R> {
    records: Reader<R>,
    file: Arc<str>,
    max_page: usize,
    again: Option<Arc<dyn Again>>,
}

impl<R: Read> WarcPages<R> {
    /// Reads from `input`; `file` names it in messages.
    pub fn new(input: R, file: &str, options: &ReaderOptions) -> WarcPages<R> {
        let max_page = options.get_max_page();
        WarcPages {
            // The limit is that of the page, and the block has an HTTP header before it.
            records: Reader::new(input).max_block(max_page.saturating_add(http::MOST_HEADER)),
            file: file.into(),
            max_page,
            again: None,
        }
    }

    /// Attaches what reads a page of the input again.
    pub(crate) fn again(self, again: Option<Arc<dyn Again>>) -> WarcPages<R> {
        WarcPages { again, ..self }
    }

    /// Sets the maximum number of bytes that the input may decompress to. Beyond it reading ends with an error.
    #[cfg(feature = "packed")]
    pub(crate) fn most_unpacked(self, bytes: u64) -> WarcPages<R> {
        WarcPages { records: self.records.most_unpacked(bytes), ..self }
    }

    fn page(&self, record: WarcRecord) -> Result<Page, Skipped> {
        let place = Place { file: Arc::clone(&self.file), at: At::Byte(record.offset()) };
        let url = record.target_uri().map(str::to_owned);
        match self.document(&record) {
            Ok(document) => {
                let (date, id) = (record.date(), record.id());
                let origin = Option::zip(self.again.clone(), record.beginning())
                    .map(|(again, byte)| BytesOrigin { again, byte });
                let mut fields = Fields::default();
                fields.set("id", id);
                fields.set("date", date);
                fields.set("status", document.status);
                fields.set("payload_type", document.media_type);
                Ok(Page {
                    url,
                    charset: document.charset,
                    date: date.map(str::to_owned),
                    id: id.map(str::to_owned),
                    fields,
                    ..Page::new(place, Bytes::from(document.bytes).with_origin(origin))
                })
            }
            Err(reason) => Err(Skipped { place, url, reason }),
        }
    }

    fn document(&self, record: &WarcRecord) -> Result<Document, SkipReason> {
        let no_page = |what: String| Err(SkipReason::NoPage { what });
        let too_large = || SkipReason::TooLarge { limit: self.max_page };
        match record.kind() {
            RecordKind::Response => {}
            RecordKind::Resource => {
                let (media_type, charset) = http::content_type(record.header("Content-Type").unwrap_or(""));
                if !is_html(&media_type, record.body()) {
                    return no_page(format!("a resource of type {media_type:?}"));
                }
                // A block that was cut has more bytes than a page and a header may have together.
                if record.is_cut() || self.max_page < record.body().len() {
                    return Err(too_large());
                }
                if let Some(what) = other(record, record.body()) {
                    return no_page(format!("a resource of {what}"));
                }
                return Ok(Document { bytes: record.body().to_vec(), charset, status: None, media_type });
            }
            kind => return no_page(format!("a record of type {kind}")),
        }
        let damaged = |how: &str| Err(SkipReason::Damaged { how: how.to_owned() });
        let answer = match http::answer(record.body()) {
            Ok(answer) => answer,
            Err(NoAnswer::HeaderTooLong) => {
                return damaged("its HTTP header has more than 1 MiB or 10,000 lines");
            }
            Err(NoAnswer::NotHttp) => {
                // Crawlers also store responses of other protocols, such as DNS, which is no damage.
                let is_http =
                    record.target_uri().is_some_and(|uri| uri.starts_with("http://") || uri.starts_with("https://"));
                return if is_http {
                    damaged("it is not an HTTP response")
                } else {
                    no_page("a response of another protocol than HTTP".to_owned())
                };
            }
        };
        if answer.status != 200 {
            return no_page(format!("an answer of status {}", answer.status));
        }
        let (media_type, charset) = http::content_type(answer.headers.get("Content-Type").unwrap_or(""));
        // The type is tested before the body is decoded. An answer without a type is decided by its bytes, below.
        if !media_type.is_empty() && !is_html(&media_type, &[]) {
            return no_page(format!("an answer of type {media_type:?}"));
        }
        // Tested after the type: a large answer of another type is not a page that is too large.
        if record.is_cut() {
            return Err(too_large());
        }
        let bytes = http::document(&answer, self.max_page).map_err(|fault| match fault {
            Fault::TooLarge => too_large(),
            Fault::Damaged(how) => SkipReason::Damaged { how },
        })?;
        if !is_html(&media_type, &bytes) {
            return no_page("an answer without a type that does not begin like a page".to_owned());
        }
        if let Some(what) = other(record, &bytes) {
            return no_page(format!("an answer of {what}"));
        }
        Ok(Document { bytes: bytes.into_owned(), charset, status: Some(answer.status), media_type })
    }
}

/// Returns what a body is that is no page, whatever its server calls it: by its first bytes, or by what the crawler
/// found it to be. Servers label files as HTML that they do not know.
fn other(record: &WarcRecord, bytes: &[u8]) -> Option<String> {
    if let Some(what) = NoPage::of(bytes) {
        return Some(what.to_string());
    }
    let (identified, _) = http::content_type(record.header("WARC-Identified-Payload-Type")?);
    let is_text = identified.starts_with("text/") || identified.ends_with("+xml") || identified.ends_with("/xml");
    let is_unknown = matches!(&*identified, "" | "application/octet-stream" | "unknown/unknown");
    let is_other = !is_text && !is_unknown && !begins_like_a_page(bytes);
    is_other.then(|| format!("{identified}, as its crawler found"))
}

/// Returns whether this is HTML, by its type or, if it has none, by how it
/// begins.
fn is_html(media_type: &str, bytes: &[u8]) -> bool {
    match media_type {
        "text/html" | "application/xhtml+xml" => true,
        "" => begins_like_a_page(bytes),
        _ => false,
    }
}

impl<R: Read> Iterator for WarcPages<R> {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        Some(match self.records.next()? {
            Ok(record) => self.page(record),
            Err(Error::Read { source }) => Err(Skipped {
                place: Place { file: Arc::clone(&self.file), at: At::Whole },
                url: None,
                reason: SkipReason::Unreadable { why: source.to_string() },
            }),
            Err(Error::Damaged { offset, reason }) => Err(Skipped {
                place: Place { file: Arc::clone(&self.file), at: At::Byte(offset) },
                url: None,
                reason: SkipReason::Damaged { how: format!("damaged record: {reason}") },
            }),
        })
    }
}
