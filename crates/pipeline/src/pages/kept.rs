//! Keeps pages that pass one has read, so that pass two need not read them again.

use std::{
    collections::VecDeque,
    mem,
    sync::{Mutex, PoisonError},
};

use super::item::Item;

/// The first items, as many as there is room for, until the next pass takes them.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    first: FirstItems,
    is_full: bool,
    /// The bytes of the kept items, and those of all items that were read.
    n_bytes: usize,
    n_read: usize,
}

/// The first items of all sources.
#[derive(Debug, Default)]
pub(super) struct FirstItems {
    /// In the order of their sources.
    pub(super) items: VecDeque<Item>,
    /// The number of sources of which all items are here. Those of one more may be here in part.
    pub(super) n_whole: usize,
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
                    kept.first.items.push_back(item);
                } else {
                    kept.is_full = true;
                    kept.first.n_whole = item.source;
                }
            }
            if kept.is_full && MOST_READ * kept.n_bytes <= kept.n_read {
                kept.first = FirstItems::default();
            }
        });
    }

    /// Notes that everything was read, from `n_sources` sources.
    pub(super) fn end(&self, n_sources: usize) {
        self.locked(|kept| {
            if !mem::replace(&mut kept.is_full, true) {
                kept.first.n_whole = n_sources;
            }
        });
    }

    /// Takes out what is kept, so that a pass after the next one reads it again.
    pub(super) fn take(&self) -> FirstItems {
        self.locked(|kept| mem::take(&mut kept.first))
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

    /// Returns the number of kept items, and of the sources that are kept whole.
    fn taken(kept: &Kept) -> (usize, usize) {
        let FirstItems { items, n_whole } = kept.take();
        assert!(kept.take().items.is_empty(), "the pages of a third pass are read again");
        (items.len(), n_whole)
    }

    #[test]
    fn the_first_items_are_kept() {
        let of = |most: usize| {
            let kept = Kept::default();
            kept.add([0, 0, 2].map(|source| item(source, 10_000)).into(), most);
            kept.add([2, 3].map(|source| item(source, 10_000)).into(), most);
            kept.end(5);
            taken(&kept)
        };
        assert_eq!(of(1 << 20), (5, 5));
        for (most, expected) in [(45_000, (4, 3)), (35_000, (3, 2)), (25_000, (2, 2)), (15_000, (1, 0)), (0, (0, 0))] {
            assert_eq!(of(most), expected);
        }
        assert_eq!(taken(&Kept::default()), (0, 0));
    }

    #[test]
    fn little_of_much_is_given_up() {
        let of = |n_items: usize| {
            let kept = Kept::default();
            (0..n_items).for_each(|_| kept.add(vec![item(0, 10_000)], 25_000));
            kept.end(1);
            taken(&kept)
        };
        assert_eq!(of(2 * MOST_READ - 1), (2, 0));
        assert_eq!(of(2 * MOST_READ), (0, 0));
    }

    #[test]
    fn fields_count() {
        let mut item = item(0, 0);
        let plain = size(&item);
        item.page.as_mut().unwrap().fields.set("note", "x".repeat(10_000));
        assert!(plain + 10_000 < size(&item));
    }
}
