//! Cells per second of the kernels, and of others that align or compare.
//!
//! What differs in what they compute:
//!
//! * `default` and `reference` return the same alignment, path included.
//! * `other-scores` is the kernel for scores out of proportion, here +1, −1, −2.
//! * `similar` and `imara-diff` find a short edit script in which a change counts
//!   as two steps, with heuristics. They visit few cells when sequences are alike,
//!   so their cells per second say only how long they take for the same input.
//!
//! Sequences are those of `pages/mod.rs`. The aligner of `bio`, which brings many
//! crates along, is measured by a package of its own, in `peers`.

mod pages;

use std::{collections::HashMap, hint::black_box, time::Duration};

use align_nw::{Config, Scores, Scratch, reference};
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
    measurement::WallTime,
};

use crate::pages::Pair;

/// The plain kernel takes four bytes a cell.
const LONGEST_FOR_PLAIN: usize = 10_000;

fn align(c: &mut Criterion) {
    let mut group = c.benchmark_group("align");
    group
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200));
    for pair in &pages::pairs(&[500, 2_000, 10_000, 50_000]) {
        // Work is cells, not tokens: this keeps long and short pairs comparable.
        let cells = pair.left.len() as u64 * pair.right.len() as u64;
        group.throughput(Throughput::Elements(cells));
        ours(&mut group, pair);
        if pair.left.len().max(pair.right.len()) <= LONGEST_FOR_PLAIN {
            plain(&mut group, pair);
            peers(&mut group, pair);
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
    let aligner = Config::new()
        .mismatch(-1)
        .gap(-2)
        .build()
        .expect("scores make sense");
    let mut scratch = Scratch::new();
    group.bench_function(BenchmarkId::new("other-scores", name), |b| {
        b.iter(|| aligner.align_with(&mut scratch, black_box(left), black_box(right)));
    });
}

fn peers(group: &mut BenchmarkGroup<'_, WallTime>, Pair { name, left, right }: &Pair) {
    group.bench_function(BenchmarkId::new("similar", name), |b| {
        let myers = similar::Algorithm::Myers;
        b.iter(|| similar::capture_diff_slices(myers, black_box(left), black_box(right)));
    });

    let mut numbers = HashMap::new();
    let mut tokens = |symbols: &[u32]| -> Vec<imara_diff::Token> {
        let number = |&symbol: &u32| {
            let next = numbers.len() as u32;
            imara_diff::Token(*numbers.entry(symbol).or_insert(next))
        };
        symbols.iter().map(number).collect()
    };
    let (left_tokens, right_tokens) = (tokens(left), tokens(right));
    let count = numbers.len() as u32;
    group.bench_function(BenchmarkId::new("imara-diff", name), |b| {
        b.iter(|| {
            let mut diff = imara_diff::Diff::default();
            let myers = imara_diff::Algorithm::Myers;
            diff.compute_with(
                myers,
                black_box(&left_tokens),
                black_box(&right_tokens),
                count,
            );
            diff
        });
    });
}

criterion_group!(benches, align);
criterion_main!(benches);
