//! The contents of `svg` and `math`.

use tokenize::{Tag, Token};

use super::{FOREIGN, HIDDEN, INHERITED, OUTLANDER, Stack, rules};

impl Stack<'_> {
    /// Returns whether the start tag, met in foreign content, is HTML.
    pub(super) fn leaves_foreign(&self, token: &Token) -> bool {
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

    pub(super) fn push_foreign(&mut self, token: &Token) -> u32 {
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
}
