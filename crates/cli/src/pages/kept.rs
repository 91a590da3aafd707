//! Pages that pass one has read and pass two need not read again.

use std::{
    collections::VecDeque,
    mem,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use super::item::Item;

/// Items of the first sources, as far as there is room for them.
///
/// A source is here with all of its items or with none, so that the others can be read as always. Each is given once.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    items: VecDeque<Item>,
    /// The sources that are here, once all that can be are.
    sources: Range<usize>,
    n_bytes: usize,
    is_full: bool,
}

impl Kept {
    /// Adds what was read next, unless all that is here would then take more bytes than this.
    pub(super) fn add(&self, items: Vec<Item>, most: usize) {
        self.locked(|kept| {
            if kept.is_full || 0 < kept.sources.end {
                return;
            }
            kept.n_bytes += items.iter().map(size).sum::<usize>();
            if kept.n_bytes <= most {
                kept.items.extend(items);
                return;
            }
            // The source of which only a part has room is read again.
            kept.is_full = true;
            let n_sources = items.first().map_or(0, |item| item.source);
            kept.sources = 0..n_sources;
            let end = kept.items.partition_point(|item| item.source < n_sources);
            kept.items.truncate(end);
        });
    }

    /// Says that everything was read, from so many sources.
    pub(super) fn end(&self, n_sources: usize) {
        self.locked(|kept| {
            if !kept.is_full && kept.sources.end == 0 {
                kept.sources = 0..n_sources;
            }
        });
    }

    /// Takes out the items of the next source if it is here.
    pub(super) fn take(&self, source: usize) -> Option<VecDeque<Item>> {
        self.locked(|kept| {
            if !kept.sources.contains(&source) {
                return None;
            }
            kept.sources.start = source + 1;
            let end = kept.items.partition_point(|item| item.source <= source);
            // Whoever reads a folder of many files takes one at a time: the rest must stay where it is.
            Some(kept.items.drain(..end).collect())
        })
    }

    fn locked<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What an item takes, roughly: there may be many small ones, and what else the input says about a page may be longer than
/// the page.
fn size(item: &Item) -> usize {
    let of_page = item.page.as_ref().map_or(0, |page| {
        let fields = page
            .fields
            .iter()
            .map(|(name, value)| name.len() + value.len());
        page.bytes.len() + fields.sum::<usize>()
    });
    mem::size_of::<Item>() + of_page
}

#[cfg(test)]
mod tests {
    use corpus::{At, Page, Place};

    use super::*;

    fn item(source: usize, n_bytes: usize) -> Item {
        let place = Place {
            file: format!("{source}.jsonl").into(),
            at: At::Whole,
        };
        Item {
            page: Ok(Page::new(place, vec![b'x'; n_bytes])),
            folder: None,
            listed: None,
            source,
        }
    }

    /// The number of items of each source that is here.
    fn taken(kept: &Kept, n_sources: usize) -> Vec<Option<usize>> {
        let count = |source| Some(kept.take(source)?.len());
        let taken = (0..n_sources).map(count).collect();
        // The pages of a third pass are read again.
        assert!((0..n_sources).all(|source| kept.take(source).is_none()));
        taken
    }

    #[test]
    fn sources_are_kept_whole_or_not_at_all() {
        let of = |most: usize| {
            let kept = Kept::default();
            kept.add(
                vec![item(0, 10_000), item(0, 10_000), item(2, 10_000)],
                most,
            );
            kept.add(vec![item(2, 10_000), item(3, 10_000)], most);
            kept.end(5);
            taken(&kept, 5)
        };
        assert_eq!(of(1 << 20), [Some(2), Some(0), Some(2), Some(1), Some(0)]);
        assert_eq!(of(45_000), [Some(2), Some(0), None, None, None]);
        assert_eq!(of(20_000), [None; 5]);
        assert_eq!(of(0), [None; 5]);
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
