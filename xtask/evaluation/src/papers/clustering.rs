//! Clustering of a site's pages before and after cleaning: Geraci and Maggini's table 4 and figure 3.
//!
//! Pages are vectors of the words of their text, weighted by tf·idf, at distance `1 − cosine`;
//! and by their counts alone, since idf gives nothing to words that all pages have, of which a template consists. The classes are the
//! site's sections and there are as many clusters. The result depends on the first center, so every figure is a mean
//! over ten of them, evenly spread over the pages.

use std::time::Instant;

use dom::Dom;
use serde::{Deserialize, Serialize};

use super::{furthest, vectors};
use crate::{
    cache::Cache,
    measures::clustering::{Quality, quality},
    outcome::outcome,
    reading::Reading,
    subject::Subject,
};

/// One site, cleaned in one way.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clustering {
    pub collection: String,
    pub site: String,
    pub pages: usize,
    pub sections: usize,
    /// `keep`, a method, a method with its number of pages (`distill-8`), or `gold`.
    pub cleaned: String,
    #[serde(flatten)]
    pub quality: Quality,
    /// F of clustering by counts of words: without idf, a template weighs.
    pub f_by_counts: f64,
    /// Of one clustering, vectors included.
    pub seconds: f64,
    /// Of what is left, as HTML.
    pub bytes: usize,
}

/// A subject and how many pages it learns from, or the gold.
type Setting = Option<(Subject, Option<usize>)>;

const N_STARTS: usize = 10;

/// A site with fewer pages a section says nothing about clustering.
const LEAST_PAGES_A_SECTION: usize = 4;

/// Clusters a site as it is, cleaned by each subject, by alignment of 8 and 16 pages, and by the gold.
///
/// A site without sections, or of a few pages, gives nothing.
pub(crate) fn clusterings(
    cache: &Cache,
    reading: &Reading,
    subjects: &[Subject],
    seed: u64,
) -> anyhow::Result<Vec<Clustering>> {
    let mut sections: Vec<&str> = reading.site.pages.iter().filter_map(|page| page.section.as_deref()).collect();
    sections.sort_unstable();
    sections.dedup();
    if sections.len() < 2 {
        return Ok(Vec::new());
    }
    let chosen: Vec<usize> = (0..reading.pages.len())
        .filter(|&at| reading.site.pages[at].section.is_some() && reading.pages[at].gold.is_some())
        .collect();
    if chosen.len() < LEAST_PAGES_A_SECTION * sections.len() {
        return Ok(Vec::new());
    }
    let classes: Vec<usize> = chosen
        .iter()
        .map(|&at| {
            let own = reading.site.pages[at].section.as_deref().unwrap_or_default();
            sections.binary_search(&own).unwrap_or(0)
        })
        .collect();
    let mut ways: Vec<(String, Setting)> = Vec::new();
    for &subject in subjects {
        ways.push((subject.to_string(), Some((subject, None))));
        if subject == Subject::Method(demold::Method::Distill) {
            ways.push(("distill-8".to_owned(), Some((subject, Some(8)))));
            ways.push(("distill-16".to_owned(), Some((subject, Some(16)))));
        }
    }
    ways.push(("gold".to_owned(), None));
    let mut found = Vec::new();
    for (cleaned, way) in ways {
        let inputs = ["clustering", &reading.hash, &cleaned, &seed.to_string()];
        let one = cache.get(&inputs, || {
            let regions: Vec<cleaner::Regions> = match way {
                Some((subject, n_pages)) => outcome(cache, reading, subject, n_pages, seed)?
                    .pages
                    .into_iter()
                    .map(|page| page.regions)
                    .collect(),
                None => reading
                    .pages
                    .iter()
                    .map(|page| page.regions.as_ref().map_or_else(cleaner::Regions::new, |gold| gold.template.clone()))
                    .collect(),
            };
            let bytes = chosen
                .iter()
                .map(|&at| {
                    let page = &reading.pages[at];
                    render::html(&Dom::parse(&*page.source), &regions[at]).len()
                })
                .sum();
            let texts: Vec<String> = chosen.iter().map(|&at| reading.pages[at].text(&regions[at])).collect();
            let (quality, seconds) = measure(vectors::tf_idf, &texts, &classes, sections.len());
            let (by_counts, _) = measure(vectors::tf, &texts, &classes, sections.len());
            Ok(Clustering {
                collection: reading.site.collection.clone(),
                site: reading.site.name.clone(),
                pages: chosen.len(),
                sections: sections.len(),
                cleaned: cleaned.clone(),
                quality,
                f_by_counts: by_counts.f,
                seconds,
                bytes,
            })
        })?;
        found.push(one);
    }
    Ok(found)
}

fn measure(
    vectors: fn(&[String]) -> Vec<vectors::Vector>,
    texts: &[String],
    classes: &[usize],
    k: usize,
) -> (Quality, f64) {
    let start = Instant::now();
    let vectors = vectors(texts);
    let vector_seconds = start.elapsed().as_secs_f64();
    let n_starts = N_STARTS.min(texts.len()).max(1);
    let start = Instant::now();
    let mut total = Quality::default();
    for nth in 0..n_starts {
        let first = nth * texts.len() / n_starts;
        let clusters =
            furthest::clusters(texts.len(), k, first, |a, b| 1.0 - vectors::cosine(&vectors[a], &vectors[b]));
        let one = quality(classes, &clusters);
        total.f += one.f;
        total.f_by_class += one.f_by_class;
        total.purity += one.purity;
        total.nmi += one.nmi;
        total.nce += one.nce;
        total.purity_as_printed += one.purity_as_printed;
        total.nce_as_printed += one.nce_as_printed;
    }
    let n = n_starts as f64;
    let mean = Quality {
        f: total.f / n,
        f_by_class: total.f_by_class / n,
        purity: total.purity / n,
        nmi: total.nmi / n,
        nce: total.nce / n,
        purity_as_printed: total.purity_as_printed / n,
        nce_as_printed: total.nce_as_printed / n,
    };
    (mean, vector_seconds + start.elapsed().as_secs_f64() / n)
}
