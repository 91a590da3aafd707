//! Finding a learned template in pages, beside tokenizing them.

use std::{hint::black_box, path::PathBuf};

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

    let config = distill_tree::Config::new().sample(LEARNED);
    let classify = config.clone().build()?.distill(&learned.symbols())?;
    let aligned = config.locator()?;
    let mut scratch = distill_tree::Scratch::new();
    let miner = suffixarray_miner::Config::new().build()?;
    let mined = suffixarray_miner::StringLocator::of(&miner.mine(&learned.symbols())?)?;
    let times = clock::best_of_each([
        &mut || unseen.iter().for_each(|source| drop(black_box(read(source)))),
        &mut || {
            for page in &found {
                let _ = black_box(aligned.locate_with(&mut scratch, &classify, page.symbols()));
            }
        },
        &mut || {
            for page in &found {
                black_box(mined.locate(page.symbols()));
            }
        },
    ]);

    let title = format!(
        "locate: templates of {} pages in {} others of {}, best of several",
        known.len(),
        unseen.len(),
        Pages::name(folders)
    );
    let mut table = Table::new(title, &["step", "Mtoken/s", "of tokenizing"]);
    for (name, seconds) in ["tokenizing", "distill", "mine"].iter().zip(times) {
        let rate = n_tokens as f64 / 1e6 / seconds;
        table.push(*name, [rate, seconds / times[0]]);
    }
    Ok(vec![table])
}
