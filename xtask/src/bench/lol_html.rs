//! A pass of `lol_html` that looks at everything and changes nothing: the baseline of tokenizing.

use std::{borrow::Cow, hint::black_box};

use ::lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, Settings,
    html_content::{Comment, Doctype, Element, TextChunk},
};

/// Every handler is there, those of end tags if they are wanted, and looks up where it is.
pub(crate) fn pass(page: &str, end_tags: bool) {
    let elements = ElementContentHandlers::default().element(|element: &mut Element<'_, '_>| {
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
