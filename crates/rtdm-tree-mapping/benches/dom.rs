//! The tree with spans. `cargo xtask bench dom` puts it beside html5ever's own parse.

use std::{fmt::Write as _, hint::black_box};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rtdm_tree_mapping::dom::Dom;

/// A page of the usual mixture: navigation, paragraphs, a table, a script.
fn page() -> String {
    let mut page = String::from("<!DOCTYPE html><html><head><title>Rivers</title></head><body>");
    for i in 0..400 {
        let _ = write!(
            page,
            "<nav class=\"menu wide\"><ul><li><a href=\"/river/{i}?from=menu\" title=\"River {i}\">River \
             {i}</a></li>\n<li class=\"next\"><a href=\"/next\">Next</a></ul></nav>\n<article \
             id=\"a{i}\"><h2>The river &amp; its banks</h2>\n<p>Water of the <b>river {i}</b> runs through \
             the old town, past the mill, and on to the sea.\n<p>Its length is <i>{i} km</i>, as \
             was measured by walking.<table><tr><td>Depth<td>{i}<tr><td>Width<td>4</table>\
             </article><script>var river = {i};</script>\n"
        );
    }
    page
}

fn benches(criterion: &mut Criterion) {
    let page = page();
    let mut group = criterion.benchmark_group("dom");
    group.throughput(Throughput::Bytes(page.len() as u64));
    group.bench_function("with spans", |b| {
        b.iter(|| Dom::parse(black_box(&page)).len())
    });
    let tokens = tokenize::scan(&page);
    group.bench_function("with spans, tokenized before", |b| {
        b.iter(|| Dom::from_tokens(black_box(&page), &tokens).len());
    });
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
