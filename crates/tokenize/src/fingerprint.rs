//! Numbers that identify pages by their content.
//!
//! The hash folds in eight bytes at a time by a multiplication to 128 bits, as wyhash does. It is no cryptographic hash.
//! The pages with the smallest hashes are a random sample of all pages, as in the sketches of Broder (1997), "On the
//! resemblance and containment of documents". Nearly equal texts have unrelated numbers: the crate `simhash` finds these.

mod lanes;

use dom::{Dom, ascii};

/// Two numbers that stand for a page: one for its whole source, and one for its visible text.
///
/// They are equal on every machine. Pages with the same visible text are copies of each other, even if a token or a
/// date in their markup differs. Both take time linear in the page; the number of a source is several times as fast as that
/// of a text.
///
/// # Examples
///
/// ```
/// use dom::Dom;
/// use tokenize::Fingerprint;
///
/// let page = Fingerprint::of(&Dom::parse("<p id=1>High   water"));
/// let copy = Fingerprint::of(&Dom::parse("<p id=2>High\nwater</p>"));
/// assert_eq!(page.text(), copy.text());
/// assert_ne!(page.rank(0), copy.rank(0));
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Fingerprint {
    source: u64,
    text: u64,
}

impl Fingerprint {
    /// Computes the fingerprint of a page from its decoded source and the [visible](dom::visible) text of its tree.
    #[must_use]
    pub fn of(dom: &Dom<'_>) -> Fingerprint {
        Fingerprint::new(Fingerprint::source_of(dom.source()), Fingerprint::text_of(dom))
    }

    /// Combines the results of [`source_of`](Fingerprint::source_of) and [`text_of`](Fingerprint::text_of).
    #[must_use]
    pub fn new(source: u64, text: u64) -> Fingerprint {
        Fingerprint { source, text }
    }

    /// Returns the number of a decoded source. The source can be HTML or plain text.
    #[must_use]
    pub fn source_of(source: &str) -> u64 {
        let mut hasher = Hasher::of_length(source.len());
        hasher.pieces(source.as_bytes());
        hasher.state
    }

    /// Returns the number of each source, as [`source_of`](Fingerprint::source_of) does.
    ///
    /// # Complexity
    ///
    /// Linear in the sources. Faster than one source after the other if several have similar lengths: each step
    /// depends on the step before it in the same source only, so that the processor can overlap the steps of
    /// different sources.
    ///
    /// # Examples
    ///
    /// ```
    /// use tokenize::Fingerprint;
    ///
    /// let sources = ["<p>Ash", "<p>Elm and oak"];
    /// let numbers = sources.map(Fingerprint::source_of);
    /// assert_eq!(Fingerprint::sources_of(&sources), numbers);
    /// ```
    #[must_use]
    pub fn sources_of(sources: &[&str]) -> Vec<u64> {
        lanes::numbers(sources)
    }

    /// Returns the number of the visible text of a page's tree.
    #[must_use]
    pub fn text_of(dom: &Dom<'_>) -> u64 {
        let mut text = Hasher::default();
        for node in dom.visible_texts(dom.root()) {
            text.words(&dom.text(node));
        }
        text.state
    }

    /// Returns the number of a plain text, all of which is visible.
    #[must_use]
    pub fn text_of_plain(text: &str) -> u64 {
        let mut words = Hasher::default();
        words.words(text);
        words.state
    }

    /// Computes the fingerprint of a plain text, all of which is visible.
    #[must_use]
    pub fn of_plain(text: &str) -> Fingerprint {
        Fingerprint::new(Fingerprint::source_of(text), Fingerprint::text_of_plain(text))
    }

    /// Returns the [`rank`](Fingerprint::rank) of a page with this decoded source, without reading its visible text.
    #[must_use]
    pub fn rank_of(source: &str, seed: u64) -> u64 {
        Fingerprint::new(Fingerprint::source_of(source), 0).rank(seed)
    }

    /// Returns both numbers as bytes, to be stored with the page.
    #[must_use]
    pub fn to_bytes(self) -> [u8; 16] {
        (u128::from(self.source) << 64 | u128::from(self.text)).to_le_bytes()
    }

    /// Restores a fingerprint from the result of [`to_bytes`](Fingerprint::to_bytes).
    #[must_use]
    pub fn from_bytes(bytes: [u8; 16]) -> Fingerprint {
        let both = u128::from_le_bytes(bytes);
        Fingerprint { source: (both >> 64) as u64, text: both as u64 }
    }

    /// Returns the number of the page's source, as [`source_of`](Fingerprint::source_of) does.
    #[must_use]
    pub fn source(self) -> u64 {
        self.source
    }

    /// Returns the number of the page's visible text. Character references are decoded, and all white space and
    /// control characters count as equal.
    #[must_use]
    pub fn text(self) -> u64 {
        self.text
    }

    /// Returns the page's rank in a random draw with this seed. The pages with the smallest ranks form the sample.
    /// The rank depends only on the source and the seed.
    #[must_use]
    pub fn rank(self, seed: u64) -> u64 {
        fold(self.source ^ seed.wrapping_mul(SALT), MULTIPLIER)
    }
}

/// What tells seeds and lengths apart, and replaces a state of zero. Chosen: 2^64 divided by the golden ratio, as in
/// Fibonacci hashing (Knuth).
const SALT: u64 = 0x9e37_79b9_7f4a_7c15;
/// The factor of each step. Chosen: an odd number with bits in every place, which is common in hashes of integers.
const MULTIPLIER: u64 = 0xd6e8_feb8_6659_fd93;

/// Hashes eight bytes at a time. Each piece is folded in by a multiplication to 128 bits, which is fast enough for
/// long pages.
#[derive(Default)]
struct Hasher {
    state: u64,
}

/// The filler of the last piece of a word. No word contains a space, so that different words have different pieces.
const SPACES: u64 = ascii::eight(b' ');

impl Hasher {
    fn fold(&mut self, piece: u64) {
        self.state = fold(self.state ^ piece, MULTIPLIER);
    }

    /// Begins a source of `n_bytes` bytes.
    fn of_length(n_bytes: usize) -> Hasher {
        let mut hasher = Hasher::default();
        // The length tells sources apart that differ only in the zeros with which the last piece is filled up.
        hasher.fold(n_bytes as u64 ^ SALT);
        hasher
    }

    /// Hashes bytes of a source: all that are left, or a multiple of eight.
    fn pieces(&mut self, bytes: &[u8]) {
        ascii::eights(bytes, 0).for_each(|(piece, _)| self.fold(piece));
    }

    /// Hashes the words of a text, which are separated by white space and control characters.
    fn words(&mut self, text: &str) {
        if text.is_ascii() {
            self.ascii_words(text.as_bytes());
            return;
        }
        let words = text.split(|c: char| c <= ' ' || c.is_whitespace());
        for word in words.filter(|word| !word.is_empty()) {
            self.word(word.as_bytes());
        }
    }

    /// Hashes the pieces of a word. The last piece has a space in it, and may consist of spaces only.
    fn word(&mut self, word: &[u8]) {
        let (pieces, rest) = word.as_chunks();
        for &piece in pieces {
            self.fold(u64::from_le_bytes(piece));
        }
        self.fold(ascii::filled(rest, SPACES));
    }

    /// Hashes the same pieces as [`word`](Hasher::word), but finds the ends of words eight bytes at a time.
    fn ascii_words(&mut self, text: &[u8]) {
        let mut rest = text;
        let mut in_word = false;
        while !rest.is_empty() {
            let piece = ascii::filled(rest, SPACES);
            // This marks the bytes from 0 to the space: white space and control characters.
            let spaces = ascii::within(piece, 0, b' ');
            let length = ascii::first(spaces);
            if length == 8 {
                self.fold(piece);
                in_word = true;
                rest = &rest[8..];
                continue;
            }
            // The mask has the bytes from the separator on. They are replaced by spaces, as at the end of a word.
            let after = u64::MAX << (8 * length);
            // A separator after another one ends no word. After a word of a multiple of eight bytes, a piece of
            // spaces follows.
            if length != 0 || in_word {
                self.fold((piece & !after) | (SPACES & after));
                in_word = false;
            }
            // Texts are full of line breaks and indentation, so that all separators of the piece are skipped at once.
            let next = ascii::first(!spaces & ascii::ALL & after);
            rest = rest.get(next..).unwrap_or_default();
        }
        if in_word {
            self.fold(SPACES);
        }
    }
}

/// Multiplies to 128 bits and combines the two halves by XOR. A factor of zero would erase the state before it, so
/// that it is replaced.
fn fold(left: u64, right: u64) -> u64 {
    let left = if left == 0 { SALT } else { left };
    let product = u128::from(left) * u128::from(right);
    (product as u64) ^ ((product >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::{Dom, Fingerprint, Hasher, MULTIPLIER, SALT, fold};

    fn of(source: &str) -> Fingerprint {
        Fingerprint::of(&Dom::parse(source))
    }

    #[test]
    fn copies_have_one_text() {
        let text = |source: &str| of(source).text();
        assert_eq!(text("<p>a&nbsp;b c"), text("<div>a b\n\n<b>c</b><script>1</script></div>"));
        assert_eq!(text("<p>a &amp; b"), Fingerprint::of_plain(" a & b ").text());
        assert_ne!(text("<p>a b"), text("<p>b a"));
        assert_eq!(text(""), text("<script>x</script>"));
    }

    #[test]
    fn ascii_is_read_like_all_text() {
        // Of all lengths, with each byte in it, and at each place.
        for byte in 0..128_u8 {
            for length in 0..26 {
                let mut text = " One word, and\n           2  more after-that ".repeat(2)[9..9 + length].to_owned();
                text.insert(length / 2, char::from(byte));
                let mut plain = Hasher::default();
                let words = text.split(|c: char| c <= ' ');
                for word in words.filter(|word| !word.is_empty()) {
                    plain.word(word.as_bytes());
                }
                let read = Fingerprint::of_plain(&text).text();
                assert_eq!(read, plain.state, "{text:?}");
                // What is not ASCII is read by characters.
                let mut plain = Hasher::default();
                plain.words(&format!("é {text}"));
                let mut pieces = Hasher::default();
                pieces.word("é".as_bytes());
                pieces.ascii_words(text.as_bytes());
                assert_eq!(plain.state, pieces.state, "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn sources_have_their_numbers_side_by_side(sources in vec(".{0,40}|[a\0]{0,90}", 0..12)) {
            let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
            let naive = |source: &&str| {
                let bytes = source.as_bytes();
                let pieces = bytes.chunks(8).map(|piece| {
                    let mut whole = [0; 8];
                    whole[..piece.len()].copy_from_slice(piece);
                    u64::from_le_bytes(whole)
                });
                let begun = fold(SALT ^ bytes.len() as u64, MULTIPLIER);
                pieces.fold(begun, |state, piece| fold(state ^ piece, MULTIPLIER))
            };
            let naive: Vec<u64> = sources.iter().map(naive).collect();
            prop_assert_eq!(&Fingerprint::sources_of(&sources), &naive);
            let alone = sources.iter().map(|source| Fingerprint::source_of(source));
            prop_assert_eq!(alone.collect::<Vec<_>>(), naive);
        }
    }

    #[test]
    fn words_are_told_from_their_neighbours() {
        let text = |source: &str| Fingerprint::of_plain(source).text();
        for (one, other) in [("abcdefgh i", "abcdefghi"), ("abcdefgh", "abcdefg h"), ("a b", "ab"), ("", "a")] {
            assert_ne!(text(one), text(other), "{one:?}");
        }
    }

    #[test]
    fn bytes_hold_both_numbers() {
        let (one, other) = (of("<p>High water"), of("<b>High water"));
        assert_eq!(Fingerprint::from_bytes(one.to_bytes()), one);
        assert_ne!(one.to_bytes(), other.to_bytes());
        let text = one.text().to_le_bytes();
        assert_eq!(one.to_bytes()[..8], text);
    }

    #[test]
    fn ranks_are_pinned_on_every_machine() {
        let rank = |seed| of("<p>High water").rank(seed);
        assert_eq!(rank(0), RANK);
        assert_eq!(Fingerprint::rank_of("<p>High water", 0), RANK);
        assert_ne!(rank(0), rank(1));
    }

    const RANK: u64 = 12_876_336_096_496_494_834;
}
