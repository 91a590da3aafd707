//! Content that is not HTML: raw text, SVG and MathML (sections 13.2.6.2 and 13.2.6.5).

use super::{
    Builder, Step, TagToken,
    elements::{HTML, HTML_POINT, MATHML_POINT},
};
use crate::{
    Namespace, Tag,
    node::{NodeKind, Span},
    references::ReferenceContext,
    scan,
    tag::TagSet,
    text::{self, Nul},
};

impl Builder<'_> {
    /// Inserts an element whose content has no tags, together with that content and its
    /// end tag. In XHTML, it may have none of both.
    pub(super) fn raw_text(&mut self, token: &TagToken, kind: NodeKind) -> Step {
        if token.is_self_closing && scan::is_xhtml(self.source.as_bytes()) {
            self.insert_closed(token, Namespace::Html);
            return Step::Done;
        }
        let node = self.insert(token);
        let bytes = self.source.as_bytes();
        // No tag counts before the end tag, so that what the standard does in a mode of its own is done here at once.
        let end = scan::content_end(bytes, self.at, token.tag).unwrap_or(self.at);
        self.insert_raw((self.at as u32, end as u32), kind);
        self.at = end;
        if end < bytes.len()
            && let Some(end_tag) = self.tag(end + 2, false)
        {
            self.nodes[node as usize].close = end_tag.span;
        }
        self.pop();
        Step::Done
    }

    /// Inserts text in which a NUL counts.
    pub(super) fn insert_raw(&mut self, span: Span, kind: NodeKind) {
        self.insert_text(span, kind, true);
    }

    /// Returns whether an `annotation-xml` holds HTML.
    pub(super) fn annotates_html(&self, token: &TagToken) -> bool {
        self.attribute(token, "encoding").is_some_and(|encoding| {
            encoding.eq_ignore_ascii_case("text/html") || encoding.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    /// Returns the decoded value of an attribute of a start tag.
    pub(super) fn attribute(&self, token: &TagToken, name: &str) -> Option<std::borrow::Cow<'_, str>> {
        self.attributes[token.attributes as usize..]
            .iter()
            .take_while(|stored| stored.name.0 < token.span.1)
            .find(|stored| self.text_of(stored.name).eq_ignore_ascii_case(name))
            .map(|stored| text::decode(self.text_of(stored.value), Nul::Replaced, ReferenceContext::Attribute))
    }

    pub(super) fn foreign_start(&mut self, token: &TagToken) {
        if self.breaks_out(token) {
            self.leave_foreign();
            self.html_start(token);
            return;
        }
        let namespace = self.nodes[self.top().node as usize].namespace;
        if token.is_self_closing {
            self.insert_closed(token, namespace);
        } else {
            self.insert_foreign(token, namespace);
        }
    }

    /// Returns whether a start tag ends the SVG or MathML around it.
    fn breaks_out(&self, token: &TagToken) -> bool {
        // Neither SVG nor MathML has these elements, so an end tag must have been forgotten.
        const BREAKING_OUT: TagSet = TagSet::of(
            "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta \
             nobr ol p pre ruby s small span strong strike sub sup table tt u ul var",
        );
        match token.tag {
            Tag::FONT => ["color", "face", "size"].iter().any(|name| self.attribute(token, name).is_some()),
            tag => BREAKING_OUT.has(tag),
        }
    }

    /// Pops the elements that are not HTML and hold none.
    fn leave_foreign(&mut self) {
        while !self.top().has(HTML | HTML_POINT | MATHML_POINT) && self.stack.len() > 1 {
            self.pop();
        }
    }

    pub(super) fn foreign_end(&mut self, token: &TagToken) {
        // These two end tags make elements, which are HTML.
        if matches!(token.tag, Tag::BR | Tag::P) {
            self.leave_foreign();
            self.html_end(token);
            return;
        }
        for position in (1..self.stack.len()).rev() {
            let open = self.stack[position];
            // An end tag does not reach across HTML that is nested in foreign content.
            if open.has(HTML) {
                self.html_end(token);
                return;
            }
            if open.tag == token.tag && (open.tag != Tag::OTHER || open.name == token.name) {
                self.nodes[open.node as usize].close = token.span;
                while position < self.stack.len() {
                    self.pop();
                }
                return;
            }
        }
    }

    /// Opens an `svg` or `math`.
    pub(super) fn start_foreign_root(&mut self, token: &TagToken, namespace: Namespace) -> Step {
        self.reconstruct();
        if token.is_self_closing {
            self.insert_closed(token, namespace);
        } else {
            self.insert_foreign(token, namespace);
        }
        Step::Done
    }
}
