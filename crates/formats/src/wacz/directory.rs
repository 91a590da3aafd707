//! Reads the directory of a ZIP archive without trusting it: a file must be where the directory says, and ends where the
//! next one begins. Bytes that are in no file are searched for files that the directory hides.
//!
//! The layout is that of APPNOTE.TXT 6.3.10, whose sections are: 4.3.7 the header before each file, 4.3.12 the
//! directory, 4.3.14 to 4.3.16 its end.

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
    ops::Range,
};

use super::{Entry, MOST_TIMES, Packing, may_hold_records};

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

/// The number of bytes that are searched for a header at once. Chosen: by eye; hostile archives consist of headers, each of
/// which is searched from anew.
const PIECE: u64 = 4 << 10;

/// What an archive holds that may be records.
#[derive(Default)]
pub(super) struct Contents {
    /// Those of the directory in its order, then those that it hides.
    pub(super) entries: Vec<Entry>,
    /// What is wrong with the directory, if anything is.
    pub(super) fault: Option<String>,
}

/// Returns what may hold records. What the directory does not name, or names wrongly, is sought in the bytes that are in
/// none of its files; each byte is in at most one entry.
///
/// # Complexity
///
/// Linear in the bytes of the archive.
///
/// # Errors
///
/// The file cannot be read.
pub(super) fn contents(file: &File) -> io::Result<Contents> {
    let mut file = file.try_clone()?;
    let length = file.seek(SeekFrom::End(0))?;
    let mut contents = Contents::default();
    let directory = find(&mut file).unwrap_or_else(|error| {
        contents.note(&error);
        Directory { bytes: Vec::new(), start: length, end: length, base: 0 }
    });
    let (mut listed, is_whole) = directory.listed();
    if !is_whole {
        contents.note(&damaged("an entry does not begin like one"));
    }
    listed.sort_by_key(|one| one.sizes.header);
    let n_listed = listed.len();
    listed.dedup_by_key(|one| one.sizes.header);
    if listed.len() < n_listed {
        contents.note(&damaged("two of its files begin at one byte"));
    }
    // An entry that leads into another file must not cut that one short.
    listed.retain(|one| {
        let mark = read_at(&mut file, one.sizes.header, LOCAL.len() as u64);
        let fault = match &mark {
            Ok(mark) if mark == LOCAL => return true,
            Ok(_) => &damaged(&format!("{} is not at byte {}", shown(one.name), one.sizes.header)),
            Err(error) => error,
        };
        contents.note(fault);
        false
    });
    let mut named = Vec::new();
    // Where the bytes that are in no file begin, and how many of them a record about the file before may take.
    let (mut at, mut n_described) = (0, 0);
    for (nth, one) in listed.iter().enumerate() {
        let next = listed.get(nth + 1).map_or(directory.start, |next| next.sizes.header);
        match locate(&mut file, one, next, &mut contents) {
            Ok(found) => {
                contents.seek(&mut file, at..one.sizes.header, n_described)?;
                (at, n_described) = (found.end, found.n_described);
                named.extend(found.entry.map(|entry| (one.nth, entry)));
            }
            Err(error) => contents.note(&error),
        }
    }
    contents.seek(&mut file, at..directory.start, n_described)?;
    contents.seek(&mut file, directory.end..length, 0)?;
    named.sort_by_key(|&(nth, _)| nth);
    contents.entries.splice(..0, named.into_iter().map(|(_, entry)| entry));
    Ok(contents)
}

/// Returns whether the directory can be found, and names a file for which this is true.
pub(super) fn names_any(file: &File, is_meant: impl Fn(&str) -> bool) -> bool {
    let directory = file.try_clone().and_then(|mut file| find(&mut file));
    directory.is_ok_and(|directory| directory.listed().0.iter().any(|one| is_meant(&shown(one.name))))
}

impl Contents {
    /// Keeps the first error.
    fn note(&mut self, error: &io::Error) {
        self.fault.get_or_insert_with(|| match error.kind() {
            io::ErrorKind::UnexpectedEof => "it leads beyond the end of the file".to_owned(),
            _ => error.to_string(),
        });
    }

    /// Adds what bytes hold that are in no file of the directory: files by their headers, and what is between them as it
    /// is.
    fn seek(&mut self, file: &mut File, bytes: Range<u64>, n_described: u64) -> io::Result<()> {
        if bytes.end <= bytes.start.saturating_add(n_described) {
            return Ok(());
        }
        self.note(&damaged(&format!("bytes {} to {} are in none of its files", bytes.start, bytes.end)));
        let (mut start, mut from) = (bytes.start, bytes.start);
        while let Some(header) = find_local(file, from..bytes.end)? {
            from = header + 1;
            if let Some((end, entry)) = unlisted(file, header..bytes.end)? {
                self.add_bytes(start..header);
                self.entries.push(entry);
                (start, from) = (end, end);
            }
        }
        self.add_bytes(start..bytes.end);
        Ok(())
    }

    fn add_bytes(&mut self, bytes: Range<u64>) {
        let length = bytes.end - bytes.start;
        if length > 0 {
            self.entries.push(Entry {
                name: format!("bytes {} to {}", bytes.start, bytes.end),
                start: bytes.start,
                n_packed: length,
                n_unpacked: length,
                sum: None,
                packing: Packing::Stored,
            });
        }
    }
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

/// The directory of an archive.
struct Directory {
    bytes: Vec<u8>,
    start: u64,
    /// Where the archive ends.
    end: u64,
    /// The number of bytes before the archive. All of its offsets are relative to its beginning.
    base: u64,
}

/// Finds the directory by the record at the end of the file.
fn find(file: &mut File) -> io::Result<Directory> {
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
    fn listed(&self) -> (Vec<Listed<'_>>, bool) {
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
    /// Its place in the directory.
    nth: usize,
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

/// Where a file was found.
struct Located {
    end: u64,
    /// The maximum length of the record with sizes that may follow.
    n_described: u64,
    /// The file itself, if it may hold records.
    entry: Option<Entry>,
}

/// Finds a file by the header before it. It ends where the `next` one begins, whatever both say. In what else the header
/// contradicts the directory is noted in `contents`: then the longer of two lengths counts, or, if the header has no length,
/// the bytes up to the next header.
///
/// # Errors
///
/// The header leads into the next file.
fn locate(file: &mut File, listed: &Listed<'_>, next: u64, contents: &mut Contents) -> io::Result<Located> {
    let name = shown(listed.name);
    let header = listed.sizes.header;
    let fixed = read_at(file, header, N_LOCAL)?;
    let n_variable = number::<2>(&fixed, 26) + number::<2>(&fixed, 28);
    // Headers that overlap are not read: each would be read again and again.
    let start = header.checked_add(N_LOCAL + n_variable).filter(|&start| start <= next);
    let start = start.ok_or_else(|| damaged(&format!("the header of {name} leads behind byte {next}")))?;
    let variable = read_at(file, header + N_LOCAL, n_variable)?;
    let (own_name, extra) = variable.split_at(number::<2>(&fixed, 26) as usize);
    let own = Sizes { unpacked: number::<4>(&fixed, 22), packed: number::<4>(&fixed, 18), header };
    let own = own.with_extra(extra);
    // With a descriptor the sizes in the header are zero, and contradict nothing.
    let is_described = (listed.flags | number::<2>(&fixed, 6)) & HAS_DESCRIPTOR != 0;
    let is_wanted = may_hold_records(&name, listed.sizes.packed);
    let stated = start.saturating_add(listed.sizes.packed.max(own.packed));
    let mut end = stated.min(next);
    let is_short = is_described && {
        let found = find_local(file, end..next)?.unwrap_or(next);
        let is_short = found - end > MOST_DESCRIPTOR;
        end = if is_short { found } else { end };
        is_short
    };
    let is_contradicted = is_short
        || stated > next
        || !is_described && own != listed.sizes
        || number::<2>(&fixed, 8) != listed.method
        || may_hold_records(&shown(own_name), listed.sizes.packed) != is_wanted;
    if is_contradicted {
        contents.note(&damaged(&format!("{name} does not fit its header or the next file")));
    }
    let n_packed = end - start;
    let entry = (is_wanted || is_contradicted).then(|| Entry {
        name,
        start,
        n_packed,
        n_unpacked: if is_contradicted { n_packed.saturating_mul(MOST_TIMES) } else { listed.sizes.unpacked },
        sum: (!is_contradicted).then_some(listed.sum),
        packing: Packing::of(listed.flags, listed.method),
    });
    Ok(Located { end, n_described: if is_described { MOST_DESCRIPTOR } else { 0 }, entry })
}

/// Returns the file whose header is at the beginning of a range, and where it ends, if it may hold records and is within
/// the range. If its header has no sizes, it ends where the next header begins.
fn unlisted(file: &mut File, range: Range<u64>) -> io::Result<Option<(u64, Entry)>> {
    let Ok(fixed) = read_at(file, range.start, N_LOCAL) else {
        return Ok(None);
    };
    let (n_name, n_extra) = (number::<2>(&fixed, 26), number::<2>(&fixed, 28));
    let start = range.start + N_LOCAL + n_name + n_extra;
    if n_name.max(n_extra) > MOST_NAME as u64 || start > range.end {
        return Ok(None);
    }
    let variable = read_at(file, range.start + N_LOCAL, n_name + n_extra)?;
    let (name, extra) = variable.split_at(n_name as usize);
    let sizes = Sizes { unpacked: number::<4>(&fixed, 22), packed: number::<4>(&fixed, 18), header: 0 };
    let (mut sizes, flags) = (sizes.with_extra(extra), number::<2>(&fixed, 6));
    let mut sum = Some(number::<4>(&fixed, 14) as u32);
    if flags & HAS_DESCRIPTOR != 0 {
        sizes.packed = find_local(file, start..range.end)?.unwrap_or(range.end) - start;
        (sizes.unpacked, sum) = (sizes.packed.saturating_mul(MOST_TIMES), None);
    }
    let end = start.saturating_add(sizes.packed);
    let name = shown(name);
    let is_file = end <= range.end && may_hold_records(&name, sizes.packed);
    let packing = Packing::of(flags, number::<2>(&fixed, 8));
    let entry = Entry { name, start, n_packed: sizes.packed, n_unpacked: sizes.unpacked, sum, packing };
    Ok(is_file.then_some((end, entry)))
}

/// Returns the offset of the first mark of a header in a range.
fn find_local(file: &mut File, range: Range<u64>) -> io::Result<Option<u64>> {
    let mut at = range.start;
    while at < range.end {
        let bytes = read_at(file, at, (range.end - at).min(PIECE))?;
        if let Some(found) = memchr::memmem::find(&bytes, LOCAL) {
            return Ok(Some(at + found as u64));
        }
        // A mark may lie across the end of what was read.
        at = (at + bytes.len() as u64 - 3).max(at + 1);
    }
    Ok(None)
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
