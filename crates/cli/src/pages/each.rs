//! One pass over all items, with its progress on the terminal.

use pipeline::{Batches, Item, Items};

use crate::terminal::Progress;

/// Works on all batches as [`Batches::each`] does, and reports the progress. `keep` is given each batch after that.
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
