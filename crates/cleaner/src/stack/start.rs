//! What start tags open and close.

use tokenize::{Kind, Tag, Token};

use super::{FOREIGN, HIDDEN, INHERITED, NONE, OUTLANDER, Stack, VERBATIM, rules};

impl Stack<'_> {
    /// Reads a start tag and returns the element that it opens, or [`NONE`]
    /// if the tag is all there is of it.
    #[inline]
    pub(crate) fn start(&mut self, token: &Token) -> u32 {
        debug_assert_eq!(token.kind(), Kind::StartTag);
        self.closed.clear();
        self.line_ended = false;
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
}
