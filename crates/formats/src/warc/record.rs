//! A record of a WARC file.

use std::fmt;

use super::{digest, head::Headers};

/// The kind of a record, by its content.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum RecordKind {
    /// About the file: who wrote it, with what settings.
    Warcinfo,
    /// A server's response, with its protocol's header.
    Response,
    /// A resource itself, without a protocol's header.
    Resource,
    /// The request that the server received.
    Request,
    /// About another record.
    Metadata,
    /// A note that a resource was found again, unchanged.
    Revisit,
    /// A resource in another form: plain text, a cleaned page.
    Conversion,
    /// The rest of a record in another file.
    Continuation,
    /// Anything else, by its name.
    Other(String),
}

impl RecordKind {
    const NAMES: [(&'static str, RecordKind); 8] = [
        ("warcinfo", RecordKind::Warcinfo),
        ("response", RecordKind::Response),
        ("resource", RecordKind::Resource),
        ("request", RecordKind::Request),
        ("metadata", RecordKind::Metadata),
        ("revisit", RecordKind::Revisit),
        ("conversion", RecordKind::Conversion),
        ("continuation", RecordKind::Continuation),
    ];

    /// Returns the name, as in `WARC-Type`.
    pub fn name(&self) -> &str {
        match self {
            RecordKind::Other(name) => name,
            known => RecordKind::NAMES.iter().find(|(_, kind)| kind == known).map_or("", |(name, _)| name),
        }
    }

    fn from_name(name: &str) -> RecordKind {
        let name = name.to_ascii_lowercase();
        let known = RecordKind::NAMES.into_iter().find(|(known, _)| *known == name);
        known.map_or(RecordKind::Other(name), |(_, kind)| kind)
    }
}

impl fmt::Display for RecordKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One record: header and block.
///
/// # Examples
///
/// ```
/// use formats::warc::{RecordKind, WarcRecord};
///
/// let date = "2026-01-31T12:00:00Z";
/// let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Rain";
/// let record = WarcRecord::new(RecordKind::Response, date)
///     .target("https://example.org/")
///     .block("application/http; msgtype=response", block.to_vec());
/// assert_eq!(record.header("content-length"), Some("51"));
/// assert_eq!(record.target_uri(), Some("https://example.org/"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use]
pub struct WarcRecord {
    pub(super) kind: RecordKind,
    pub(super) headers: Headers,
    pub(super) block: Vec<u8>,
    pub(super) length: u64,
    pub(super) offset: u64,
    /// The byte of the file at which a new reader finds this record first, if there is one.
    pub(super) beginning: Option<u64>,
}

impl WarcRecord {
    /// Begins a record of this kind. The date must be in the form
    /// `2026-01-31T12:00:00Z`, in UTC; this crate never reads a clock.
    pub fn new(kind: RecordKind, date: &str) -> WarcRecord {
        let mut headers = Headers::default();
        headers.set("WARC-Type", kind.name());
        headers.set("WARC-Record-ID", "");
        headers.set("WARC-Date", date);
        let mut record = WarcRecord { kind, headers, block: Vec::new(), length: 0, offset: 0, beginning: None };
        record.seal();
        record
    }

    /// Begins the record that comes first in a file and says how the file was
    /// made, as lines of `name: value`.
    pub fn warcinfo(date: &str, fields: &[(&str, &str)]) -> WarcRecord {
        let mut lines = String::new();
        for (name, value) in fields {
            // A line end in a value would begin another field.
            let value = value.replace(['\r', '\n'], " ");
            lines.push_str(&format!("{name}: {value}\r\n"));
        }
        WarcRecord::new(RecordKind::Warcinfo, date).block("application/warc-fields", lines.into_bytes())
    }

    /// Sets the URL that the record is about.
    pub fn target(mut self, uri: &str) -> WarcRecord {
        self.headers.set("WARC-Target-URI", uri);
        self.seal();
        self
    }

    /// Sets the block and its type. In the block of a request or response, the part after the protocol's header gets
    /// a digest of its own.
    pub fn block(mut self, content_type: &str, bytes: Vec<u8>) -> WarcRecord {
        self.headers.set("Content-Type", content_type);
        self.length = bytes.len() as u64;
        self.block = bytes;
        self.seal();
        self
    }

    /// Sets any other field of the header. Fields that are set automatically, such as `WARC-Record-ID`, are
    /// overwritten by later calls of the other methods, so set them last.
    pub fn with(mut self, name: &str, value: &str) -> WarcRecord {
        self.headers.set(name, value);
        self
    }

    /// Computes the fields that depend on other parts of the record.
    fn seal(&mut self) {
        let target = self.headers.get("WARC-Target-URI").unwrap_or("");
        let date = self.headers.get("WARC-Date").unwrap_or("");
        // An id made of the content gives equal files for equal input, which a random one would not.
        let parts = [self.kind.name().as_bytes(), date.as_bytes(), target.as_bytes(), &self.block];
        let id = digest::id(&parts);
        self.headers.set("WARC-Record-ID", &id);
        if !self.block.is_empty() {
            self.headers.set("WARC-Block-Digest", &digest::label(&self.block));
        }
        let is_http =
            self.headers.get("Content-Type").is_some_and(|content_type| content_type.starts_with("application/http"));
        if is_http && matches!(self.kind, RecordKind::Response | RecordKind::Request) {
            let start = super::head::end(&self.block).unwrap_or(self.block.len());
            self.headers.set("WARC-Payload-Digest", &digest::label(&self.block[start..]));
        }
        self.headers.set("Content-Length", &self.block.len().to_string());
    }

    pub(super) fn parsed(headers: Headers, offset: u64) -> WarcRecord {
        let kind = RecordKind::from_name(headers.get("WARC-Type").unwrap_or(""));
        WarcRecord { kind, headers, block: Vec::new(), length: 0, offset, beginning: None }
    }

    /// Returns the kind of the record.
    pub fn kind(&self) -> &RecordKind {
        &self.kind
    }

    /// Returns the header's fields.
    pub fn headers(&self) -> &Headers {
        &self.headers
    }

    /// Returns one field of the header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)
    }

    /// Returns the record's id, with its angle brackets.
    pub fn id(&self) -> Option<&str> {
        self.header("WARC-Record-ID")
    }

    /// Returns when the resource was fetched or made, as the record states it.
    pub fn date(&self) -> Option<&str> {
        self.header("WARC-Date")
    }

    /// Returns the URL that the record is about, without the angle brackets
    /// that some programs put around it.
    pub fn target_uri(&self) -> Option<&str> {
        let uri = self.header("WARC-Target-URI")?;
        Some(uri.trim_start_matches('<').trim_end_matches('>'))
    }

    /// Returns the block; if the record was read, at most the first
    /// [`Reader::max_block`](crate::warc::Reader::max_block) bytes.
    pub fn body(&self) -> &[u8] {
        &self.block
    }

    /// Returns the block, consuming the record.
    pub fn into_body(self) -> Vec<u8> {
        self.block
    }

    /// Returns the length of the whole block.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns whether the block is longer than the reader was allowed to keep.
    pub fn is_cut(&self) -> bool {
        (self.block.len() as u64) < self.length
    }

    /// Returns where in the file a record that was read begins: the byte at which its gzip member or Zstandard frame
    /// begins, so that it can be cut out. If several records share the first member, as in a file that was compressed
    /// as a whole, the first one has that byte, and the others have their byte in the decompressed file.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) fn beginning(&self) -> Option<u64> {
        self.beginning
    }
}
