//! Reads items in batches. While one batch is worked on, the next one is read, and the results of the previous one
//! are written.

use super::{item::Item, items::Items};

/// The most pages and bytes of a batch. They do not depend on the number of threads, because each batch becomes a
/// member of its own if the output is compressed. Chosen: by eye.
const MOST_PAGES: usize = 256;
const MOST_BYTES: usize = 16 << 20;
/// The pages of the first batch. It is small, because the threads have nothing to do while it is read. Chosen: by eye.
const FIRST_PAGES: usize = 16;
/// The bytes that a batch may have for each page that it may have. Chosen: with a quarter of that, 64 KiB, the first
/// batches of newspapers with 400 KB a page had three pages, and one thread waited for the other. With 256 KiB, 77 such
/// pages take .965 of the time on two threads, and .98 on one.
const BYTES_A_PAGE: usize = 256 << 10;

/// Returns the most pages and bytes of a batch that begins after `n_before` items. They depend on nothing else, so
/// that a run that resumes another one makes the same batches.
fn size(n_before: usize) -> (usize, usize) {
    // As many as all before together, so that sizes double: the threads get work soon, and large batches later.
    let n_pages = n_before.clamp(FIRST_PAGES, MOST_PAGES);
    (n_pages, MOST_BYTES.min(BYTES_A_PAGE * n_pages))
}

/// All items in batches.
#[derive(Debug)]
pub struct Batches<'a> {
    items: Items<'a>,
    ready: Option<Vec<Item>>,
    position: u64,
    /// The number of items before the batch that is ready.
    n_items: usize,
}

impl<'a> Batches<'a> {
    /// Begins after `n_before` items, and reads the first batch.
    #[must_use]
    pub fn new(mut items: Items<'a>, n_before: usize) -> Batches<'a> {
        let ready = read(&mut items, n_before);
        let position = items.position();
        Batches { items, ready, position, n_items: n_before }
    }

    /// Works on all batches in their order. `work` is given a batch, and may use all threads. `take` is given its
    /// result, the batch, and the number of bytes that were read up to its end. It takes the results one after another,
    /// while the next batch is worked on.
    ///
    /// # Errors
    ///
    /// The first one of `work` or `take`, after which no more is read.
    pub fn each<T: Send, E: Send>(
        mut self,
        mut work: impl FnMut(&[Item]) -> Result<T, E> + Send,
        mut take: impl FnMut(T, Vec<Item>, u64) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut done: Option<(T, Vec<Item>, u64)> = None;
        while let Some(batch) = self.ready.take() {
            self.n_items += batch.len();
            let (items, n_before, byte) = (&mut self.items, self.n_items, self.position);
            let beside = || {
                if let Some((made, batch, byte)) = done.take() {
                    take(made, batch, byte)?;
                }
                Ok(read(items, n_before))
            };
            // On a single thread `beside` runs first. So the results of the previous batch are written and dropped
            // before more are made.
            let (next, made) = rayon::join(beside, || work(&batch));
            self.ready = next?;
            done = Some((made?, batch, byte));
            self.position = self.items.position();
        }
        // Results are taken one round late, so those of the last batch are left.
        done.map_or(Ok(()), |(made, batch, byte)| take(made, batch, byte))
    }
}

fn read(items: &mut Items<'_>, n_before: usize) -> Option<Vec<Item>> {
    let (most_pages, most_bytes) = size(n_before);
    let mut batch = Vec::new();
    let mut n_bytes = 0;
    // The item that exceeds the bytes still belongs to the batch, so that even one larger than all of them makes
    // progress.
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
