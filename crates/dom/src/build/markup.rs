//! Whatever begins with `<`.

use super::{Builder, TagToken, elements::HTML};
use crate::{
    Tag,
    attributes::{Repeats, Stored},
    doctype::Doctype,
    node::{Node, NodeKind},
    scan::{self, InTag, TagScan},
};

impl Builder<'_> {
    /// Returns whether the `<` at this position begins something other than
    /// text.
    #[inline]
    pub(super) fn is_markup(&self, at: usize) -> bool {
        let bytes = self.source.as_bytes();
        match bytes.get(at + 1) {
            Some(byte) if byte.is_ascii_alphabetic() => true,
            Some(b'!' | b'?') => true,
            Some(b'/') => at + 2 < bytes.len(),
            _ => false,
        }
    }

    /// Reads the markup at the current position.
    #[inline]
    pub(super) fn markup(&mut self) {
        let bytes = self.source.as_bytes();
        let at = self.at;
        match bytes[at + 1] {
            b'/' => match bytes[at + 2] {
                byte if byte.is_ascii_alphabetic() => {
                    if let Some(token) = self.tag(at + 2, false) {
                        self.end_tag(&token);
                    }
                }
                b'>' => self.at = at + 3,
                _ => self.bogus_comment(at + 2),
            },
            b'!' => self.declaration(),
            b'?' => self.bogus_comment(at + 1),
            _ => {
                if let Some(token) = self.tag(at + 1, true) {
                    self.start_tag(&token);
                }
            }
        }
    }

    /// Scans a tag, whose name begins at `name`. An unfinished tag yields nothing, and neither does whatever
    /// follows it.
    #[inline]
    pub(super) fn tag(&mut self, name: usize, is_start: bool) -> Option<TagToken> {
        let source = self.source;
        let bytes = source.as_bytes();
        let start = self.at;
        let name_end = scan::name_end(bytes, name);
        let first = self.attributes.len();
        let mut scan = TagScan::new(bytes, name_end);
        let mut repeats = None;
        loop {
            match scan.next() {
                InTag::End => break,
                InTag::Unfinished => {
                    self.attributes.truncate(first);
                    self.at = bytes.len();
                    return None;
                }
                InTag::Attribute { name, value } if is_start => {
                    let stored = Stored {
                        name: (name.0 as u32, name.1 as u32),
                        value: (value.0 as u32, value.1 as u32),
                    };
                    let earlier = &self.attributes[first..];
                    if earlier.is_empty()
                        || !repeats.get_or_insert_with(Repeats::default).is_repeated(
                            bytes,
                            earlier,
                            &bytes[name.0..name.1],
                        )
                    {
                        self.attributes.push(stored);
                    }
                }
                InTag::Attribute { .. } => {}
            }
        }
        self.at = scan.at;
        self.n_tags += 1;
        let tag = Tag::from_bytes(&bytes[name..name_end]);
        Some(TagToken {
            span: (start as u32, scan.at as u32),
            tag,
            name: match tag {
                Tag::OTHER => self.names.intern(&source[name..name_end]),
                _ => 0,
            },
            attributes: first as u32,
            is_self_closing: scan.self_closing,
        })
    }

    /// Reads what begins with `<!`.
    fn declaration(&mut self) {
        let bytes = self.source.as_bytes();
        let rest = &bytes[self.at..];
        if rest.starts_with(b"<!--") {
            let (_, end) = scan::comment_end(bytes, self.at + 4);
            self.comment(end);
        } else if rest.len() >= 9 && rest[2..9].eq_ignore_ascii_case(b"doctype") {
            let (_, end) = scan::bogus_comment_end(bytes, self.at + 9);
            self.doctype(end);
        } else if rest.starts_with(b"<![CDATA[") && self.adjusted_traits() & HTML == 0 {
            let start = self.at + 9;
            let (text_end, end) = scan::cdata_end(bytes, start);
            if start < text_end {
                self.text((start as u32, text_end as u32), NodeKind::RawText);
            }
            self.at = end;
        } else {
            self.bogus_comment(self.at + 2);
        }
    }

    fn bogus_comment(&mut self, data: usize) {
        let (_, end) = scan::bogus_comment_end(self.source.as_bytes(), data);
        self.comment(end);
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
            self.put(node, super::insert::Place::In(0));
            self.quirks = Doctype::read(self.text_of(span)).asks_for_quirks();
            self.mode = super::Mode::BeforeHtml;
        }
    }
}
