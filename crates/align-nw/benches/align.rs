//! Cells per second of the kernels.
//!
//! `default` and `reference` return the same alignment, path included;
//! `other-scores` is the kernel for scores out of proportion, here +1, −1, −2.
//!
//! Sequences are those of `pages/mod.rs`. Aligners and diffs of other projects are
//! measured by `cargo xtask bench align --peers`.

mod pages;

use std::{hint::black_box, time::Duration};

use align_nw::{Config, Scores, Scratch, reference};
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};

use crate::pages::Pair;

/// The plain kernel takes four bytes a cell.
const LONGEST_FOR_PLAIN: usize = 10_000;

fn align(c: &mut Criterion) {
    let mut group = c.benchmark_group("align");
    group.sample_size(10).warm_up_time(Duration::from_millis(200));
    for pair in &pages::pairs(&[500, 2_000, 10_000, 50_000]) {
        // Work is cells, not tokens: this keeps long and short pairs comparable.
        let cells = pair.left.len() as u64 * pair.right.len() as u64;
        group.throughput(Throughput::Elements(cells));
        ours(&mut group, pair);
        if pair.left.len().max(pair.right.len()) <= LONGEST_FOR_PLAIN {
            plain(&mut group, pair);
        }
    }
    group.finish();
}

fn ours(group: &mut BenchmarkGroup<'_, WallTime>, Pair { name, left, right }: &Pair) {
    let aligner = Config::new().build().expect("defaults make sense");
    let mut scratch = Scratch::new();
    group.bench_function(BenchmarkId::new("default", name), |b| {
        b.iter(|| aligner.align_with(&mut scratch, black_box(left), black_box(right)));
    });
}

fn plain(group: &mut BenchmarkGroup<'_, WallTime>, Pair { name, left, right }: &Pair) {
    let scores = Scores::new(1, 0, -1).expect("defaults make sense");
    group.bench_function(BenchmarkId::new("reference", name), |b| {
        b.iter(|| reference::align(scores, black_box(left), black_box(right)));
    });
    let aligner = Config::new().mismatch(-1).gap(-2).build().expect("scores make sense");
    let mut scratch = Scratch::new();
    group.bench_function(BenchmarkId::new("other-scores", name), |b| {
        b.iter(|| aligner.align_with(&mut scratch, black_box(left), black_box(right)));
    });
}

criterion_group!(benches, align);
criterion_main!(benches);
