//! WCXB, a benchmark of pages of many sites with their main content.
//!
//! A folder of it has `metadata.json`, `html/ID.html.gz` and `ground-truth/ID.json`.

use std::{collections::BTreeMap, fs, io::Read as _, path::Path};

use anyhow::Context as _;
use serde::Deserialize;

use super::site::{self, Gold, Site};
use crate::files;

/// The name of the collection.
pub const COLLECTION: &str = "wcxb";

/// A page of the benchmark.
#[derive(Clone, Debug)]
pub struct Page {
    pub id: String,
    /// The kind of page: `article`, `forum`, …
    pub kind: String,
    pub domain: String,
    pub html: String,
    /// The main content's text; empty if the page has none.
    pub gold: String,
    pub metadata: Metadata,
}

/// What people wrote down about a page; every part may be unknown.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Metadata {
    pub title: Option<String>,
    pub author: Option<String>,
    #[serde(alias = "publish_date")]
    pub date: Option<String>,
}

#[derive(Deserialize)]
struct List {
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
    #[serde(flatten)]
    metadata: Metadata,
}

/// Returns whether a folder is the benchmark, or has its form.
pub(crate) fn is_collection(folder: &Path) -> bool {
    folder.join("metadata.json").is_file() && folder.join("ground-truth").is_dir()
}

/// Reads the benchmark, each page a site of its own with its kind for a category.
pub fn load(folder: &Path) -> anyhow::Result<Vec<Site>> {
    let of = |page: Page| Site {
        name: page.id.clone(),
        collection: COLLECTION.to_owned(),
        category: Some(page.kind),
        pages: vec![site::Page {
            name: page.id,
            bytes: page.html.into_bytes(),
            charset: Some("utf-8".to_owned()),
            section: None,
            gold: Gold { text: Some(page.gold), ..Gold::default() },
        }],
    };
    Ok(read(folder)?.into_iter().map(of).collect())
}

/// Reads all pages, by their id.
pub fn read(folder: &Path) -> anyhow::Result<Vec<Page>> {
    let list: List = files::json(folder.join("metadata.json"))?;
    list.files
        .into_iter()
        .map(|(id, file)| {
            let truth: Truth = files::json(folder.join(format!("ground-truth/{id}.json")))?;
            let (gold, metadata) =
                truth.ground_truth.map(|truth| (truth.main_content, truth.metadata)).unwrap_or_default();
            Ok(Page {
                html: unpack(&folder.join(format!("html/{id}.html.gz")))?,
                gold: gold.unwrap_or_default(),
                metadata,
                kind: file.page_type,
                domain: file.domain,
                id,
            })
        })
        .collect()
}

fn unpack(path: &Path) -> anyhow::Result<String> {
    let file = fs::File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut bytes = Vec::new();
    flate2::read::MultiGzDecoder::new(file)
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot unpack {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
