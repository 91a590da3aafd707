//! The tree that knows its bytes, beside html5ever's own parse, which does not.

mod links;

use std::{hint::black_box, path::PathBuf};

use html5ever::{parse_document, tendril::TendrilSink as _};
use rtdm_tree_mapping::dom::Dom;

use self::links::Links;
use super::{clock, pages::Pages, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let title = format!(
        "dom: {:.1} MB of {}, best of several",
        pages.n_bytes() as f64 / 1e6,
        Pages::name(folders)
    );
    let mut table = Table::new(title, &["parse", "MB/s", "of html5ever"]);
    let parse = |page| parse_document(Links::default(), Default::default()).one(page);
    let [theirs, ours] = clock::best_of_each([
        &mut || pages.iter().for_each(|page| drop(black_box(parse(page)))),
        &mut || {
            pages
                .iter()
                .for_each(|page| drop(black_box(Dom::parse(page))))
        },
    ]);
    for (name, seconds) in [("html5ever", theirs), ("with spans", ours)] {
        let rate = clock::rate(pages.n_bytes(), seconds);
        table.push(name, [rate, theirs / seconds]);
    }
    Ok(vec![table])
}
