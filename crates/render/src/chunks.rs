//! Tests of text, eight bytes at a time.

use dom::{
    ascii::{ALL, eight},
    near::zeros,
};

/// Returns the length of a prefix that consists of ASCII words with single
/// spaces between them and does not end in a space. It may be shorter than
/// possible. What precedes it must not be a space.
#[inline]
pub(crate) fn plain_len(bytes: &[u8]) -> usize {
    let mut len = 0;
    while let Some(chunk) = bytes[len..].first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        if word & ALL != 0 {
            break;
        }
        // The sums of ASCII stay within their bytes.
        let from_space = word + eight(0x80 - 0x20);
        let behind_space = word + eight(0x80 - 0x21);
        if from_space & ALL != ALL {
            break;
        }
        let spaces = !behind_space & ALL;
        if spaces & spaces << 8 != 0 {
            break;
        }
        len += if spaces >> 63 == 0 { 8 } else { 7 };
    }
    len
}

/// Returns whether a text has to be decoded to be read as words: whether it has
/// an ampersand or NUL. A CR makes no difference to white space.
#[inline]
pub(crate) fn is_coded(text: &str) -> bool {
    let (chunks, rest) = text.as_bytes().as_chunks::<8>();
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
