//! Where the time of a page goes: each stage of the default method alone, over the same pages.
//!
//! Stages run one after the other over all pages, with what they need made before: none of them finds what the one
//! before left in a cache, as it would in the pipeline. The sum is therefore a little more than the whole.

use std::{hint::black_box, io::Read as _, path::PathBuf};

use cleaner::Regions;

use classify::Evidence;
use demold::{Learner, Site};
use dom::Dom;
use flate2::{Compression, read::GzDecoder, read::GzEncoder};
use render::MarkdownOptions;
use tokenize::Fingerprint;

use super::{clock, pages::Pages, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    if !folders.is_empty() {
        let pages = Pages::load(folders, Pages::A_SAMPLE)?;
        return Ok(vec![table(&pages, &Pages::name(folders))?]);
    }
    [
        ("generated news", sitegen::Config::news()),
        ("a generated shop", sitegen::Config::shop()),
        ("a generated manual", sitegen::Config::manual()),
    ]
    .into_iter()
    .map(|(name, config)| table(&Pages::generated(config, Pages::A_SAMPLE)?, name))
    .collect()
}

fn table(pages: &Pages, name: &str) -> anyhow::Result<Table> {
    let sources: Vec<&str> = pages.iter().collect();
    let packed: Vec<Vec<u8>> = sources.iter().map(|source| pack(source)).collect::<Result<_, _>>()?;
    let doms: Vec<Dom<'_>> = sources.iter().map(|source| Dom::parse(*source)).collect();
    let evidence: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
    let learner = Learner::new();
    let drawn = learner.draw(&sources.iter().map(Into::into).collect::<Vec<_>>());
    let sample: Vec<&Evidence> = drawn.iter().map(|&at| &evidence[at]).collect();
    let model = classify::Config::new().learn(&sample);
    let regions: Vec<Regions> = std::iter::zip(&doms, &evidence)
        .map(|(dom, evidence)| model.apply_to(dom, evidence, true).into_regions())
        .collect();
    let site = learner.learn(&sources)?;
    let whole = |site: &Site| {
        let cleaned = sources.iter().filter_map(|source| site.clean(*source).ok());
        cleaned.for_each(|page| drop(black_box(page.text())));
    };
    let options = MarkdownOptions::new();
    let times = clock::best_of_each([
        &mut || packed.iter().for_each(|packed| drop(black_box(unpack(packed)))),
        &mut || {
            for source in &sources {
                black_box(tokenize::decode(source.as_bytes(), None));
            }
        },
        &mut || {
            for dom in &doms {
                black_box(Fingerprint::of(dom));
            }
        },
        &mut || {
            for source in &sources {
                black_box(Dom::parse(*source));
            }
        },
        &mut || doms.iter().for_each(|dom| drop(black_box(Evidence::read(dom)))),
        &mut || drop(black_box(classify::Config::new().learn(&sample))),
        &mut || {
            for (dom, evidence) in std::iter::zip(&doms, &evidence) {
                black_box(model.apply_to(dom, evidence, true));
            }
        },
        &mut || {
            for (dom, evidence) in std::iter::zip(&doms, &evidence) {
                black_box(model.apply_to(dom, evidence, false));
            }
        },
        &mut || {
            for (dom, regions) in std::iter::zip(&doms, &regions) {
                black_box(render::text(dom, regions));
            }
        },
        &mut || {
            for (dom, regions) in std::iter::zip(&doms, &regions) {
                let _ = black_box(render::markdown(dom, regions, &options));
            }
        },
        &mut || whole(&site),
    ]);
    let names = [
        "decompress (gzip)",
        "decode",
        "fingerprint",
        "parse",
        "evidence",
        "learn, from the sample",
        "decide",
        "decide, without reasons",
        "text",
        "Markdown",
        "clean to text, as a whole",
    ];
    let title =
        format!("stages: {} pages, {:.1} MB of {name}, best of several", sources.len(), pages.n_bytes() as f64 / 1e6);
    let mut table = Table::new(title, &["stage", "ns/byte", "MB/s", "of the whole"]);
    let [.., all] = times;
    for (name, seconds) in names.into_iter().zip(times) {
        table
            .push(name, [seconds * 1e9 / pages.n_bytes() as f64, clock::rate(pages.n_bytes(), seconds), seconds / all]);
    }
    Ok(table)
}

fn pack(source: &str) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    GzEncoder::new(source.as_bytes(), Compression::default()).read_to_end(&mut packed)?;
    Ok(packed)
}

fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // It was packed here.
    let _ = GzDecoder::new(packed).read_to_end(&mut bytes);
    bytes
}
