//! Tokens a second, for mining and for locating what was mined.

mod corpus;

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use suffixarray_miner::{Config, Corpus, Locator, Selection};

fn mine(c: &mut Criterion) {
    let mut group = c.benchmark_group("mine");
    group.sample_size(10);
    for n_tokens in [100_000, 1_000_000] {
        let corpus: Corpus = corpus::pages(n_tokens).iter().collect();
        group.throughput(Throughput::Elements(n_tokens as u64));
        for (name, selection) in [("paper", Selection::paper()), ("steady", Selection::steady())] {
            let miner = Config::new().selection(selection).build().unwrap();
            group.bench_function(BenchmarkId::new(name, n_tokens), |b| {
                b.iter_batched(
                    || corpus.clone(),
                    |corpus| miner.mine_corpus(corpus, |_| false, |_| {}).unwrap(),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

fn locate(c: &mut Criterion) {
    let pages = corpus::pages(300_000);
    let documents: Vec<_> = pages.iter().map(Vec::as_slice).collect();
    let miner = Config::new().selection(Selection::paper()).build().unwrap();
    let mined = miner.mine(&documents).unwrap();
    let locator = Locator::of(&mined).unwrap();
    let strings: Vec<_> = mined.iter().map(|string| string.symbols).collect();
    let page = documents[0];
    let mut group = c.benchmark_group("locate");
    group.throughput(Throughput::Elements(page.len() as u64));
    group.bench_function("automaton", |b| b.iter(|| locator.locate(black_box(page))));
    // What one pass for each string would take.
    group.sample_size(10).bench_function("one by one", |b| {
        b.iter(|| {
            let places = |string: &&[u32]| black_box(page).windows(string.len()).filter(|at| at == string).count();
            strings.iter().map(places).sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, mine, locate);
criterion_main!(benches);
