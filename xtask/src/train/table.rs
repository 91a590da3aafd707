//! The lines as numbers, in files that the trainer reads.

use std::{fs, path::Path};

use demold::crates::consensus::Example;
use serde::Serialize;

use super::pages::{Head, Page};

#[derive(Serialize)]
struct Header<'a> {
    features: Vec<String>,
    pages: Vec<Of<'a>>,
}

#[derive(Serialize)]
struct Of<'a> {
    #[serde(flatten)]
    head: &'a Head,
    lines: usize,
    words: usize,
    gold: usize,
}

/// Writes `pages.json` and a file of little-endian numbers for each column.
pub(super) fn write(folder: &Path, pages: &[Page]) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let header = Header {
        features: Example::feature_names(),
        pages: pages
            .iter()
            .map(|page| Of {
                head: &page.head,
                lines: page.examples.len(),
                words: page.words.iter().map(Vec::len).sum(),
                gold: page.gold.len(),
            })
            .collect(),
    };
    fs::write(folder.join("pages.json"), serde_json::to_vec(&header)?)?;
    let examples = || pages.iter().flat_map(|page| &page.examples);
    let write = |name: &str, bytes: Vec<u8>| fs::write(folder.join(name), bytes);
    let floats =
        |numbers: &mut dyn Iterator<Item = f32>| numbers.flat_map(f32::to_le_bytes).collect();
    let integers =
        |numbers: &mut dyn Iterator<Item = u32>| numbers.flat_map(u32::to_le_bytes).collect();
    write(
        "features.f32",
        floats(&mut examples().flat_map(|line| line.features.iter().copied())),
    )?;
    write(
        "labels.f32",
        floats(&mut pages.iter().flat_map(|page| page.labels.iter().copied())),
    )?;
    write(
        "weights.f32",
        floats(&mut pages.iter().flat_map(|page| page.weights.iter().copied())),
    )?;
    write(
        "hashes.u64",
        examples()
            .flat_map(|line| line.hash.to_le_bytes())
            .collect(),
    )?;
    write(
        "values.u8",
        pages
            .iter()
            .flat_map(|page| page.values.iter().map(|&value| u8::from(value)))
            .collect(),
    )?;
    write(
        "lengths.u32",
        integers(
            &mut pages
                .iter()
                .flat_map(|page| page.words.iter().map(|words| words.len() as u32)),
        ),
    )?;
    write(
        "words.u32",
        integers(
            &mut pages
                .iter()
                .flat_map(|page| page.words.iter().flatten().copied()),
        ),
    )?;
    write(
        "gold.u32",
        integers(&mut pages.iter().flat_map(|page| page.gold.iter().copied())),
    )?;
    Ok(())
}
