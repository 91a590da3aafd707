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

use std::{borrow::Cow, collections::HashMap};

use tokenize::{Kind, Tag, Token};

use crate::{
    rules::{self, Rules},
    walls::Walls,
};

/// No element.
pub(crate) const NONE: u32 = u32::MAX;

/// An end tag looks at so many cut-off formatting elements and no more, which
/// keeps pages with thousands of them linear. Real pages have a handful.
const MAX_PENDING_SEARCH: usize = 32;

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
    pub(crate) fn new(source: &'s str, quirks: bool) -> Stack<'s> {
        Stack {
            source,
            rules: rules::rules(),
            quirks,
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

    /// Reads a start tag and returns the element that it opens, or [`NONE`]
    /// if the tag is all there is of it.
    #[inline]
    pub(crate) fn start(&mut self, token: &Token) -> u32 {
        debug_assert_eq!(token.kind(), Kind::StartTag);
        self.closed.clear();
        let tag = token.tag();
        if self.top_flags() & FOREIGN != 0 {
            if !self.leaves_foreign(token) {
                return if token.is_self_closing() {
                    NONE
                } else {
                    self.push_foreign(token)
                };
            }
            while self.top_flags() & FOREIGN != 0 {
                self.pop(true);
            }
        }
        let flags = self.rules[tag.index()];
        if !self.make_room(tag, flags) || tag.is_void() {
            return NONE;
        }
        if matches!(tag, Tag::SVG | Tag::MATH) {
            return if token.is_self_closing() {
                NONE
            } else {
                self.push_foreign(token)
            };
        }
        let name = self.name_of(token);
        let mut inherited = self.top_flags() & INHERITED;
        if tag.is_hidden() {
            inherited |= HIDDEN;
        }
        if flags & rules::VERBATIM != 0 {
            inherited |= VERBATIM;
        }
        let element = self.push(tag, name, inherited);
        self.walls.raise(self.top(), tag, flags);
        element
    }

    /// Reads an end tag and returns the element that it is the end of, or
    /// [`NONE`] for a stray one.
    #[inline]
    pub(crate) fn end(&mut self, token: &Token) -> u32 {
        debug_assert_eq!(token.kind(), Kind::EndTag);
        self.closed.clear();
        let tag = token.tag();
        let name = self.name_of(token);
        let position = self.top_of[name as usize];
        if self.top_flags() & OUTLANDER != 0 && self.walls.html < position {
            return self.pop_to(position);
        }
        let flags = self.rules[tag.index()];
        if flags & rules::FORMATTING != 0 {
            return self.end_formatting(tag, position);
        }
        let wall = match tag {
            // What follows them still belongs to the body.
            Tag::BODY | Tag::HTML if position != 0 => {
                return self.entries[position as usize - 1].element;
            }
            Tag::P => self.walls.button,
            Tag::LI => self.walls.list,
            Tag::FORM => return self.end_form(position),
            Tag::TEMPLATE => 0,
            _ if tag.is_heading() => return self.end_heading(),
            Tag::TABLE => self.walls.table.saturating_sub(1),
            _ if flags & rules::TABLE_PART != 0 => self.walls.table,
            // An element may itself be the wall that its search ends at.
            _ if flags & rules::ENDS_IN_SCOPE != 0 => self.walls.scope.saturating_sub(1),
            _ => self.walls.special.saturating_sub(1),
        };
        if wall < position {
            self.pop_to(position)
        } else {
            NONE
        }
    }

    /// Closes what the start tag of an HTML element closes. Returns false if
    /// the tag is ignored.
    #[inline]
    fn make_room(&mut self, tag: Tag, flags: u16) -> bool {
        if flags & rules::IN_HEAD == 0 && !matches!(tag, Tag::HTML | Tag::HEAD) {
            if self.top_is(Tag::HEAD) {
                self.pop(true);
            }
            self.in_body = true;
        }
        if flags & rules::TABLE_PART != 0 {
            return self.make_table_room(tag);
        }
        match tag {
            Tag::LI => self.close_item(self.position(Tag::LI)),
            Tag::DD | Tag::DT => {
                self.close_item(self.position(Tag::DD).max(self.position(Tag::DT)))
            }
            Tag::A | Tag::NOBR => self.close_formatting(tag),
            Tag::HTML | Tag::BODY => return self.position(tag) == 0,
            Tag::HEAD => return self.position(Tag::HEAD) == 0 && !self.in_body,
            Tag::TABLE => {
                if !self.quirks {
                    self.close_p();
                }
                if self.is_between_cells() {
                    self.close_to(self.walls.table);
                }
            }
            Tag::FORM => {
                if self.form || self.is_between_cells() {
                    return false;
                }
                self.form = true;
            }
            Tag::BUTTON => self.close_in_scope(Tag::BUTTON),
            Tag::SELECT if self.walls.scope < self.position(Tag::SELECT) => {
                self.close_in_scope(Tag::SELECT);
                return false;
            }
            Tag::OPTION | Tag::OPTGROUP | Tag::HR => self.close_option(tag),
            Tag::RB | Tag::RTC | Tag::RP | Tag::RT
                if self.walls.scope < self.position(Tag::RUBY) =>
            {
                let keeps_rtc = matches!(tag, Tag::RP | Tag::RT);
                while self.top_has(rules::IMPLIED) && !(keeps_rtc && self.top_is(Tag::RTC)) {
                    self.pop(true);
                }
            }
            _ if flags & rules::ENDS_SELECT != 0 => self.close_in_scope(Tag::SELECT),
            _ => {}
        }
        if flags & rules::ENDS_P != 0 {
            self.close_p();
        }
        if tag.is_heading()
            && self
                .entries
                .last()
                .is_some_and(|entry| entry.tag.is_heading())
        {
            self.pop(true);
        }
        true
    }

    /// Clears the stack back to where a part of a table can stand.
    fn make_table_room(&mut self, tag: Tag) -> bool {
        let Some(wall) = self
            .entries
            .get((self.walls.table as usize).wrapping_sub(1))
        else {
            return false;
        };
        if wall.tag == Tag::HTML {
            return false;
        }
        while let Some(top) = self.entries.last() {
            let stays = match (tag, top.tag) {
                (_, Tag::TABLE | Tag::TEMPLATE) => top.flags & OUTLANDER == 0,
                (Tag::COL, Tag::COLGROUP) => true,
                (Tag::TR | Tag::TD | Tag::TH, Tag::TBODY | Tag::THEAD | Tag::TFOOT) => true,
                (Tag::TD | Tag::TH, Tag::TR) => true,
                _ => false,
            };
            if stays {
                break;
            }
            self.pop(true);
        }
        true
    }

    /// Returns whether this is inside of a table, but of no cell or caption.
    fn is_between_cells(&self) -> bool {
        let table = self.walls.table;
        table != 0
            && self.entries[table as usize - 1].tag == Tag::TABLE
            && [Tag::TD, Tag::TH, Tag::CAPTION]
                .into_iter()
                .all(|cell| self.position(cell) < table)
    }

    fn close_p(&mut self) {
        if self.walls.button < self.position(Tag::P) {
            self.close_to(self.position(Tag::P));
        }
    }

    fn close_item(&mut self, position: u32) {
        if 0 < position && self.walls.item <= position {
            self.close_to(position);
        }
    }

    fn close_in_scope(&mut self, tag: Tag) {
        if self.walls.scope < self.position(tag) {
            self.close_to(self.position(tag));
        }
    }

    fn close_option(&mut self, tag: Tag) {
        if tag == Tag::HR && self.position(Tag::SELECT) <= self.walls.scope {
            return;
        }
        if self.top_is(Tag::OPTION) {
            self.pop(true);
        }
        if tag != Tag::OPTION && self.top_is(Tag::OPTGROUP) {
            self.pop(true);
        }
    }

    /// A link ends the link that it stands in.
    fn close_formatting(&mut self, tag: Tag) {
        let position = self.position(tag);
        let element = self.end_formatting(tag, position);
        if element != NONE {
            self.closed.push(element);
        }
    }

    /// The "adoption agency algorithm", as far as it ends elements.
    fn end_formatting(&mut self, tag: Tag, position: u32) -> u32 {
        if self.walls.marker < position {
            if position < self.walls.scope {
                NONE
            } else if position < self.walls.special {
                self.end_below_top(position)
            } else {
                self.pop_to(position)
            }
        } else {
            let from = match self.walls.marker {
                0 => 0,
                marker => self.entries[marker as usize - 1].n_pending as usize,
            };
            let from = from.max(self.pending.len().saturating_sub(MAX_PENDING_SEARCH));
            let Some(at) = self.pending[from..]
                .iter()
                .rposition(|pending| pending.tag == tag)
            else {
                return NONE;
            };
            let found = self.pending.remove(from + at);
            if from + at < self.woken {
                self.woken -= 1;
            }
            found.element
        }
    }

    fn end_heading(&mut self) -> u32 {
        let headings = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
        let position = headings
            .into_iter()
            .map(|tag| self.position(tag))
            .max()
            .unwrap_or(0);
        if self.walls.scope < position {
            self.pop_to(position)
        } else {
            NONE
        }
    }

    fn end_form(&mut self, position: u32) -> u32 {
        self.form = false;
        if position <= self.walls.scope {
            return NONE;
        }
        while position < self.top() && self.top_has(rules::IMPLIED) {
            self.pop(false);
        }
        if position < self.walls.special {
            self.end_below_top(position)
        } else {
            self.pop_to(position)
        }
    }

    /// Ends an element but not those above it.
    fn end_below_top(&mut self, position: u32) -> u32 {
        let entry = &mut self.entries[position as usize - 1];
        entry.flags |= ENDED;
        let (element, name, same_below) = (entry.element, entry.name, entry.same_below);
        self.top_of[name as usize] = same_below;
        element
    }

    /// Returns whether the start tag, met in foreign content, is HTML.
    fn leaves_foreign(&self, token: &Token) -> bool {
        let leaves = self.rules[token.tag().index()] & rules::LEAVES_FOREIGN != 0;
        leaves
            || token.tag() == Tag::FONT && {
                let mut attributes = tokenize::attributes(&self.source[token.range()]);
                attributes.any(|attribute| {
                    ["color", "face", "size"]
                        .iter()
                        .any(|name| attribute.name().eq_ignore_ascii_case(name))
                })
            }
    }

    fn push_foreign(&mut self, token: &Token) -> u32 {
        let tag = token.tag();
        let name = self.name_of(token);
        let spelled = tokenize::tag_name(self.source, token);
        let is_point = self.top_flags() & FOREIGN != 0
            && ([
                "foreignobject",
                "desc",
                "title",
                "mi",
                "mo",
                "mn",
                "ms",
                "mtext",
            ]
            .iter()
            .any(|point| spelled.eq_ignore_ascii_case(point))
                || spelled.eq_ignore_ascii_case("annotation-xml")
                    && self.is_html_annotation(token));
        let mut flags = self.top_flags() & INHERITED | OUTLANDER;
        if !is_point {
            flags |= FOREIGN;
        }
        if tag.is_hidden() {
            flags |= HIDDEN;
        }
        let element = self.push(tag, name, flags);
        if is_point {
            self.walls.raise_integration_point(self.top());
        }
        element
    }

    fn is_html_annotation(&self, token: &Token) -> bool {
        tokenize::attributes(&self.source[token.range()]).any(|attribute| {
            attribute.name().eq_ignore_ascii_case("encoding")
                && ["text/html", "application/xhtml+xml"]
                    .iter()
                    .any(|kind| attribute.value().eq_ignore_ascii_case(kind))
        })
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
