//! Items in batches; the next one is read while one is worked on.

use super::{item::Item, items::Items};
use crate::terminal::Progress;

/// How much is in memory at once. It is the same for any number of threads: if
/// an output is packed, each batch is a member of its own.
const MOST: Size = Size {
    pages: 256,
    bytes: 16 << 20,
};
/// While the first batch is read there is nothing to work on yet, so it is small.
const FIRST: Size = Size {
    pages: MOST.pages / GROWTH,
    bytes: MOST.bytes / GROWTH,
};
const GROWTH: usize = 16;

/// A batch ends when it has so much.
#[derive(Clone, Copy)]
struct Size {
    pages: usize,
    bytes: usize,
}

/// A stream of batches.
pub(crate) struct Batches<'a> {
    items: Items<'a>,
    ready: Option<Vec<Item>>,
    position: u64,
    size: Size,
}

impl<'a> Batches<'a> {
    pub(crate) fn new(mut items: Items<'a>) -> Batches<'a> {
        let ready = read(&mut items, FIRST);
        let position = items.position();
        Batches {
            items,
            ready,
            position,
            size: FIRST,
        }
    }

    /// Works on all batches, in order, and reads the next one meanwhile. `work` may
    /// run in parallel; `take` takes its results one after another, with the batch
    /// and the number of bytes read so far.
    pub(crate) fn each<T: Send>(
        mut self,
        mut work: impl FnMut(&[Item]) -> anyhow::Result<T> + Send,
        mut take: impl FnMut(T, Vec<Item>, u64) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        while let Some(batch) = self.ready.take() {
            self.size = self.size.next();
            let (items, size) = (&mut self.items, self.size);
            let (done, next) = rayon::join(|| work(&batch), || read(items, size));
            self.ready = next;
            take(done?, batch, self.position)?;
            self.position = self.items.position();
        }
        Ok(())
    }
}

/// As [`Batches::each`], and reports its progress. `keep` is given each batch when it is done.
pub(crate) fn each(
    items: Items<'_>,
    progress: &mut Progress,
    work: impl FnMut(&[Item]) -> anyhow::Result<()> + Send,
    mut keep: impl FnMut(Vec<Item>),
) -> anyhow::Result<()> {
    Batches::new(items).each(work, |(), batch, byte| {
        progress.advance(batch.len() as u64, byte);
        keep(batch);
        Ok(())
    })
}

impl Size {
    /// Twice as much, up to the most.
    fn next(self) -> Size {
        Size {
            pages: MOST.pages.min(2 * self.pages),
            bytes: MOST.bytes.min(2 * self.bytes),
        }
    }
}

fn read(items: &mut Items<'_>, size: Size) -> Option<Vec<Item>> {
    let mut batch = Vec::new();
    let mut n_bytes = 0;
    while batch.len() < size.pages && n_bytes < size.bytes {
        let Some(item) = items.next() else {
            break;
        };
        n_bytes += item.page.as_ref().map_or(0, |page| page.bytes.len());
        batch.push(item);
    }
    (!batch.is_empty()).then_some(batch)
}
