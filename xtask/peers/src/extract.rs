//! Extractors that are crates.

use std::path::Path;

use dom_smoothie::Readability;

use crate::{Timed, clock, pages};

pub(crate) fn measure(folder: &Path) -> anyhow::Result<Vec<Timed>> {
    let pages = pages::read(folder)?;
    let mut failures = 0;
    let seconds = clock::best(|| {
        let texts = pages.iter().map(|page| text(page));
        failures = texts.filter(Option::is_none).count();
    });
    Ok(vec![Timed {
        name: "dom_smoothie 0.19",
        seconds,
        failures,
    }])
}

fn text(page: &str) -> Option<usize> {
    let mut reader = Readability::new(page, None, None).ok()?;
    Some(reader.parse().ok()?.text_content.len())
}
