//! Whatever begins with `<`.

use super::{Builder, TagToken, elements::HTML};
use crate::{
    Tag,
    attributes::{Repeats, Stored},
    doctype::Doctype,
    layout::Layout,
    node::{Node, NodeKind},
    scan::{self, AttributeSpan, CDATA_START, Markup, TagScan},
};

impl Builder<'_> {
    /// Reads the markup at the current position.
    #[inline]
    pub(super) fn markup(&mut self, markup: Markup) {
        match markup {
            Markup::StartTag => {
                if let Some(token) = self.tag(self.at + 1, true) {
                    self.start_tag(&token);
                }
            }
            Markup::EndTag => {
                if let Some(token) = self.tag(self.at + 2, false) {
                    self.end_tag(&token);
                }
            }
            Markup::Nothing => self.at += "</>".len(),
            Markup::Comment => {
                self.comment(scan::comment_end(self.source.as_bytes(), self.at + 4).1);
            }
            Markup::Doctype => {
                self.doctype(scan::bogus_comment_end(self.source.as_bytes(), self.at).1);
            }
            Markup::Cdata if self.top_traits() & HTML == 0 => self.cdata(),
            Markup::Cdata | Markup::BogusComment => {
                self.comment(scan::bogus_comment_end(self.source.as_bytes(), self.at).1);
            }
        }
    }

    /// Scans a tag, whose name begins at `name`. Returns `None` for a tag that the end of the page cuts short: the
    /// tag is dropped, and the rest of the page with it.
    #[inline]
    pub(super) fn tag(&mut self, name: usize, is_start: bool) -> Option<TagToken> {
        let source = self.source;
        let bytes = source.as_bytes();
        let start = self.at;
        let name_end = scan::name_end(bytes, name);
        let first = self.attributes.len();
        let mut scan = TagScan::new(bytes, name_end);
        let mut repeats = None;
        let tag = Tag::from_bytes(&bytes[name..name_end]);
        let mut layout = Layout::default();
        for AttributeSpan { name, value } in scan.by_ref() {
            // The attributes of an end tag mean nothing, but they must be scanned to find where the tag ends.
            if !is_start {
                continue;
            }
            let stored =
                Stored { name: (name.start as u32, name.end as u32), value: (value.start as u32, value.end as u32) };
            let earlier = &self.attributes[first..];
            // The first attribute cannot repeat another.
            if earlier.is_empty()
                || !repeats.get_or_insert_with(Repeats::default).is_repeated(bytes, earlier, &bytes[name.clone()])
            {
                layout.note(tag, &bytes[name], || &source[value]);
                self.attributes.push(stored);
            }
        }
        let Some(end) = scan.end() else {
            // Without the tag its attributes would be taken for those of the tag before it.
            self.attributes.truncate(first);
            self.at = bytes.len();
            return None;
        };
        self.at = end.at;
        self.n_tags += 1;
        if is_start && tag == Tag::CODE && bytes[..start].ends_with(b"</code>") {
            layout.note_code_before();
        }
        self.hands_down |= layout.is_handed_down();
        Some(TagToken {
            span: (start as u32, end.at as u32),
            tag,
            name: match tag {
                Tag::OTHER => self.names.intern(&source[name..name_end]),
                _ => 0,
            },
            attributes: first as u32,
            layout,
            is_self_closing: end.is_self_closing,
        })
    }

    fn cdata(&mut self) {
        let start = self.at + CDATA_START.len();
        let (text_end, end) = scan::cdata_end(self.source.as_bytes(), start);
        if start < text_end {
            self.text((start as u32, text_end as u32), NodeKind::RawText);
        }
        self.at = end;
    }

    fn comment(&mut self, end: usize) {
        let span = (self.at as u32, end as u32);
        self.at = end;
        self.flush_pending();
        let place = self.place_of_comment();
        let node = self.make(Node::new(NodeKind::Comment, span));
        self.put(node, place);
    }

    fn doctype(&mut self, end: usize) {
        let span = (self.at as u32, end as u32);
        self.at = end;
        self.flush_pending();
        if self.mode == super::Mode::Initial {
            let node = self.make(Node::new(NodeKind::Doctype, span));
            self.put(node, super::insert::InsertionLocation::In(0));
            self.quirks = Doctype::read(self.text_of(span)).asks_for_quirks();
            self.mode = super::Mode::BeforeHtml;
        }
    }
}
