//! Extractors that are crates.

use std::{fs, path::Path};

use anyhow::Context as _;
use dom_smoothie::Readability;

use crate::{Timed, clock};

pub(crate) fn measure(folder: &Path) -> anyhow::Result<Vec<Timed>> {
    let mut pages = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?
    {
        let path = entry?.path();
        let page = fs::read_to_string(&path);
        pages.push(page.with_context(|| format!("cannot read {}", path.display()))?);
    }
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
