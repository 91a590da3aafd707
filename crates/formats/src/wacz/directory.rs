//! Reads the directory of a ZIP archive without trusting it: each file must be where the directory says, and each byte
//! in exactly one.
//!
//! The layout is that of APPNOTE.TXT 6.3.10, whose sections are: 4.3.7 the header before each file, 4.3.12 the
//! directory, 4.3.14 to 4.3.16 its end.

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
};

use super::{Entry, Packing, may_hold_records};

/// The marks that the records begin with.
const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The lengths of the fixed parts of the records. Set by: the specification of ZIP.
const N_LOCAL: u64 = 30;
const N_CENTRAL: usize = 46;
const N_END: usize = 22;
const N_END_64: u64 = 56;
const N_LOCATOR_64: u64 = 20;

/// A flag: the header before a file has no sizes, and a record after the file has them. Set by: the specification of
/// ZIP.
const HAS_DESCRIPTOR: u64 = 1 << 3;

/// The length of the longest record with sizes that may follow a file. Set by: the specification of ZIP.
const MOST_DESCRIPTOR: u64 = 24;

/// The maximum length of a directory, in bytes: that of some 300,000 files. Chosen: by eye.
const MOST_DIRECTORY: u64 = 32 << 20;

/// The maximum length of a file's name in messages, in characters. Chosen: by eye.
const MOST_NAME: usize = 1_024;

/// Returns the files that may hold records, in the order of the directory.
///
/// # Errors
///
/// Why the directory cannot be read, or relied on.
pub(super) fn entries(file: &File) -> Result<Vec<Entry>, String> {
    let mut file = file.try_clone().map_err(|error| error.to_string())?;
    read(&mut file).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "it leads beyond the end of the file".to_owned(),
        _ => error.to_string(),
    })
}

fn read(file: &mut File) -> io::Result<Vec<Entry>> {
    let (directory, start) = find(file)?;
    let (mut rest, mut entries, mut extents) = (&directory[..], Vec::new(), Vec::new());
    while !rest.is_empty() {
        let Some((listed, after)) = Listed::parse(rest) else {
            return Err(damaged("an entry does not begin like one"));
        };
        rest = after;
        let (extent, entry) = locate(file, &listed)?;
        extents.push(extent);
        entries.extend(entry);
    }
    // Bytes of two files would be read many times, and those of none would be passed over.
    extents.sort_unstable_by_key(|extent| extent.start);
    extents.push(Extent { start, end: start, n_described: 0 });
    let (mut at, mut n_described) = (0, 0);
    for next in extents {
        if next.start < at {
            return Err(damaged(&format!("the bytes before byte {at} are in two of its files")));
        }
        if at.saturating_add(n_described) < next.start {
            return Err(damaged(&format!("the bytes from byte {at} on are in none of its files")));
        }
        (at, n_described) = (next.end, next.n_described);
    }
    Ok(entries)
}

/// The bytes of a file, from its header on.
struct Extent {
    start: u64,
    end: u64,
    /// The maximum length of the record with sizes that may follow.
    n_described: u64,
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Reads this number of bytes at an offset.
fn read_at(file: &mut File, at: u64, n_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.take(n_bytes).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < n_bytes { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(bytes) }
}

/// Returns a little-endian number of `N` bytes in a record, which has that many.
fn number<const N: usize>(record: &[u8], at: usize) -> u64 {
    record[at..at + N].iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// Returns the directory, and where it begins, by the record at the end of the file.
fn find(file: &mut File) -> io::Result<(Vec<u8>, u64)> {
    let length = file.seek(SeekFrom::End(0))?;
    // The record is followed by a comment of at most 65,535 bytes, which may contain the mark as well.
    let n_tail = length.min((N_END + usize::from(u16::MAX)) as u64);
    let tail = read_at(file, length - n_tail, n_tail)?;
    let is_end = |&at: &usize| {
        let record = tail.get(at..at + N_END);
        record.is_some_and(|record| at + N_END + number::<2>(record, 20) as usize == tail.len())
    };
    let at = memchr::memmem::rfind_iter(&tail, END).find(is_end).ok_or_else(|| damaged("its end is missing"))?;
    let (mut size, mut start) = (number::<4>(&tail[at..], 12), number::<4>(&tail[at..], 16));
    let mut end = length - n_tail + at as u64;
    // Numbers that do not fit are in a second record, in 64 bits.
    if let Some(locator) = end.checked_sub(N_LOCATOR_64)
        && let locator = read_at(file, locator, N_LOCATOR_64)?
        && locator.starts_with(LOCATOR_64)
    {
        end = number::<8>(&locator, 8);
        let record = read_at(file, end, N_END_64)?;
        if !record.starts_with(END_64) {
            return Err(damaged("its end in 64 bits is missing"));
        }
        (size, start) = (number::<8>(&record, 40), number::<8>(&record, 48));
    }
    if start.checked_add(size) != Some(end) {
        return Err(damaged("it is not where its end says"));
    }
    if MOST_DIRECTORY < size {
        return Err(damaged("it is longer than 32 MiB"));
    }
    Ok((read_at(file, start, size)?, start))
}

/// The sizes of a file, and the offset of its header.
#[derive(Debug, Eq, PartialEq)]
struct Sizes {
    unpacked: u64,
    packed: u64,
    header: u64,
}

impl Sizes {
    /// Replaces numbers that do not fit into 32 bits by those in the extra field of number 1.
    fn with_extra(mut self, mut extra: &[u8]) -> Sizes {
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
struct Listed<'a> {
    name: &'a [u8],
    flags: u64,
    method: u64,
    sum: u32,
    sizes: Sizes,
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
            name,
            flags: number::<2>(fixed, 8),
            method: number::<2>(fixed, 10),
            sum: number::<4>(fixed, 16) as u32,
            sizes: sizes.with_extra(extra),
        };
        Some((listed, rest.get(n_comment..)?))
    }
}

/// Finds a file by the header before it. Returns its bytes, and the file itself if it may hold records.
fn locate(file: &mut File, listed: &Listed<'_>) -> io::Result<(Extent, Option<Entry>)> {
    let name = shown(listed.name);
    let header = listed.sizes.header;
    let fixed = read_at(file, header, N_LOCAL)?;
    if !fixed.starts_with(LOCAL) {
        return Err(damaged(&format!("{name} is not at byte {header}")));
    }
    let (n_name, n_extra) = (number::<2>(&fixed, 26), number::<2>(&fixed, 28));
    let variable = read_at(file, header.saturating_add(N_LOCAL), n_name + n_extra)?;
    let (own_name, extra) = variable.split_at(n_name as usize);
    let sizes =
        Sizes { unpacked: number::<4>(&fixed, 22), packed: number::<4>(&fixed, 18), header: listed.sizes.header };
    // With a descriptor the sizes in the header are zero, and contradict nothing.
    let has_sizes = (listed.flags | number::<2>(&fixed, 6)) & HAS_DESCRIPTOR == 0;
    let is_wanted = may_hold_records(&name, listed.sizes.packed);
    if has_sizes && sizes.with_extra(extra) != listed.sizes
        || number::<2>(&fixed, 8) != listed.method
        || may_hold_records(&shown(own_name), listed.sizes.packed) != is_wanted
    {
        return Err(damaged(&format!("the header of {name} says otherwise")));
    }
    let start = header + N_LOCAL + n_name + n_extra;
    let extent = Extent {
        start: header,
        end: start.saturating_add(listed.sizes.packed),
        n_described: if has_sizes { 0 } else { MOST_DESCRIPTOR },
    };
    let is_encrypted = listed.flags & 1 != 0;
    let entry = is_wanted.then_some(Entry {
        name,
        start,
        n_packed: listed.sizes.packed,
        n_unpacked: listed.sizes.unpacked,
        sum: listed.sum,
        packing: match listed.method {
            0 if !is_encrypted => Packing::Stored,
            8 if !is_encrypted => Packing::Deflated,
            _ => Packing::Other,
        },
    });
    Ok((extent, entry))
}

/// Returns as much of a name as messages show. Its end stays, because it tells what the file is.
fn shown(name: &[u8]) -> String {
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
