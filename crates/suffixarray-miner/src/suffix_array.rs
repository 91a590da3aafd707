//! Sorting all suffixes of a text, by `libsais` or, without that feature, by `suffix`.

use crate::Error;

/// Sorts all suffixes of a text. Returns their positions, the smallest suffix first. A suffix that is a prefix of
/// another one comes before it.
///
/// The symbols must be numbers from 0 on, and not many more than there are positions. They are unchanged afterwards.
///
/// # Errors
///
/// [`Error::OutOfMemory`] if there is not enough memory, and with `suffix` if the text would take more than 4 GiB as
/// characters.
pub(crate) fn suffix_array(text: &mut [i32]) -> Result<Vec<i32>, Error> {
    #[cfg(feature = "libsais")]
    let array = by_libsais(text);
    #[cfg(not(feature = "libsais"))]
    let array = by_suffix_crate(text);
    array.ok_or(Error::OutOfMemory { tokens: text.len() })
}

/// The space that `libsais` may lose in front of its buckets for alignment, in numbers of 4 bytes. Set by: `libsais`.
#[cfg(feature = "libsais")]
const ALIGNMENT: usize = 1024;

/// Sorts in linear time (induced sorting by Nong, Zhang and Chan). While it runs it takes, beyond the array of 4
/// bytes per position, at most 24 bytes for each symbol of the alphabet, and 16 if the alphabet is as large as the
/// text.
#[cfg(feature = "libsais")]
fn by_libsais(text: &mut [i32]) -> Option<Vec<i32>> {
    use libsais::{SuffixArrayConstruction, suffix_array::ExtraSpace};

    let tokens = text.len();
    let Some(&largest) = text.iter().max() else {
        return Some(Vec::new());
    };
    // With room for six numbers per symbol after the array, `libsais` takes its path for small alphabets. For a
    // larger alphabet that room would take more memory than the text.
    let extra = (largest as usize + 1).saturating_mul(6).saturating_add(ALIGNMENT);
    let extra = if extra <= tokens && tokens + extra <= i32::MAX as usize { extra } else { 0 };
    let array = SuffixArrayConstruction::for_text_mut(text)
        .in_owned_buffer32()
        .single_threaded()
        .with_extra_space_in_buffer(ExtraSpace::Fixed { value: extra })
        .run();
    let mut array = array.ok()?.into_vec();
    array.shrink_to_fit();
    Some(array)
}

/// The number of characters: all code points but the surrogates. Set by: Unicode.
#[cfg(any(test, not(feature = "libsais")))]
const N_CHARS: u32 = 0x11_0000 - 0x800;

/// Sorts with the crate `suffix`, which takes text.
///
/// Each symbol becomes one character, or two if the alphabet has more symbols than there are characters. Suffixes
/// that begin inside a symbol are dropped. UTF-8 sorts bytewise in the order of the characters.
///
/// It takes 6 to 20 times as long as `libsais`, and up to 48 bytes per token. `None` if the characters take more than 4 GiB.
#[cfg(any(test, not(feature = "libsais")))]
fn by_suffix_crate(text: &[i32]) -> Option<Vec<i32>> {
    let largest = text.iter().max().map_or(0, |&symbol| symbol as u32);
    let mut chars = String::with_capacity(text.len());
    for &symbol in text {
        let symbol = symbol as u32;
        if N_CHARS <= largest {
            chars.push(nth_char(symbol / N_CHARS));
        }
        chars.push(nth_char(symbol % N_CHARS));
    }
    u32::try_from(chars.len()).ok().filter(|&len| len < u32::MAX)?;
    // The position of the symbol that begins at each byte, or −1.
    let mut starts = vec![-1; chars.len()];
    let step = if N_CHARS <= largest { 2 } else { 1 };
    let begins = chars.char_indices().step_by(step);
    for (position, (byte, _)) in begins.enumerate() {
        starts[byte] = i32::try_from(position).ok()?;
    }
    let table = suffix::SuffixTable::new(&*chars);
    let positions = table.table().iter().map(|&byte| starts[byte as usize]);
    Some(positions.filter(|&position| position >= 0).collect())
}

/// Returns the character of a number below [`N_CHARS`].
#[cfg(any(test, not(feature = "libsais")))]
fn nth_char(number: u32) -> char {
    // Surrogates are not characters. Numbers from the first of them on stand for the code points behind them.
    let code = if number < 0xd800 { number } else { number + 0x800 };
    char::from_u32(code).expect("it is below the last code point, and no surrogate")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(text: &[i32]) -> Vec<i32> {
        let mut array: Vec<i32> = (0..text.len() as i32).collect();
        array.sort_by_key(|&position| &text[position as usize..]);
        array
    }

    #[track_caller]
    fn check(text: &[i32]) {
        let mut copy = text.to_vec();
        assert_eq!(suffix_array(&mut copy).unwrap(), naive(text));
        assert_eq!(copy, text);
        assert_eq!(by_suffix_crate(text).unwrap(), naive(text));
    }

    #[test]
    fn figure_3_1() {
        let kingkong: Vec<i32> = b"KINGKONG".iter().map(|&byte| i32::from(byte)).collect();
        check(&kingkong);
        // G, GKONG, INGKONG, KINGKONG, KONG, NG, NGKONG, ONG.
        assert_eq!(naive(&kingkong), [7, 3, 1, 0, 4, 6, 2, 5]);
        check(&[]);
        check(&[5]);
        check(&[0; 100]);
        // Around the surrogates, which are not characters.
        check(&[0xd7ff, 0xd800, 0xdfff, 0xe000, 0xd800, 0xd7ff]);
        // More symbols than characters.
        let many = by_suffix_crate(&[0, 3_000_000, 0x10_f800, 0x10_f7ff, 3_000_000, 1]).unwrap();
        assert_eq!(many, [0, 5, 3, 2, 4, 1]);
    }

    proptest! {
        #[test]
        fn the_array_is_the_sorted_suffixes(text in proptest::collection::vec(0..3, 0..300)) {
            check(&text);
        }

        #[test]
        fn so_it_is_with_many_symbols(text in proptest::collection::vec(0..5000, 0..600)) {
            check(&text);
        }
    }
}
