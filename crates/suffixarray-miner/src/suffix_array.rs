use libsais::{SuffixArrayConstruction, suffix_array::ExtraSpace};

use crate::Error;

/// What `libsais` may lose in front of its buckets, in numbers.
const ALIGNMENT: usize = 1024;

/// Sorts all suffixes of a text: their positions, the smallest suffix first. A
/// suffix that is another's prefix stands before it.
///
/// The symbols are numbers from 0 on, not many more than there are positions.
/// They are the same afterwards.
///
/// # Complexity
///
/// Linear time (Nong, Zhang and Chan's induced sorting, in `libsais`). Beyond
/// the array of 4 bytes a position no more than 24 bytes for each symbol of the
/// alphabet, and 16 where that is as large as the text, while it runs.
///
/// # Errors
///
/// [`Error::OutOfMemory`] if memory is refused.
pub(crate) fn suffix_array(text: &mut [i32]) -> Result<Vec<i32>, Error> {
    let tokens = text.len();
    let Some(&largest) = text.iter().max() else {
        return Ok(Vec::new());
    };
    // With six numbers for each symbol behind the array `libsais` takes the path
    // that it has for small alphabets. A larger one must do without.
    let extra = (largest as usize + 1)
        .saturating_mul(6)
        .saturating_add(ALIGNMENT);
    let extra = if extra <= tokens && tokens + extra <= i32::MAX as usize {
        extra
    } else {
        0
    };
    let array = SuffixArrayConstruction::for_text_mut(text)
        .in_owned_buffer32()
        .single_threaded()
        .with_extra_space_in_buffer(ExtraSpace::Fixed { value: extra })
        .run();
    let mut array = array.map_err(|_| Error::OutOfMemory { tokens })?.into_vec();
    array.shrink_to_fit();
    Ok(array)
}

/// Does what the miner's own suffix array does, with the `suffix` crate: each
/// symbol becomes a character, and the suffixes that begin inside of one are
/// dropped.
///
/// `None` if there are more symbols than characters, or more than 4 GiB of
/// them.
#[cfg(feature = "suffix-crate")]
pub fn suffix_array_by_suffix_crate(text: &[i32]) -> Option<Vec<i32>> {
    let mut chars = String::new();
    for &symbol in text {
        let symbol = u32::try_from(symbol).ok()?;
        // The surrogates are no characters, and what follows moves up.
        let code = if symbol < 0xd800 {
            symbol
        } else {
            symbol.checked_add(0x800)?
        };
        chars.push(char::from_u32(code)?);
    }
    u32::try_from(chars.len())
        .ok()
        .filter(|&len| len < u32::MAX)?;
    // The symbol that begins at each byte.
    let mut starts = vec![-1; chars.len()];
    for (position, (byte, _)) in chars.char_indices().enumerate() {
        starts[byte] = i32::try_from(position).ok()?;
    }
    let table = suffix::SuffixTable::new(&*chars);
    let positions = table.table().iter().map(|&byte| starts[byte as usize]);
    Some(positions.filter(|&position| 0 <= position).collect())
}

/// Sorts all suffixes as this crate does, for comparison with
/// [`suffix_array_by_suffix_crate`]. The symbols are numbers from 0 on.
///
/// # Errors
///
/// [`Error::OutOfMemory`] if memory is refused.
#[cfg(feature = "suffix-crate")]
pub fn suffix_array_by_libsais(text: &mut [i32]) -> Result<Vec<i32>, Error> {
    suffix_array(text)
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
        #[cfg(feature = "suffix-crate")]
        assert_eq!(suffix_array_by_suffix_crate(text).unwrap(), naive(text));
    }

    #[test]
    fn figure_3_1() {
        let kingkong: Vec<i32> = b"KINGKONG".iter().map(|&byte| i32::from(byte)).collect();
        check(&kingkong);
        check(&[]);
        check(&[5]);
        check(&[0; 100]);
        // Around the surrogates, which are no characters.
        check(&[0xd7ff, 0xd800, 0xdfff, 0xe000, 0xd800, 0xd7ff]);
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
