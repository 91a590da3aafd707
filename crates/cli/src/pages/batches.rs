//! Items in batches. While one is worked on, the next one is read, and what was made of the one before is written.

use super::{item::Item, items::Items};
use crate::terminal::Progress;

/// How much is in memory at once. It is the same for any number of threads: if
/// an output is packed, each batch is a member of its own.
const MOST_PAGES: usize = 256;
const MOST_BYTES: usize = 16 << 20;
/// While the first batch is read there is nothing to work on yet, so it is small.
const FIRST_PAGES: usize = 16;
/// So many bytes may come for each page that a batch may have. With a quarter of that, 64 KiB, newspapers of 400 KB a page
/// came in threes, and one thread waited for the other: 77 of them take .965 of the time on two threads, and .98 on one.
const BYTES_A_PAGE: usize = 256 << 10;

/// Returns how many pages and bytes a batch has that begins after so many items. It depends on nothing else, so that a
/// run that goes on where another one was ended makes the same batches.
fn size(n_before: usize) -> (usize, usize) {
    let n_pages = n_before.clamp(FIRST_PAGES, MOST_PAGES);
    (n_pages, MOST_BYTES.min(BYTES_A_PAGE * n_pages))
}

/// A stream of batches.
pub(crate) struct Batches<'a> {
    items: Items<'a>,
    ready: Option<Vec<Item>>,
    position: u64,
    /// How many items came before those that are ready.
    n_items: usize,
}

impl<'a> Batches<'a> {
    /// Takes what comes after so many items.
    pub(crate) fn new(mut items: Items<'a>, n_before: usize) -> Batches<'a> {
        let ready = read(&mut items, n_before);
        let position = items.position();
        Batches {
            items,
            ready,
            position,
            n_items: n_before,
        }
    }

    /// Works on all batches, in order, each given with the number of bytes read before it. `work` may run in parallel;
    /// `take` takes its results one after another, with the batch and the number of bytes read up to its end. Meanwhile
    /// the next batch is worked on.
    pub(crate) fn each<T: Send>(
        mut self,
        mut work: impl FnMut(&[Item], u64) -> anyhow::Result<T> + Send,
        mut take: impl FnMut(T, Vec<Item>, u64) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        let mut done: Option<(T, Vec<Item>, u64)> = None;
        let mut before = 0;
        while let Some(batch) = self.ready.take() {
            self.n_items += batch.len();
            let (items, n_before, byte) = (&mut self.items, self.n_items, self.position);
            let beside = || {
                if let Some((made, batch, byte)) = done.take() {
                    take(made, batch, byte)?;
                }
                anyhow::Ok(read(items, n_before))
            };
            // In this order, so that on a single thread what was made is gone before more is made.
            let (next, made) = rayon::join(beside, || work(&batch, before));
            self.ready = next?;
            done = Some((made?, batch, byte));
            before = byte;
            self.position = self.items.position();
        }
        done.map_or(Ok(()), |(made, batch, byte)| take(made, batch, byte))
    }
}

/// As [`Batches::each`], and reports its progress. `keep` is given each batch when it is done.
pub(crate) fn each(
    items: Items<'_>,
    progress: &mut Progress,
    work: impl FnMut(&[Item], u64) -> anyhow::Result<()> + Send,
    mut keep: impl FnMut(Vec<Item>) + Send,
) -> anyhow::Result<()> {
    Batches::new(items, 0).each(work, |(), batch, byte| {
        progress.advance(batch.len() as u64, byte);
        keep(batch);
        Ok(())
    })
}

fn read(items: &mut Items<'_>, n_before: usize) -> Option<Vec<Item>> {
    let (most_pages, most_bytes) = size(n_before);
    let mut batch = Vec::new();
    let mut n_bytes = 0;
    while batch.len() < most_pages && n_bytes < most_bytes {
        let Some(item) = items.next() else {
            break;
        };
        n_bytes += item.length();
        batch.push(item);
    }
    (!batch.is_empty()).then_some(batch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_grow_up_to_the_most() {
        let most = (MOST_PAGES, MOST_BYTES);
        assert_eq!(size(0), (16, 4 << 20));
        assert_eq!(size(16), size(0));
        assert_eq!(size(32), (32, 8 << 20));
        assert_eq!(size(128), (128, most.1));
        assert_eq!([size(256), size(1_000_000)], [most, most]);
    }
}
