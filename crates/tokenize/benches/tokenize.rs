//! Reading pages, in bytes per second, beside lol_html and html5ever.
//!
//! `DEMOLD_BENCH_PAGES` names a folder of `.html` files, which is searched to
//! any depth; without it a page is generated. `lol_html/*` is the baseline:
//! handlers for elements, text, comments and doctypes that do nothing.

use std::{env, fs, hint::black_box, path::Path};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use html5ever::tokenizer::{BufferQueue, Token, TokenSink, TokenSinkResult, Tokenizer as Html5ever};
use lol_html::{DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Settings};
use tokenize::{Attributes, Normalize, Vocabulary};

/// Enough that caches do not hold it, and a sample stays short.
const MAX_BYTES: usize = 8 << 20;

fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    if let Some(folder) = env::var_os("DEMOLD_BENCH_PAGES") {
        collect(Path::new(&folder), &mut pages);
    }
    if pages.is_empty() {
        pages.push(generated());
    }
    // Spread over the whole folder, not its first site alone.
    let total: usize = pages.iter().map(String::len).sum();
    let step = total.div_ceil(MAX_BYTES).max(1);
    pages.into_iter().step_by(step).collect()
}

fn collect(folder: &Path, pages: &mut Vec<String>) {
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(
                tokenize::decode(&fs::read(path).unwrap(), None)
                    .into_text()
                    .into_string(),
            );
        }
    }
}

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

/// lol_html with every handler but those of end tags, none of them doing
/// anything.
fn lol_html(page: &str, end_tags: bool) {
    let mut seen = 0usize;
    let elements =
        ElementContentHandlers::default().element(|element: &mut lol_html::html_content::Element<'_, '_>| {
            black_box(element.source_location());
            if end_tags && let Some(handlers) = element.end_tag_handlers() {
                handlers.push(Box::new(|end| {
                    black_box(end.source_location());
                    Ok(())
                }));
            }
            Ok(())
        });
    let document = DocumentContentHandlers::default()
        .text(|chunk: &mut lol_html::html_content::TextChunk<'_>| {
            seen += chunk.source_location().bytes().end;
            Ok(())
        })
        .comments(|comment: &mut lol_html::html_content::Comment<'_>| {
            black_box(comment.source_location());
            Ok(())
        })
        .doctype(|doctype: &mut lol_html::html_content::Doctype<'_>| {
            black_box(doctype.source_location());
            Ok(())
        });
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler((std::borrow::Cow::Owned("*".parse().unwrap()), elements))
        .append_document_content_handler(document);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(page.as_bytes()).unwrap();
    rewriter.end().unwrap();
    black_box(seen);
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
    let pages = pages();
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
    bench("lol_html/starts", &|page| lol_html(page, false));
    bench("lol_html/starts-and-ends", &|page| lol_html(page, true));
    bench("html5ever/tokens", &html5ever);
    bench("scan", &|page| drop(black_box(tokenize::scan(page))));
    bench("read", &|page| drop(black_box(tokenizer.read(page, &vocabulary))));
    bench("read/tag-names", &|page| {
        drop(black_box(names_only.read(page, &vocabulary)))
    });
    bench("read/mutable", &|page| drop(black_box(mutable.read(page, &vocabulary))));
    bench("draft", &|page| drop(black_box(tokenizer.draft(page))));
    group.finish();
}

criterion_group!(benches, tokenize);
criterion_main!(benches);
