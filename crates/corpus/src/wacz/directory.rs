//! Reads the directory of a ZIP archive without trusting it. Each file is checked to be where the directory says, and
//! to share no bytes with another.
//!
//! The layout is that of APPNOTE.TXT 6.3.10, whose sections are: 4.3.7 the header before each file, 4.3.12 the
//! directory, 4.3.14 to 4.3.16 its end.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom},
};

use super::{
    Entry, Packing,
    fields::{Fields, Sizes},
};

/// The marks that the records begin with.
const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The lengths of the fixed parts of the records.
const N_LOCAL: usize = 30;
const N_CENTRAL: usize = 46;
const N_END: usize = 22;
const N_END_64: usize = 56;
const N_LOCATOR_64: usize = 20;

/// The maximum number of files of an archive that are read. Files of other kinds only take space in its directory.
const MOST_FILES: usize = 100_000;

/// The maximum length of a file's name in messages.
const MOST_NAME: usize = 1_024;

/// The length of the longest record with sizes that may follow a file.
const MOST_DESCRIPTOR: u64 = 24;

/// A flag: the header before the file has no sizes, and a record after it has them.
const HAS_DESCRIPTOR: u16 = 1 << 3;
const IS_ENCRYPTED: u16 = 1;

/// Where the directory is.
struct Place {
    start: u64,
    end: u64,
    n_files: u64,
    /// Whether the number of files is given in 16 bits only.
    is_short: bool,
    /// The number of bytes before the archive; all of its offsets are relative to its beginning.
    base: u64,
}

/// A file in the directory.
struct Listed {
    entry: Entry,
    /// The offset of its header.
    header: u64,
    method: u16,
    has_descriptor: bool,
}

/// Reads the directory, and returns the files whose names are wanted.
///
/// # Errors
///
/// Why the directory cannot be read.
pub(super) fn entries(file: &File, wanted: impl Fn(&str) -> bool) -> Result<Vec<Entry>, String> {
    let mut file = file.try_clone().map_err(|error| error.to_string())?;
    let place = find(&mut file).map_err(said)?;
    let (mut listed, mut headers) = list(&mut file, &place, wanted).map_err(said)?;
    let (mut moved, mut found) = (Vec::new(), Vec::new());
    for file_listed in &mut listed {
        let stated = file_listed.header;
        file_listed.header = header(&mut file, stated, place.base).map_err(said)?;
        if file_listed.header != stated {
            moved.push(stated);
            found.push(file_listed.header);
        }
    }
    // Headers that are elsewhere than stated are replaced by where they were found, so that the end of each file is
    // right.
    moved.sort_unstable();
    headers.retain(|header| moved.binary_search(header).is_err());
    headers.extend(found);
    headers.sort_unstable();
    for file_listed in &mut listed {
        let next = headers.partition_point(|&header| header <= file_listed.header);
        let end = headers.get(next).copied().unwrap_or(place.start);
        locate(&mut file, file_listed, end).map_err(said)?;
    }
    refuse_overlaps(&mut listed, place.start);
    Ok(listed.into_iter().map(|listed| listed.entry).collect())
}

fn said(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "it leads beyond the end of the file".to_owned(),
        _ => error.to_string(),
    }
}

fn damaged(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Reads a record of a known length at an offset.
fn record<const N: usize>(file: &mut File, at: u64) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Finds the directory by the record at the end of the file.
fn find(file: &mut File) -> io::Result<Place> {
    let length = file.seek(SeekFrom::End(0))?;
    // The record is followed by a comment of at most 65,535 bytes.
    let n_tail = length.min((N_END + usize::from(u16::MAX)) as u64);
    let tail_start = length - n_tail;
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(tail_start))?;
    file.take(n_tail).read_to_end(&mut tail)?;
    let is_end = |&at: &usize| {
        // A comment follows, which may contain the mark as well. The last mark after which there is room for the
        // stated comment counts.
        let record = tail.get(at..at + N_END);
        record.is_some_and(|record| at + N_END + usize::from(Fields(record).u16(20)) <= tail.len())
    };
    let at = memchr::memmem::rfind_iter(&tail, END).find(is_end);
    let at = at.ok_or_else(|| damaged("its end is missing"))?;
    let end = Fields(&tail[at..at + N_END]);
    let mut place = Place {
        start: u64::from(end.u32(16)),
        end: tail_start + at as u64,
        n_files: u64::from(end.u16(10)),
        is_short: true,
        base: 0,
    };
    let mut size = u64::from(end.u32(12));
    // Numbers that do not fit are all ones; then a second record has them in 64 bits.
    let is_full = place.n_files == u64::from(u16::MAX) || [size, place.start].contains(&u64::from(u32::MAX));
    if let Some(locator) = place.end.checked_sub(N_LOCATOR_64 as u64).filter(|_| is_full)
        && let locator = record::<N_LOCATOR_64>(file, locator)?
        && locator.starts_with(LOCATOR_64)
    {
        // The record is at the stated offset, or directly before its locator if there are bytes before the archive.
        let stated = Fields(&locator).u64(8);
        let beside = (place.end - N_LOCATOR_64 as u64).checked_sub(N_END_64 as u64);
        let found = [Some(stated), beside].into_iter().flatten().find_map(|at| {
            let found = record::<N_END_64>(file, at).ok()?;
            found.starts_with(END_64).then_some((at, found))
        });
        let (at, found) = found.ok_or_else(|| damaged("its end in 64 bits is missing"))?;
        let found = Fields(&found);
        size = found.u64(40);
        place = Place { start: found.u64(48), end: at, n_files: found.u64(32), is_short: false, base: 0 };
    }
    // The directory ends where its end record begins. Its size is more reliable than its offset, which is off by the
    // bytes before the archive.
    let start = place.end.checked_sub(size);
    let base = start.and_then(|start| start.checked_sub(place.start));
    let (Some(start), Some(base)) = (start, base) else {
        return Err(damaged("it would begin before the file"));
    };
    Ok(Place { start, base, ..place })
}

/// Reads the directory. Returns the files that are wanted, and the offsets of the headers of all files.
fn list(file: &mut File, place: &Place, wanted: impl Fn(&str) -> bool) -> io::Result<(Vec<Listed>, Vec<u64>)> {
    file.seek(SeekFrom::Start(place.start))?;
    let mut input = BufReader::new(file).take(place.end - place.start);
    let (mut files, mut headers) = (Vec::new(), Vec::new());
    let mut variable = Vec::new();
    while input.limit() != 0 {
        let mut fixed = [0; N_CENTRAL];
        input.read_exact(&mut fixed)?;
        if !fixed.starts_with(CENTRAL) {
            return Err(damaged("an entry does not begin like one"));
        }
        let fixed = Fields(&fixed);
        let [n_name, n_extra, n_comment] = [28, 30, 32].map(|at| usize::from(fixed.u16(at)));
        // At most three times 65,535 bytes, whatever the entry says.
        variable.resize(n_name + n_extra + n_comment, 0);
        input.read_exact(&mut variable)?;
        let sizes = Sizes {
            unpacked: u64::from(fixed.u32(24)),
            packed: u64::from(fixed.u32(20)),
            header: u64::from(fixed.u32(42)),
        };
        let sizes = sizes.with_extra(&variable[n_name..n_name + n_extra]);
        let header = place.base.saturating_add(sizes.header);
        headers.push(header);
        let name = String::from_utf8_lossy(&variable[..n_name]);
        if !wanted(&name) {
            continue;
        }
        if files.len() == MOST_FILES {
            return Err(damaged(&format!("it names more than {MOST_FILES} WARC files")));
        }
        let (flags, method) = (fixed.u16(8), fixed.u16(10));
        files.push(Listed {
            header,
            method,
            has_descriptor: flags & HAS_DESCRIPTOR != 0,
            entry: Entry {
                name: name.chars().take(MOST_NAME).collect(),
                start: 0,
                length: sizes.packed,
                unpacked: sizes.unpacked,
                sum: fixed.u32(16),
                packing: match method {
                    _ if flags & IS_ENCRYPTED != 0 => Packing::Other,
                    0 => Packing::Stored,
                    8 => Packing::Deflated,
                    _ => Packing::Other,
                },
                contradiction: None,
                refusal: None,
            },
        });
    }
    let n_files = headers.len() as u64;
    // Archives of more than 65,535 files without the 64-bit record have only the low 16 bits of the number.
    let is_all = if place.is_short { n_files & u64::from(u16::MAX) == place.n_files } else { n_files == place.n_files };
    if !is_all {
        return Err(damaged(&format!("it names {n_files} files and counts {}", place.n_files)));
    }
    Ok((files, headers))
}

/// Returns the offset of a file's header.
///
/// Bytes that were put into the archive look like bytes before it, since both move the directory. Files before such
/// bytes have not moved: these are found without `base`.
fn header(file: &mut File, stated: u64, base: u64) -> io::Result<u64> {
    for at in [stated, stated.saturating_sub(base)] {
        match record::<N_LOCAL>(file, at) {
            Ok(fixed) if fixed.starts_with(LOCAL) => return Ok(at),
            // An offset beyond the end of the file is a wrong one; any other error is one of reading.
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
            _ => {}
        }
    }
    Ok(stated)
}

/// Reads the header before a file, and records in what it contradicts the directory. The next file, or else the
/// directory, begins at `end`.
fn locate(file: &mut File, listed: &mut Listed, end: u64) -> io::Result<()> {
    let entry = &mut listed.entry;
    let fixed = match record::<N_LOCAL>(file, listed.header) {
        Ok(fixed) if fixed.starts_with(LOCAL) => fixed,
        Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error),
        _ => {
            let why = format!("the directory says that it is at byte {}, but it is not", listed.header);
            entry.refusal = Some(why);
            return Ok(());
        }
    };
    let fixed = Fields(&fixed);
    let (n_name, n_extra) = (usize::from(fixed.u16(26)), usize::from(fixed.u16(28)));
    let mut variable = Vec::new();
    file.take((n_name + n_extra) as u64).read_to_end(&mut variable)?;
    entry.start = listed.header + (N_LOCAL + n_name + n_extra) as u64;
    let sizes = Sizes { unpacked: u64::from(fixed.u32(22)), packed: u64::from(fixed.u32(18)), header: 0 };
    let sizes = sizes.with_extra(variable.get(n_name..).unwrap_or_default());
    // With a descriptor the sizes in the header are zero, and contradict nothing.
    let has_sizes = !listed.has_descriptor && fixed.u16(6) & HAS_DESCRIPTOR == 0;
    if has_sizes && (sizes.packed, sizes.unpacked) != (entry.length, entry.unpacked) {
        entry.contradiction = Some(format!(
            "the directory says that it has {} bytes, and {} unpacked; its header says {} and {}",
            entry.length, entry.unpacked, sizes.packed, sizes.unpacked
        ));
        // The longer of the two lengths is taken: bytes too many are not records, and are reported as such.
        let most = end.saturating_sub(entry.start);
        entry.length = sizes.packed.max(entry.length).min(most);
        entry.unpacked = sizes.unpacked.max(entry.unpacked);
    } else if fixed.u16(8) != listed.method {
        entry.contradiction = Some("its header names another packing than the directory".to_owned());
    } else if let own_end = entry.start.saturating_add(entry.length)
        // A descriptor has two lengths, and its mark may be missing, so the longest one is allowed.
        && let n_described = if has_sizes { 0 } else { MOST_DESCRIPTOR }
        && own_end.saturating_add(n_described) < end
    {
        let n_bytes = end - own_end;
        entry.contradiction = Some(format!("{n_bytes} bytes follow it that are in no file of the directory"));
        // If something was put into the file, these bytes are its end. Of a compressed file more bytes would be of no
        // use.
        if entry.packing == Packing::Stored {
            entry.length += n_bytes;
            entry.unpacked = entry.unpacked.max(entry.length);
        }
    }
    Ok(())
}

/// Refuses files that extend into the directory, or share bytes with an earlier file. Otherwise few bytes could be
/// read many times.
fn refuse_overlaps(listed: &mut [Listed], directory: u64) {
    let mut order: Vec<usize> = (0..listed.len()).collect();
    // In this order a file can only overlap with those before it, of which the last one that is read ends last.
    order.sort_by_key(|&nth| listed[nth].header);
    let mut end = 0;
    let mut before = String::new();
    for nth in order {
        let Listed { entry, header, .. } = &mut listed[nth];
        if entry.refusal.is_some() {
            continue;
        }
        let own_end = entry.start.saturating_add(entry.length);
        if *header < end {
            entry.refusal = Some(format!("it has bytes in common with {before}, which is read"));
        } else if directory < own_end {
            entry.refusal = Some("it would end behind the beginning of the directory".to_owned());
        } else {
            end = own_end;
            before.clone_from(&entry.name);
        }
    }
}
