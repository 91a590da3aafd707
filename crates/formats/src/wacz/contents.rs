//! Finds the files of a ZIP archive without trusting its directory: a file must be where the directory says, and ends where
//! the next one begins. Bytes that are in no file are searched for files that the directory hides.

use std::{
    fs::File,
    io::{self, Seek as _, SeekFrom},
    ops::Range,
};

use super::{
    Entry, MOST_TIMES, Packing,
    directory::{Directory, Listed, MOST_NAME, Sizes, damaged, find, number, read_at, shown},
    may_hold_records,
};

/// The mark that the header before a file begins with: APPNOTE.TXT 6.3.10, section 4.3.7.
const LOCAL: &[u8] = b"PK\x03\x04";

/// The length of the fixed part of the header. Set by: the specification of ZIP.
const N_LOCAL: u64 = 30;

/// A flag: the header before a file has no sizes, and a record after the file has them. Set by: the specification of
/// ZIP.
const HAS_DESCRIPTOR: u64 = 1 << 3;

/// The length of the longest record with sizes that may follow a file. Set by: the specification of ZIP.
const MOST_DESCRIPTOR: u64 = 24;

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
    // An entry that leads into another file must not cut that one short.
    listed.retain_mut(|one| {
        let mut mark = read_at(&mut file, one.sizes.header, LOCAL.len() as u64);
        // Bytes may have been put in behind this file, and not before the archive.
        let unmoved = one.sizes.header.saturating_sub(directory.base);
        if !mark.as_ref().is_ok_and(|mark| mark == LOCAL)
            && let Ok(found) = read_at(&mut file, unmoved, LOCAL.len() as u64)
            && found == LOCAL
        {
            (one.sizes.header, mark) = (unmoved, Ok(found));
        }
        let fault = match &mark {
            Ok(mark) if mark == LOCAL && one.sizes.header < directory.start => return true,
            Ok(_) => &damaged(&format!("{} is not at byte {}", shown(one.name), one.sizes.header)),
            Err(error) => error,
        };
        contents.note(fault);
        false
    });
    listed.sort_by_key(|one| one.sizes.header);
    let n_listed = listed.len();
    listed.dedup_by_key(|one| one.sizes.header);
    if listed.len() < n_listed {
        contents.note(&damaged("two of its files begin at one byte"));
    }
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

/// Where a file was found.
struct Located {
    end: u64,
    /// The maximum length of the record with sizes that may follow.
    n_described: u64,
    /// The file itself, if it may hold records.
    entry: Option<Entry>,
}

/// Finds a file by the header before it. It ends where the `next` one begins, whatever both say. In what else the header
/// contradicts the directory is noted in `contents`.
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
    let n_described = if is_described { MOST_DESCRIPTOR } else { 0 };
    let end = end_of(file, stated.min(next)..next, n_described)?;
    let is_short = end > stated;
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
    Ok(Located { end, n_described, entry })
}

/// Returns the file whose header is at the beginning of a range, and where it ends, if it may hold records and is within
/// the range.
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
    let (sizes, flags) = (sizes.with_extra(extra), number::<2>(&fixed, 6));
    let is_described = flags & HAS_DESCRIPTOR != 0;
    let stated = start.saturating_add(if is_described { 0 } else { sizes.packed });
    let name = shown(name);
    if stated > range.end || !may_hold_records(&name, sizes.packed) {
        return Ok(None);
    }
    let end = end_of(file, stated..range.end, 0)?;
    let n_packed = end - start;
    let is_sure = end == stated && !is_described;
    let entry = Entry {
        name,
        start,
        n_packed,
        n_unpacked: if is_sure { sizes.unpacked } else { n_packed.saturating_mul(MOST_TIMES) },
        sum: is_sure.then_some(number::<4>(&fixed, 14) as u32),
        packing: Packing::of(flags, number::<2>(&fixed, 8)),
    };
    Ok(Some((end, entry)))
}

/// Returns the end of a file that ends where this range begins, if a header or the end of the range follows there. Else it
/// is longer than is stated of it, and ends at the next header.
fn end_of(file: &mut File, range: Range<u64>, n_described: u64) -> io::Result<u64> {
    let next = find_local(file, range.clone())?.unwrap_or(range.end);
    Ok(if next - range.start > n_described { next } else { range.start })
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
        at = (at + bytes.len() as u64).saturating_sub(3).max(at + 1);
    }
    Ok(None)
}
