//! Which elements of a page stay.

use std::ops::Range;

use tokenize::{Kind, Tag, Token};

use crate::{
    Regions,
    pieces::{self, Visit, breaks_line},
    stack::{NONE, Stack},
};

const NO_TAG: Role = Role {
    element: NONE,
    is_stray: false,
    breaks_line: false,
    follows_hidden: false,
};

/// What the regions mean for each tag of a page.
#[derive(Debug)]
pub(crate) struct Plan {
    elements: Vec<Element>,
    /// What each token is to the elements.
    roles: Vec<Role>,
    /// The tokens that end an element which has no end tag, in order.
    implied_ends: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Role {
    /// The element that the tag starts or ends; that it stands in, if stray.
    element: u32,
    /// An end tag that ends nothing.
    is_stray: bool,
    /// Whether the tag stands between lines of visible text.
    breaks_line: bool,
    /// Whether what stands before the token is in an invisible element.
    follows_hidden: bool,
}

#[derive(Clone, Copy, Debug)]
struct Element {
    parent: u32,
    /// The index of the start tag.
    start: u32,
    stays: bool,
    /// The regions do not hold the start tag of this block.
    is_own: bool,
    /// The regions hold text in it.
    has_lost: bool,
}

impl Plan {
    /// Reads a page. An element stays when anything in it does: text, a
    /// comment, another element; or when its start tag does, unless it is a
    /// block that lost its text and is a mere shell now. End tags have no say.
    pub(crate) fn new(source: &str, tokens: &[Token], regions: &Regions) -> Plan {
        let mut planner = Planner {
            source,
            stack: Stack::new(source, tokens),
            plan: Plan {
                elements: Vec::new(),
                roles: vec![NO_TAG; tokens.len()],
                implied_ends: Vec::new(),
            },
        };
        pieces::walk(source, tokens, regions, &mut planner);
        let mut plan = planner.plan;
        // Parents come before their children.
        for at in (0..plan.elements.len()).rev() {
            let element = &mut plan.elements[at];
            element.stays |= element.is_own && !element.has_lost;
            let Element {
                parent,
                stays,
                has_lost,
                ..
            } = *element;
            if parent != NONE {
                plan.elements[parent as usize].stays |= stays;
                plan.elements[parent as usize].has_lost |= has_lost;
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
        let role = self.roles[at];
        if role.element == NONE {
            !covered || is_skeleton(source, token)
        } else {
            self.elements[role.element as usize].stays && !(role.is_stray && covered)
        }
    }

    /// Returns whether a token stands between lines of visible text.
    #[inline]
    pub(crate) fn breaks_line(&self, at: usize) -> bool {
        self.roles[at].breaks_line
    }

    /// Returns whether what stands before a token is in an invisible element.
    #[inline]
    pub(crate) fn follows_hidden(&self, at: usize) -> bool {
        self.roles.get(at).is_some_and(|role| role.follows_hidden)
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

/// Returns whether a block goes as soon as it has lost all that it held. A
/// page keeps its skeleton, and a row its columns.
fn can_be_a_shell(tag: Tag) -> bool {
    tag.is_block() && !matches!(tag, Tag::HTML | Tag::HEAD | Tag::BODY | Tag::TD | Tag::TH)
}

/// Returns whether a tag changes how the rest of the page is read: it stays
/// even where the regions hold it.
fn is_skeleton(source: &str, token: &Token) -> bool {
    token.kind() == Kind::StartTag
        && match token.tag() {
            Tag::BASE => true,
            Tag::META => crate::rendering::is_declaring_tag(&source[token.range()]),
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
    fn role(&self, token: &Token, element: u32, is_stray: bool) -> Role {
        let breaks_line = breaks_line(token.tag()) && self.stack.is_visible();
        Role {
            element,
            is_stray,
            breaks_line,
            follows_hidden: false,
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
        let follows_hidden = !self.stack.is_visible();
        match token.kind() {
            Kind::StartTag => {
                let element = self.stack.start(token);
                self.note_closed(at);
                self.plan.roles[at] = self.role(token, element, false);
                if element != NONE {
                    let parent = self.stack.parent();
                    self.plan.elements.push(Element {
                        parent,
                        start: at as u32,
                        stays: false,
                        is_own: false,
                        has_lost: false,
                    });
                }
                if !covered && element != NONE && can_be_a_shell(token.tag()) {
                    self.plan.elements[element as usize].is_own = true;
                } else if !covered || element == NONE && is_skeleton(self.source, token) {
                    if token.tag().is_block() {
                        self.keep(self.stack.innermost());
                    } else {
                        self.keep_context();
                    }
                }
            }
            Kind::EndTag => {
                let element = self.stack.end(token);
                let is_stray = element == NONE;
                let element = if is_stray {
                    self.stack.innermost()
                } else {
                    element
                };
                self.plan.roles[at] = self.role(token, element, is_stray);
            }
            Kind::Text => {
                self.stack.text();
                self.note_closed(at);
                let innermost = self.stack.innermost();
                if !covered {
                    self.keep_context();
                } else if innermost != NONE {
                    self.plan.elements[innermost as usize].has_lost = true;
                }
            }
            Kind::Doctype => {}
            _ if covered => {}
            _ => self.keep(self.stack.innermost()),
        }
        self.plan.roles[at].follows_hidden = follows_hidden;
    }
}
