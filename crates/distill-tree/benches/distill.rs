//! Distilling samples of several sizes, and locating the result.
//!
//! Pages of a made-up site, 2,000 tokens each: half of them the template's. The
//! throughput is in tokens: those of the sample, or of the page located in. A
//! token of a page takes about 20 bytes, and tokenizing some 130 MB/s, so reading
//! goes at about 6.5 million tokens a second.

use std::{hint::black_box, time::Duration};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use distill_tree::{Config, Scratch};
use sitegen::Random;

/// Makes pages of about `len` tokens: runs of a template, about 40 tokens each,
/// some left out, with as many tokens of a page's own between them.
fn site(pages: usize, len: usize) -> Vec<Vec<u32>> {
    let mut draw = Random::new(1);
    let template: Vec<u32> = (0..len / 2).map(|_| draw.below(200)).collect();
    (0..pages)
        .map(|_| {
            let mut page = Vec::new();
            for run in template.chunks(40) {
                if draw.below(20) != 0 {
                    page.extend_from_slice(run);
                }
                for _ in 0..20 + draw.below(40) {
                    // Tags that all pages use, and texts that they do not share.
                    page.push(if draw.below(3) != 0 { draw.below(60) } else { 1_000 + draw.below(1 << 30) });
                }
            }
            page
        })
        .collect()
}

fn distill(c: &mut Criterion) {
    let mut group = c.benchmark_group("distill");
    group.sample_size(20).warm_up_time(Duration::from_millis(200));
    for t in [2, 4, 8, 16, 32, 64] {
        let pages = site(t, 2_000);
        let pages: Vec<&[u32]> = pages.iter().map(Vec::as_slice).collect();
        let tokens: usize = pages.iter().map(|page| page.len()).sum();
        group.throughput(Throughput::Elements(tokens as u64));
        let distiller = Config::new().sample(t).build().expect("defaults make sense");
        for threads in [1, 2] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool = pool.expect("threads can be started");
            group.bench_function(BenchmarkId::new(format!("{threads}-threads"), t), |b| {
                b.iter(|| pool.install(|| distiller.distill(black_box(&pages))));
            });
        }
    }
    group.finish();
}

fn locate(c: &mut Criterion) {
    let mut group = c.benchmark_group("locate");
    group.sample_size(20).warm_up_time(Duration::from_millis(200));
    let locator = Config::new().locator().expect("defaults make sense");
    for (len, page_len) in [(500, 500), (2_000, 2_000), (2_000, 20_000), (10_000, 10_000)] {
        let sample = site(16, len);
        let sample: Vec<&[u32]> = sample.iter().map(Vec::as_slice).collect();
        let distiller = Config::new().build().expect("defaults make sense");
        let consensus = distiller.distill(&sample).expect("short pages fit into memory");
        let page = site(17, page_len).pop().unwrap_or_default();
        group.throughput(Throughput::Elements(page.len() as u64));
        let name = format!("{}-in-{}", consensus.len(), page.len());
        let mut scratch = Scratch::new();
        group.bench_function(name, |b| {
            b.iter(|| locator.locate_with(&mut scratch, black_box(&consensus), black_box(&page)));
        });
    }
    group.finish();
}

criterion_group!(benches, distill, locate);
criterion_main!(benches);
