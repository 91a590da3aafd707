//! Where the time of a page goes: each stage of the default method alone, over the same pages.
//!
//! Stages run one after the other over all pages, with what they need made before: none of them finds what the one
//! before left in a cache, as it would in the pipeline. The sum is therefore a little more than the whole.

use std::{hint::black_box, io::Read as _, path::PathBuf};

use cleaner::Regions;

use classify::Evidence;
use demold::Learner;
use dom::Dom;
use flate2::read::GzDecoder;
use formats::warc::Compression;
use render::MarkdownOptions;
use tokenize::Fingerprint;

use super::{clock, pages, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    if !folders.is_empty() {
        let pages = pages::load(folders, pages::A_SAMPLE)?;
        return Ok(vec![table(&pages, &pages::name(folders))?]);
    }
    [
        ("generated news", sitegen::Config::news()),
        ("a generated shop", sitegen::Config::shop()),
        ("a generated manual", sitegen::Config::manual()),
    ]
    .into_iter()
    .map(|(name, config)| table(&pages::generated(config, pages::A_SAMPLE)?, name))
    .collect()
}

fn table(sources: &[String], name: &str) -> anyhow::Result<Table> {
    let n_bytes = pages::n_bytes(sources);
    let pack = |source: &String| formats::pack(source.as_bytes(), Compression::Gzip);
    let packed: Vec<Vec<u8>> = sources.iter().map(pack).collect::<Result<_, _>>()?;
    let doms: Vec<Dom<'_>> = sources.iter().map(|source| Dom::parse(&**source)).collect();
    let evidence: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
    let learner = Learner::new();
    let drawn = learner.draw(&sources.iter().map(|source| source.as_str().into()).collect::<Vec<_>>());
    let sample: Vec<&Evidence> = drawn.iter().map(|&at| &evidence[at]).collect();
    let model = classify::Config::new().learn(&sample);
    let regions: Vec<Regions> = std::iter::zip(&doms, &evidence)
        .map(|(dom, evidence)| model.apply_to(dom, evidence, true).into_regions())
        .collect();
    let site = learner.learn(sources)?;
    let options = MarkdownOptions::new();
    let with_evidence = || std::iter::zip(&doms, &evidence);
    let with_regions = || std::iter::zip(&doms, &regions);
    let stages: [(&str, &mut dyn FnMut()); 11] = [
        ("decompress (gzip)", &mut || each(&packed, |packed| unpack(packed))),
        ("decode", &mut || each(sources, |source| tokenize::decode(source.as_bytes(), None))),
        ("fingerprint", &mut || each(&doms, |dom| Fingerprint::of(dom))),
        ("parse", &mut || each(sources, |source| Dom::parse(&**source))),
        ("evidence", &mut || each(&doms, |dom| Evidence::read(dom))),
        ("learn, from the sample", &mut || each([&sample], |sample| classify::Config::new().learn(sample))),
        ("decide", &mut || each(with_evidence(), |(dom, evidence)| model.apply_to(dom, evidence, true))),
        ("decide, without reasons", &mut || {
            each(with_evidence(), |(dom, evidence)| model.apply_to(dom, evidence, false))
        }),
        ("text", &mut || each(with_regions(), |(dom, regions)| render::text(dom, regions))),
        ("Markdown", &mut || each(with_regions(), |(dom, regions)| render::markdown(dom, regions, &options))),
        ("clean to text, as a whole", &mut || {
            each(sources, |source| site.clean(source).map(|cleaned| cleaned.text()));
        }),
    ];
    let names = stages.each_ref().map(|(name, _)| *name);
    let times = clock::best_of_each(stages.map(|(_, stage)| stage));
    let title = format!("stages: {} pages, {:.1} MB of {name}, best of several", sources.len(), n_bytes as f64 / 1e6);
    let mut table = Table::new(title, &["stage", "ns/byte", "MB/s", "of the whole"]);
    let [.., all] = times;
    for (name, seconds) in names.into_iter().zip(times) {
        table.push(name, [seconds * 1e9 / n_bytes as f64, clock::rate(n_bytes, seconds), seconds / all]);
    }
    Ok(table)
}

/// Does one thing to each of many.
fn each<I, T>(items: impl IntoIterator<Item = I>, work: impl Fn(I) -> T) {
    items.into_iter().for_each(|item| drop(black_box(work(item))));
}

fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // It was packed here.
    let _ = GzDecoder::new(packed).read_to_end(&mut bytes);
    bytes
}
