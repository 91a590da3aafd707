use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use crate::{Kind, Tag, Token};

/// Remembers which token of a page was the last one that was written like this
/// one.
///
/// Most tokens of a page are repeated, tags above all. Finding one here saves
/// writing its form and looking it up in a table that is larger than the
/// caches: on documentation this is an eighth of the whole time.
pub(crate) struct Recent {
    /// By kind and name, for tags that are nothing but a name.
    bare: [LastSeen; 2 * Tag::COUNT],
    /// By the hash of the source, for everything else. A newcomer replaces what
    /// was in its slot.
    other: [LastSeen; SLOTS],
    hasher: DefaultHashBuilder,
}

/// Few enough to stay in the first-level cache.
const SLOTS: usize = 1 << 10;

/// The index of a token, or `u32::MAX`: no page has that many tokens.
#[derive(Clone, Copy)]
pub(crate) struct LastSeen(u32);

impl LastSeen {
    const NONE: LastSeen = LastSeen(u32::MAX);

    /// Stores an index and returns the previous one.
    pub(crate) fn replace(&mut self, token_idx: usize) -> Option<usize> {
        let last = std::mem::replace(&mut self.0, token_idx as u32);
        (last != LastSeen::NONE.0).then_some(last as usize)
    }
}

impl Recent {
    pub(crate) fn new() -> Recent {
        Recent {
            bare: [LastSeen::NONE; 2 * Tag::COUNT],
            other: [LastSeen::NONE; SLOTS],
            hasher: DefaultHashBuilder::default(),
        }
    }

    /// Returns the last token of this kind and tag.
    pub(crate) fn bare(&mut self, token: &Token) -> &mut LastSeen {
        let is_end = usize::from(token.kind() == Kind::EndTag);
        &mut self.bare[2 * token.tag().index() + is_end]
    }

    /// Returns the last token with this source, if no other has taken its slot.
    pub(crate) fn other(&mut self, source: &str, token: &Token, tokens: &[Token]) -> &mut LastSeen {
        let bytes = source.as_bytes();
        let piece = &bytes[token.range()];
        let slot = &mut self.other[self.hasher.hash_one(piece) as usize % SLOTS];
        let is_same = tokens.get(slot.0 as usize).is_some_and(|last| {
            last.kind() == token.kind() && last.enclosing() == token.enclosing() && bytes[last.range()] == *piece
        });
        if !is_same {
            *slot = LastSeen::NONE;
        }
        slot
    }
}
