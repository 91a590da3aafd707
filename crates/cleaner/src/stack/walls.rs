//! How far a search up the stack of open elements may go.

use tokenize::Tag;

use super::rules;

/// For each kind of search the position of the topmost element that stops it;
/// 0 where nothing does. Positions count from 1.
///
/// An element remembers the walls that stood before it, so that closing it
/// puts them back. Together with the topmost position of each name this makes
/// every search of the standard ("has an element in scope") a comparison.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Walls {
    pub(crate) special: u32,
    /// Special elements but `address`, `div` and `p`: what ends the search
    /// for the `li`, `dd` or `dt` that a new one closes.
    pub(crate) item: u32,
    pub(crate) scope: u32,
    pub(crate) list: u32,
    pub(crate) button: u32,
    pub(crate) table: u32,
    /// Where the current stretch of active formatting elements begins.
    pub(crate) marker: u32,
    /// The topmost element that is not of `svg` or `math`.
    pub(crate) html: u32,
}

impl Walls {
    /// Adds an HTML element at the top of the stack.
    #[inline]
    pub(crate) fn raise(&mut self, position: u32, tag: Tag, flags: u16) {
        self.html = position;
        if flags & (rules::SPECIAL | rules::MARKER) == 0 {
            return;
        }
        if flags & rules::SPECIAL != 0 {
            self.special = position;
            if !matches!(tag, Tag::ADDRESS | Tag::DIV | Tag::P) {
                self.item = position;
            }
        }
        if flags & rules::SCOPE != 0 {
            self.scope = position;
            self.list = position;
            self.button = position;
        }
        if flags & rules::LIST_SCOPE != 0 {
            self.list = position;
        }
        if flags & rules::BUTTON_SCOPE != 0 {
            self.button = position;
        }
        if flags & rules::TABLE_SCOPE != 0 {
            self.table = position;
        }
        if flags & rules::MARKER != 0 {
            self.marker = position;
        }
    }

    /// Adds an integration point: an `svg` or `math` element whose contents
    /// are HTML again.
    #[inline]
    pub(crate) fn raise_integration_point(&mut self, position: u32) {
        self.special = position;
        self.item = position;
        self.scope = position;
        self.list = position;
        self.button = position;
    }
}
