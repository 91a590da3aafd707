//! Reading a damaged file of pages, and counting what came of it.

use std::{
    collections::BTreeMap,
    io::{Seek as _, Write as _},
};

use anyhow::{Context as _, ensure};
use formats::{At, ReaderOptions};

use super::{change::Damage, files::Whole};

/// What became of the pages of damaged files.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) n_damages: u64,
    /// Pages of which no byte was touched, and those of them that came through as they were.
    pub(super) n_untouched: u64,
    pub(super) n_untouched_whole: u64,
    /// All others, and those of them that came through as they were.
    pub(super) n_touched: u64,
    pub(super) n_touched_whole: u64,
    /// Pages that came with other bytes than were written: nothing but a sum over them could tell.
    pub(super) n_changed: u64,
    pub(super) n_panics: u64,
}

impl Counts {
    pub(super) fn plus(self, other: Counts) -> Counts {
        Counts {
            n_damages: self.n_damages + other.n_damages,
            n_untouched: self.n_untouched + other.n_untouched,
            n_untouched_whole: self.n_untouched_whole + other.n_untouched_whole,
            n_touched: self.n_touched + other.n_touched,
            n_touched_whole: self.n_touched_whole + other.n_touched_whole,
            n_changed: self.n_changed + other.n_changed,
            n_panics: self.n_panics + other.n_panics,
        }
    }
}

/// Damages a file for the `nth` time and reads it.
///
/// # Errors
///
/// If items come out of order, or if an untouched page is lost.
pub(super) fn check(whole: &Whole, nth: u64) -> anyhow::Result<Counts> {
    let (bytes, damage) = whole.damaged(nth);
    let mut counts = Counts { n_damages: 1, ..Counts::default() };
    let found = match formats::catch_panic(|| read(whole, &bytes)) {
        Ok(found) => found.with_context(|| format!("{}, damage {nth}", whole.name))?,
        Err(panic) => {
            eprintln!("{}, damage {nth} ({damage:?}): {panic}", whole.name);
            counts.n_panics = 1;
            BTreeMap::new()
        }
    };
    count(&mut counts, whole, &damage, &found);
    Ok(counts)
}

fn count(counts: &mut Counts, whole: &Whole, damage: &Damage, found: &BTreeMap<String, Vec<u8>>) {
    for page in &whole.pages {
        let is_whole = match found.get(&page.url) {
            Some(html) if *html == page.html.as_bytes() => 1,
            Some(_) => {
                counts.n_changed += 1;
                0
            }
            None => 0,
        };
        if page.needs.iter().any(|bytes| damage.touches(bytes)) {
            counts.n_touched += 1;
            counts.n_touched_whole += is_whole;
        } else {
            counts.n_untouched += 1;
            counts.n_untouched_whole += is_whole;
        }
    }
}

/// Returns the pages by their addresses.
fn read(whole: &Whole, bytes: &[u8]) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let mut file = tempfile::tempfile()?;
    file.write_all(bytes)?;
    file.rewind()?;
    let mut found = BTreeMap::new();
    // A table without its frame is an error that names the file.
    let name = format!("damaged{}", whole.suffix);
    let Ok(pages) = formats::open(file, whole.form, &name, &ReaderOptions::new()) else {
        return Ok(found);
    };
    let mut last = None;
    for item in pages {
        let place = match &item {
            Ok(page) => &page.place,
            Err(skipped) => &skipped.place,
        };
        let at = match place.at {
            At::Byte(at) | At::Line(at) | At::Row(at) => at,
            _ => 0,
        };
        // In the first member of a packed file places are those of unpacked bytes.
        let is_plain = matches!(whole.suffix, ".warc" | ".jsonl" | ".jsonl.gz" | ".jsonl.zst" | ".parquet");
        ensure!(!is_plain || last <= Some(at), "{place} comes behind {last:?}");
        last = Some(at);
        if let Ok(page) = item {
            found.insert(page.url.unwrap_or_default(), page.bytes.to_vec());
        }
    }
    Ok(found)
}

/// Returns what a damage is called, for who wants to see it again.
pub(super) fn described(whole: &Whole, nth: u64) -> String {
    let (_, damage) = whole.damaged(nth);
    format!("{}, damage {nth}: {} {:?}", whole.name, damage.kind, damage.range)
}
