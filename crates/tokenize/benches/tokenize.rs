//! Reading pages, in bytes per second, beside lol_html and html5ever.
//!
//! `DEMOLD_BENCH_PAGES` names a folder of pages, which is searched to
//! any depth; without it a page is generated. `lol_html/*` is the baseline:
//! handlers for elements, text, comments and doctypes that do nothing.

mod lol_html;
mod pages;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer as Html5ever};
use tokenize::{Attributes, Normalize, Vocabulary};

/// Enough that caches do not hold it, and a sample stays short.
const MAX_BYTES: usize = 8 << 20;

/// A page of a megabyte with nav, text and a script.
fn generated() -> String {
    let mut page = String::from("<!DOCTYPE html>\n<html lang=en>\n<head><title>News &amp; more</title>\n");
    page.push_str("<script>if (a < b) { run(\"</div>\"); }</script>\n</head>\n<body>\n");
    for i in 0..4000 {
        page.push_str(&format!(
            "<div class=\"item item-{i}\" id='i{i}'>\n  <h2><a href=\"/news/{i}.html?a=1&amp;b=2\">Headline {i}</a></h2>\n  \
             <p>Some <em>words</em> of text &mdash; about as many as one &nbsp; finds in a teaser, \
             with a date, 12 March 2021.</p><!-- ad slot -->\n</div>\n"
        ));
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// Throws every token away.
struct Ignore;

impl TokenSink for Ignore {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        black_box(token);
        TokenSinkResult::Continue
    }
}

fn html5ever(page: &str) {
    let input = BufferQueue::default();
    input.push_back(page.into());
    let tokenizer = Html5ever::new(Ignore, Default::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
}

fn tokenize(c: &mut Criterion) {
    let pages = pages::given(MAX_BYTES).unwrap_or_else(|| vec![generated()]);
    let tokenizer = Normalize::new().build();
    let names_only = Normalize::new().attributes(Attributes::None).build();
    let mutable = Normalize::new().mutable(true).build();
    let mut vocabulary = Vocabulary::new();
    for page in pages.iter().step_by(2) {
        vocabulary.adopt(tokenizer.draft(page));
    }

    let mut group = c.benchmark_group("tokenize");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(pages.iter().map(|page| page.len() as u64).sum()));
    let mut bench = |name: &str, f: &dyn Fn(&str)| {
        group.bench_function(name, |b| b.iter(|| pages.iter().for_each(|page| f(black_box(page)))));
    };
    bench("lol_html/starts", &|page| lol_html::pass(page, false));
    bench("lol_html/starts-and-ends", &|page| lol_html::pass(page, true));
    bench("html5ever/tokens", &html5ever);
    bench("scan", &|page| drop(black_box(tokenize::scan(page))));
    bench("read", &|page| drop(black_box(tokenizer.read(page, &vocabulary))));
    bench("read/tag-names", &|page| drop(black_box(names_only.read(page, &vocabulary))));
    bench("read/mutable", &|page| drop(black_box(mutable.read(page, &vocabulary))));
    bench("draft", &|page| drop(black_box(tokenizer.draft(page))));
    group.finish();
}

criterion_group!(benches, tokenize);
criterion_main!(benches);
