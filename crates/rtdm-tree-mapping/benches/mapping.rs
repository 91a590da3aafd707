//! Mapping, learning and locating on pages of a made-up site.
//!
//! Work is counted in pairs of nodes, `n1 * n2`, for mappings, so that the short-cuts show as
//! throughput, and in nodes for locating. The baseline is Selkow's distance, which has no short-cuts.
//! Before a group runs it prints how many cells its mapping visits.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dom::Dom;
use rtdm_tree_mapping::{Config, Tree, html, top_down_distance};
use tokenize::{Attributes, Normalize, Vocabulary};

/// A page of a shop: a menu, a list of products of its own, comments, a footer.
fn page(number: usize, products: usize) -> String {
    let mut page = format!("<!doctype html><title>Page {number}</title><body class=p{number}><ul>");
    for entry in 0..40 {
        let here = if entry == number % 40 { "<b>here</b>" } else { "" };
        let _ = write!(page, "<li><a href=/{entry}>Section {entry}</a>{here}");
    }
    page.push_str("</ul><main><h1>Our offers</h1><table>");
    for product in 0..products + number % 7 {
        let price = (number * 31 + product * 17) % 97;
        let _ = write!(page, "<tr><td>Thing {number}-{product}<td><i>{price}</i> coins<td>Buy");
    }
    page.push_str("</table><h2>What others say</h2>");
    for comment in 0..number % 5 {
        let _ = write!(page, "<div><p>Comment {comment} on {number}.</p><p>Yours</p></div>");
    }
    page.push_str("</main><footer><p>Imprint</p><p>Terms</p><p>Help</p></footer>");
    page
}

fn trees(products: usize) -> Vec<Tree> {
    let tokenizer = Normalize::new().attributes(Attributes::None).build();
    let mut vocabulary = Vocabulary::new();
    (0..24)
        .map(|number| {
            let source = page(number, products);
            let page = html::draft(&Dom::parse(&source), &tokenizer).adopt(&mut vocabulary);
            page.tree().clone()
        })
        .collect()
}

#[expect(clippy::print_stderr, reason = "the number of cells is a result, too")]
fn mapping(c: &mut Criterion) {
    let mapper = Config::new().build().expect("the defaults are valid");
    for products in [20, 200] {
        let trees = trees(products);
        let (left, right) = (&trees[3], &trees[11]);
        let mapping = mapper.map(left, right).expect("the pages are small");
        let pairs = (left.len() * right.len()) as u64;
        let cells = mapping.visited_cells();
        eprintln!("{} x {} nodes: {cells} cells visited, one for {} pairs", left.len(), right.len(), pairs / cells);

        let mut group = c.benchmark_group("map");
        group.throughput(Throughput::Elements(pairs));
        group.bench_function(BenchmarkId::new("rtdm-td", left.len()), |b| {
            b.iter(|| mapper.map(black_box(left), black_box(right)));
        });
        group.bench_function(BenchmarkId::new("selkow", left.len()), |b| {
            b.iter(|| top_down_distance(&Config::new(), black_box(left), black_box(right)));
        });
        group.finish();

        let pages: Vec<&Tree> = trees.iter().collect();
        let nodes: usize = trees.iter().map(Tree::len).sum();
        let mut group = c.benchmark_group("template");
        group.throughput(Throughput::Elements(nodes as u64));
        group.bench_function(BenchmarkId::new("find", left.len()), |b| {
            b.iter(|| mapper.find_template(black_box(&pages)));
        });
        let template = mapper.find_template(&pages).expect("the pages differ").template;
        let locator = mapper.locator(template.clone());
        group.throughput(Throughput::Elements(right.len() as u64));
        group.bench_function(BenchmarkId::new("locate", right.len()), |b| {
            b.iter(|| locator.locate(black_box(right)));
        });
        group.bench_function(BenchmarkId::new("locate-by-mapping", right.len()), |b| {
            b.iter(|| mapper.map(black_box(template.tree()), black_box(right)));
        });
        group.finish();
    }
}

criterion_group!(benches, mapping);
criterion_main!(benches);
