//! Reads the directory of a ZIP archive.
//!
//! The layout is that of APPNOTE.TXT 6.3.10, whose sections are: 4.3.12 the directory, 4.3.14 to 4.3.16 its end.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
};

/// The marks that the records begin with.
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The lengths of the fixed parts of the records. Set by: the specification of ZIP.
const N_CENTRAL: usize = 46;
const N_END: usize = 22;
const N_END_64: u64 = 56;
const N_LOCATOR_64: u64 = 20;

/// The maximum length of a directory, in bytes: that of some 300,000 files. Chosen: by eye.
const MOST_DIRECTORY: u64 = 32 << 20;

/// The maximum length of a file's name in messages, in characters. Chosen: by eye.
pub(super) const MOST_NAME: usize = 1_024;

/// Returns whether the directory can be found, and names a file for which this is true.
pub(super) fn names_any(file: &File, is_meant: impl Fn(&str) -> bool) -> bool {
    let directory = file.try_clone().and_then(|mut file| find(&mut file));
    directory.is_ok_and(|directory| directory.listed().0.iter().any(|one| is_meant(&shown(one.name))))
}

pub(super) fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Reads this number of bytes at an offset.
pub(super) fn read_at(file: &mut File, at: u64, n_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(n_bytes).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < n_bytes { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

/// Returns a little-endian number of `N` bytes in a record, which has that many.
pub(super) fn number<const N: usize>(record: &[u8], at: usize) -> u64 {
    record[at..at + N].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The directory of an archive.
pub(super) struct Directory {
    pub(super) bytes: Vec<u8>,
    pub(super) start: u64,
    /// Where the archive ends.
    pub(super) end: u64,
    /// The number of bytes before the archive. All of its offsets are relative to its beginning.
    pub(super) base: u64,
}

/// Finds the directory by the record at the end of the file.
pub(super) fn find(file: &mut File) -> io::Result<Directory> {
    let length = file.seek(SeekFrom::End(0))?;
    // The record is followed by a comment of at most 65,535 bytes.
    let n_tail = length.min((N_END + usize::from(u16::MAX)) as u64);
    let tail = read_at(file, length - n_tail, n_tail)?;
    // The comment may contain the mark as well: the last mark with room for the comment that it states counts.
    let end_of = |at: usize| tail.get(at..at + N_END).map(|record| at + N_END + number::<2>(record, 20) as usize);
    let is_end = |&at: &usize| end_of(at).is_some_and(|end| end <= tail.len());
    let at = memchr::memmem::rfind_iter(&tail, END).find(is_end).ok_or_else(|| damaged("its end is missing"))?;
    let archive_end = length - n_tail + end_of(at).unwrap_or(tail.len()) as u64;
    let (mut size, mut stated) = (number::<4>(&tail[at..], 12), number::<4>(&tail[at..], 16));
    let mut end = length - n_tail + at as u64;
    // Numbers that do not fit are in a second record, in 64 bits.
    if let Some(locator) = end.checked_sub(N_LOCATOR_64)
        && let bytes = read_at(file, locator, N_LOCATOR_64)?
        && bytes.starts_with(LOCATOR_64)
    {
        // It is where the locator says, or directly before the locator if there are bytes before the archive.
        let places = [Some(number::<8>(&bytes, 8)), locator.checked_sub(N_END_64)].into_iter().flatten();
        let read = |at| read_at(file, at, N_END_64).ok().filter(|record| record.starts_with(END_64)).zip(Some(at));
        let found = { places }.find_map(read).ok_or_else(|| damaged("its end in 64 bits is missing"))?;
        (size, stated, end) = (number::<8>(&found.0, 40), number::<8>(&found.0, 48), found.1);
    }
    // The size is more reliable than the offset, which is off by the bytes before the archive.
    let start = end.checked_sub(size);
    let Some((start, base)) = start.and_then(|start| Some((start, start.checked_sub(stated)?))) else {
        return Err(damaged("it would begin before the file"));
    };
    if size > MOST_DIRECTORY {
        return Err(damaged("it is longer than 32 MiB"));
    }
    Ok(Directory { bytes: read_at(file, start, size)?, start, end: archive_end, base })
}

impl Directory {
    /// Returns its files, with the offsets of their headers in the whole file, and whether nothing else is in it.
    pub(super) fn listed(&self) -> (Vec<Listed<'_>>, bool) {
        let (mut rest, mut all) = (&self.bytes[..], Vec::new());
        while let Some((mut one, after)) = Listed::parse(rest) {
            one.nth = all.len();
            one.sizes.header = one.sizes.header.saturating_add(self.base);
            all.push(one);
            rest = after;
        }
        (all, rest.is_empty())
    }
}

/// The sizes of a file, and the offset of its header.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Sizes {
    pub(super) unpacked: u64,
    pub(super) packed: u64,
    pub(super) header: u64,
}

impl Sizes {
    /// Replaces numbers that do not fit into 32 bits by those in the extra field of number 1.
    pub(super) fn with_extra(mut self, mut extra: &[u8]) -> Sizes {
        while let Some((head, rest)) = extra.split_at_checked(4) {
            let (mut field, rest) = rest.split_at((number::<2>(head, 2) as usize).min(rest.len()));
            extra = rest;
            if number::<2>(head, 0) != 1 {
                continue;
            }
            // The field has only the numbers that are 0xffffffff in the record, in this order.
            for size in [&mut self.unpacked, &mut self.packed, &mut self.header] {
                if *size == u64::from(u32::MAX)
                    && let Some((large, rest)) = field.split_at_checked(8)
                {
                    (*size, field) = (number::<8>(large, 0), rest);
                }
            }
        }
        self
    }
}

/// A file in the directory.
pub(super) struct Listed<'a> {
    /// Its place in the directory.
    pub(super) nth: usize,
    pub(super) name: &'a [u8],
    pub(super) flags: u64,
    pub(super) method: u64,
    pub(super) sum: u32,
    pub(super) sizes: Sizes,
}

impl Listed<'_> {
    /// Parses the first entry of a directory. Returns it with what follows.
    fn parse(directory: &[u8]) -> Option<(Listed<'_>, &[u8])> {
        let (fixed, rest) = directory.split_at_checked(N_CENTRAL).filter(|(fixed, _)| fixed.starts_with(CENTRAL))?;
        let [n_name, n_extra, n_comment] = [28, 30, 32].map(|at| number::<2>(fixed, at) as usize);
        let (name, rest) = rest.split_at_checked(n_name)?;
        let (extra, rest) = rest.split_at_checked(n_extra)?;
        let sizes =
            Sizes { unpacked: number::<4>(fixed, 24), packed: number::<4>(fixed, 20), header: number::<4>(fixed, 42) };
        let listed = Listed {
            nth: 0,
            name,
            flags: number::<2>(fixed, 8),
            method: number::<2>(fixed, 10),
            sum: number::<4>(fixed, 16) as u32,
            sizes: sizes.with_extra(extra),
        };
        Some((listed, rest.get(n_comment..)?))
    }
}

/// Returns as much of a name as messages show. Its end stays, because it tells what the file is.
pub(super) fn shown(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let n_more = name.chars().count().saturating_sub(MOST_NAME);
    name.chars().skip(n_more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_in_the_extra_field() {
        let full = u64::from(u32::MAX);
        let sizes = |unpacked, packed, header| Sizes { unpacked, packed, header };
        let number = |n: u64| n.to_le_bytes().to_vec();
        let both = [vec![1, 0, 16, 0], number(1 << 40), number(1 << 39)].concat();
        let behind = [vec![9, 9, 1, 0, 7], both.clone()].concat();
        for (given, extra, expected) in [
            (sizes(1, 2, 3), &both[..], sizes(1, 2, 3)),
            (sizes(full, 2, full), &both, sizes(1 << 40, 2, 1 << 39)),
            (sizes(full, full, full), &both, sizes(1 << 40, 1 << 39, full)),
            (sizes(full, full, 3), &behind, sizes(1 << 40, 1 << 39, 3)),
            (sizes(full, 2, 3), &both[..9], sizes(full, 2, 3)),
            (sizes(full, 2, 3), &[1, 0, 255, 255], sizes(full, 2, 3)),
        ] {
            assert_eq!(given.with_extra(extra), expected);
        }
    }
}
