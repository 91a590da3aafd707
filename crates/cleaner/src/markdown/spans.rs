//! Links, emphasis and code inside of a run of text.

use tokenize::Tag;

use super::reduce::push_escaped;

/// Something that Markdown marks in running text.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// It ends when this element does.
    element: u32,
    kind: Kind,
    target: String,
}

/// In the order in which spans nest, outermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Link,
    Strong,
    Emphasis,
    Code,
}

impl Span {
    pub(crate) fn link(element: u32, target: String) -> Span {
        Span {
            element,
            kind: Kind::Link,
            target,
        }
    }

    /// Returns the span that an element stands for, if any.
    pub(crate) fn of(element: u32, tag: Tag) -> Option<Span> {
        let kind = match tag {
            Tag::B | Tag::STRONG => Kind::Strong,
            Tag::I | Tag::EM => Kind::Emphasis,
            Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT => Kind::Code,
            _ => return None,
        };
        Some(Span {
            element,
            kind,
            target: String::new(),
        })
    }

    fn open(&self, out: &mut String) {
        match self.kind {
            Kind::Link => {
                out.push_str("<a href=\"");
                push_escaped(out, &self.target);
                out.push_str("\">");
            }
            Kind::Strong => out.push_str("<strong>"),
            Kind::Emphasis => out.push_str("<em>"),
            Kind::Code => out.push_str("<code>"),
        }
    }

    fn close(&self, out: &mut String) {
        out.push_str(match self.kind {
            Kind::Link => "</a>",
            Kind::Strong => "</strong>",
            Kind::Emphasis => "</em>",
            Kind::Code => "</code>",
        });
    }
}

/// The spans that text stands in, and those that were written.
///
/// Tags are written when text comes: so no span is empty, none has white
/// space at its ends, and equal neighbors become one.
#[derive(Debug, Default)]
pub(crate) struct Spans {
    /// At most one of a kind, in order of kind.
    wanted: Vec<Span>,
    written: Vec<Span>,
    space: bool,
    /// Whether there is text to the left that a space would stand behind.
    has_text: bool,
}

impl Spans {
    pub(crate) fn start(&mut self, span: Span) {
        let at = self.wanted.partition_point(|other| other.kind < span.kind);
        let is_new = self
            .wanted
            .get(at)
            .is_none_or(|other| other.kind != span.kind);
        // Nothing is emphasized in code.
        let is_code = self
            .wanted
            .last()
            .is_some_and(|last| last.kind == Kind::Code);
        if is_new && (!is_code || span.kind == Kind::Link) {
            self.wanted.insert(at, span);
        }
    }

    /// Returns whether the next text is code.
    pub(crate) fn in_code(&self) -> bool {
        self.wanted
            .last()
            .is_some_and(|last| last.kind == Kind::Code)
    }

    /// Ends the spans whose elements are open no longer.
    pub(crate) fn retain(&mut self, is_open: impl Fn(u32) -> bool) {
        self.wanted.retain(|span| is_open(span.element));
    }

    /// Asks for a space before the next text.
    pub(crate) fn space(&mut self) {
        self.space = true;
    }

    /// Takes the demand for a space back.
    pub(crate) fn unspace(&mut self) {
        self.space = false;
    }

    /// Makes ready for text, behind a line break if asked to.
    pub(crate) fn write(&mut self, out: &mut String, has_break: bool) {
        let space = std::mem::take(&mut self.space) && self.has_text;
        let goes_on = |written: &Span, wanted: &Span| {
            written.kind == wanted.kind
                && match written.kind {
                    Kind::Link => written.element == wanted.element,
                    Kind::Code => written.element == wanted.element || !space && !has_break,
                    _ => true,
                }
        };
        let pairs = self.written.iter().zip(&self.wanted);
        let n_common = pairs
            .take_while(|(written, wanted)| goes_on(written, wanted))
            .count();
        self.close_from(out, n_common);
        if has_break {
            out.push_str("<br>");
        } else if space {
            out.push(' ');
        }
        for span in &self.wanted[n_common..] {
            span.open(out);
            self.written.push(span.clone());
        }
        self.has_text = true;
    }

    /// Ends the tags that were written, at the end of a run of text.
    pub(crate) fn close(&mut self, out: &mut String) {
        self.close_from(out, 0);
        self.space = false;
        self.has_text = false;
    }

    fn close_from(&mut self, out: &mut String, n_kept: usize) {
        for span in self.written.drain(n_kept..).rev() {
            span.close(out);
        }
    }
}
