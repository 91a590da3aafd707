//! Bylines: names that a page shows.

use dom::NodeId;

use super::{
    MAX_BYTES,
    names::{is_name, shown_name},
    no_names::leads_elsewhere,
};
use crate::{
    page::PageFacts,
    text::{is_beyond, shown, squeeze},
};

/// Returns the name in an element that is marked as a byline.
///
/// This is the first of the element's texts that can be a name, with the names that "and" or a comma join to it.
pub(super) fn byline(page: &PageFacts<'_, '_>, node: NodeId) -> Option<String> {
    let texts = page.dom.descendants(node).map(|node| page.dom.text(node));
    // A byline names its author early on. Elements with more texts than this may hold the whole article.
    of_texts(
        texts
            .map(|text| squeeze(&text))
            .filter(|text| !text.is_empty())
            .take(12),
    )
}

fn of_texts(texts: impl Iterator<Item = String>) -> Option<String> {
    let mut found: Option<String> = None;
    let mut is_joined = false;
    for text in texts {
        // Each linked name is a text of its own, so that the conjunction between two links is one as well.
        let joins = ["and", "&", ",", "+", ", and", "y", "und"].contains(&text.to_lowercase().as_str());
        match &mut found {
            // What follows "Posted in" or a section is not a name either.
            None if leads_elsewhere(&shown_name(&text)) => break,
            None => found = Some(shown_name(&text)).filter(|name| is_name(name)),
            Some(_) if joins => is_joined = true,
            Some(found) if is_joined => {
                // A name after the conjunction is joined with a semicolon, by which the list is split again later.
                let name = shown_name(&text);
                if !is_name(&name) {
                    break;
                }
                found.push_str("; ");
                found.push_str(&name);
                is_joined = false;
            }
            Some(_) => break,
        }
    }
    found
}

/// Returns the name that follows "by" in the first visible texts after the headline.
pub(super) fn near_headline(page: &PageFacts<'_, '_>) -> Option<String> {
    const MAX_TEXTS: usize = 20;
    const ANNOUNCED: &[&str] = &[
        "by",
        "written by",
        "posted by",
        "author",
        "authors",
        "by:",
        "written by:",
        "author:",
        "words by",
        "von",
        "par",
        "por",
    ];
    let (_, end) = page.first_heading()?;
    // A longer text is not a name, nor does it announce one.
    let text = |(node, source)| {
        if is_beyond(source, MAX_BYTES) {
            String::new()
        } else {
            squeeze(&page.dom.text(node))
        }
    };
    let texts: Vec<String> = shown(page.dom, end).take(MAX_TEXTS).map(text).collect();
    texts.iter().enumerate().find_map(|(at, text)| {
        // "By" may be a text of its own, with the name in a link behind it, or begin the text that holds the name.
        let lower = text.to_lowercase();
        if ANNOUNCED.contains(&lower.as_str()) {
            return of_texts(texts[at + 1..].iter().take(4).cloned());
        }
        let is_announced = ANNOUNCED.iter().any(|word| {
            lower
                .strip_prefix(word)
                .is_some_and(|rest| rest.starts_with([' ', ':']))
        });
        let is_short = text.len() <= MAX_BYTES;
        let name = shown_name(Some(text).filter(|_| is_announced && is_short)?);
        is_name(&name).then_some(name)
    })
}
