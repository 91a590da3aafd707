//! Files of pages after damage, as disks and wires do it: a page of which nothing is touched comes through.

use std::{
    collections::BTreeMap,
    io::{Seek as _, Write as _},
    ops::Range,
    sync::LazyLock,
};

use arbitrary::Unstructured;
use formats::ReaderOptions;

use crate::{
    parquet,
    stored::{Stored, stored},
};

/// No damage is longer than this power of two: 1 KiB, twice what a sector of an old disk has.
const LONGEST: u32 = 10;

/// Damages a file of some kind, and reads it.
pub(crate) fn run(data: &[u8]) {
    // Pages longer than a damage, and so many that a reader has to search for the next one.
    static FILES: LazyLock<Vec<Stored>> = LazyLock::new(|| {
        let crawl = sitegen::Crawl::new(19, 3, 12, 4_000).expect("the sizes are allowed");
        let pages = crawl.map(|(_, page)| (page.url().to_owned(), page.html().to_owned()));
        stored(pages).expect("memory does not run out")
    });
    parquet::silence();
    let mut data = Unstructured::new(data);
    let file = &FILES[data.choose_index(FILES.len()).unwrap_or(0)];
    let mut bytes = file.bytes.clone();
    let Ok(damage) = damage(&mut bytes, &mut data) else {
        return;
    };
    let found = read(file, &bytes);
    for page in &file.pages {
        let is_touched = file.around.iter().chain([&page.needs]).any(|bytes| touches(&damage, bytes));
        let is_whole = found.get(&page.url).is_some_and(|html| *html == page.html.as_bytes());
        assert!(is_touched || is_whole, "{}: {} is not among the bytes {damage:?}, and lost", file.name, page.url);
    }
}

/// Returns a file after the damage that some bytes describe.
#[must_use]
pub fn damaged(file: &[u8], data: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    // Too few bytes are as good as zeros.
    let _ = damage(&mut file, &mut Unstructured::new(data));
    file
}

/// Damages a file: bits of some bytes are flipped, bytes cut out, put in, or set to zero. Returns which bytes are not what
/// they were; of an insertion the range is empty, and stands where the new bytes begin.
fn damage(file: &mut Vec<u8>, data: &mut Unstructured<'_>) -> arbitrary::Result<Range<usize>> {
    let kind = data.int_in_range(0..=3)?;
    // Short ones and long ones are equally frequent.
    let length = 1 << data.int_in_range(0..=LONGEST)?;
    let start = data.choose_index(file.len())?;
    let end = (start + length).min(file.len());
    let mask: u8 = data.arbitrary()?;
    match kind {
        0 => file[start..end].iter_mut().for_each(|byte| *byte ^= mask.max(1)),
        1 => drop(file.drain(start..end)),
        2 => {
            file.splice(start..start, (0..length).map(|at| mask.wrapping_mul(at as u8) ^ mask));
            return Ok(start..start);
        }
        _ => file[start..end].fill(0),
    }
    Ok(start..end)
}

/// Whether these bytes are not what they were, or not next to what they were next to.
fn touches(damage: &Range<usize>, bytes: &Range<usize>) -> bool {
    let end = damage.end.max(damage.start + 1);
    bytes.start < end && damage.start < bytes.end
}

/// Returns the pages by their addresses.
fn read(stored: &Stored, bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut file = tempfile::tempfile().expect("there is room for a file");
    file.write_all(bytes).and_then(|()| file.rewind()).expect("there is room for a file");
    let name = format!("damaged{}", stored.suffix);
    // A table without its frame is an error that names the file.
    let pages = formats::open(file, stored.form, &name, &ReaderOptions::new()).into_iter().flatten().flatten();
    pages.map(|page| (page.url.unwrap_or_default(), page.bytes.to_vec())).collect()
}
