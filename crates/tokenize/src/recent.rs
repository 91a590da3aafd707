use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use crate::{Tag, Token, TokenKind};

/// Remembers the last token of a page that had the same source.
///
/// Most tokens of a page are repeated, tags above all. A token that is found here needs no form and no look-up in the
/// vocabulary, whose table is larger than the caches. On documentation pages this saves an eighth of the total time.
pub(crate) struct Recent {
    /// Last tokens by kind and name, for tags that consist of a name only.
    bare: [LastSeen; 2 * Tag::COUNT],
    /// Last tokens by the hash of the source, for all others. A token replaces the one in its slot.
    other: [LastSeen; SLOTS],
    hasher: DefaultHashBuilder,
}

/// The number of slots. It is small enough for the table to stay in the first-level cache. Chosen: by eye.
const SLOTS: usize = 1 << 10;

/// The index of a token, or `u32::MAX` for none: no page has that many tokens.
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

    /// Returns the slot of the last token of this kind and tag.
    pub(crate) fn bare(&mut self, token: &Token) -> &mut LastSeen {
        let is_end = usize::from(token.kind() == TokenKind::EndTag);
        &mut self.bare[2 * token.tag().index() + is_end]
    }

    /// Returns the slot of the last token with this source. The slot is empty if another token has taken it.
    pub(crate) fn other(&mut self, source: &str, token: &Token, tokens: &[Token]) -> &mut LastSeen {
        let bytes = source.as_bytes();
        let piece = &bytes[token.range()];
        let slot = &mut self.other[self.hasher.hash_one(piece) as usize % SLOTS];
        let is_same = tokens.get(slot.0 as usize).is_some_and(|last| {
            // The same source can be different tokens: `<b>` is a tag, or text in a script. The form depends on all
            // three.
            last.kind() == token.kind() && last.enclosing() == token.enclosing() && bytes[last.range()] == *piece
        });
        if !is_same {
            *slot = LastSeen::NONE;
        }
        slot
    }
}
