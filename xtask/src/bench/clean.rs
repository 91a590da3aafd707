//! Each method as a whole: learning a site and cleaning its pages, beside tokenizing them.

use std::{hint::black_box, path::PathBuf};

use demold::{Cleaned, Learner, Method};
use tokenize::Normalize;

use super::{clock, pages, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let sources = pages::load(folders, pages::A_SAMPLE)?;
    let n_bytes = pages::n_bytes(&sources);
    let tokenizer = Normalize::new().build();
    let some = Learner::new().get_pages().min(sources.len());
    let (vocabulary, _) = pages::tokenized(&tokenizer, &sources[..some]);

    let title = format!(
        "clean: {} pages, {:.1} MB of {}; times are ratios to tokenizing them, best of several",
        sources.len(),
        n_bytes as f64 / 1e6,
        pages::name(folders)
    );
    let head = ["method", "learn", "to HTML", "to text", "to text MB/s", "with learning MB/s"];
    let mut table = Table::new(title, &head);
    for &method in Method::ALL {
        let learner = Learner::new().method(method);
        let site = learner.learn(&sources)?;
        // What can fail for one page fails here, before it is counted as fast.
        for source in &sources {
            site.clean(source)?;
        }
        let clean = |render: fn(&Cleaned<'_>)| {
            let cleaned = sources.iter().map(|source| site.clean(source));
            cleaned.flatten().for_each(|page| render(&page));
        };
        let [tokenizing, learning, to_html, to_text] = clock::best_of_each([
            &mut || {
                for source in &sources {
                    black_box(tokenizer.read(source, &vocabulary));
                }
            },
            &mut || drop(black_box(learner.learn(&sources))),
            &mut || clean(|page| drop(black_box(page.html()))),
            &mut || clean(|page| drop(black_box(page.text()))),
        ]);
        let figures = [
            learning / tokenizing,
            to_html / tokenizing,
            to_text / tokenizing,
            clock::rate(n_bytes, to_text),
            clock::rate(n_bytes, learning + to_text),
        ];
        table.push(method.name(), figures);
    }
    Ok(vec![table])
}
