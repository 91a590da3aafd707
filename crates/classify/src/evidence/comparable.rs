//! Texts in the form in which they are compared: compatibility-normalized, in lower case, with
//! one space between words.

use std::hash::Hasher;

use dom::ascii;
use siphasher::sip128::{Hash128, Hasher128, SipHasher24};
use unicode_normalization::UnicodeNormalization;

use super::chars::{Class, Piece, each_small, pieces};

/// How much is hashed at once. One more byte is held, so that a space at the end can be
/// dropped. Chosen: by eye; a multiple of the eight bytes that are read in one step.
const BLOCK: usize = 64;
/// From this length on a block is hashed. Set by: [`BLOCK`] and the byte that is held.
const FULL: usize = BLOCK + 1;
/// What is held at most: eight bytes more fit in when a block is not yet full. Set by: [`BLOCK`] and the eight bytes of
/// a step.
const HELD: usize = BLOCK + 8;

/// Stands for a line's comparable form: 128 bits, the same on every machine and fit to be written to a file.
///
/// Lines of two pages are compared by this number alone, so nobody must be able to find two texts that have the same
/// one: with them, one page could have lines of another removed. Multiplying and folding can be undone with a pencil,
/// and two texts that share 64 bits can be found in a minute; for SipHash-2-4 with 128 bits no attack is known that
/// needs fewer than 2^64 trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LineHash(pub(crate) [u64; 2]);

/// Computes the [`LineHash`] of a text that comes in any number of pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextHash {
    state: SipHasher24,
    is_begun: bool,
    held: [u8; HELD],
    n_held: usize,
    /// Whether a space would be superfluous: at the beginning, and after another.
    after_space: bool,
}

impl TextHash {
    pub(crate) fn new() -> TextHash {
        TextHash { state: SipHasher24::new(), is_begun: false, held: [0; HELD], n_held: 0, after_space: true }
    }

    pub(crate) fn add(&mut self, text: &str) {
        for run in runs(text) {
            ascii::eights(run.plain, 0).for_each(|(bytes, length)| self.add_ascii(bytes, length));
            self.add_others(run);
        }
    }

    /// Adds what is not plain in a run.
    pub(crate) fn add_others(&mut self, run: Run<'_>) {
        run.each_other(|piece| self.add_piece(piece));
    }

    /// Adds up to eight bytes of ASCII, with zeros after them: together, unless one of them is a superfluous space.
    #[inline]
    pub(crate) fn add_ascii(&mut self, bytes: u64, length: usize) {
        let spaces = ascii::spaces(bytes);
        let after_spaces = spaces << 8 | u64::from(self.after_space) << 7;
        // A space after another, or at the beginning, must be left out. Then the bytes are added one by one.
        if spaces & after_spaces != 0 {
            for &byte in &bytes.to_le_bytes()[..length] {
                self.push_ascii(byte);
            }
            return;
        }
        let small = ascii::replace(ascii::lowercase(bytes), spaces, b' ');
        // Eight bytes always fit, since a block was not full before. Those beyond the length are overwritten by what
        // follows.
        self.held[self.n_held..self.n_held + 8].copy_from_slice(&small.to_le_bytes());
        self.n_held += length;
        self.after_space = spaces >> (8 * length - 1) & 1 != 0;
        if FULL <= self.n_held {
            self.hash_block();
        }
    }

    /// Adds a character of ASCII.
    #[inline]
    pub(crate) fn push_ascii(&mut self, byte: u8) {
        let small = SMALL[usize::from(byte & 0x7f)];
        let is_space = small == b' ';
        // Without a branch: the ends of words cannot be predicted.
        self.held[self.n_held] = small;
        self.n_held += usize::from(!(is_space & self.after_space));
        self.after_space = is_space;
        if self.n_held == FULL {
            self.hash_block();
        }
    }

    /// Adds a piece of a text in normal form KC, or no-break spaces.
    #[inline]
    pub(crate) fn add_piece(&mut self, piece: Piece<'_>) {
        let Piece { class, text, .. } = piece;
        if class.is_space() {
            self.push_ascii(b' ');
        } else if class.is_invisible() {
            // Neither a letter nor the end of a word.
        } else if class.is_small() {
            self.push_small(text);
        } else {
            // In lower case a character may become several, as the capital I with a dot does.
            let mut bytes = [0; 4];
            let mut add = |c: char| self.push_small(c.encode_utf8(&mut bytes));
            text.chars().for_each(|c| each_small(c, &mut add));
        }
    }

    #[inline]
    fn push_small(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let length = rest.len().min(8);
            let bytes = ascii::filled(rest, 0).to_le_bytes();
            self.held[self.n_held..self.n_held + 8].copy_from_slice(&bytes);
            self.n_held += length;
            if FULL <= self.n_held {
                self.hash_block();
            }
            rest = &rest[length..];
        }
        self.after_space = false;
    }

    fn hash_block(&mut self) {
        self.state.write(&self.held[..BLOCK]);
        // At most eight bytes are behind the block.
        self.held.copy_within(BLOCK.., 0);
        self.n_held -= BLOCK;
        self.is_begun = true;
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.is_begun && self.n_held == 0
    }

    pub(crate) fn value(&self) -> LineHash {
        // A space at the end does not belong to the comparable form.
        let n_held = self.n_held - usize::from(self.after_space && self.n_held != 0);
        let mut state = self.state;
        state.write(&self.held[..n_held]);
        let Hash128 { h1, h2 } = state.finish128();
        LineHash([h1, h2])
    }
}

/// Combines the hashes of several texts, in order.
pub(crate) fn sequence(hashes: impl Iterator<Item = LineHash>) -> LineHash {
    let mut state = SipHasher24::new();
    for LineHash(halves) in hashes {
        halves.iter().for_each(|half| state.write(&half.to_le_bytes()));
    }
    let Hash128 { h1, h2 } = state.finish128();
    LineHash([h1, h2])
}

/// A run of ASCII, and the run of other characters after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'t> {
    pub(crate) plain: &'t [u8],
    /// If it is not in normal form, it begins with the last character of ASCII, which others may join.
    pub(crate) others: &'t str,
    /// Whether it is certainly in normal form KC, but for its no-break spaces.
    pub(crate) is_normal: bool,
}

impl Run<'_> {
    /// Calls `visit` with the pieces of the normal form KC of what is not plain, but for its no-break spaces.
    #[inline(always)]
    pub(crate) fn each_other(self, visit: impl FnMut(Piece<'_>)) {
        if self.is_normal { pieces(self.others).for_each(visit) } else { each_normal(self.others, visit) }
    }
}

/// Cuts a text into runs. Their normal forms in order are that of the text.
#[inline]
pub(crate) fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut end = 0;
    ascii::runs(text).map(move |(plain, others)| {
        end += plain.len() + others.len();
        let is_normal = others.chars().all(|c| Class::of(c).is_stable());
        // A combining character joins the character before it, even if that is ASCII: so it must be normalized with
        // the others.
        let (plain, others) = match (is_normal, plain) {
            (false, [plain @ .., _]) => (plain, &text[end - others.len() - 1..end]),
            _ => (plain, others),
        };
        Run { plain, others, is_normal }
    })
}

/// Calls `visit` with the pieces of a text's normal form KC, but for its no-break spaces.
///
/// What is stable never joins what is before it, but the last such character may be joined by what comes after it.
fn each_normal(text: &str, mut visit: impl FnMut(Piece<'_>)) {
    let is_stable = |c| Class::of(c).is_stable();
    let mut rest = text;
    while !rest.is_empty() {
        let n_stable = rest.find(|c| !is_stable(c)).unwrap_or(rest.len());
        let (stable, others) = rest.split_at(n_stable);
        let n_alone = match others {
            "" => n_stable,
            _ => stable.char_indices().next_back().map_or(0, |(at, _)| at),
        };
        pieces(&stable[..n_alone]).for_each(&mut visit);
        let end = n_stable + others.find(is_stable).unwrap_or(others.len());
        let mut bytes = [0; 4];
        for c in rest[n_alone..end].nfkc() {
            visit(Piece { class: Class::of(c), text: c.encode_utf8(&mut bytes), n_chars: 1 });
        }
        rest = &rest[end..];
    }
}

/// Small letters for capitals, and a space for white space.
const SMALL: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = if byte.is_ascii_whitespace() { b' ' } else { byte.to_ascii_lowercase() };
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hash<'a>(pieces: impl IntoIterator<Item = &'a str>) -> LineHash {
        let mut hash = TextHash::new();
        for piece in pieces {
            hash.add(piece);
        }
        hash.value()
    }

    /// The comparable form of a text in pieces, spelled out.
    fn comparable(pieces: &[String]) -> String {
        let is_space = |c: char| {
            if c.is_ascii() { c.is_ascii_whitespace() } else { c.is_whitespace() }
        };
        let text: String = pieces
            .iter()
            .flat_map(|piece| piece.nfkc())
            .filter(|&c| !Class::of(c).is_invisible())
            .flat_map(char::to_lowercase)
            .collect();
        let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
        words.join(" ")
    }

    /// Hashes a comparable form at once.
    fn plain(form: &str) -> LineHash {
        let Hash128 { h1, h2 } = SipHasher24::new().hash(form.as_bytes());
        LineHash([h1, h2])
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
        let LineHash(value) = hash(["All rights reserved"]);
        assert_eq!(value, [11_576_904_548_673_342_183, 8_040_082_001_451_413_534]);
    }

    /// If folded into 64 bits word by word, these two would be the same: each word undoes what the previous
    /// one did.
    #[test]
    fn texts_that_were_made_to_collide_do_not() {
        assert_ne!(hash(["buboopilaadaadea"]), hash(["zqwnamzrxcydlyzo"]));
    }

    proptest! {
        /// The letters join others, change their places or fall apart.
        #[test]
        fn normal_forms_are_those_of_whole_texts(
            text in "(\\PC|[a-eé \u{a0}\u{301}\u{307}\u{323}\u{5b0}\u{1100}\u{1161}\u{11a8}가각，！ﬁ½ｶﾞ\u{fb2c}\u{212b}]){0,30}"
        ) {
            let mut found = String::new();
            each_normal(&text, |piece| found.push_str(&piece.text.replace('\u{a0}', " ")));
            prop_assert_eq!(found, text.nfkc().collect::<String>());
        }

        #[test]
        fn pieces_hash_as_their_comparable_form(
            pieces in prop::collection::vec("[a-z ]{0,70}|([A-Za-z]{1,9}[ \\t\\n]{1,2}){0,20}|[жщ漢]{0,40}|[A-ZÉßжЖ漢\u{ad}\u{a0}\u{200b}\u{2003}\u{301}ﬁİ \t\n]{0,30}", 0..8)
        ) {
            let hashed = hash(pieces.iter().map(String::as_str));
            prop_assert_eq!(hashed, plain(&comparable(&pieces)));
        }
    }
}
