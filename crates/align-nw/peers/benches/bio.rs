//! Cells per second beside `bio`, the aligner most people would take.
//!
//! `bio` computes the same score, with a path of its own choice, in matrices for
//! affine gaps and over bytes: symbols are reduced modulo 251 for it, and it is
//! given a gap opening of 0. It keeps two bytes a cell.

#[path = "../../benches/pages/mod.rs"]
mod pages;

use std::{hint::black_box, time::Duration};

use align_nw::{Config, Scores, Scratch, reference};
use bio::alignment::pairwise;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

fn align(c: &mut Criterion) {
    let aligner = Config::new().build().expect("defaults make sense");
    let scores = Scores::new(1, 0, -1).expect("defaults make sense");
    let mut scratch = Scratch::new();
    let mut group = c.benchmark_group("peers");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200));
    for pages::Pair { name, left, right } in &pages::pairs(&[500, 2_000, 10_000]) {
        let cells = left.len() as u64 * right.len() as u64;
        group.throughput(Throughput::Elements(cells));
        group.bench_function(BenchmarkId::new("default", name), |b| {
            b.iter(|| aligner.align_with(&mut scratch, black_box(left), black_box(right)));
        });
        group.bench_function(BenchmarkId::new("reference", name), |b| {
            b.iter(|| reference::align(scores, black_box(left), black_box(right)));
        });

        let bytes = |symbols: &[u32]| -> Vec<u8> {
            symbols.iter().map(|symbol| (symbol % 251) as u8).collect()
        };
        let (left, right) = (bytes(left), bytes(right));
        let score = |l: u8, r: u8| i32::from(l == r);
        let mut bio = pairwise::Aligner::with_capacity(left.len(), right.len(), 0, -1, score);
        group.bench_function(BenchmarkId::new("bio", name), |b| {
            b.iter(|| bio.global(black_box(&left), black_box(&right)));
        });
    }
    group.finish();
}

criterion_group!(benches, align);
criterion_main!(benches);
