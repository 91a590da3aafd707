//! Spans of words within a line.

use super::xml::{push_address, push_attribute};

/// What words in a line are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Set off, by this value of `rend`.
    Hi(&'static str),
    Del,
    Quote,
    Code,
    /// A link, by the byte of its start tag and its address.
    Link(usize, String),
}

impl Span {
    /// Returns whether one of these would say nothing new within the other.
    pub(super) fn repeats(&self, around: &Span) -> bool {
        match (self, around) {
            (Span::Link(..), Span::Link(..)) => true,
            _ => self == around,
        }
    }

    pub(super) fn push_start(&self, out: &mut String) {
        out.extend(["<", self.name()]);
        match self {
            Span::Hi(rend) => push_attribute(out, "rend", rend),
            Span::Link(_, address) => push_address(out, "target", address),
            Span::Del | Span::Quote | Span::Code => {}
        }
        out.push('>');
    }

    pub(super) fn push_end(&self, out: &mut String) {
        out.extend(["</", self.name(), ">"]);
    }

    fn name(&self) -> &'static str {
        match self {
            Span::Hi(_) => "hi",
            Span::Del => "del",
            Span::Quote => "q",
            Span::Code => "code",
            Span::Link(..) => "ref",
        }
    }
}
