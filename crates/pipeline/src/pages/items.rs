//! The items of all files, one after another.

use std::{fs::File, io::Seek as _, sync::Arc};

use formats::{At, Place, SkipReason, Skipped};

use super::{
    account::Reads,
    item::Item,
    kept::FirstItems,
    page_file::{Opened, PageFile},
    read_options::ReadOptions,
};

/// All items of all inputs, one after another.
pub struct Items<'a> {
    files: std::iter::Enumerate<std::slice::Iter<'a, PageFile>>,
    /// Items that were kept, and need not be read again.
    kept: FirstItems,
    options: &'a ReadOptions,
    current: Option<Current<'a>>,
    /// The lengths in bytes of all files before the current one, and of the current one.
    n_before: u64,
    n_current: u64,
}

/// The source that is being read.
struct Current<'a> {
    source: &'a PageFile,
    /// Its number.
    nth: usize,
    /// What follows the items that were kept of it; none if these are all.
    opened: Option<Opened>,
    reads: Reads,
    n_given: u64,
    n_kept: u64,
}

impl Current<'_> {
    /// Returns roughly how many of the `length` bytes of the source the items so far take.
    fn position(&mut self, length: u64) -> u64 {
        let Some(opened) = &mut self.opened else {
            let position = u128::from(length) * u128::from(self.n_given) / u128::from(self.n_kept.max(1));
            return u64::try_from(position).unwrap_or(length);
        };
        let file = opened.position.as_mut();
        file.and_then(|file: &mut File| file.stream_position().ok()).unwrap_or(0)
    }
}

impl<'a> Items<'a> {
    pub(super) fn new(files: &'a [PageFile], kept: FirstItems, options: &'a ReadOptions) -> Items<'a> {
        Items { files: files.iter().enumerate(), kept, options, current: None, n_before: 0, n_current: 0 }
    }

    /// Returns roughly how many bytes of the inputs have been read.
    pub fn position(&mut self) -> u64 {
        // The position of a file can be past the length that it had before, if somebody appends to it. So it is
        // clamped, and progress stays below 100 %.
        let position = self.current.as_mut().map_or(0, |current| current.position(self.n_current));
        self.n_before + position.min(self.n_current)
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(current) = &mut self.current {
                let is_kept = self.kept.items.front().is_some_and(|item| item.source == current.nth);
                let kept = if is_kept { self.kept.items.pop_front() } else { None };
                if let Some(item) = kept.or_else(|| current.opened.as_mut()?.items.next()) {
                    // Counted before pages are left out, because what is compared is what could be read.
                    current.reads.add(&item, current.source.name());
                    current.n_given += 1;
                    return Some(wanted(item, self.options));
                }
                let reads = std::mem::take(&mut current.reads);
                current.source.close(reads);
                self.current = None;
            }
            self.n_before += self.n_current;
            let (nth, source) = self.files.next()?;
            self.n_current = source.length();
            let n_kept = self.kept.items.partition_point(|item| item.source <= nth);
            let opened = (nth >= self.kept.n_whole).then(|| {
                let opened = source.open(nth, self.options, n_kept);
                // One input that cannot be opened is reported, and the others are still read.
                opened.unwrap_or_else(|why| Opened::failed(nth, source, why))
            });
            let (reads, n_kept) = (Reads::default(), n_kept as u64);
            self.current = Some(Current { source, nth, opened, reads, n_given: 0, n_kept });
        }
    }
}

impl Opened {
    /// Gives a single item that says why the source cannot be read.
    fn failed(nth: usize, source: &PageFile, why: String) -> Opened {
        let skipped = Skipped {
            place: Place { file: Arc::clone(source.name()), at: At::Whole },
            url: None,
            reason: SkipReason::Unreadable { why },
        };
        let item = Item { page: Err(skipped), site: None, listed: None, source: nth };
        Opened { items: Box::new(std::iter::once(item)), position: None }
    }
}

/// Replaces a page that is not wanted by an item that says so.
fn wanted(mut item: Item, options: &ReadOptions) -> Item {
    if let (Ok(page), Some(filter)) = (&item.page, &options.filter)
        && !filter.wants(page.url.as_deref().unwrap_or_default())
    {
        // An item remains in its place: a resumed run counts items to find where it has to begin.
        item.page = Err(Skipped {
            place: page.place.clone(),
            url: page.url.clone(),
            reason: SkipReason::NoPage { what: filter.left_out.clone() },
        });
    }
    item
}

impl std::fmt::Debug for Items<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Items").field("n_before", &self.n_before).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::{fmt::Write as _, fs};

    use formats::Form;

    use super::*;
    use crate::pages::{Backing, Contents, PageFiles};

    /// The items of files are the same, however many of them are kept in memory.
    #[test]
    fn what_is_not_here_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|file| {
            let mut lines = String::new();
            for nth in 0..9 {
                let html = format!("<p>{file} {nth}").repeat(100);
                writeln!(lines, "{{\"html\": \"{html}\"}}\n").unwrap();
            }
            lines.push_str("no page\n");
            let path = folder.path().join(format!("{file}.jsonl"));
            fs::write(&path, lines).unwrap();
            path
        });
        for memory in (0..64 << 10).step_by(1 << 10) {
            let options = ReadOptions { memory, ..ReadOptions::default() };
            let mut files = PageFiles::default();
            for path in &paths {
                let name = path.display().to_string().into();
                files.push(PageFile::new(name, Backing::Path(path.clone()), Contents::Many(Form::Jsonl), true));
            }
            let shown = |item: &Item| match &item.page {
                Ok(page) => format!("{} {}", page.place, page.bytes.len()),
                Err(skipped) => skipped.to_string(),
            };
            let mut read = Vec::new();
            for item in files.items(&options) {
                read.push(shown(&item));
                files.keep(vec![item], &options);
            }
            files.keep_all();
            let again: Vec<String> = files.items(&options).map(|item| shown(&item)).collect();
            assert_eq!(again, read, "{memory}");
            assert_eq!(read.len(), 20);
        }
    }

    #[test]
    fn items_that_are_kept_have_a_position() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "{\"html\": \"<p>Rain\"}\n".repeat(4)).unwrap();
        let options = ReadOptions::default();
        let mut files = PageFiles::default();
        files.add(&path).unwrap();
        let read: Vec<Item> = files.items(&options).collect();
        files.keep(read, &options);
        files.keep_all();
        let mut items = files.items(&options);
        let length = files.length();
        let positions: Vec<u64> = std::iter::from_fn(|| items.next().map(|_| items.position())).collect();
        assert_eq!(positions, [length / 4, length / 2, length / 4 * 3, length]);
    }
}
