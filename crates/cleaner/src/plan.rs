//! Which elements of a page stay.

use std::ops::Range;

use tokenize::{Kind, Tag, Token};

use crate::{
    Regions,
    pieces::{self, Visit},
    quirks::quirks,
    stack::{NONE, Stack},
};

/// Set in `owners` for an end tag that ends nothing: the rest is the element
/// that it stands in.
const STRAY: u32 = 1 << 31;

/// What the regions mean for each tag of a page.
#[derive(Debug)]
pub(crate) struct Plan {
    elements: Vec<Element>,
    /// For each token the element that a tag starts or ends.
    owners: Vec<u32>,
    /// The tokens that end an element which has no end tag, in order.
    implied_ends: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Element {
    parent: u32,
    /// The index of the start tag.
    start: u32,
    stays: bool,
}

impl Plan {
    /// Reads a page. An element stays when its start tag does or anything in
    /// it: text, a comment, another element. End tags have no say.
    pub(crate) fn new(source: &str, tokens: &[Token], regions: &Regions) -> Plan {
        let mut planner = Planner {
            source,
            stack: Stack::new(source, quirks(source, tokens)),
            plan: Plan {
                elements: Vec::new(),
                owners: vec![NONE; tokens.len()],
                implied_ends: Vec::new(),
            },
        };
        pieces::walk(source, tokens, regions, &mut planner);
        let mut plan = planner.plan;
        // Parents come before their children.
        for at in (0..plan.elements.len()).rev() {
            let Element { parent, stays, .. } = plan.elements[at];
            if stays && parent != NONE {
                plan.elements[parent as usize].stays = true;
            }
        }
        plan
    }

    /// Returns whether a piece stays.
    #[inline]
    pub(crate) fn stays(&self, source: &str, at: usize, token: &Token, covered: bool) -> bool {
        if !token.is_tag() {
            return !covered || token.kind() == Kind::Doctype;
        }
        let owner = self.owners[at];
        if owner == NONE {
            !covered || is_skeleton(source, token)
        } else if owner & STRAY != 0 {
            !covered && self.elements[(owner & !STRAY) as usize].stays
        } else {
            self.elements[owner as usize].stays
        }
    }

    /// Returns the elements that stay although what would end them, the token
    /// of the first number, may go; by the index of their start tag.
    pub(crate) fn implied_ends(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.implied_ends.iter().filter_map(|&(at, element)| {
            let Element { start, stays, .. } = self.elements[element as usize];
            stays.then_some((at as usize, start as usize))
        })
    }
}

/// Returns whether a tag changes how the rest of the page is read: it stays
/// even where the regions hold it.
fn is_skeleton(source: &str, token: &Token) -> bool {
    match token.tag() {
        Tag::BASE => token.kind() == Kind::StartTag,
        Tag::META => crate::charset::is_declaration(&source[token.range()]),
        _ => false,
    }
}

struct Planner<'s> {
    source: &'s str,
    stack: Stack<'s>,
    plan: Plan,
}

impl Planner<'_> {
    #[inline]
    fn keep(&mut self, element: u32) {
        if element != NONE {
            self.plan.elements[element as usize].stays = true;
        }
    }

    /// Keeps what content at this place stands in.
    #[inline]
    fn keep_context(&mut self) {
        self.keep(self.stack.innermost());
        for element in self.stack.wake() {
            self.plan.elements[element as usize].stays = true;
        }
    }

    #[inline]
    fn note_closed(&mut self, at: usize) {
        let closed = self
            .stack
            .closed()
            .iter()
            .map(|&element| (at as u32, element));
        self.plan.implied_ends.extend(closed);
    }
}

impl Visit for Planner<'_> {
    fn gap(&mut self, _: Range<usize>) {}

    #[inline]
    fn piece(&mut self, at: usize, token: &Token, _: Range<usize>, covered: bool) {
        match token.kind() {
            Kind::StartTag => {
                let element = self.stack.start(token);
                self.note_closed(at);
                if element != NONE {
                    self.plan.owners[at] = element;
                    let parent = self.stack.parent();
                    self.plan.elements.push(Element {
                        parent,
                        start: at as u32,
                        stays: false,
                    });
                }
                if !covered || element == NONE && is_skeleton(self.source, token) {
                    if token.tag().is_block() {
                        self.keep(self.stack.innermost());
                    } else {
                        self.keep_context();
                    }
                }
            }
            Kind::EndTag => {
                let element = self.stack.end(token);
                self.plan.owners[at] = if element != NONE {
                    element
                } else if self.stack.innermost() != NONE {
                    self.stack.innermost() | STRAY
                } else {
                    NONE
                };
            }
            Kind::Text => {
                self.stack.text();
                self.note_closed(at);
                if !covered {
                    self.keep_context();
                }
            }
            Kind::Doctype => {}
            _ if covered => {}
            _ => self.keep(self.stack.innermost()),
        }
    }
}
