//! Tests of text, eight bytes at a time.

use dom::{
    ascii::{ALL, eight},
    near::zeros,
};

/// Returns the length of a prefix that consists of ASCII words with single spaces between them and does not end in a
/// space. The prefix is not always the longest one. The byte before `bytes` must not be a space.
#[inline]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let mut len = 0;
    while let Some(chunk) = bytes[len..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        if word & ALL != 0 {
            break;
        }
        // A byte of ASCII plus at most 0x60 is below 0x100, so that no sum carries into the next byte. The highest
        // bit of a sum tells whether the byte is at least a space, or greater than a space.
        let from_space = word + eight(0x80 - 0x20);
        let behind_space = word + eight(0x80 - 0x21);
        // A byte below a space is a control character, and may be white space of another kind.
        if from_space & ALL != ALL {
            break;
        }
        let spaces = !behind_space & ALL;
        // Shifting by one byte aligns each space with the byte after it: both set means two spaces in a row.
        if spaces & spaces << 8 != 0 {
            break;
        }
        // A space in the last byte is left for the next chunk, since the byte that follows it is not known yet.
        len += if spaces >> 63 == 0 { 8 } else { 7 };
    }
    len
}

/// Returns whether a text has to be decoded before its words can be read: whether it holds an ampersand or NUL. A CR
/// need not be decoded, because it is white space, as the line feed is.
#[inline]
pub(crate) fn is_coded(text: &str) -> bool {
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
    // `zeros` may also mark a byte after a real hit, which does not change whether there is one.
    let found = chunks.iter().fold(0, |found, chunk| {
        let word = u64::from_le_bytes(*chunk);
        found | zeros(word) | zeros(word ^ eight(b'&'))
    });
    found != 0 || rest.iter().any(|&byte| byte == b'&' || byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All texts of twelve of these letters, a few at a time.
    fn texts() -> impl Iterator<Item = Vec<u8>> {
        const LETTERS: &[u8] = b"ab \n&\0\x7f\xc3~!";
        (0..200_000u64).map(|seed| {
            let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let letters = (0..12).map(|_| {
                state = state.rotate_left(7).wrapping_mul(5);
                LETTERS[(state >> 32) as usize % LETTERS.len()]
            });
            letters.collect()
        })
    }

    #[test]
    fn plain_beginnings_are_plain() {
        let mut longest = 0;
        for text in texts() {
            let len = plain_len(&text);
            longest = longest.max(len);
            let plain = &text[..len];
            assert!(!plain.ends_with(b" "), "{text:?}");
            assert!(!plain.windows(2).any(|two| two == b"  "), "{text:?}");
            assert!(plain.iter().all(|byte| matches!(byte, b' '..=0x7f)), "{text:?}");
        }
        assert_eq!(longest, 8);
        assert_eq!(plain_len(b"two words, and more"), 16);
        assert_eq!(plain_len(b"a space at eight"), 15);
        assert_eq!(plain_len(b"two  spaces"), 0);
    }

    #[test]
    fn coded_texts_are_found() {
        for text in texts() {
            let text: String = text.into_iter().map(char::from).collect();
            assert_eq!(is_coded(&text), text.contains(['&', '\0']), "{text:?}");
        }
    }
}
