//! Keeps pages that pass one has read, so that pass two need not read them again.

use std::{
    collections::VecDeque,
    mem,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use super::item::Item;

/// The first items, as many as there is room for. Each is given once.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    items: VecDeque<Item>,
    /// The sources of which items are kept. It is empty until no more items are added.
    sources: Range<usize>,
    /// Whether the last of these sources has more items than are kept.
    is_cut: bool,
    is_full: bool,
    /// The bytes of the kept items, and those of all items that were read.
    n_bytes: usize,
    n_read: usize,
}

/// If this many times as many bytes were read as are kept, the kept items are dropped. They are so small a part of
/// the input that they save little time, and their memory is needed for other things. Chosen: by eye.
const MOST_READ: usize = 8;

impl Kept {
    /// Adds the items that were read next, as long as all kept items have at most `most` bytes.
    pub(super) fn add(&self, items: Vec<Item>, most: usize) {
        self.locked(|kept| {
            for item in items {
                let n_bytes = size(&item);
                kept.n_read += n_bytes;
                // Only the beginning of the input is kept, so once an item has no room, no later one is kept either.
                if kept.is_full {
                    continue;
                }
                if kept.n_bytes + n_bytes <= most {
                    kept.n_bytes += n_bytes;
                    kept.items.push_back(item);
                    continue;
                }
                kept.is_full = true;
                kept.is_cut = (kept.items.back()).is_some_and(|last| last.source == item.source);
                // All sources before that of this item are complete. Its own source counts only if some of its items
                // are kept.
                kept.sources = 0..item.source + usize::from(kept.is_cut);
            }
            if kept.is_full && MOST_READ * kept.n_bytes <= kept.n_read {
                kept.items = VecDeque::new();
                kept.sources = 0..0;
            }
        });
    }

    /// Notes that everything was read, from `n_sources` sources.
    pub(super) fn end(&self, n_sources: usize) {
        self.locked(|kept| {
            if !kept.is_full {
                kept.is_full = true;
                kept.sources = 0..n_sources;
            }
        });
    }

    /// Takes out the items of the next source if any are kept, and returns whether these are all of its items.
    pub(super) fn take(&self, source: usize) -> Option<(VecDeque<Item>, bool)> {
        self.locked(|kept| {
            if !kept.sources.contains(&source) {
                return None;
            }
            // Given once: a later pass finds that these are gone, and reads the source.
            kept.sources.start = source + 1;
            let is_cut = kept.is_cut && kept.sources.is_empty();
            // Items are added in the order of their sources, so those of this one are at the front.
            let end = kept.items.partition_point(|item| item.source <= source);
            // Drained and not split off: for a folder of many files this is called once for each of them, and must
            // not move the rest.
            Some((kept.items.drain(..end).collect(), !is_cut))
        })
    }

    fn locked<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Returns roughly how many bytes an item takes. The item itself counts, because there may be many small ones. So do
/// the other fields of the input, which may be longer than the page.
fn size(item: &Item) -> usize {
    let of_page = item.page.as_ref().map_or(0, |page| {
        let fields = page.fields.iter().map(|(name, value)| name.len() + value.len());
        page.bytes.len() + fields.sum::<usize>()
    });
    mem::size_of::<Item>() + of_page
}

#[cfg(test)]
mod tests {
    use formats::{At, Page, Place};

    use super::*;

    fn item(source: usize, n_bytes: usize) -> Item {
        let place = Place { file: format!("{source}.jsonl").into(), at: At::Whole };
        Item { page: Ok(Page::new(place, vec![b'x'; n_bytes])), site: None, listed: None, source }
    }

    /// Returns for each source the number of kept items, and whether they are all of it.
    fn taken(kept: &Kept, n_sources: usize) -> Vec<Option<(usize, bool)>> {
        let count = |source| {
            let (items, is_whole) = kept.take(source)?;
            assert!(items.iter().all(|item| item.source == source));
            Some((items.len(), is_whole))
        };
        let taken = (0..n_sources).map(count).collect();
        // The pages of a third pass are read again.
        assert!((0..n_sources).all(|source| kept.take(source).is_none()));
        taken
    }

    #[test]
    fn the_first_items_are_kept() {
        let of = |most: usize| {
            let kept = Kept::default();
            let first = vec![item(0, 10_000), item(0, 10_000), item(2, 10_000)];
            kept.add(first, most);
            kept.add(vec![item(2, 10_000), item(3, 10_000)], most);
            kept.end(5);
            taken(&kept, 5)
        };
        let whole = |n| Some((n, true));
        assert_eq!(of(1 << 20), [whole(2), whole(0), whole(2), whole(1), whole(0)]);
        // The last of these are not kept, nor is what comes after them.
        assert_eq!(of(45_000), [whole(2), whole(0), whole(2), None, None]);
        let cut = Some((1, false));
        assert_eq!(of(35_000), [whole(2), whole(0), cut, None, None]);
        assert_eq!(of(25_000), [whole(2), whole(0), None, None, None]);
        assert_eq!(of(15_000), [cut, None, None, None, None]);
        assert_eq!(of(0), [None; 5]);
    }

    #[test]
    fn little_of_much_is_given_up() {
        let of = |n_items: usize| {
            let kept = Kept::default();
            for _ in 0..n_items {
                kept.add(vec![item(0, 10_000)], 25_000);
            }
            kept.end(1);
            taken(&kept, 1)
        };
        assert_eq!(of(2 * MOST_READ - 1), [Some((2, false))]);
        assert_eq!(of(2 * MOST_READ), [None]);
    }

    #[test]
    fn fields_count() {
        let mut item = item(0, 0);
        let plain = size(&item);
        let page = item.page.as_mut().unwrap();
        page.fields.set("note", "x".repeat(10_000));
        assert!(plain + 10_000 < size(&item));
    }

    #[test]
    fn nothing_is_kept_that_was_not_added() {
        assert_eq!(taken(&Kept::default(), 2), [None, None]);
    }
}
