//! Finding a learned template in pages, beside tokenizing them.

use std::path::PathBuf;

use tokenize::Normalize;

use super::{clock, pages::Pages, reading::Read, table::Table};

/// Pages to learn from, for every method the same.
const LEARNED: usize = 16;

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let sources: Vec<&str> = pages.iter().collect();
    let (known, unseen) = sources.split_at(LEARNED.min(sources.len() / 2));
    let tokenizer = Normalize::new().build();
    let learned = Read::new(&tokenizer, known);
    let read = |source: &&str| tokenizer.read(source, &learned.vocabulary);
    let found: Vec<_> = unseen.iter().map(read).collect();
    let n_tokens: usize = found.iter().map(|page| page.symbols().len()).sum();
    let tokenizing = clock::best(|| unseen.iter().map(read).collect::<Vec<_>>());

    let title = format!(
        "locate: templates of {} pages in {} others of {}, best of several",
        known.len(),
        unseen.len(),
        Pages::name(folders)
    );
    let mut table = Table::new(title, &["step", "Mtoken/s", "of tokenizing"]);
    let mut push = |name, seconds| {
        let rate = n_tokens as f64 / 1e6 / seconds;
        table.push(name, [rate, seconds / tokenizing]);
    };
    push("tokenizing", tokenizing);

    let config = distill_tree::Config::new().sample(LEARNED);
    let consensus = config.clone().build()?.distill(&learned.symbols())?;
    let locator = config.locator()?;
    let mut scratch = distill_tree::Scratch::new();
    let seconds = clock::best(|| {
        let pages = found.iter();
        let located =
            pages.map(|page| locator.locate_with(&mut scratch, &consensus, page.symbols()));
        located.filter(Result::is_ok).count()
    });
    push("distill", seconds);

    let mined = suffixarray_miner::Config::new()
        .build()?
        .mine(&learned.symbols())?;
    let locator = suffixarray_miner::Locator::of(&mined)?;
    let seconds = clock::best(|| {
        let located = found
            .iter()
            .map(|page| locator.locate(page.symbols()).len());
        located.sum::<usize>()
    });
    push("mine", seconds);
    Ok(vec![table])
}
