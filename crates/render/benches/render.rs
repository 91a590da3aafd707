//! Rendering pages, in bytes of the page per second.
//!
//! `DEMOLD_BENCH_PAGES` names a folder of pages, which is searched to
//! any depth; without it a page is generated. `parse` is the baseline: the
//! rendering of a page should be a small part of reading it. Ten of every
//! thirty nodes are removed, except for `text-of-all`.

#[path = "../../tokenize/benches/pages/mod.rs"]
mod pages;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dom::Dom;
use render::{MarkdownOptions, Regions};

/// Enough that caches do not hold it, and a sample stays short.
const MAX_BYTES: usize = 8 << 20;

/// A page of half a megabyte: menus, articles, and tables.
fn generated() -> String {
    let mut page = String::from("<!doctype html>\n<html lang=en>\n<head><title>News</title></head>\n<body>\n");
    for i in 0..1000 {
        page.push_str(&format!(
            "<ul class=\"menu\"><li><a href=\"/section/{i}\">Section {i}</a></li></ul>\n\
             <div class=\"article\" id=\"a{i}\">\n  <h2>Headline {i} &mdash; of the day</h2>\n  \
             <p>The first <em>paragraph</em> of article {i}, with <a href=\"/a/{i}\">a link</a> in it.\n  \
             It has a few sentences. None of them is long, but together they are a text.</p>\n  \
             <table><tr><th>High</th><td>{i}</td></tr><tr><th>Low</th><td>0</td></tr></table>\n</div>\n",
        ));
    }
    page.push_str("</body>\n</html>\n");
    page
}

fn some(dom: &Dom<'_>) -> Regions {
    let nodes: Vec<_> = dom.nodes().collect();
    let extents = nodes.chunks(30).flat_map(|run| &run[..run.len().min(10)]);
    let leaves = extents.filter(|&&node| dom.first_child(node).is_none());
    Regions::from_ranges(leaves.map(|&node| dom.extent(node)))
}

fn render(c: &mut Criterion) {
    let pages = pages::given(MAX_BYTES).unwrap_or_else(|| vec![generated()]);
    let pages: Vec<_> = pages
        .iter()
        .map(|page| {
            let dom = Dom::parse(page);
            let regions = some(&dom);
            (dom, regions)
        })
        .collect();
    let n_bytes = pages.iter().map(|(dom, _)| dom.source().len() as u64).sum();
    let mut group = c.benchmark_group("render");
    group.throughput(Throughput::Bytes(n_bytes));
    let mut bench = |name: &str, render: &dyn Fn(&Dom<'_>, &Regions) -> usize| {
        group.bench_function(name, |b| {
            b.iter(|| {
                let pages = black_box(&pages).iter();
                pages.map(|(dom, regions)| render(dom, regions)).sum::<usize>()
            });
        });
    };
    bench("parse", &|dom, _| Dom::parse(dom.source()).len());
    bench("raw", &|dom, regions| cleaner::cut(dom.source(), regions).len());
    bench("html", &|dom, regions| render::html(dom, regions).len());
    bench("text", &|dom, regions| render::text(dom, regions).len());
    bench("text-of-all", &|dom, _| render::text(dom, &Regions::new()).len());
    let options = MarkdownOptions::new();
    bench("markdown", &|dom, regions| render::markdown(dom, regions, &options).map_or(0, |markdown| markdown.len()));
    group.finish();
}

criterion_group!(benches, render);
criterion_main!(benches);
