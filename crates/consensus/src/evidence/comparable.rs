//! Texts in the form in which they are compared: compatibility-normalized, lower case, one space
//! between words.

use unicode_normalization::UnicodeNormalization;

use super::chars::Class;

/// How much is hashed at once. Some bytes more are held, so that a space at the end can be dropped.
const BLOCK: usize = 56;
/// From here on a block is hashed; a character more fits in behind it.
const FULL: usize = BLOCK + 8;

/// The hash of a text's comparable form, the same on every machine and fit to be written into a file.
///
/// The text may come in any pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextHash {
    state: u64,
    n_hashed: u64,
    held: [u8; FULL + 4],
    n_held: usize,
    /// Whether a space would be one too many: at the beginning, and behind another.
    after_space: bool,
}

impl TextHash {
    pub(crate) fn new() -> TextHash {
        TextHash {
            state: 0xcbf2_9ce4_8422_2325,
            n_hashed: 0,
            held: [0; FULL + 4],
            n_held: 0,
            after_space: true,
        }
    }

    pub(crate) fn add(&mut self, text: &str) {
        if text.is_ascii() {
            text.bytes().for_each(|byte| self.push_ascii(byte));
        } else if text.chars().all(|c| Class::of(c).is_stable()) {
            text.chars().for_each(|c| self.push(c));
        } else {
            text.nfkc().for_each(|c| self.push(c));
        }
    }

    #[inline]
    fn push_ascii(&mut self, byte: u8) {
        let small = SMALL[usize::from(byte & 0x7f)];
        let is_space = small == b' ';
        // Without a branch: where words end cannot be predicted.
        self.held[self.n_held] = small;
        self.n_held += usize::from(!(is_space & self.after_space));
        self.after_space = is_space;
        if self.n_held == FULL {
            self.hash_block();
        }
    }

    #[inline]
    fn push(&mut self, c: char) {
        if c.is_ascii() {
            return self.push_ascii(c as u8);
        }
        let class = Class::of(c);
        if class.is_space() {
            self.push_ascii(b' ');
        } else if class.is_invisible() {
            // Neither a letter nor the end of a word.
        } else if class.is_small() {
            self.push_small(c);
        } else {
            c.to_lowercase().for_each(|c| self.push_small(c));
        }
    }

    #[inline]
    fn push_small(&mut self, c: char) {
        self.n_held += c.encode_utf8(&mut self.held[self.n_held..]).len();
        self.after_space = false;
        if FULL <= self.n_held {
            self.hash_block();
        }
    }

    fn hash_block(&mut self) {
        for word in self.held[..BLOCK].chunks_exact(8) {
            self.state = mix(self.state, word);
        }
        self.held.copy_within(BLOCK.., 0);
        self.n_held -= BLOCK;
        self.n_hashed += BLOCK as u64;
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.n_hashed == 0 && self.n_held == 0
    }

    pub(crate) fn value(&self) -> u64 {
        let n_held = self.n_held - usize::from(self.after_space && self.n_held != 0);
        let mut state = self.state;
        for rest in self.held[..n_held].chunks(8) {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            state = mix(state, &word);
        }
        // A last word that ends in zeros is another than a shorter one.
        mix(state, &(self.n_hashed + n_held as u64).to_le_bytes())
    }
}

/// Multiplies to 128 bits and folds, so that every bit of the word reaches every bit of the state.
#[inline]
fn mix(state: u64, word: &[u8]) -> u64 {
    let word = word
        .iter()
        .rev()
        .fold(0, |word, &byte| word << 8 | u64::from(byte));
    let product = u128::from(state ^ word) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ (product >> 64) as u64
}

/// Small letters for capitals, and a space for white space.
const SMALL: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = if byte.is_ascii_whitespace() {
            b' '
        } else {
            byte.to_ascii_lowercase()
        };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hash<'a>(pieces: impl IntoIterator<Item = &'a str>) -> u64 {
        let mut hash = TextHash::new();
        for piece in pieces {
            hash.add(piece);
        }
        hash.value()
    }

    /// The comparable form of a text in pieces, spelled out.
    fn comparable(pieces: &[String]) -> String {
        let is_space = |c: char| match c.is_ascii() {
            true => c.is_ascii_whitespace(),
            false => c.is_whitespace(),
        };
        let text: String = pieces
            .iter()
            .flat_map(|piece| piece.nfkc())
            .filter(|&c| !Class::of(c).is_invisible())
            .flat_map(char::to_lowercase)
            .collect();
        let words: Vec<&str> = text
            .split(is_space)
            .filter(|word| !word.is_empty())
            .collect();
        words.join(" ")
    }

    /// Hashes a comparable form at once.
    fn plain(form: &str) -> u64 {
        let mut state = 0xcbf2_9ce4_8422_2325;
        for rest in form.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..rest.len()].copy_from_slice(rest);
            state = mix(state, &word);
        }
        mix(state, &(form.len() as u64).to_le_bytes())
    }

    #[test]
    fn comparable_forms() {
        assert_eq!(hash([" A  b\n"]), hash(["a b"]));
        assert_eq!(hash(["a ", " b"]), hash(["a b"]));
        assert_eq!(hash(["ﬁne\u{a0}ÉTÉ"]), hash(["fine été"]));
        assert_ne!(hash(["ab"]), hash(["a b"]));
        assert_ne!(hash(["a"]), hash(["a\0"]));
        assert!(TextHash::new().is_empty());
        assert_eq!(hash([" "]), hash([]));
    }

    #[test]
    fn values_that_are_in_files() {
        assert_eq!(hash(["All rights reserved"]), 6_866_103_452_866_438_675);
    }

    proptest! {
        #[test]
        fn pieces_hash_as_their_comparable_form(
            pieces in prop::collection::vec("[a-z ]{0,70}|[A-ZÉßжЖ漢\u{ad}\u{200b}\u{2003}\u{301}ﬁİ \t\n]{0,30}", 0..8)
        ) {
            let hashed = hash(pieces.iter().map(String::as_str));
            prop_assert_eq!(hashed, plain(&comparable(&pieces)));
        }
    }
}
