//! One pass over all items, with its progress on the terminal.

use demold::Site;
use pipeline::{Batches, Grouping, Item, PageFiles, ReadOptions, input};
use rayon::prelude::*;

use crate::{options::Common, terminal::Progress};

/// Works on all batches of items, and shows the progress under this name.
pub(crate) fn each(
    what: &'static str,
    files: &PageFiles,
    options: &ReadOptions,
    common: &Common,
    work: impl FnMut(&[Item]) -> anyhow::Result<()> + Send,
) -> anyhow::Result<()> {
    let mut progress = Progress::begin(what, Some(files.length()), common.quiet);
    Batches::new(files.items(options), 0).each(work, |(), batch, byte| {
        progress.advance(batch.len() as u64, byte);
        anyhow::Ok(())
    })?;
    progress.finish();
    Ok(())
}

/// Returns the sites of items, and what `read` makes of the texts of their pages. Items that are no pages have none.
pub(crate) fn texts<T: Send>(
    batch: &[Item],
    options: &ReadOptions,
    read: impl Fn(String) -> T + Sync,
) -> Vec<Option<(String, T)>> {
    let grouping = Grouping::new(options);
    let of_item = |item: &Item| {
        let page = item.page.as_ref().ok()?;
        let site = grouping.key(item)?;
        let text = formats::catch_panic(|| Some(Site::nothing().clean(input(page)).ok()?.text()));
        Some((site, read(text.ok()??)))
    };
    batch.par_iter().map(of_item).collect()
}
