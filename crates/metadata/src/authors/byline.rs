//! Bylines: names that a page shows.

use dom::NodeId;

use super::{
    MAX_BYTES,
    names::{is_name, shown_name},
    no_names::{is_never, leads_elsewhere},
    other_work::{is_other_work, without_other_work},
    sentences::is_running,
};
use crate::{
    days::{Conventions, first},
    lists::{List, list},
    page::PageFacts,
    text::{below, is_beyond, shown, squeeze},
};

/// How much text can be between the names of two authors of a page: what joins them, and what somebody is. Chosen: by
/// eye.
const MAX_BETWEEN: usize = 40;

/// The number of texts of a byline in which its author is looked for. Elements with more texts may hold the whole
/// article. Chosen: by eye.
const MAX_OWN_TEXTS: usize = 12;

/// The number of texts behind "by" in which the name is looked for. Chosen: by eye.
const MAX_BEHIND: usize = 4;

/// Returns the name in an element that is marked as a byline: the first of its texts that can be one, and those that
/// "and" or a comma join to it.
pub(super) fn byline(page: &PageFacts<'_, '_>, node: NodeId) -> Option<String> {
    let texts = page.dom.descendants(node).map(|node| page.dom.text(node));
    of_texts(texts.map(|text| squeeze(&text)).filter(|text| !text.is_empty()).take(MAX_OWN_TEXTS))
}

fn of_texts(texts: impl Iterator<Item = String>) -> Option<String> {
    let mut found: Option<String> = None;
    let mut is_joined = false;
    for text in texts {
        match &mut found {
            // What follows "Posted in", a section, a sentence or "admin" is no name either.
            None if is_running(&text) || is_only_other_work(&text) => break,
            None => {
                let name = shown_name(&text);
                if leads_elsewhere(&name) || is_never(&name) {
                    break;
                }
                found = Some(name).filter(|name| is_name(name));
            }
            Some(_) if joins(&text) => is_joined = true,
            Some(found) if is_joined => {
                // A name after the conjunction is joined with a semicolon, by which the list is split again later.
                let name = shown_name(&text);
                if !is_name(&name) || is_running(&text) {
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

/// Returns whether a text joins two names. Each linked name is a text of its own, so that the conjunction between two
/// links is one as well.
fn joins(text: &str) -> bool {
    ["and", "&", ",", "+", ", and", "y", "und"].contains(&text.to_lowercase().as_str())
}

/// Returns the name that follows "by" in the first visible texts after the headline.
pub(super) fn near_headline(page: &PageFacts<'_, '_>) -> Option<String> {
    /// The number of texts after the headline that are read. Chosen: by eye.
    const MAX_TEXTS: usize = 20;
    static ANNOUNCED: List = list!("announced");
    let (_, end) = page.first_heading()?;
    // A longer text is not a name, nor does it announce one.
    let text = |(node, source)| {
        if is_beyond(source, MAX_BYTES) { String::new() } else { squeeze(&page.dom.text(node)) }
    };
    let nodes: Vec<NodeId> = shown(page.dom, end).take(MAX_TEXTS).map(|(node, _)| node).collect();
    let texts: Vec<String> = shown(page.dom, end).take(MAX_TEXTS).map(text).collect();
    texts.iter().enumerate().find_map(|(at, text)| {
        // "By" may be a text of its own, with the name in a link behind it, or begin the text that holds the name.
        let lower = text.to_lowercase();
        if ANNOUNCED.contains(&lower.as_str()) {
            let behind = (at + 1..texts.len()).take(MAX_BEHIND);
            let own = behind.take_while(|&other| !is_of_paragraph(page, nodes[at], nodes[other]));
            return of_texts(own.map(|other| texts[other].clone()));
        }
        let is_announced =
            ANNOUNCED.iter().any(|word| lower.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', ':'])));
        let is_short = text.len() <= MAX_BYTES;
        let text = Some(text).filter(|text| is_announced && is_short && !is_running(text))?;
        let name = shown_name(text);
        is_name(&name).then_some(name)
    })
}

/// Returns the sender of the mail that a page of an archive shows: the name before an e-mail address. Mailman writes name,
/// address and day right after the headline, MHonArc the name after "From".
pub(super) fn sender(page: &PageFacts<'_, '_>) -> Option<String> {
    /// The number of texts after the headline that are read. Chosen: MHonArc has up to seven before the name.
    const MAX_TEXTS: usize = 12;
    let (_, end) = page.first_heading()?;
    let texts: Vec<(NodeId, &str)> = shown(page.dom, end).take(MAX_TEXTS).collect();
    let is_label = |source: &str| source.trim_end_matches(':').eq_ignore_ascii_case("from");
    let label = texts.iter().position(|(_, source)| is_label(source));
    let at = label.map_or(0, |label| label + 1);
    let &[(name, source), (address, _), ref rest @ ..] = texts.get(at..)? else {
        return None;
    };
    // A name and an address without a day are those of whom to write to.
    let is_dated = || rest.first().is_some_and(|(_, day)| first(day, Conventions::day_first()).is_some());
    let is_sender = is_in_mail_link(page, address) && !is_in_mail_link(page, name) && (label.is_some() || is_dated());
    if is_beyond(source, MAX_BYTES) || !is_sender {
        return None;
    }
    let text = squeeze(&page.dom.text(name));
    // MHonArc's is ": Ann Lee <".
    let text = text.trim_matches([':', '<', '(', '"', ' ']);
    Some(shown_name(text)).filter(|name| !is_running(text) && is_name(name))
}

fn is_in_mail_link(page: &PageFacts<'_, '_>, node: NodeId) -> bool {
    let target = page.dom.ancestors(node).find_map(|above| page.dom.attribute(above, "href"));
    target.is_some_and(|href| href.starts_with("mailto:"))
}

/// Returns whether a text announces other work, and nothing before it.
fn is_only_other_work(text: &str) -> bool {
    is_other_work(text) && without_other_work(text).is_empty()
}

/// Returns whether a text is the beginning of a paragraph that follows the block with the announcement of a name.
fn is_of_paragraph(page: &PageFacts<'_, '_>, announcement: NodeId, text: NodeId) -> bool {
    let dom = page.dom;
    let block = dom.ancestors(text).find(|&above| dom.tag(above).is_block());
    let other = block.filter(|&block| !dom.contains(block, announcement));
    other.is_some_and(|block| {
        let text = below(dom, block, 2 * MAX_BYTES);
        is_running(&text)
    })
}

/// Returns the first of some nodes with names, and those that follow it with little text between: the authors of one
/// text.
pub(super) fn together(page: &PageFacts<'_, '_>, nodes: impl Iterator<Item = NodeId>) -> Vec<NodeId> {
    let mut all: Vec<NodeId> = Vec::new();
    for node in nodes {
        let Some(&last) = all.last() else {
            all.push(node);
            continue;
        };
        if page.dom.contains(last, node) {
            continue;
        }
        let between = between(page, last, node);
        if between.is_none_or(|text| is_other_work(&text)) {
            break;
        }
        all.push(node);
    }
    all
}

/// Returns the text between two nodes, unless it is long.
fn between(page: &PageFacts<'_, '_>, one: NodeId, other: NodeId) -> Option<String> {
    let mut between = String::new();
    for (node, source) in shown(page.dom, page.dom.subtree_end(one)) {
        if other <= node {
            break;
        }
        between.push(' ');
        between.push_str(source);
        if MAX_BETWEEN < between.len() {
            return None;
        }
    }
    Some(between)
}
