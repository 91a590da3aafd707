//! Reads records from the decompressed bytes of a file.

use std::{io::Read, ops::Range};

use super::{
    dialect::{self, Dialect, HeaderEnd, MOST_LINE},
    error::{Damage, Error},
    record::WarcRecord,
};
use crate::framing::{self, Broken, ResyncCheck, Source, may_begin_arc};

/// Reads the records of a WARC or ARC file, plain or compressed, which it recognizes by its bytes.
///
/// An iterator of `Result<WarcRecord, Error>`. A damaged record is an [`Error::Damaged`], and the next item is the next
/// record that can be found. Input is read once from front to back, so pipes are fine.
///
/// # Complexity
///
/// Time: linear in the decompressed bytes, whatever they are. After damage, each byte is looked at at most eight
/// times more on average, and 4 MiB besides. When a search has used this up, it skips bytes that were already read,
/// up to 64 KiB at a time.
///
/// Memory: the block of one record up to [`max_block`](Reader::max_block), and some 4 MiB; for Zstandard frames also
/// their window, at most 128 MiB, and a dictionary of at most 16 MiB.
///
/// # Examples
///
/// ```
/// use formats::warc::{Compression, RecordKind, Reader, WarcRecord, Writer};
///
/// let mut writer = Writer::new(Vec::new(), Compression::Gzip);
/// for text in ["one", "two"] {
///     let record = WarcRecord::new(RecordKind::Conversion, "2026-01-31T12:00:00Z")
///         .block("text/plain", text.into());
///     writer.write(&record)?;
/// }
/// let file = writer.into_inner();
/// let bodies: Result<Vec<_>, _> = Reader::new(&file[..])
///     .map(|record| record.map(|record| record.into_body()))
///     .collect();
/// assert_eq!(bodies?, [b"one", b"two"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    /// The dialect of the last record; `None` before the first one, when either is accepted.
    pub(super) dialect: Option<Dialect>,
    max_block: usize,
    /// The position of a damaged record; the next record is searched for after it.
    lost_at: Option<u64>,
    /// An error found after the end of the last record, which was returned first.
    stopped: Option<Stop>,
    /// Positions known to have no line end between them. A search in them need not be repeated.
    no_line_end: Range<u64>,
    is_at_end: bool,
}

/// The maximum length of a header, in bytes. Chosen: by eye.
const MOST_HEADER: usize = 64 << 10;

impl<R: Read> Reader<R> {
    /// The default of [`max_block`](Reader::max_block): 16 MiB. Chosen: by eye.
    pub const DEFAULT_MAX_BLOCK: usize = 16 << 20;

    /// Reads from `input`, which need not be buffered.
    pub fn new(input: R) -> Reader<R> {
        Reader {
            source: Source::new(input, ResyncCheck::Records),
            dialect: None,
            max_block: Reader::<R>::DEFAULT_MAX_BLOCK,
            lost_at: None,
            stopped: None,
            no_line_end: 0..0,
            is_at_end: false,
        }
    }

    /// Sets how many bytes of a block are kept. The rest of a longer one is skipped, and [`WarcRecord::is_cut`] returns
    /// true. Default: [`DEFAULT_MAX_BLOCK`](Reader::DEFAULT_MAX_BLOCK).
    #[must_use]
    pub fn max_block(mut self, bytes: usize) -> Reader<R> {
        self.max_block = bytes;
        self
    }

    /// Sets the maximum number of bytes that the input may decompress to. More end the iteration with an
    /// [`Error::Read`].
    pub(crate) fn most_unpacked(mut self, bytes: u64) -> Reader<R> {
        self.source.set_most_unpacked(bytes);
        self
    }

    fn read(&mut self) -> Result<Option<WarcRecord>, Stop> {
        if let Some(stop) = self.stopped.take() {
            return Err(stop);
        }
        if let Some(lost_at) = self.lost_at.take() {
            self.find_record(lost_at)?;
        }
        // Records end with two line ends, but many programs write fewer or more.
        self.skip_line_ends()?;
        if !self.source.has(1)? {
            return Ok(None);
        }
        // From here on bytes are kept, so that a damaged record can be searched for the beginning of the next one.
        self.source.mark();
        let start = self.source.position();
        let offset = self.source.offset(start);
        let damaged = |reason| Stop::Damaged { start, offset, reason };
        let beginning = self.source.beginning(start);
        self.source.has(FIRST)?;
        // Files may have been concatenated, the first ones plain and the later ones compressed.
        if self.source.repack()? {
            return self.read();
        }
        // `WARC/` and `filedesc:` begin a file of either dialect, and files may have been concatenated. Any other
        // record has the dialect of the record before it.
        self.dialect = Dialect::of(self.source.unread()).or(self.dialect);
        if !self.begins_record()? {
            return Err(damaged(Damage::NotARecord));
        }
        let is_warc = self.source.unread().starts_with(dialect::MARK);
        let dialect = if is_warc { Dialect::Warc } else { Dialect::Arc };
        self.dialect = Some(dialect);
        let n_header = match self.header_length(dialect)? {
            Ok(n_header) => n_header,
            Err(reason) => return Err(damaged(reason)),
        };
        framing::count(n_header);
        let (headers, length) = match dialect::headers(&self.source.unread()[..n_header], dialect) {
            Ok(found) => found,
            Err(reason) => {
                // The header is searched again for another record, which costs time that must be bounded.
                self.source.charge(n_header);
                return Err(damaged(reason));
            }
        };
        self.source.consume(n_header);
        let mut record = WarcRecord::parsed(headers, offset);
        // Whether a line is an ARC header can depend on the records before it, so an ARC record cannot be read again
        // on its own.
        record.beginning = beginning.filter(|_| is_warc);
        record.length = length;
        if let Some(reason) = self.read_block(&mut record)? {
            return Err(damaged(reason));
        }
        self.source.unmark();
        Ok(Some(record))
    }

    /// Returns the length of the header that begins here.
    fn header_length(&mut self, dialect: Dialect) -> Result<Result<usize, Damage>, Stop> {
        let mut end = HeaderEnd::default();
        let damage = loop {
            let unread = self.source.unread();
            // The bytes beyond the limit are not searched, even if the buffer has them: what is a header does not
            // depend on how much happened to be read.
            match end.find(&unread[..unread.len().min(MOST_HEADER)], dialect) {
                Some(Ok(length)) => {
                    framing::count(length);
                    return Ok(Ok(length));
                }
                Some(Err(damage)) => break damage,
                None if MOST_HEADER <= unread.len() => break Damage::HeaderTooLong,
                None => {}
            }
            if !self.source.more()? {
                break Damage::Truncated;
            }
        };
        framing::count(end.n_searched());
        self.source.charge(end.n_searched());
        Ok(Err(damage))
    }

    /// Reads the block, and checks whether it ends where it should. Returns what is wrong with it.
    fn read_block(&mut self, record: &mut WarcRecord) -> Result<Option<Damage>, Stop> {
        let wrong = Damage::WrongLength { stated: record.length };
        let mut n_left = record.length;
        while n_left != 0 {
            if !self.source.has(1)? {
                return Ok(Some(Damage::Truncated));
            }
            // A record that has a compressed member of its own ends with that member. If another record begins at a
            // border of members before the length is reached, the length is wrong.
            if self.source.is_border(self.source.position()) && self.begins_record()? {
                return Ok(Some(wrong));
            }
            // Only up to the next border, so that the loop sees each border.
            let n_before = self.source.before_border();
            let unread = self.source.unread();
            let n_here = n_before.unwrap_or(unread.len());
            let n_taken = usize::try_from(n_left).unwrap_or(usize::MAX).min(n_here);
            // The block never has more bytes than `max_block`, so the difference is not negative.
            let n_kept = (self.max_block - record.block.len()).min(n_taken);
            record.block.extend_from_slice(&unread[..n_kept]);
            self.source.consume(n_taken);
            n_left -= n_taken as u64;
        }
        match self.ends_well(&record.block) {
            Ok(true) => Ok(None),
            Ok(false) => Ok(Some(wrong)),
            // The damaged member is that of this record, typically with a wrong checksum after its last byte.
            Err(Broken::Member { offset, reason }) if offset == record.offset => Err(Stop::Member { offset, reason }),
            // The member that is damaged is the next one, so this record is returned, and the error after it.
            Err(broken) => {
                self.stopped = Some(broken.into());
                Ok(None)
            }
        }
    }

    /// Returns whether the block is followed by its line ends, by a record, or by nothing.
    fn ends_well(&mut self, block: &[u8]) -> Result<bool, Broken> {
        let end = self.source.position();
        self.skip_line_ends()?;
        // Where another member begins, whatever it holds, this record has ended. Damage in that member is not this
        // record's.
        let is_followed =
            !self.source.has(1)? || self.source.is_border(self.source.position()) || self.begins_record()?;
        if is_followed {
            return Ok(true);
        }
        // Both line ends are there. Then what follows them is the next record's damage, unless a wrong length of this
        // one led past the beginning of another record to some empty line.
        Ok(self.dialect == Some(Dialect::Warc)
            && LINE_ENDS <= self.source.position() - end
            && !Dialect::has_version_line(block))
    }

    /// Returns whether the next bytes begin a record.
    fn begins_record(&mut self) -> Result<bool, Broken> {
        self.source.has(FIRST)?;
        let head = self.source.unread();
        if self.dialect != Some(Dialect::Arc) && head.starts_with(dialect::MARK) {
            return Ok(true);
        }
        if self.dialect == Some(Dialect::Warc) || !may_begin_arc(head) {
            return Ok(false);
        }
        let start = self.source.position();
        // After damage, many records may seem to begin on one line. Each of them would search the rest of the line
        // again.
        let mut n_searched =
            if self.no_line_end.contains(&start) { (self.no_line_end.end - start) as usize } else { 0 };
        loop {
            let unread = self.source.unread();
            let head = &unread[..unread.len().min(MOST_LINE)];
            n_searched = n_searched.min(head.len());
            let found = memchr::memchr(b'\n', &head[n_searched..]);
            framing::count(found.unwrap_or(head.len() - n_searched));
            n_searched = found.map_or(head.len(), |at| n_searched + at);
            self.no_line_end = start..start + n_searched as u64;
            if found.is_some() {
                // Only a whole line with a date and a length is a header: a URL alone also begins a line of text.
                return Ok(dialect::arc_headers(&head[..n_searched]).is_some());
            }
            if MOST_LINE <= unread.len() || !self.source.more()? {
                return Ok(false);
            }
        }
    }

    fn skip_line_ends(&mut self) -> Result<(), Broken> {
        while self.source.has(1)? {
            let unread = self.source.unread();
            let n_ends = unread.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let is_all = n_ends == unread.len();
            self.source.consume(n_ends);
            if !is_all {
                break;
            }
        }
        Ok(())
    }

    /// Finds the first record after `lost_at`, or after the first later position whose bytes are still available.
    /// Records are searched for at every byte and not only after line ends, because a record that was cut off may end
    /// anywhere.
    fn find_record(&mut self, lost_at: u64) -> Result<(), Broken> {
        self.source.go_back(lost_at);
        // At `lost_at` itself the same damaged record would be found forever.
        self.source.consume(1);
        self.source.unmark();
        self.source.pass_exhausted()?;
        loop {
            // Fewer bytes than a version line cannot be a record, so the rest of the file is dropped.
            if !self.source.has(VERSION_LINE)? {
                self.source.drop_unread();
                return Ok(());
            }
            if dialect::is_version_line(self.source.unread()) {
                return Ok(());
            }
            let is_warc = self.dialect == Some(Dialect::Warc);
            if !is_warc && self.begins_record()? {
                return Ok(());
            }
            let unread = self.source.unread();
            // In WARC only this byte can begin a record, and `memchr` searches many bytes at once.
            let next = match is_warc {
                true => memchr::memchr(b'W', &unread[1..]),
                // ARC records begin with the scheme of a URL (`dns`, `filedesc`, `ftp`, `http`, `https`, `whois`),
                // those of WARC with `WARC`. The lower-case letters are checked further by
                // `begins_record`.
                false => unread[1..].iter().position(|byte| matches!(byte, b'W' | b'd' | b'f' | b'h' | b'w')),
            };
            let next = next.map_or(unread.len(), |at| at + 1);
            self.source.consume(next);
        }
    }
}

/// The length of what follows a block. Set by: WARC, two line ends of two bytes.
const LINE_ENDS: u64 = 4;

/// The number of bytes that tell whether a record begins, in both dialects, and whether it is compressed. Chosen: by
/// eye.
const FIRST: usize = 10;

/// The length of the shortest version line. Set by: `WARC/1.0` with a one-byte line end.
const VERSION_LINE: usize = 9;

/// Why no record is returned.
#[derive(Debug)]
enum Stop {
    Read(std::io::Error),
    /// A compressed member is damaged.
    Member {
        offset: u64,
        reason: Damage,
    },
    /// The record that begins at `start` is damaged.
    Damaged {
        start: u64,
        offset: u64,
        reason: Damage,
    },
}

impl From<Broken> for Stop {
    fn from(broken: Broken) -> Stop {
        match broken {
            Broken::Read(error) => Stop::Read(error),
            Broken::Member { offset, reason } => Stop::Member { offset, reason },
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<WarcRecord, Error>;

    fn next(&mut self) -> Option<Result<WarcRecord, Error>> {
        if self.is_at_end {
            return None;
        }
        match self.read() {
            Ok(Some(record)) => Some(Ok(record)),
            Ok(None) => {
                self.is_at_end = true;
                None
            }
            Err(Stop::Read(source)) => {
                self.is_at_end = true;
                Some(Err(Error::Read { source }))
            }
            Err(Stop::Member { offset, reason }) => {
                // What was decompressed of the damaged member is only a part of a record. Its rest may not be
                // complete, so it is dropped.
                self.source.drop_unread();
                self.source.unmark();
                Some(Err(Error::Damaged { offset, reason }))
            }
            Err(Stop::Damaged { start, offset, reason }) => {
                self.lost_at = Some(start);
                Some(Err(Error::Damaged { offset, reason }))
            }
        }
    }
}
