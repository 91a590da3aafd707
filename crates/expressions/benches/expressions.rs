//! Megabytes a second of all expressions of a site over its pages: those below
//! the folder that `DEMOLD_BENCH_PAGES` names, or made-up ones.

mod mined;
#[path = "../../tokenize/benches/pages/mod.rs"]
mod pages;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use expressions::{Config, Engine};
use regex::Regex;
use sitegen::Random;
use suffixarray_miner::{CutOff, Selection};

/// Pages that are mined, and of those the ones that are cleaned.
const MINED: usize = 300;
const CLEANED: usize = 30;

fn expressions(c: &mut Criterion) {
    let pages = pages();
    let selection = Selection::paper().cut_off(CutOff::Share(0.3));
    let expressions = mined::mine(&pages, suffixarray_miner::Config::new().selection(selection)).unwrap();
    let cleaned = &pages[..pages.len().min(CLEANED)];
    let n_bytes: usize = cleaned.iter().map(String::len).sum();
    let mut group = c.benchmark_group(format!("{} expressions", expressions.lines().len()));
    group.sample_size(10).throughput(Throughput::Bytes(n_bytes as u64));
    for (name, engine) in [("tokens", Engine::Auto), ("automaton", Engine::Automaton)] {
        // Beyond the limits there is nothing to measure.
        let Ok(matcher) = Config::new().engine(engine).build(&expressions) else {
            continue;
        };
        if cleaned.iter().any(|page| matcher.regions(page).is_err()) {
            continue;
        }
        group.bench_function(name, |b| {
            b.iter(|| cleaned.iter().map(|page| matcher.regions(black_box(page)).unwrap().total()).sum::<usize>());
        });
    }
    // Cutting the pages into words and doing nothing with them: the least.
    group.bench_function("words alone", |b| {
        b.iter(|| cleaned.iter().map(|page| black_box(page).split_whitespace().count()).sum::<usize>());
    });
    let one_by_one: Option<Vec<_>> = expressions.lines().iter().take(50).map(|line| Regex::new(line).ok()).collect();
    if let Some(regexes) = one_by_one {
        group.bench_function("50 of them one by one", |b| {
            let count = |page| regexes.iter().map(|regex| regex.find_iter(page).count()).sum::<usize>();
            b.iter(|| cleaned.iter().map(|page| count(black_box(page))).sum::<usize>());
        });
    }
    group.bench_function("build", |b| b.iter(|| Config::new().build(&expressions).unwrap()));
    group.finish();
}

fn pages() -> Vec<String> {
    let mut pages = pages::given(usize::MAX).unwrap_or_else(made_up);
    pages.truncate(MINED);
    pages
}

/// Parts of a template, of which now and then one is missing, around words.
fn made_up() -> Vec<String> {
    let mut random = Random::new(1);
    let mut below = |limit| random.below(limit);
    let mut pages = Vec::new();
    for _ in 0..MINED {
        let mut page = String::new();
        for part in 0..40 {
            if below(8) > 0 {
                for token in 0..20 {
                    page.push_str(&format!("<li><a href=\"/part{part}/{token}\">link-{token}</a></li> "));
                }
                page.push_str(&format!("on Monday, {} May ", 1 + below(30)));
            }
            for _ in 0..below(90) {
                let word = (below(1 << 16) * below(1 << 16)) >> 16;
                page.push_str(&format!("word{word} "));
            }
            page.push('\n');
        }
        pages.push(page);
    }
    pages
}

criterion_group!(benches, expressions);
criterion_main!(benches);
