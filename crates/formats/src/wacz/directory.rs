//! Reads the directory of a ZIP archive without trusting it. Each file is checked to be where the directory says, and
//! to share no bytes with another. Bytes that are in no file of the directory are searched for files that it hides.
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
    gaps::{Taken, gaps},
    local::{self, Local, find_local},
    may_hold_records,
};

/// The marks that the records begin with.
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

/// The lengths of the fixed parts of the records. Set by: the specification of ZIP.
const N_CENTRAL: usize = 46;
const N_END: usize = 22;
const N_END_64: usize = 56;
const N_LOCATOR_64: usize = 20;

/// The maximum number of files of an archive that are read. Files of other kinds only take space in its directory.
/// Chosen: by eye.
pub(super) const MOST_FILES: usize = 100_000;

/// The length of the longest record with sizes that may follow a file. Set by: the specification of ZIP.
const MOST_DESCRIPTOR: u64 = 24;

/// Where the directory is.
struct Place {
    start: u64,
    end: u64,
    n_files: u64,
    /// Whether the number of files is given in 16 bits only.
    is_short: bool,
    /// The number of bytes before the archive; all of its offsets are relative to its beginning.
    base: u64,
    /// The end of the archive, and that of the file.
    archive_end: u64,
    file_end: u64,
}

/// A file in the directory.
struct Listed {
    entry: Entry,
    /// The offset of its header.
    header: u64,
    method: u16,
    has_descriptor: bool,
    /// The end of the bytes that belong to it, or were reported with it, and the number of bytes that a record about
    /// it may take after them.
    end: u64,
    n_described: u64,
}

/// A file in the directory that is not read.
struct Other {
    header: u64,
    length: u64,
    has_descriptor: bool,
}

/// Returns the files that may hold records: those of the directory, then those that it hides.
///
/// # Errors
///
/// Why the directory cannot be read.
pub(super) fn entries(file: &File) -> Result<Vec<Entry>, String> {
    let mut file = file.try_clone().map_err(|error| error.to_string())?;
    read(&mut file).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => "it leads beyond the end of the file".to_owned(),
        _ => error.to_string(),
    })
}

fn read(file: &mut File) -> io::Result<Vec<Entry>> {
    let place = find(file)?;
    let (mut listed, others) = list(file, &place)?;
    for file_listed in &mut listed {
        file_listed.header = header(file, file_listed.header, place.base)?.unwrap_or(file_listed.header);
    }
    let mut taken = Vec::with_capacity(listed.len() + others.len() + 1);
    for other in &others {
        taken.extend(of_other(file, other, place.base)?);
    }
    let headers = listed.iter().map(|listed| listed.header);
    let mut headers: Vec<u64> = headers.chain(taken.iter().map(|taken| taken.start)).collect();
    headers.sort_unstable();
    let end_of = |listed: &Listed| {
        let next = headers.partition_point(|&header| header <= listed.header);
        headers.get(next).copied().unwrap_or(place.start)
    };
    for file_listed in &mut listed {
        let end = end_of(file_listed);
        locate(file, file_listed, end)?;
    }
    refuse_overlaps(&mut listed, place.start);
    for file_listed in &mut listed {
        let end = end_of(file_listed);
        extend(file, file_listed, end)?;
    }
    // The bytes of a file that is refused are named with it.
    let of_listed = listed.iter().map(|listed| Taken {
        start: listed.header,
        end: listed.end.min(place.start),
        n_described: listed.n_described,
    });
    taken.extend(of_listed.filter(|taken| taken.start < taken.end));
    taken.push(Taken { start: place.start, end: place.archive_end, n_described: 0 });
    let mut entries: Vec<Entry> = listed.into_iter().map(|listed| listed.entry).collect();
    for gap in gaps(taken, place.file_end) {
        let is_within = place.base <= gap.start && gap.start < place.archive_end;
        gap.add_hidden(file, is_within, &mut entries)?;
        check_number(entries.len())?;
    }
    Ok(entries)
}

fn check_number(n_files: usize) -> io::Result<()> {
    if n_files > MOST_FILES {
        return Err(damaged(&format!("it has more than {MOST_FILES} WARC files")));
    }
    Ok(())
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
    let archive_end = tail_start + (at + N_END) as u64 + u64::from(end.u16(20));
    let mut place = Place {
        start: u64::from(end.u32(16)),
        end: tail_start + at as u64,
        n_files: u64::from(end.u16(10)),
        is_short: true,
        base: 0,
        archive_end,
        file_end: length,
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
        place = Place { start: found.u64(48), end: at, n_files: found.u64(32), is_short: false, ..place };
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

/// Reads the directory. Returns the files that may hold records, and all others.
fn list(file: &mut File, place: &Place) -> io::Result<(Vec<Listed>, Vec<Other>)> {
    file.seek(SeekFrom::Start(place.start))?;
    let mut input = BufReader::new(file).take(place.end - place.start);
    let (mut files, mut others) = (Vec::new(), Vec::new());
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
        let (flags, method) = (fixed.u16(8), fixed.u16(10));
        let has_descriptor = flags & local::HAS_DESCRIPTOR != 0;
        let name = String::from_utf8_lossy(&variable[..n_name]);
        if !may_hold_records(&name, sizes.packed) {
            others.push(Other { header, length: sizes.packed, has_descriptor });
            continue;
        }
        files.push(Listed {
            header,
            method,
            has_descriptor,
            end: header,
            n_described: 0,
            entry: Entry {
                name: local::shown(&name),
                start: 0,
                length: sizes.packed,
                unpacked: sizes.unpacked,
                sum: Some(fixed.u32(16)),
                packing: Packing::of(flags, method),
                contradiction: None,
                refusal: None,
            },
        });
        check_number(files.len())?;
    }
    let n_files = (files.len() + others.len()) as u64;
    // Archives of more than 65,535 files without the 64-bit record have only the low 16 bits of the number.
    let is_all = if place.is_short { n_files & u64::from(u16::MAX) == place.n_files } else { n_files == place.n_files };
    if !is_all {
        return Err(damaged(&format!("it names {n_files} files and counts {}", place.n_files)));
    }
    Ok((files, others))
}

/// Returns the offset of a file's header, if there is one where it should be.
///
/// Bytes that were put into the archive look like bytes before it, since both move the directory. Files before such
/// bytes have not moved: these are found without `base`.
fn header(file: &mut File, stated: u64, base: u64) -> io::Result<Option<u64>> {
    for at in [stated, stated.saturating_sub(base)] {
        if Local::is_at(file, at)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Returns the bytes of a file that is not read. Returns none if it is not where the directory says, or if its own
/// header has another name, by which it may hold records: then it is not the file that the directory lists.
fn of_other(file: &mut File, other: &Other, base: u64) -> io::Result<Option<Taken>> {
    let Some(start) = header(file, other.header, base)? else {
        return Ok(None);
    };
    let found = local::name_and_start(file, start)?.filter(|(name, _)| !may_hold_records(name, other.length));
    Ok(found.map(|(_, file_start)| Taken {
        start,
        end: file_start.saturating_add(other.length),
        n_described: if other.has_descriptor { MOST_DESCRIPTOR } else { 0 },
    }))
}

/// Reads the header before a file, and records in what it contradicts the directory. The next file, or else the
/// directory, begins at `end`.
fn locate(file: &mut File, listed: &mut Listed, end: u64) -> io::Result<()> {
    let entry = &mut listed.entry;
    let Some(local) = Local::read(file, listed.header, u64::MAX)? else {
        let why = format!("the directory says that it is at byte {}, but it is not", listed.header);
        entry.refusal = Some(why);
        return Ok(());
    };
    entry.start = local.start;
    // With a descriptor the sizes in the header are zero, and contradict nothing.
    let has_sizes = !listed.has_descriptor && !local.has_descriptor();
    if has_sizes && (local.sizes.packed, local.sizes.unpacked) != (entry.length, entry.unpacked) {
        entry.contradiction = Some(format!(
            "the directory says that it has {} bytes, and {} unpacked; its header says {} and {}",
            entry.length, entry.unpacked, local.sizes.packed, local.sizes.unpacked
        ));
        // The longer of the two lengths is taken: bytes too many are not records, and are reported as such.
        let most = end.saturating_sub(entry.start);
        entry.length = local.sizes.packed.max(entry.length).min(most);
        entry.unpacked = local.sizes.unpacked.max(entry.unpacked);
    } else if local.method != listed.method {
        entry.contradiction = Some("its header names another packing than the directory".to_owned());
    }
    listed.end = entry.start.saturating_add(entry.length);
    // A descriptor has two lengths, and its mark may be missing, so the longest one is allowed.
    listed.n_described = if has_sizes { 0 } else { MOST_DESCRIPTOR };
    Ok(())
}

/// Gives a file the bytes after it that are in no file, and reports them. The next file of the directory, or else the
/// directory, begins at `end`.
fn extend(file: &mut File, listed: &mut Listed, end: u64) -> io::Result<()> {
    let Listed { entry, end: own_end, n_described, .. } = listed;
    let is_followed = |end: u64| own_end.saturating_add(*n_described) < end;
    if entry.refusal.is_some() || entry.contradiction.is_some() || !is_followed(end) {
        return Ok(());
    }
    // Another file begins in these bytes if the directory hides it.
    let end = find_local(file, *own_end..end)?.unwrap_or(end);
    if !is_followed(end) {
        return Ok(());
    }
    let n_bytes = end - *own_end;
    entry.contradiction = Some(format!("{n_bytes} bytes follow it that are in no file of the directory"));
    // If something was put into the file, these bytes are its end. Of a compressed file more bytes would be of no use.
    if entry.packing == Packing::Stored {
        entry.length += n_bytes;
        entry.unpacked = entry.unpacked.max(entry.length);
    }
    *own_end = end;
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
        let Listed { entry, header, end: taken_end, .. } = &mut listed[nth];
        if entry.refusal.is_some() {
            continue;
        }
        let own_end = entry.start.saturating_add(entry.length);
        if *header < end {
            entry.refusal = Some(format!("it has bytes in common with {before}, which is read"));
            // It takes nothing: another file may be hidden where it would end.
            *taken_end = *header;
        } else if directory < own_end {
            entry.refusal = Some("it would end behind the beginning of the directory".to_owned());
        } else {
            end = own_end;
            before.clone_from(&entry.name);
        }
    }
}
