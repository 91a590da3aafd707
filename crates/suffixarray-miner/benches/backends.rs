//! Indexes by either backend, over the words of the files in the folder that
//! `DEMOLD_BENCH_PAGES` names, or over made-up pages.

mod corpus;
#[path = "../../tokenize/benches/pages/mod.rs"]
mod pages;

use std::collections::HashMap;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use suffixarray_miner::{Backend, Corpus, Index};

/// Bytes of pages, and the tokens they have if they are made up.
const SIZES: [(usize, usize); 2] = [(10_000_000, 600_000), (200_000_000, 12_000_000)];

fn backends(c: &mut Criterion) {
    let mut group = c.benchmark_group("suffix array");
    group.sample_size(10);
    let given = pages::given(usize::MAX);
    for (n_bytes, n_tokens) in SIZES {
        let text = match &given {
            Some(pages) => words(pages, n_bytes),
            None => corpus::pages(n_tokens).concat(),
        };
        let corpus: Corpus = [&text].into_iter().collect();
        let name = format!("{} MB", n_bytes / 1_000_000);
        group.throughput(Throughput::Elements(text.len() as u64));
        for &backend in Backend::ALL {
            group.bench_function(BenchmarkId::new(backend.to_string(), &name), |b| {
                b.iter_batched(
                    || corpus.clone(),
                    |corpus| Index::with_backend(corpus, backend).unwrap(),
                    BatchSize::PerIteration,
                );
            });
        }
    }
    group.finish();
}

/// The words of the pages, over and over until there is enough. The end of each page is a symbol of its own.
fn words(pages: &[String], n_bytes: usize) -> Vec<u32> {
    let mut left = n_bytes;
    let mut symbols = HashMap::new();
    let mut text = Vec::new();
    for page in pages.iter().cycle() {
        for word in page.split_whitespace() {
            let next = symbols.len() as u32;
            text.push(*symbols.entry(word.to_owned()).or_insert(next));
        }
        let next = symbols.len() as u32;
        text.push(*symbols.entry(format!("end {}", text.len())).or_insert(next));
        if left < page.len() {
            return text;
        }
        left -= page.len();
    }
    text
}

criterion_group!(benches, backends);
criterion_main!(benches);
