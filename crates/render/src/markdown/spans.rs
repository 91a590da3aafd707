//! The spans in a line: emphasis, links, code.
//!
//! A span is opened when its first word comes and closed when the first word after it comes, so that it is never
//! empty and never begins or ends with white space. Where CommonMark would not read asterisks as emphasis, as between
//! a bracket and a letter, HTML tags replace them.

use super::escape::Openers;

/// A kind of span.
#[derive(Clone, Debug)]
pub(super) enum Span {
    /// A link, identified by the byte position of its tag in the page, with its address.
    Link(usize, String),
    Strong,
    Emphasis,
    Strike,
    /// An element that Markdown has no marks for, by its tag.
    Tag(&'static str),
}

impl PartialEq for Span {
    /// Links are identified by their position.
    fn eq(&self, other: &Span) -> bool {
        match (self, other) {
            (Span::Link(place, _), Span::Link(other, _)) => place == other,
            (Span::Tag(name), Span::Tag(other)) => name == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Span {
    /// Returns the marks, if there are any, and the tag that means the same.
    pub(super) fn marks(&self) -> (Option<&'static str>, &'static str) {
        match self {
            Span::Link(..) => (None, ""),
            Span::Strong => (Some("**"), "strong"),
            Span::Emphasis => (Some("*"), "em"),
            Span::Strike => (Some("~~"), "del"),
            Span::Tag(name) => (None, name),
        }
    }
}

#[derive(Debug)]
pub(super) struct OpenSpan {
    /// The span, as it was in `wanted` when it was opened.
    pub(super) span: Span,
    /// The byte position of its mark in the output.
    pub(super) at: usize,
    pub(super) has_marks: bool,
}

/// The spans that the text to come is in, and those that are open in the output.
#[derive(Debug, Default)]
pub(super) struct Spans {
    pub(super) wanted: Vec<Span>,
    pub(super) open: Vec<OpenSpan>,
    /// The number of code elements around the text.
    pub(super) n_code: usize,
    /// Where the code being written begins.
    pub(super) code_start: Option<usize>,
    /// Whether the element of the code that is being written has ended.
    pub(super) code_ended: bool,
    pub(super) has_space: bool,
    pub(super) n_breaks: usize,
    pub(super) openers: Openers,
}

impl Spans {
    pub(super) fn enter(&mut self, span: Span) -> bool {
        let is_new = match &span {
            // Markdown has no links within links.
            Span::Link(..) => !self.wants_link(),
            // Code has no emphasis.
            _ => self.n_code == 0 && !self.wanted.contains(&span),
        };
        if is_new {
            self.wanted.push(span);
        }
        is_new
    }

    /// Returns whether the text that comes is in a link.
    pub(super) fn wants_link(&self) -> bool {
        self.wanted.iter().any(|one| matches!(one, Span::Link(..)))
    }

    pub(super) fn leave(&mut self) {
        self.wanted.pop();
    }

    pub(super) fn enter_code(&mut self) {
        self.n_code += 1;
    }

    pub(super) fn leave_code(&mut self) {
        self.n_code -= 1;
        self.code_ended = true;
    }

    /// Resets the state that belongs to the run that has ended.
    pub(super) fn forget(&mut self) {
        self.has_space = false;
        self.n_breaks = 0;
        self.openers.dollars.clear();
        self.openers.tildes.clear();
    }

    pub(super) fn shift(&mut self, from: usize, by: usize) {
        let opens = self.open.iter_mut().map(|open| &mut open.at);
        for place in opens.chain(&mut self.code_start) {
            if from <= *place {
                *place += by;
            }
        }
        self.openers.shift(from, by);
    }

    pub(super) fn is_in(&self, is_kind: impl Fn(&Span) -> bool) -> bool {
        self.open.iter().any(|open| is_kind(&open.span))
    }
}
