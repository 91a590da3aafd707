//! Reads the members of a file as one text, with an error where one is damaged.

use std::{
    fmt,
    io::{self, BufRead, Read},
};

use super::source::{Broken, Source};
use crate::warc::Damage;

/// The error that a member is damaged. The next bytes are the beginning of another member, if one can be found.
#[derive(Debug)]
pub(crate) struct DamagedMember {
    offset: u64,
    reason: Damage,
}

impl DamagedMember {
    pub(super) fn new(offset: u64, reason: Damage) -> DamagedMember {
        DamagedMember { offset, reason }
    }

    pub(super) fn into_parts(self) -> (u64, Damage) {
        (self.offset, self.reason)
    }
}

impl std::error::Error for DamagedMember {}

impl fmt::Display for DamagedMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (offset, reason) = (self.offset, &self.reason);
        write!(f, "what is packed at byte {offset} is damaged: {reason}")
    }
}

/// Converts an error of the input. The input may itself be decompressed (LZ4), and report a damaged member as an
/// error.
pub(super) fn broken_by(error: io::Error) -> Broken {
    let is_damage = error.get_ref().is_some_and(|inner| inner.is::<DamagedMember>());
    // `into_inner` cannot be undone, so the type is tested by reference first.
    let inner = if is_damage {
        error.into_inner()
    } else {
        return Broken::Read(error);
    };
    match inner.and_then(|inner| inner.downcast::<DamagedMember>().ok()) {
        Some(member) => {
            let (offset, reason) = member.into_parts();
            Broken::Member { offset, reason }
        }
        None => Broken::Read(io::Error::other("it is damaged")),
    }
}

/// A possibly compressed file as text.
#[derive(Debug)]
pub(crate) struct Text<R> {
    source: Source<R>,
    /// Whether the next byte begins a line.
    is_at_line: bool,
}

impl<R: Read> Text<R> {
    pub(crate) fn new(source: Source<R>) -> Text<R> {
        Text { source, is_at_line: true }
    }

    /// Returns whether nothing of what was read was compressed.
    pub(crate) fn is_plain(&self) -> bool {
        self.source.is_plain()
    }
}

impl<R: Read> BufRead for Text<R> {
    /// # Errors
    ///
    /// A [`DamagedMember`], after which reading goes on, or those of the input.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            // Four bytes are the longest mark of a compressed member, which can only begin where a line does.
            let n_needed = if self.is_at_line { 4 } else { 1 };
            // Files may have been concatenated, the first ones plain and the later ones compressed.
            let again = match self.source.has(n_needed) {
                Ok(_) if self.is_at_line => self.source.repack(),
                done => done.map(|_| false),
            };
            match again {
                Ok(true) => {}
                Ok(false) => return Ok(self.source.unread()),
                Err(Broken::Read(error)) => return Err(error),
                Err(Broken::Member { offset, reason }) => {
                    // The next member is assumed to begin with a line.
                    self.is_at_line = true;
                    self.source.drop_unread();
                    return Err(io::Error::other(DamagedMember::new(offset, reason)));
                }
            }
        }
    }

    fn consume(&mut self, n: usize) {
        if let Some(last) = n.checked_sub(1) {
            self.is_at_line = self.source.unread().get(last) == Some(&b'\n');
        }
        self.source.consume(n);
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.fill_buf()?.read(buffer)?;
        self.consume(n_read);
        Ok(n_read)
    }
}
