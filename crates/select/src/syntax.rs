//! The syntax of selectors, without the parts that only a browser can answer.

use std::{borrow::Borrow, fmt};

use cssparser::ToCss;
use precomputed_hash::PrecomputedHash;
use selectors::parser::{self, SelectorParseErrorKind};

/// Selectors without pseudo-elements, and without states like `:hover`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain;

impl parser::SelectorImpl for Plain {
    type ExtraMatchingData<'a> = ();
    type AttrValue = Name;
    type Identifier = Name;
    type LocalName = Name;
    type NamespaceUrl = Name;
    type NamespacePrefix = Name;
    type BorrowedNamespaceUrl = str;
    type BorrowedLocalName = str;
    type NonTSPseudoClass = Never;
    type PseudoElement = Never;
}

impl<'i> parser::Parser<'i> for Plain {
    type Impl = Plain;
    type Error = SelectorParseErrorKind<'i>;

    // These pseudo-classes ask for structure only. The engine leaves each of them off unless it is asked for.
    fn parse_is_and_where(&self) -> bool {
        true
    }

    fn parse_has(&self) -> bool {
        true
    }

    fn parse_nth_child_of(&self) -> bool {
        true
    }
}

/// A name or a value in a selector.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Name(String);

impl From<&str> for Name {
    fn from(text: &str) -> Name {
        Name(text.to_owned())
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl ToCss for Name {
    fn to_css<W: fmt::Write>(&self, out: &mut W) -> fmt::Result {
        cssparser::serialize_identifier(&self.0, out)
    }
}

impl PrecomputedHash for Name {
    /// Only Bloom filters need the hash, and none is used here.
    fn precomputed_hash(&self) -> u32 {
        0
    }
}

/// Pseudo-elements and states. There are none.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Never {}

impl ToCss for Never {
    fn to_css<W: fmt::Write>(&self, _: &mut W) -> fmt::Result {
        match *self {}
    }
}

impl parser::NonTSPseudoClass for Never {
    type Impl = Plain;

    fn is_active_or_hover(&self) -> bool {
        match *self {}
    }

    fn is_user_action_state(&self) -> bool {
        match *self {}
    }
}

impl parser::PseudoElement for Never {
    type Impl = Plain;
}
