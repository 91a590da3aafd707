//! The headers before the files of a ZIP archive: APPNOTE.TXT 6.3.10, section 4.3.7.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::Range,
};

use super::fields::{Fields, Sizes};

/// The mark that a header begins with.
const MARK: &[u8] = b"PK\x03\x04";

/// The length of the fixed part. Set by: the specification of ZIP.
const N_FIXED: usize = 30;

/// A flag: the header has no sizes, and a record after the file has them.
pub(super) const HAS_DESCRIPTOR: u16 = 1 << 3;

/// The maximum length of a file's name in messages, in characters, and of one that is not read, in bytes. Chosen: by
/// eye.
const MOST_NAME: usize = 1_024;

/// The numbers of bytes that are read at once to find a header. It begins small, because a hostile archive may consist
/// of headers. Chosen: by eye.
const FIRST_READ: usize = 64;
const MOST_READ: usize = 64 << 10;

/// A header, and where its file begins.
pub(super) struct Local {
    pub(super) name: String,
    pub(super) flags: u16,
    pub(super) method: u16,
    pub(super) sum: u32,
    pub(super) sizes: Sizes,
    pub(super) start: u64,
}

impl Local {
    pub(super) fn is_at(file: &mut File, at: u64) -> io::Result<bool> {
        Ok(read_at(file, at, MARK.len())? == MARK)
    }

    /// Reads the header at an offset. Returns none if there is no whole one before `end`.
    pub(super) fn read(file: &mut File, at: u64, end: u64) -> io::Result<Option<Local>> {
        let Some(Fixed { bytes, n_name, start }) = Fixed::read(file, at)?.filter(|fixed| fixed.start <= end) else {
            return Ok(None);
        };
        let fixed = Fields(&bytes);
        let n_variable = start - at - N_FIXED as u64;
        let mut variable = Vec::new();
        file.take(n_variable).read_to_end(&mut variable)?;
        let Some((name, extra)) = variable.split_at_checked(n_name).filter(|_| variable.len() as u64 == n_variable)
        else {
            return Ok(None);
        };
        let sizes = Sizes { unpacked: u64::from(fixed.u32(22)), packed: u64::from(fixed.u32(18)), header: 0 };
        Ok(Some(Local {
            name: shown(&String::from_utf8_lossy(name)),
            flags: fixed.u16(6),
            method: fixed.u16(8),
            sum: fixed.u32(14),
            sizes: sizes.with_extra(extra),
            start,
        }))
    }

    pub(super) fn has_descriptor(&self) -> bool {
        self.flags & HAS_DESCRIPTOR != 0
    }
}

/// The part of a header that has the same length in all of them.
struct Fixed {
    bytes: Vec<u8>,
    n_name: usize,
    /// Where the file begins.
    start: u64,
}

impl Fixed {
    fn read(file: &mut File, at: u64) -> io::Result<Option<Fixed>> {
        let bytes = read_at(file, at, N_FIXED)?;
        if bytes.len() < N_FIXED || !bytes.starts_with(MARK) {
            return Ok(None);
        }
        let [n_name, n_extra] = [26, 28].map(|field| usize::from(Fields(&bytes).u16(field)));
        Ok(Some(Fixed { bytes, n_name, start: at + (N_FIXED + n_name + n_extra) as u64 }))
    }
}

/// Returns the name in the header at an offset, and where its file begins. Returns none if there is no header, or if
/// its name is longer than [`MOST_NAME`]: many entries of a directory may name the same header.
pub(super) fn name_and_start(file: &mut File, at: u64) -> io::Result<Option<(String, u64)>> {
    let Some(Fixed { n_name, start, .. }) = Fixed::read(file, at)?.filter(|fixed| fixed.n_name <= MOST_NAME) else {
        return Ok(None);
    };
    let mut name = Vec::new();
    file.take(n_name as u64).read_to_end(&mut name)?;
    Ok(Some((String::from_utf8_lossy(&name).into_owned(), start)))
}

/// Returns whether a record of an archive begins at an offset: the header of a file, or what an archive ends with.
pub(super) fn is_record(file: &mut File, at: u64) -> io::Result<bool> {
    let mark = read_at(file, at, MARK.len())?;
    Ok(matches!(mark[..], [b'P', b'K', 1, 2] | [b'P', b'K', 3, 4] | [b'P', b'K', 5, 6] | [b'P', b'K', 6, 6]))
}

/// Returns as much of a name as messages show. Its end stays, because it tells what the file is.
pub(super) fn shown(name: &str) -> String {
    let n_more = name.chars().count().saturating_sub(MOST_NAME);
    name.chars().skip(n_more).collect()
}

/// Returns the offset of the first mark of a header in a range.
///
/// # Complexity
///
/// Linear in the bytes before the mark.
pub(super) fn find_local(file: &mut File, range: Range<u64>) -> io::Result<Option<u64>> {
    let (mut at, mut n_bytes) = (range.start, FIRST_READ);
    while at < range.end {
        let n_left = usize::try_from(range.end - at).unwrap_or(usize::MAX);
        let bytes = read_at(file, at, n_bytes.min(n_left))?;
        if let Some(found) = memchr::memmem::find(&bytes, MARK) {
            return Ok(Some(at + found as u64));
        }
        // The mark may lie across the end of what was read.
        if bytes.len() < n_bytes {
            return Ok(None);
        }
        at += (bytes.len() - (MARK.len() - 1)) as u64;
        n_bytes = (2 * n_bytes).min(MOST_READ);
    }
    Ok(None)
}

/// Reads bytes at an offset; fewer at the end of the file.
fn read_at(file: &mut File, at: u64, n_bytes: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(n_bytes as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
