//! Each method as a whole: learning a site and cleaning its pages, beside tokenizing them.

use std::path::PathBuf;

use demold::{Learner, Method};
use tokenize::Normalize;

use super::{clock, pages::Pages, reading::Read, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let sources: Vec<&str> = pages.iter().collect();
    let tokenizer = Normalize::new().build();
    let some = Learner::new().get_pages().min(sources.len());
    let Read { vocabulary, .. } = Read::new(&tokenizer, &sources[..some]);
    let tokenizing = clock::best(|| {
        let read = |source: &&str| tokenizer.read(source, &vocabulary);
        sources
            .iter()
            .map(read)
            .map(|page| page.symbols().len())
            .sum::<usize>()
    });

    let title = format!(
        "clean: {} pages, {:.1} MB of {}; times are ratios to tokenizing them, best of several",
        sources.len(),
        pages.n_bytes() as f64 / 1e6,
        Pages::name(folders)
    );
    let head = [
        "method",
        "learn",
        "to HTML",
        "to text",
        "to text MB/s",
        "with learning MB/s",
    ];
    let mut table = Table::new(title, &head);
    for &method in Method::ALL {
        let learner = Learner::new().method(method);
        let site = learner.learn(&sources)?;
        // What can fail for one page fails here, before it is counted as fast.
        for source in &sources {
            site.clean(*source)?;
        }
        let learning = clock::best(|| learner.learn(&sources));
        let clean = |render: &dyn Fn(&demold::Cleaned<'_>) -> usize| {
            clock::best(|| {
                let cleaned = sources.iter().map(|source| site.clean(*source));
                cleaned.flatten().map(|page| render(&page)).sum::<usize>()
            })
        };
        let to_html = clean(&|page| page.html().len());
        let to_text = clean(&|page| page.text().len());
        let figures = [
            learning / tokenizing,
            to_html / tokenizing,
            to_text / tokenizing,
            clock::rate(pages.n_bytes(), to_text),
            clock::rate(pages.n_bytes(), learning + to_text),
        ];
        table.push(method.name(), figures);
    }
    Ok(vec![table])
}
