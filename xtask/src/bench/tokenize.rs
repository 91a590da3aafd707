//! Reading pages, beside a pass of `lol_html` that looks at everything and changes nothing.

use std::{hint::black_box, path::PathBuf};

use tokenize::Normalize;

use super::{clock, lol_html, pages::Pages, reading::Read, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let tokenizer = Normalize::new().build();
    // Half of the pages are known, as the sample of a site is.
    let known: Vec<&str> = pages.iter().step_by(2).collect();
    let Read { vocabulary, .. } = Read::new(&tokenizer, &known);
    let title =
        format!("tokenize: {:.1} MB of {}, best of several", pages.n_bytes() as f64 / 1e6, Pages::name(folders));
    let mut table = Table::new(title, &["pass", "MB/s", "of lol_html"]);
    let times = clock::best_of_each([
        &mut || pages.iter().for_each(|page| lol_html::pass(page, true)),
        &mut || pages.iter().for_each(|page| drop(black_box(tokenize::scan(page)))),
        &mut || {
            let read = |page| drop(black_box(tokenizer.read(page, &vocabulary)));
            pages.iter().for_each(read);
        },
        &mut || pages.iter().for_each(|page| drop(black_box(tokenizer.draft(page)))),
    ]);
    for (name, seconds) in ["lol_html", "scan", "read", "draft"].iter().zip(times) {
        let rate = clock::rate(pages.n_bytes(), seconds);
        table.push(*name, [rate, times[0] / seconds]);
    }
    table.notes.push("time of each: one pass over pages in memory".to_owned());
    Ok(vec![table])
}
