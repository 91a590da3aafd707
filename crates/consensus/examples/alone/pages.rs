//! Single pages with gold.

use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use consensus::{Config, Evidence, Removal};
use dom::Dom;
use flate2::read::GzDecoder;
use serde_json::Value;

/// A page's files.
#[derive(Clone, Debug)]
pub(crate) struct Page {
    pub(crate) id: String,
    pub(crate) kind: String,
    pub(crate) domain: String,
    /// Whether it is of the third that nothing is chosen on.
    pub(crate) is_shown: bool,
    folder: PathBuf,
}

/// Lists the pages of a folder by ID.
pub(crate) fn list(folder: &Path) -> Result<Vec<Page>, Box<dyn Error>> {
    let text = fs::read_to_string(folder.join("metadata.json"))?;
    let metadata: Value = serde_json::from_str(&text)?;
    let files = metadata["files"]
        .as_object()
        .ok_or("the metadata list no files")?;
    let mut pages: Vec<Page> = files
        .iter()
        .map(|(id, file)| Page {
            id: id.clone(),
            kind: file["page_type"].as_str().unwrap_or_default().to_owned(),
            domain: file["domain"].as_str().unwrap_or_default().to_owned(),
            is_shown: third(file["domain"].as_str().unwrap_or_default()) == 0,
            folder: folder.to_owned(),
        })
        .collect();
    pages.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(pages)
}

/// Deals domains into thirds (FNV-1a).
fn third(domain: &str) -> u64 {
    let hash = domain
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    (hash >> 32) % 3
}

/// What a config makes of a page.
#[derive(Clone, Debug)]
pub(crate) struct Cleaned {
    pub(crate) text: String,
    pub(crate) removals: Vec<Removal>,
    pub(crate) mode: consensus::Mode,
    pub(crate) statistics: consensus::Statistics,
    pub(crate) container: Option<String>,
}

impl Page {
    pub(crate) fn gold(&self) -> Result<String, Box<dyn Error>> {
        let path = self.folder.join(format!("ground-truth/{}.json", self.id));
        let gold: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
        let text = gold["ground_truth"]["main_content"].as_str();
        Ok(text.unwrap_or_default().to_owned())
    }

    pub(crate) fn source(&self) -> Result<String, Box<dyn Error>> {
        let file = fs::File::open(self.folder.join(format!("html/{}.html.gz", self.id)))?;
        let mut bytes = Vec::new();
        GzDecoder::new(file).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Cleans the page alone, by each of the configs.
    pub(crate) fn clean(&self, configs: &[Config]) -> Result<Vec<Cleaned>, Box<dyn Error>> {
        let source = self.source()?;
        let dom = Dom::parse(&*source);
        let evidence = Evidence::read(&dom);
        let clean = |config: &Config| {
            let model = config.learn(std::slice::from_ref(&evidence));
            let decision = model.apply_to(&dom, &evidence);
            Cleaned {
                text: cleaner::text(&dom, decision.regions()),
                removals: decision.removals().to_vec(),
                mode: model.mode(),
                statistics: *model.statistics(),
                container: decision
                    .container()
                    .map(|range| source[range].chars().take(120).collect()),
            }
        };
        Ok(configs.iter().map(clean).collect())
    }
}

/// The words of a text, each as often as it occurs: runs of letters, digits and underscores.
pub(crate) fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for word in text.to_lowercase().split(|c| !is_word(c)) {
        if !word.is_empty() {
            *words.entry(word.to_owned()).or_default() += 1;
        }
    }
    words
}

/// Precision, recall and F1. Without gold, nothing is right, and anything else wrong.
pub(crate) fn score(output: &str, gold: &str) -> [f64; 3] {
    let (output, gold) = (words(output), words(gold));
    let size = |words: &BTreeMap<String, usize>| words.values().sum::<usize>() as f64;
    if gold.is_empty() {
        return [f64::from(u8::from(output.is_empty())); 3];
    }
    let shared = output
        .iter()
        .map(|(word, &n)| n.min(gold.get(word).copied().unwrap_or(0)))
        .sum::<usize>() as f64;
    if shared == 0.0 {
        return [0.0; 3];
    }
    let (precision, recall) = (shared / size(&output), shared / size(&gold));
    let f1 = 2.0 * precision * recall / (precision + recall);
    [precision, recall, f1]
}
