//! WCXB, a benchmark of pages of many sites with their main content.
//!
//! A folder of it has `metadata.json`, `html/ID.html.gz` and `ground-truth/ID.json`.

use std::{collections::BTreeMap, fs, io::Read as _, path::Path};

use anyhow::Context as _;
use serde::Deserialize;

/// A page of the benchmark.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) id: String,
    /// The kind of page: `article`, `forum`, …
    pub(crate) kind: String,
    pub(crate) domain: String,
    pub(crate) html: String,
    /// The main content's text; empty if the page has none.
    pub(crate) gold: String,
}

#[derive(Deserialize)]
struct Metadata {
    files: BTreeMap<String, File>,
}

#[derive(Deserialize)]
struct File {
    page_type: String,
    #[serde(default)]
    domain: String,
}

#[derive(Deserialize)]
struct Truth {
    ground_truth: Option<GroundTruth>,
}

#[derive(Deserialize)]
struct GroundTruth {
    main_content: Option<String>,
}

/// Reads all pages, by their id.
pub(crate) fn read(folder: &Path) -> anyhow::Result<Vec<Page>> {
    let metadata: Metadata = json(&folder.join("metadata.json"))?;
    metadata
        .files
        .into_iter()
        .map(|(id, file)| {
            let truth: Truth = json(&folder.join(format!("ground-truth/{id}.json")))?;
            Ok(Page {
                html: unpack(&folder.join(format!("html/{id}.html.gz")))?,
                gold: truth
                    .ground_truth
                    .and_then(|truth| truth.main_content)
                    .unwrap_or_default(),
                kind: file.page_type,
                domain: file.domain,
                id,
            })
        })
        .collect()
}

fn json<T: for<'de> Deserialize<'de>>(path: &Path) -> anyhow::Result<T> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_slice(&bytes).with_context(|| format!("cannot read {}", path.display()))
}

fn unpack(path: &Path) -> anyhow::Result<String> {
    let file = fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot unpack {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
