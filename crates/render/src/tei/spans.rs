//! Spans of words within a line.

use super::xml::{push_address, push_attribute};

/// The kind of a span of words in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Span {
    /// Words set off from the others, by this value of `rend`.
    Hi(&'static str),
    Del,
    Quote,
    Code,
    /// A link, with the byte position of its start tag and its address.
    Link(usize, String),
}

impl Span {
    /// Returns whether this span would add nothing inside the other.
    pub(super) fn repeats(&self, around: &Span) -> bool {
        match (self, around) {
            // Links do not nest, whatever their addresses.
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
