//! Distilling a template, beside tokenizing the pages that it is distilled from.

use std::{hint::black_box, path::PathBuf};

use distill_tree::Config;
use tokenize::Normalize;

use super::{clock, pages::Pages, reading::Read, table::Table};

const SAMPLES: [usize; 6] = [2, 4, 8, 16, 32, 64];

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let all: Vec<&str> = pages.iter().collect();
    let tokenizer = Normalize::new().build();
    let two_threads = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
    let title = format!("distill: {}, milliseconds, best of several", Pages::name(folders));
    let head = ["pages", "tokens a page", "tokenize", "distill", "ratio", "wall on 1", "wall on 2"];
    let mut table = Table::new(title, &head);
    for t in SAMPLES {
        let Some(sources) = all.get(..t) else { break };
        let read = Read::new(&tokenizer, sources);
        let symbols = read.symbols();
        let n_tokens: usize = symbols.iter().map(|page| page.len()).sum();
        let distiller = Config::new().sample(t).build()?;
        distiller.distill(&symbols)?;
        let [tokenizing, distilling] =
            clock::best_of_each([&mut || drop(black_box(Read::new(&tokenizer, sources))), &mut || {
                drop(black_box(distiller.distill(&symbols)))
            }]);
        let on_one = clock::best_wall(|| distiller.distill(&symbols));
        let on_two = two_threads.install(|| clock::best_wall(|| distiller.distill(&symbols)));
        let figures = [
            n_tokens as f64 / t as f64,
            tokenizing * 1e3,
            distilling * 1e3,
            distilling / tokenizing,
            on_one * 1e3,
            on_two * 1e3,
        ];
        table.push(t.to_string(), figures);
    }
    Ok(vec![table])
}
