//! The literal tokens of expressions, numbered, and found by their first and last bytes.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Numbers literal tokens in order of arrival.
#[derive(Default)]
pub(crate) struct Literals {
    forms: String,
    ends: Vec<usize>,
    table: HashTable<(Key, u32)>,
    hasher: DefaultHashBuilder,
}

/// The part of a token that is compared first: all of a token of up to 16 bytes, or both ends of a longer one.
#[derive(Clone, Copy, Eq, Hash, PartialEq)]
struct Key {
    first: u64,
    last: u64,
    length: usize,
}

impl Key {
    #[inline]
    fn of(token: &[u8]) -> Key {
        let length = token.len();
        // The two chunks may overlap. Together with the length they determine every token of 8 to 16 bytes, and below
        // of 4 to 7.
        let (first, last) = match (token.first_chunk::<8>(), token.last_chunk::<8>()) {
            (Some(&first), Some(&last)) => (u64::from_le_bytes(first), u64::from_le_bytes(last)),
            _ => match (token.first_chunk::<4>(), token.last_chunk::<4>()) {
                (Some(&first), Some(&last)) => {
                    (u64::from(u32::from_le_bytes(first)), u64::from(u32::from_le_bytes(last)))
                }
                // Three bytes at most: the first, the middle one and the last.
                _ => {
                    let byte = |at: usize| token.get(at).copied().map_or(0, u64::from);
                    let middle = byte(length / 2) << 8;
                    (byte(0) | middle, byte(length.saturating_sub(1)))
                }
            },
        };
        Key { first, last, length }
    }
}

impl Literals {
    /// Returns the number of literals.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    #[inline]
    pub(crate) fn find(&self, token: &str) -> Option<u32> {
        let key = Key::of(token.as_bytes());
        // Up to 16 bytes the key is the whole token, so that the text need not be compared.
        let is_it = |&(known, number): &(Key, u32)| known == key && (key.length <= 16 || self.form(number) == token);
        let found = self.table.find(self.hasher.hash_one(key), is_it)?;
        Some(found.1)
    }

    pub(crate) fn insert(&mut self, token: &str) {
        if self.find(token).is_some() {
            return;
        }
        let number = self.len();
        self.forms.push_str(token);
        self.ends.push(self.forms.len());
        let key = Key::of(token.as_bytes());
        let hasher = &self.hasher;
        let hash = hasher.hash_one(key);
        self.table.insert_unique(hash, (key, number), |(key, _)| hasher.hash_one(key));
    }

    pub(crate) fn form(&self, number: u32) -> &str {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.forms[start..self.ends[number]]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Keys hold both ends of a token, which are all of it up to 16 bytes.
    #[test]
    fn long_tokens_of_the_same_ends_differ() {
        let (one, other) = ("aaaaaaaa1bbbbbbbb", "aaaaaaaa2bbbbbbbb");
        let mut literals = Literals::default();
        literals.insert(one);
        assert_eq!((literals.find(one), literals.find(other)), (Some(0), None));
        literals.insert(other);
        assert_eq!((literals.find(one), literals.find(other), literals.len()), (Some(0), Some(1), 2));
    }

    proptest! {
        #[test]
        fn tokens_have_the_numbers_of_their_first_occurrence(
            tokens in prop::collection::vec("[ab]{1,6}|a{8}[ab]{0,12}|é[ab]{0,3}", 0..40),
            asked in "[ab]{1,6}|a{8}[ab]{0,12}",
        ) {
            let mut literals = Literals::default();
            let mut known: Vec<&str> = Vec::new();
            for token in &tokens {
                literals.insert(token);
                if !known.contains(&token.as_str()) {
                    known.push(token);
                }
            }
            prop_assert_eq!(literals.len() as usize, known.len());
            for token in known.iter().copied().chain([asked.as_str()]) {
                let at = known.iter().position(|&known| known == token);
                prop_assert_eq!(literals.find(token), at.map(|at| at as u32));
            }
            for (number, &token) in known.iter().enumerate() {
                prop_assert_eq!(literals.form(number as u32), token);
            }
        }
    }
}
