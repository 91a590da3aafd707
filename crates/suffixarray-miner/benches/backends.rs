//! Indexes by either backend, over the words of the files in the folder that
//! `DEMOLD_BENCH_PAGES` names, or over made-up pages.

mod corpus;

use std::{
    collections::HashMap,
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use suffixarray_miner::{Backend, Corpus, Index};

/// Bytes of pages, and the tokens they have if they are made up.
const SIZES: [(usize, usize); 2] = [(10_000_000, 600_000), (200_000_000, 12_000_000)];

fn backends(c: &mut Criterion) {
    let mut group = c.benchmark_group("suffix array");
    group.sample_size(10);
    for (n_bytes, n_tokens) in SIZES {
        let text = match env::var_os("DEMOLD_BENCH_PAGES") {
            Some(folder) => words(&folder, n_bytes),
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

/// The words of the files below a folder, over and over until there is enough.
/// The end of each file is a symbol of its own.
fn words(folder: &OsStr, n_bytes: usize) -> Vec<u32> {
    let mut paths = Vec::new();
    files(folder.as_ref(), &mut paths);
    paths.sort();
    let mut left = n_bytes;
    let mut symbols = HashMap::new();
    let mut text = Vec::new();
    for path in paths.iter().cycle() {
        let page = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
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

fn files(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, paths)
        } else {
            paths.push(path)
        }
    }
}

criterion_group!(benches, backends);
criterion_main!(benches);
