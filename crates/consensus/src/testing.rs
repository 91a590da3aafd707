//! Helpers for the unit tests: small sites, and what happens to their first
//! page.

use dom::Dom;

use crate::{Config, Decision, Evidence, Mode, Model, Reason};

/// A paragraph of 20 words that no other page has.
pub(crate) fn paragraph(page: usize, number: usize) -> String {
    let words: Vec<String> = (0..20).map(|i| format!("w{page}x{number}x{i}")).collect();
    format!("<p>{}</p>\n", words.join(" "))
}

/// Six paragraphs of a page.
pub(crate) fn story(page: usize) -> String {
    (0..6).map(|number| paragraph(page, number)).collect()
}

/// Makes four pages.
pub(crate) fn pages(page: impl Fn(usize) -> String) -> Vec<String> {
    (0..4).map(page).collect()
}

/// Learns pages in a given mode. Pages that are alone are judged by rules, because these are what is tested.
pub(crate) fn learn(mode: Mode, sources: &[String]) -> Model {
    let pages: Vec<Evidence> = sources
        .iter()
        .map(|source| Evidence::read(&Dom::parse(source)))
        .collect();
    Config::new()
        .mode(Some(mode))
        .page_model(false)
        .learn(&pages)
}

/// Decides about the first page.
pub(crate) fn first(mode: Mode, sources: &[String]) -> Decision {
    learn(mode, sources).apply(&Dom::parse(&sources[0]))
}

/// Lists what is removed from the first page, with the reasons.
pub(crate) fn gone(mode: Mode, sources: &[String]) -> Vec<(String, Reason)> {
    let decision = first(mode, sources);
    decision
        .removals()
        .iter()
        .map(|gone| (gone.selector().to_owned(), gone.reason()))
        .collect()
}

/// Returns the text that stays on the first page.
pub(crate) fn kept(mode: Mode, sources: &[String]) -> String {
    let decision = first(mode, sources);
    cleaner::text(&Dom::parse(&sources[0]), decision.regions())
}

/// Words of this page's own.
pub(crate) fn own_words(page: usize, n_words: usize) -> String {
    (0..n_words).map(|i| format!("o{page}o{i} ")).collect()
}

/// Puts something after a story and checks why it is removed, or that it stays.
pub(crate) fn check_behind(mode: Mode, behind: impl Fn(usize) -> String, reason: Option<Reason>) {
    let sources = pages(|page| {
        format!(
            "<body><div class=story>{}</div>{}",
            story(page),
            behind(page)
        )
    });
    let reasons: Vec<Reason> = gone(mode, &sources)
        .into_iter()
        .map(|(_, reason)| reason)
        .collect();
    assert_eq!(reasons, Vec::from_iter(reason), "{}", sources[0]);
}

/// Cleans a page alone, and checks why what follows its story is removed, or that it stays.
pub(crate) fn check_alone(mode: Mode, behind: &str, reason: Option<Reason>) {
    let source = format!("<body><div class=story>{}{behind}</div>", story(0));
    let reasons: Vec<Reason> = gone(mode, std::slice::from_ref(&source))
        .into_iter()
        .map(|(_, reason)| reason)
        .collect();
    assert_eq!(reasons, Vec::from_iter(reason), "{behind}");
}
