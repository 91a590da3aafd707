//! What end tags close.

use tokenize::{Kind, Tag, Token};

use super::{ENDED, NONE, OUTLANDER, Stack, rules};

/// An end tag looks at so many cut-off formatting elements and no more, which
/// keeps pages with thousands of them linear. Real pages have a handful.
const MAX_PENDING_SEARCH: usize = 32;

impl Stack<'_> {
    /// Reads an end tag and returns the element that it is the end of, or
    /// [`NONE`] for a stray one.
    #[inline]
    pub(crate) fn end(&mut self, token: &Token) -> u32 {
        debug_assert_eq!(token.kind(), Kind::EndTag);
        self.closed.clear();
        self.line_ended = false;
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

    /// The "adoption agency algorithm", as far as it ends elements.
    pub(super) fn end_formatting(&mut self, tag: Tag, position: u32) -> u32 {
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
}
