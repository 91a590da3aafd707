//! Helpers for the unit tests: small sites, and what happens to their first
//! page.

use dom::Dom;

use crate::{Config, Decision, Evidence};

/// A paragraph of 20 words that no other page has.
pub(crate) fn paragraph(page: usize, number: usize) -> String {
    let words: Vec<String> = (0..20).map(|i| format!("w{page}x{number}x{i}")).collect();
    format!("<p>{}.</p>\n", words.join(" "))
}

/// Six paragraphs of a page.
pub(crate) fn story(page: usize) -> String {
    (0..6).map(|number| paragraph(page, number)).collect()
}

/// A page whose text is in elements of one kind, below a frame that all kinds share.
pub(crate) fn page_of_kind(kind: &str, number: usize) -> String {
    format!(
        "<body><div class=frame>Frame of the site</div><div class={kind}><h1>n{number}</h1>\
         <div class={kind}-text>some text of t{number} and more of it</div></div>"
    )
}

/// Makes four pages.
pub(crate) fn pages(page: impl Fn(usize) -> String) -> Vec<String> {
    (0..4).map(page).collect()
}

/// Decides about the first page.
pub(crate) fn first(sources: &[String]) -> Decision {
    let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
    Config::new().learn(&pages).apply(&Dom::parse(&sources[0]))
}
