//! Reading pages, beside a pass of `lol_html` that looks at everything and changes nothing.

use std::{borrow::Cow, hint::black_box, path::PathBuf};

use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Settings,
    html_content::{Comment, Doctype, Element, TextChunk},
};
use tokenize::Normalize;

use super::{clock, pages::Pages, reading::Read, table::Table};

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, Pages::A_SAMPLE)?;
    let tokenizer = Normalize::new().build();
    // Half of the pages are known, as the sample of a site is.
    let known: Vec<&str> = pages.iter().step_by(2).collect();
    let Read { vocabulary, .. } = Read::new(&tokenizer, &known);
    let title = format!(
        "tokenize: {:.1} MB of {}, best of several",
        pages.n_bytes() as f64 / 1e6,
        Pages::name(folders)
    );
    let mut table = Table::new(title, &["pass", "MB/s", "of lol_html"]);
    let times = clock::best_of_each([
        &mut || pages.iter().for_each(lol_html),
        &mut || pages.iter().for_each(|page| drop(black_box(tokenize::scan(page)))),
        &mut || {
            let read = |page| drop(black_box(tokenizer.read(page, &vocabulary)));
            pages.iter().for_each(read);
        },
        &mut || pages.iter().for_each(|page| drop(black_box(tokenizer.draft(page)))),
    ]);
    for (name, seconds) in ["lol_html", "scan", "read", "draft"].iter().zip(times) {
        let rate = clock::rate(pages.n_bytes(), seconds);
        table.push(*name, [rate, times[0] / seconds]);
    }
    Ok(vec![table])
}

/// Every handler is there, those of end tags too, and looks up where it is.
fn lol_html(page: &str) {
    let elements = ElementContentHandlers::default().element(|element: &mut Element<'_, '_>| {
        black_box(element.source_location());
        if let Some(handlers) = element.end_tag_handlers() {
            handlers.push(Box::new(|end| {
                black_box(end.source_location());
                Ok(())
            }));
        }
        Ok(())
    });
    let document = DocumentContentHandlers::default()
        .text(|chunk: &mut TextChunk<'_>| {
            black_box(chunk.source_location());
            Ok(())
        })
        .comments(|comment: &mut Comment<'_>| {
            black_box(comment.source_location());
            Ok(())
        })
        .doctype(|doctype: &mut Doctype<'_>| {
            black_box(doctype.source_location());
            Ok(())
        });
    let every = Cow::Owned("*".parse().expect("this selects every element"));
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler((every, elements))
        .append_document_content_handler(document);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // A page that lol_html gives up on costs it less: that is in its favour.
    if rewriter.write(page.as_bytes()).is_ok() {
        black_box(rewriter.end().is_ok());
    }
}
