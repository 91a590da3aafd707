//! Sites with gold, as folders: `pages/*.html`, `gold/*.txt` or `gold/*.values.json`, `neutral/*.txt`.

use std::{
    error::Error,
    fs,
    path::{Path, PathBuf},
};

use cleaner::Regions;
use consensus::{Config, Evidence, Model};
use dom::Dom;
use rayon::prelude::*;

use crate::measure::{Bag, comparable, content};

/// The files of a site, decoded.
pub(crate) struct Files {
    pub(crate) name: String,
    pub(crate) collection: String,
    pages: Vec<(String, String)>,
    folder: PathBuf,
}

impl Files {
    /// Reads the sites in a folder, by name.
    pub(crate) fn read_all(root: &Path) -> Result<Vec<Files>, Box<dyn Error>> {
        let mut folders: Vec<PathBuf> = fs::read_dir(root)?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_, std::io::Error>>()?;
        folders.retain(|folder| folder.join("pages").is_dir());
        folders.sort();
        folders
            .par_iter()
            .map(|folder| {
                Files::read(root, folder).map_err(|error| format!("{}: {error}", folder.display()))
            })
            .collect::<Result<_, String>>()
            .map_err(Into::into)
    }

    fn read(root: &Path, folder: &Path) -> Result<Files, std::io::Error> {
        let file_name = |path: &Path| {
            path.file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned()
        };
        let name = file_name(folder);
        let collection = match name.split_once("__") {
            Some((collection, _)) => collection.to_owned(),
            None => file_name(root),
        };
        let mut paths: Vec<PathBuf> = fs::read_dir(folder.join("pages"))?
            .map(|entry| Ok(entry?.path()))
            .collect::<Result<_, std::io::Error>>()?;
        paths.retain(|path| {
            path.extension()
                .is_some_and(|extension| extension == "html")
        });
        paths.sort();
        let pages = paths
            .iter()
            .map(|path| {
                let bytes = fs::read(path)?;
                Ok((
                    path.file_stem()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned(),
                    tokenize::decode(&bytes, None).text().to_owned(),
                ))
            })
            .collect::<Result<_, std::io::Error>>()?;
        Ok(Files {
            name,
            collection,
            pages,
            folder: folder.to_owned(),
        })
    }
}

/// A site's pages, read and ready to be cleaned again and again.
pub(crate) struct Site<'a> {
    pub(crate) files: &'a Files,
    pub(crate) pages: Vec<Page<'a>>,
}

pub(crate) struct Page<'a> {
    pub(crate) name: &'a str,
    dom: Dom<'a>,
    pub(crate) evidence: Evidence,
    gold: Option<Bag>,
    neutral: Bag,
    values: Vec<String>,
    n_words: usize,
}

impl<'a> Site<'a> {
    pub(crate) fn new(files: &'a Files) -> Site<'a> {
        let page = |(name, source): &'a (String, String)| {
            let read = |path: String| fs::read_to_string(files.folder.join(path)).ok();
            let dom = Dom::parse(source.as_str());
            let values = read(format!("gold/{name}.values.json"))
                .and_then(|json| serde_json::from_str(&json).ok())
                .map(|json| strings(&json))
                .unwrap_or_default();
            Page {
                name,
                evidence: Evidence::read(&dom),
                // Without gold text there is no recall to speak of.
                gold: read(format!("gold/{name}.txt"))
                    .map(|text| Bag::of(&text))
                    .filter(|gold| 0 < gold.len()),
                neutral: Bag::of(&read(format!("neutral/{name}.txt")).unwrap_or_default()),
                values: values
                    .iter()
                    .map(|value| comparable(value))
                    .filter(|value| !value.is_empty())
                    .collect(),
                n_words: Bag::of(&cleaner::text(&dom, &Regions::default())).len(),
                dom,
            }
        };
        Site {
            files,
            pages: files.pages.par_iter().map(page).collect(),
        }
    }
}

fn strings(json: &serde_json::Value) -> Vec<String> {
    match json {
        serde_json::Value::String(text) => vec![text.clone()],
        serde_json::Value::Array(list) => list.iter().flat_map(strings).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(strings).collect(),
        other => vec![other.to_string()],
    }
}

/// What became of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// Precision, recall and F1.
    pub(crate) content: Option<[f64; 3]>,
    pub(crate) values: Option<f64>,
    pub(crate) removed: f64,
}

impl Page<'_> {
    pub(crate) fn clean(&self, model: &Model) -> String {
        cleaner::text(
            &self.dom,
            model.apply_to(&self.dom, &self.evidence).regions(),
        )
    }

    pub(crate) fn outcome(&self, model: &Model) -> Outcome {
        let text = self.clean(model);
        let output = Bag::of(&text);
        let values = (!self.values.is_empty()).then(|| {
            let text = comparable(&text);
            self.values
                .iter()
                .filter(|value| text.contains(value.as_str()))
                .count() as f64
                / self.values.len() as f64
        });
        Outcome {
            content: self
                .gold
                .as_ref()
                .map(|gold| content(&output, gold, &self.neutral)),
            values,
            removed: if self.n_words == 0 {
                0.0
            } else {
                1.0 - output.len() as f64 / self.n_words as f64
            },
        }
    }
}

/// Learns a site from the pages that are drawn first, and cleans those and others.
pub(crate) fn run(
    site: &Site<'_>,
    config: &Config,
    n_learned: usize,
    n_cleaned: usize,
    seed: u64,
) -> Vec<Outcome> {
    let order = order(site.pages.len(), seed);
    let order = &order[..n_cleaned.min(order.len())];
    let mut sample: Vec<usize> = order.iter().copied().take(n_learned).collect();
    sample.sort_unstable();
    let sample: Vec<&Evidence> = sample
        .iter()
        .map(|&page| &site.pages[page].evidence)
        .collect();
    let model = config.learn(&sample);
    order
        .par_iter()
        .map(|&page| site.pages[page].outcome(&model))
        .collect()
}

/// Learns and cleans each page alone.
pub(crate) fn alone(site: &Site<'_>, config: &Config) -> Vec<Outcome> {
    let alone = |page: &Page<'_>| page.outcome(&config.learn(&[&page.evidence]));
    site.pages.iter().map(alone).collect()
}

/// The order in which the command draws pages (SplitMix64, seed 0).
pub(crate) fn order(n_pages: usize, seed: u64) -> Vec<usize> {
    let mut state = seed;
    let mut order: Vec<usize> = (0..n_pages).collect();
    for last in (1..n_pages).rev() {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        order.swap(last, ((u128::from(z) * (last as u128 + 1)) >> 64) as usize);
    }
    order
}
