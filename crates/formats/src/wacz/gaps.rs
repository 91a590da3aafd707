//! The bytes of an archive that are in no file of its directory, and the files in them.

use std::{fs::File, io, ops::Range};

use super::{
    Entry, MOST_TIMES, Packing,
    local::{self, Local, find_local},
    may_hold_records,
};

/// Bytes that a file or the directory takes.
pub(super) struct Taken {
    pub(super) start: u64,
    pub(super) end: u64,
    /// The number of bytes that a record about the file may take after it.
    pub(super) n_described: u64,
}

/// Bytes that nothing takes.
pub(super) struct Gap {
    pub(super) start: u64,
    end: u64,
    n_described: u64,
}

/// Returns the gaps between what is taken, up to the end of the file.
pub(super) fn gaps(mut taken: Vec<Taken>, file_end: u64) -> Vec<Gap> {
    taken.sort_unstable_by_key(|taken| taken.start);
    taken.push(Taken { start: file_end, end: file_end, n_described: 0 });
    let mut found = Vec::new();
    let (mut at, mut n_described) = (0, 0);
    for next in taken {
        if at < next.start {
            found.push(Gap { start: at, end: next.start, n_described });
        }
        if at <= next.end {
            (at, n_described) = (next.end, next.n_described);
        }
    }
    found
}

impl Gap {
    /// Adds the files in the gap that the directory does not list. `is_within` if the gap is between the beginning and
    /// the end of the archive: then all of its bytes are read. Before and after an archive there may be anything, such
    /// as a program that unpacks it, or another archive; of this only files that may hold records are read.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes of the gap. Each file takes at least the bytes of its header.
    pub(super) fn add_hidden(&self, file: &mut File, is_within: bool, entries: &mut Vec<Entry>) -> io::Result<()> {
        let most = entries.len() + super::directory::MOST_FILES;
        // Bytes from `stray` on are in no file that was found.
        let (mut stray, mut at) = (self.start, self.start);
        while let Some(header) = find_local(file, at..self.end)? {
            let Some(local) = Local::read(file, header, self.end)? else {
                at = header + 1;
                continue;
            };
            let end = self.end_of(file, &local)?;
            if is_within || may_hold_records(&local.name, end - local.start) {
                if is_within {
                    self.add_stray(stray..header, entries);
                }
                entries.push(hidden(local, end));
                if entries.len() > most {
                    return Ok(());
                }
            }
            (stray, at) = (end, end);
        }
        if is_within {
            self.add_stray(stray..self.end, entries);
        }
        Ok(())
    }

    /// Returns the end of a file: by its header, or else where the next one begins.
    ///
    /// Nothing follows a file but another record of an archive, or the end of the gap. If there is something else where
    /// the file should end, it is longer or shorter than its header says, and what is not compressed is read up to the
    /// next header. What is compressed ends by itself.
    fn end_of(&self, file: &mut File, local: &Local) -> io::Result<u64> {
        let stated = local.start.saturating_add(local.sizes.packed);
        let is_stated = stated <= self.end && !local.has_descriptor();
        if is_stated && (stated == self.end || local::is_record(file, stated)?) {
            return Ok(stated);
        }
        let next = find_local(file, local.start..self.end)?.unwrap_or(self.end);
        let is_plain = Packing::of(local.flags, local.method) == Packing::Stored;
        Ok(if is_stated && !is_plain { stated.min(next) } else { next })
    }

    fn add_stray(&self, bytes: Range<u64>, entries: &mut Vec<Entry>) {
        let length = bytes.end - bytes.start;
        let is_described = bytes.start == self.start && length <= self.n_described;
        if length == 0 || is_described {
            return;
        }
        entries.push(Entry {
            name: format!("bytes {} to {}", bytes.start, bytes.end),
            start: bytes.start,
            length,
            unpacked: length,
            sum: None,
            packing: Packing::Stored,
            contradiction: Some("they are in no file of the directory".to_owned()),
            refusal: None,
        });
    }
}

/// Returns what is known of a file by its header alone.
fn hidden(local: Local, end: u64) -> Entry {
    let length = end - local.start;
    let is_sure = !local.has_descriptor() && length == local.sizes.packed;
    Entry {
        packing: Packing::of(local.flags, local.method),
        name: local.name,
        start: local.start,
        length,
        unpacked: if is_sure { local.sizes.unpacked } else { length.saturating_mul(MOST_TIMES) },
        sum: is_sure.then_some(local.sum),
        contradiction: Some("the directory of the archive does not list it".to_owned()),
        refusal: None,
    }
}
