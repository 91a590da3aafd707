//! A page's visible text in blocks, each in its place on the page.
//!
//! It knows the sample's frame, not any page: the places are told by its elements and classes.

use std::ops::Range;

use tokenize::{Kind, Tag, Token};

/// Where on the page a block stands.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Slot {
    Masthead,
    Menu,
    Banner,
    Main,
    /// A box of the side column, by number.
    Card(usize),
    /// A column of the footer, by number.
    Column(usize),
    Footer,
}

/// A run of text that is template or is not, as a whole.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) is_template: bool,
}

/// The text between two block-level tags.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) slot: Slot,
    /// 1 for `h1`, 0 for what is not a heading.
    pub(super) level: usize,
    pub(super) runs: Vec<Run>,
}

impl Block {
    /// Returns whether nothing in it is content.
    pub(super) fn is_template(&self) -> bool {
        self.runs.iter().all(|run| run.is_template)
    }
}

struct Open<'a> {
    tag: Tag,
    class: &'a str,
}

/// Cuts a page into blocks. What no reader sees is left out.
pub(super) fn read(html: &str, template: &[Range<usize>]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Vec<Open<'_>> = Vec::new();
    let (mut n_cards, mut n_columns) = (0, 0);
    let mut is_new = true;
    // White space between two tags makes no token, and yet parts the words on both sides.
    let (mut last_end, mut is_spaced) = (0, false);
    for token in tokenize::scan(html) {
        is_spaced |= last_end < token.start();
        last_end = token.end();
        is_new |= token.is_tag() && (token.tag().is_block() || token.tag() == Tag::BR);
        match token.kind() {
            Kind::StartTag if !token.tag().is_void() => {
                let class = class(html, &token);
                let is_card = open.iter().any(|element| element.tag == Tag::ASIDE)
                    && matches!(class.split(' ').next(), Some("card" | "advert"));
                n_cards += usize::from(is_card);
                n_columns += usize::from(class == "column");
                open.push(Open {
                    tag: token.tag(),
                    class,
                });
            }
            Kind::EndTag => {
                if let Some(at) = open.iter().rposition(|element| element.tag == token.tag()) {
                    open.truncate(at);
                }
            }
            Kind::Text => {
                let Some(slot) = slot(&open, n_cards, n_columns) else {
                    continue;
                };
                if is_new {
                    let level = open
                        .iter()
                        .rev()
                        .find(|element| element.tag.is_heading())
                        .and_then(|element| element.tag.name().get(1..)?.parse().ok())
                        .unwrap_or(0);
                    blocks.push(Block {
                        slot,
                        level,
                        runs: Vec::new(),
                    });
                    is_new = false;
                }
                if let Some(block) = blocks.last_mut() {
                    if let Some(run) = block.runs.last_mut()
                        && is_spaced
                    {
                        run.text.push(' ');
                    }
                    is_spaced = false;
                    push(html, token.range(), template, &mut block.runs);
                }
            }
            _ => {}
        }
    }
    blocks
}

/// Returns where text under these elements stands, or nothing for text that is not seen.
fn slot(open: &[Open<'_>], n_cards: usize, n_columns: usize) -> Option<Slot> {
    let is_hidden = open
        .iter()
        .any(|element| element.tag == Tag::HEAD || element.class == "skip");
    if is_hidden {
        return None;
    }
    open.iter()
        .rev()
        .find_map(|element| match (element.tag, element.class) {
            (Tag::HEADER, _) => Some(Slot::Masthead),
            (Tag::NAV, _) => Some(Slot::Menu),
            (Tag::MAIN, _) => Some(Slot::Main),
            (Tag::ASIDE, _) => Some(Slot::Card(n_cards)),
            (_, "column") => Some(Slot::Column(n_columns)),
            (Tag::FOOTER, _) => Some(Slot::Footer),
            (_, "advert") if !open.iter().any(|element| element.tag == Tag::ASIDE) => {
                Some(Slot::Banner)
            }
            _ => None,
        })
}

fn class<'a>(html: &'a str, token: &Token) -> &'a str {
    tokenize::attributes(&html[token.range()])
        .find(|attribute| attribute.name() == "class")
        .map_or("", |attribute| attribute.raw_value())
}

/// Appends a text, cut where template begins and ends.
fn push(html: &str, range: Range<usize>, template: &[Range<usize>], runs: &mut Vec<Run>) {
    let mut start = range.start;
    while start < range.end {
        let next = template.iter().find(|part| start < part.end);
        let (end, is_template) = match next {
            Some(part) if part.start <= start => (part.end.min(range.end), true),
            Some(part) => (part.start.min(range.end), false),
            None => (range.end, false),
        };
        let text = tokenize::decode_references(&html[start..end]);
        start = end;
        match runs.last_mut() {
            Some(last) if last.is_template == is_template => last.text.push_str(&text),
            _ => runs.push(Run {
                text: text.into_owned(),
                is_template,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_the_borders_of_template() {
        let html = "<main><p>By <b>Ann</b> <i>Lee</i></p><p>x</p></main>";
        let blocks = read(html, &[0..6, 6..12]);
        let found: Vec<(&str, bool)> = blocks
            .iter()
            .flat_map(|block| {
                block
                    .runs
                    .iter()
                    .map(|run| (run.text.as_str(), run.is_template))
            })
            .collect();
        assert_eq!(found, [("By ", true), ("Ann Lee", false), ("x", false)]);
        assert_eq!(blocks[1].slot, Slot::Main);
    }
}
