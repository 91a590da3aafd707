//! The stack of open elements, after the standard's tree construction.
//!
//! It answers one question: which element does each tag open, and which does
//! it close? No tree is built. Every search is a comparison of positions (see
//! [`Walls`]), so that a page of any shape costs constant time a token,
//! amortized over the pushes that its pops undo.
//!
//! Three things are simpler than in the standard, and show on broken pages
//! only. Formatting elements (`b`, `a`, …) are not cloned: one that was cut off
//! by the end of its parent waits in `pending` for its end tag, and whatever
//! comes before that tag still counts as inside. Implied elements (`tbody`,
//! `html`, …) have no entry, as they have no tag. Scripts do not run.

mod end;
mod foreign;
mod quirks;
mod rules;
mod start;
mod walls;

use std::{borrow::Cow, collections::HashMap};

use tokenize::{Tag, Token};

use self::{rules::Rules, walls::Walls};
use crate::pieces::breaks_line;

/// No element.
pub(crate) const NONE: u32 = u32::MAX;

/// The open elements at one place of a page.
#[derive(Debug)]
pub(crate) struct Stack<'s> {
    source: &'s str,
    rules: &'static Rules,
    quirks: bool,
    entries: Vec<Entry>,
    walls: Walls,
    /// The topmost position of each name, 0 where none is open.
    top_of: Vec<u32>,
    /// Numbers of names that are not in `Tag`, from `Tag::COUNT` on.
    names: HashMap<Cow<'s, str>, u32>,
    /// Formatting elements that their parent's end cut off.
    pending: Vec<Pending>,
    /// How many of `pending` were handed out by `wake`.
    woken: usize,
    /// Whether there was anything that ends `head`, or its place.
    in_body: bool,
    /// Whether a form is open, in the sense that no other may begin.
    form: bool,
    n_elements: u32,
    /// Elements that the last start tag or text closed, innermost first.
    closed: Vec<u32>,
    /// Whether one of the elements that the last token closed was a block.
    line_ended: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    element: u32,
    name: u32,
    /// The next position of the same name further down.
    same_below: u32,
    n_pending: u32,
    tag: Tag,
    flags: u8,
    walls: Walls,
}

#[derive(Clone, Copy, Debug)]
struct Pending {
    element: u32,
    tag: Tag,
}

/// The contents are not visible.
const HIDDEN: u8 = 1;
/// The contents keep their white space.
const VERBATIM: u8 = 1 << 1;
/// The contents are `svg` or `math`.
const FOREIGN: u8 = 1 << 2;
/// The element is of `svg` or `math` itself.
const OUTLANDER: u8 = 1 << 3;
/// Ended, but still in the stack since elements above it are not.
const ENDED: u8 = 1 << 4;
/// Flags that the contents take over.
const INHERITED: u8 = HIDDEN | VERBATIM;

impl<'s> Stack<'s> {
    /// Starts at the beginning of a page, which `tokens` are of.
    pub(crate) fn new(source: &'s str, tokens: &[Token]) -> Stack<'s> {
        Stack {
            source,
            rules: rules::rules(),
            quirks: quirks::quirks(source, tokens),
            entries: Vec::with_capacity(64),
            walls: Walls::default(),
            top_of: vec![0; Tag::COUNT],
            names: HashMap::new(),
            pending: Vec::new(),
            woken: 0,
            in_body: false,
            form: false,
            n_elements: 0,
            closed: Vec::new(),
            line_ended: false,
        }
    }

    /// Returns the innermost open element.
    #[inline]
    pub(crate) fn innermost(&self) -> u32 {
        self.entries.last().map_or(NONE, |entry| entry.element)
    }

    /// Returns the element around the innermost one.
    #[inline]
    pub(crate) fn parent(&self) -> u32 {
        self.entries
            .len()
            .checked_sub(2)
            .map_or(NONE, |below| self.entries[below].element)
    }

    /// Returns whether text is visible here.
    #[inline]
    pub(crate) fn is_visible(&self) -> bool {
        self.top_flags() & HIDDEN == 0
    }

    /// Returns whether white space counts here.
    #[inline]
    pub(crate) fn is_verbatim(&self) -> bool {
        self.top_flags() & VERBATIM != 0
    }

    /// Returns the elements that the last start tag or text ended without an
    /// end tag of their own, innermost first.
    #[inline]
    pub(crate) fn closed(&self) -> &[u32] {
        &self.closed
    }

    /// Returns whether the last tag closed an element that ends a line, be it
    /// by its own end tag or not.
    #[inline]
    pub(crate) fn line_ended(&self) -> bool {
        self.line_ended
    }

    /// Returns the cut-off formatting elements that content at this place is
    /// inside of, each element once in the life of the stack.
    #[inline]
    pub(crate) fn wake(&mut self) -> impl Iterator<Item = u32> + '_ {
        let asleep = self.woken..self.pending.len();
        self.woken = self.pending.len();
        self.pending[asleep].iter().map(|pending| pending.element)
    }

    /// Reads a text that is not only white space.
    #[inline]
    pub(crate) fn text(&mut self) {
        self.closed.clear();
        if self.top_is(Tag::HEAD) {
            self.pop(true);
        }
        self.in_body |= self.entries.is_empty() || self.top_is(Tag::HTML);
    }

    #[inline]
    fn push(&mut self, tag: Tag, name: u32, flags: u8) -> u32 {
        let element = self.n_elements;
        self.n_elements += 1;
        let same_below = self.top_of[name as usize];
        let n_pending = self.pending.len() as u32;
        self.entries.push(Entry {
            element,
            name,
            same_below,
            n_pending,
            tag,
            flags,
            walls: self.walls,
        });
        self.top_of[name as usize] = self.top();
        element
    }

    /// Pops the elements above a position and the one at it, which is returned.
    #[inline]
    fn pop_to(&mut self, position: u32) -> u32 {
        while position < self.top() {
            self.pop(false);
        }
        let entry = self.entries[position as usize - 1];
        self.unlink(entry);
        entry.element
    }

    /// As [`pop_to`](Stack::pop_to), for elements that end without an end tag.
    fn close_to(&mut self, position: u32) {
        while position <= self.top() {
            self.pop(true);
        }
    }

    /// Pops an element that ends without an end tag of its own.
    fn pop(&mut self, report: bool) {
        let Some(&entry) = self.entries.last() else {
            return;
        };
        self.unlink(entry);
        if entry.flags & ENDED != 0 {
            return;
        }
        if report {
            self.closed.push(entry.element);
        }
        if entry.flags & OUTLANDER == 0 && self.rules[entry.tag.index()] & rules::FORMATTING != 0 {
            self.pending.push(Pending {
                element: entry.element,
                tag: entry.tag,
            });
        }
    }

    #[inline]
    fn unlink(&mut self, entry: Entry) {
        self.entries.pop();
        self.walls = entry.walls;
        self.line_ended |= breaks_line(entry.tag) && entry.flags & HIDDEN == 0;
        if entry.flags & ENDED == 0 {
            self.top_of[entry.name as usize] = entry.same_below;
        }
        if entry.flags & OUTLANDER == 0 && self.rules[entry.tag.index()] & rules::MARKER != 0 {
            self.pending.truncate(entry.n_pending as usize);
            self.woken = self.woken.min(self.pending.len());
        }
    }

    #[inline]
    fn name_of(&mut self, token: &Token) -> u32 {
        if token.tag() == Tag::OTHER {
            self.number_of(token)
        } else {
            token.tag().index() as u32
        }
    }

    fn number_of(&mut self, token: &Token) -> u32 {
        let spelled = tokenize::tag_name(self.source, token);
        let name = if spelled.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(spelled.to_ascii_lowercase())
        } else {
            Cow::Borrowed(spelled)
        };
        let next = self.top_of.len() as u32;
        let number = *self.names.entry(name).or_insert(next);
        if number == next {
            self.top_of.push(0);
        }
        number
    }

    #[inline]
    fn position(&self, tag: Tag) -> u32 {
        self.top_of[tag.index()]
    }

    /// The position of the topmost element: positions count from 1.
    #[inline]
    fn top(&self) -> u32 {
        self.entries.len() as u32
    }

    #[inline]
    fn top_flags(&self) -> u8 {
        self.entries.last().map_or(0, |entry| entry.flags)
    }

    #[inline]
    fn top_is(&self, tag: Tag) -> bool {
        self.entries
            .last()
            .is_some_and(|entry| entry.tag == tag && entry.flags & OUTLANDER == 0)
    }

    fn top_has(&self, rule: u16) -> bool {
        self.entries
            .last()
            .is_some_and(|entry| self.rules[entry.tag.index()] & rule != 0)
    }
}
