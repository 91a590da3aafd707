//! Sets of tags, written as lists of names.

use super::{Tag, lookup};

/// A set of tags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TagSet([u64; 4]);

impl TagSet {
    /// Makes a set of names, which are separated by single spaces. Sets are constants: a name that is that of no tag does
    /// not compile.
    pub(crate) const fn of(names: &str) -> TagSet {
        let mut bits = [0; 4];
        let mut rest = names.as_bytes();
        while !rest.is_empty() {
            let mut end = 0;
            while end < rest.len() && rest[end] != b' ' {
                end += 1;
            }
            let (name, after) = rest.split_at(end);
            let tag = lookup::find(name);
            assert!(tag != 0, "a name of no tag");
            bits[tag as usize / 64] |= 1 << (tag % 64);
            rest = if let [_, after @ ..] = after { after } else { after };
        }
        TagSet(bits)
    }

    #[inline]
    pub(crate) const fn has(self, tag: Tag) -> bool {
        self.0[tag.0 as usize / 64] >> (tag.0 % 64) & 1 != 0
    }
}
