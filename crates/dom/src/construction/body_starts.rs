//! Start tags "in body" (section 13.2.6.4.7).

use super::{
    Builder, Mode, Step, TagToken,
    elements::{BUTTON_SCOPE, FORMATTING, HTML, OF_HEAD, PLAIN_BLOCK, SCOPE, SPECIAL, TABLE_PART},
};
use crate::{
    Namespace, Tag,
    node::{MERGED, NodeKind},
};

impl Builder<'_> {
    pub(super) fn start_in_body(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::A => self.start_link(token),
            tag if tag == Tag::P || PLAIN_BLOCK.has(tag) => {
                self.end_paragraph(None);
                self.insert(token);
            }
            Tag::LI => self.start_item(token, |tag| tag == Tag::LI),
            Tag::DD | Tag::DT => self.start_item(token, |tag| matches!(tag, Tag::DD | Tag::DT)),
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                self.end_paragraph(None);
                // Headings do not nest: this one ends the heading that is still open.
                if self.top().has(HTML) && self.top().tag.is_heading() {
                    self.pop();
                }
                self.insert(token);
            }
            tag if FORMATTING.has(tag) => {
                self.reconstruct();
                self.insert_formatting(token);
            }
            Tag::IMG | Tag::BR | Tag::AREA | Tag::EMBED | Tag::KEYGEN | Tag::WBR => {
                self.reconstruct();
                self.insert_closed(token, Namespace::Html);
                self.frameset_ok = false;
            }
            // The standard: "Don't ask." Pages write it for `img`.
            Tag::IMAGE => {
                let token = TagToken { tag: Tag::IMG, ..*token };
                return self.start_in_body(&token);
            }
            tag if OF_HEAD.has(tag) => return self.start_in_head(token),
            Tag::TABLE => {
                // In quirks mode a table may be inside a paragraph, as old pages expect.
                if !self.quirks {
                    self.end_paragraph(None);
                }
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InTable;
            }
            _ => return self.start_rare(token),
        }
        Step::Done
    }

    /// Start tags that pages have less often, and all that have no rule of their own.
    fn start_rare(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::FORM => {
                // Forms do not nest, except in a template, which has its forms for itself.
                if self.form != crate::node::NONE && !self.is_open(Tag::TEMPLATE) {
                    return Step::Done;
                }
                self.end_paragraph(None);
                let node = self.insert(token);
                if !self.is_open(Tag::TEMPLATE) {
                    self.form = node;
                }
            }
            Tag::BUTTON => {
                if self.in_scope(Tag::BUTTON, SCOPE) {
                    self.imply_ends(Tag::OTHER);
                    self.pop_until(Tag::BUTTON, None);
                }
                self.reconstruct();
                self.insert(token);
                self.frameset_ok = false;
            }
            Tag::INPUT => self.start_input(token),
            Tag::SELECT => self.start_select(token),
            Tag::OPTION | Tag::OPTGROUP => self.start_option(token),
            Tag::PRE | Tag::LISTING | Tag::TEXTAREA | Tag::IFRAME | Tag::NOEMBED | Tag::XMP | Tag::PLAINTEXT => {
                return self.start_verbatim(token);
            }
            Tag::HR => {
                self.end_paragraph(None);
                // An `hr` in a `select` separates groups of options.
                if self.in_scope(Tag::SELECT, SCOPE) {
                    self.imply_ends(Tag::OTHER);
                }
                self.insert_closed(token, Namespace::Html);
                self.frameset_ok = false;
            }
            Tag::PARAM | Tag::SOURCE | Tag::TRACK => {
                self.insert_closed(token, Namespace::Html);
            }
            Tag::NOBR => {
                self.reconstruct();
                // It does not nest: a second one ends the first.
                if self.in_scope(Tag::NOBR, SCOPE) {
                    self.adopt(token, None);
                    self.reconstruct();
                }
                self.insert_formatting(token);
            }
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                self.reconstruct();
                self.insert(token);
                // The marker keeps formatting elements from being repeated across the border of this element.
                self.add_marker();
                self.frameset_ok = false;
            }
            Tag::RB | Tag::RTC | Tag::RP | Tag::RT => {
                if self.in_scope(Tag::RUBY, SCOPE) {
                    // An `rtc` may hold `rt` and `rp`, so these do not end it.
                    let except = match token.tag {
                        Tag::RP | Tag::RT => Tag::RTC,
                        _ => Tag::OTHER,
                    };
                    self.imply_ends(except);
                }
                self.insert(token);
            }
            Tag::MATH => return self.start_foreign_root(token, Namespace::MathMl),
            Tag::SVG => return self.start_foreign_root(token, Namespace::Svg),
            Tag::HTML => self.merge_root(token),
            Tag::BODY => self.merge_body(token),
            Tag::FRAMESET => self.start_late_frameset(token),
            // These have a meaning in other modes only, and are ignored here.
            tag if TABLE_PART.has(tag) || matches!(tag, Tag::FRAME | Tag::HEAD) => {}
            _ => {
                self.reconstruct();
                self.insert(token);
            }
        }
        Step::Done
    }

    /// Start tags after which white space or tags are text.
    fn start_verbatim(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::PRE | Tag::LISTING => {
                self.end_paragraph(None);
                self.insert(token);
                self.skip_line_feed();
                self.frameset_ok = false;
            }
            // The line feed is skipped before the content is read, since the content is one piece.
            Tag::TEXTAREA => {
                self.frameset_ok = false;
                self.skip_line_feed();
                return self.raw_text(token, NodeKind::Text);
            }
            Tag::IFRAME => {
                self.frameset_ok = false;
                return self.raw_text(token, NodeKind::RawText);
            }
            Tag::NOEMBED => return self.raw_text(token, NodeKind::RawText),
            Tag::XMP => {
                self.end_paragraph(None);
                self.reconstruct();
                self.frameset_ok = false;
                return self.raw_text(token, NodeKind::RawText);
            }
            // `plaintext`, which nothing ends.
            _ => {
                self.end_paragraph(None);
                self.insert(token);
                self.plain_text();
            }
        }
        Step::Done
    }

    /// Ends the open paragraph, if there is one. If an end tag is the reason, it closes
    /// the paragraph.
    #[inline]
    pub(super) fn end_paragraph(&mut self, end_tag: Option<crate::node::Span>) {
        if self.in_scope(Tag::P, BUTTON_SCOPE) {
            self.imply_ends(Tag::P);
            self.pop_until(Tag::P, end_tag);
        }
    }

    fn start_link(&mut self, token: &TagToken) {
        // Links do not nest: this one ends the link that is still listed.
        if let Some((_, node)) = self.last_formatting(Tag::A) {
            self.adopt(token, None);
            // The adoption agency may have left the element where it is, and the standard takes it out then.
            if let Some(position) = self.position_in_formatting(node) {
                self.formatting.remove(position);
            }
            if let Some(position) = self.position_of(node) {
                self.remove_open(position);
            }
        }
        self.reconstruct();
        self.insert_formatting(token);
    }

    /// Inserts an item of a list, and ends the item before it.
    fn start_item(&mut self, token: &TagToken, is_item: impl Fn(Tag) -> bool) {
        self.frameset_ok = false;
        for position in (0..self.stack.len()).rev() {
            let open = self.stack[position];
            if open.has(HTML) && is_item(open.tag) {
                self.imply_ends(open.tag);
                self.pop_until(open.tag, None);
                break;
            }
            // An item may be ended across these, although they are special elements.
            let is_transparent = open.has(HTML) && matches!(open.tag, Tag::ADDRESS | Tag::DIV | Tag::P);
            if open.has(SPECIAL) && !is_transparent {
                break;
            }
        }
        self.end_paragraph(None);
        self.insert(token);
    }

    fn start_input(&mut self, token: &TagToken) {
        // An `input` cannot be inside a `select`: it closes that.
        if self.in_scope(Tag::SELECT, SCOPE) {
            self.pop_until(Tag::SELECT, None);
        }
        self.reconstruct();
        self.insert_closed(token, Namespace::Html);
        if !self.is_hidden_input(token) {
            self.frameset_ok = false;
        }
    }

    pub(super) fn is_hidden_input(&self, token: &TagToken) -> bool {
        self.attribute(token, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("hidden"))
    }

    fn start_select(&mut self, token: &TagToken) {
        // A second `<select>` is taken for the end tag of the first.
        if self.in_scope(Tag::SELECT, SCOPE) {
            self.pop_until(Tag::SELECT, None);
            return;
        }
        self.reconstruct();
        self.insert(token);
        self.frameset_ok = false;
    }

    fn start_option(&mut self, token: &TagToken) {
        if self.in_scope(Tag::SELECT, SCOPE) {
            // An option may be in a group, but a group ends the group before it.
            let except = match token.tag {
                Tag::OPTION => Tag::OPTGROUP,
                _ => Tag::OTHER,
            };
            self.imply_ends(except);
        } else if self.top().is(Tag::OPTION) {
            self.pop();
        }
        self.reconstruct();
        self.insert(token);
    }

    /// Takes the rest of the page as text.
    fn plain_text(&mut self) {
        let end = self.source.len();
        let span = (self.at as u32, end as u32);
        self.at = end;
        if span.0 < span.1 {
            self.reconstruct();
            self.insert_raw(span, NodeKind::RawText);
        }
    }

    fn merge_root(&mut self, token: &TagToken) {
        if !self.is_open(Tag::TEMPLATE) {
            self.merge(self.stack[0].node, token);
        }
    }

    fn merge_body(&mut self, token: &TagToken) {
        if let Some(body) = self.stack.get(1).filter(|open| open.is(Tag::BODY))
            && !self.is_open(Tag::TEMPLATE)
        {
            self.frameset_ok = false;
            self.merge(body.node, token);
        }
    }

    /// Adds the attributes of a second start tag to an element.
    fn merge(&mut self, node: u32, token: &TagToken) {
        // The attribute list goes on with other tags, so the first one must be in this tag.
        let has_any = self.attributes.get(token.attributes as usize).is_some_and(|stored| stored.name.0 < token.span.1);
        if has_any {
            self.nodes[node as usize].flags |= MERGED;
            self.merged.push((node, token.attributes, token.span.1));
        }
    }

    /// Inserts a `frameset` in place of a body that has shown nothing yet.
    fn start_late_frameset(&mut self, token: &TagToken) {
        let Some(body) = self.stack.get(1).filter(|open| open.is(Tag::BODY)).copied() else {
            return;
        };
        if !self.frameset_ok {
            return;
        }
        // The nodes of the body stay in the arena, but without a place in the tree they get no number.
        super::links::detach(&mut self.links, body.node);
        while self.stack.len() > 1 {
            self.pop();
        }
        self.insert(token);
        self.mode = Mode::InFrameset;
    }
}
