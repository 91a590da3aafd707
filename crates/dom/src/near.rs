//! Searches for bytes that are usually a few bytes away: in pages every twentieth byte or so begins or ends something.
//!
//! `memchr` is faster the longer it runs, and takes as long to start as the loops here take for thirty bytes. They look
//! at eight bytes at a time, and leave the rest to it.

use memchr::{memchr, memchr3};

use crate::ascii::{ALL, ONES, eight};

/// How many bytes are searched before `memchr` is asked.
const NEAR: usize = 32;

/// Returns the first position of a byte.
///
/// # Examples
///
/// ```
/// assert_eq!(dom::near::find(b'>', b"p class=note>"), Some(12));
/// ```
#[inline]
#[must_use]
pub fn find(byte: u8, bytes: &[u8]) -> Option<usize> {
    search(bytes, |chunk| zeros(chunk ^ eight(byte)), |rest| memchr(byte, rest))
}

/// Returns the first position of any of three bytes.
#[inline]
#[must_use]
pub fn find3([one, two, three]: [u8; 3], bytes: &[u8]) -> Option<usize> {
    search(
        bytes,
        |chunk| zeros(chunk ^ eight(one)) | zeros(chunk ^ eight(two)) | zeros(chunk ^ eight(three)),
        |rest| memchr3(one, two, three, rest),
    )
}

/// Asks for hits among eight bytes, of which the lowest must be right, as long as it is near, and then for the first
/// hit in all the rest.
#[inline]
fn search(bytes: &[u8], hits: impl Fn(u64) -> u64, far: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let place = |from: usize, chunk: [u8; 8]| {
        let hits = hits(u64::from_le_bytes(chunk));
        (hits != 0).then(|| from + (hits.trailing_zeros() / 8) as usize)
    };
    let mut at = 0;
    while let Some(&chunk) = bytes[at..].first_chunk() {
        if at == NEAR {
            return far(&bytes[at..]).map(|found| at + found);
        }
        if let Some(found) = place(at, chunk) {
            return Some(found);
        }
        at += 8;
    }
    // What is left, with some of what had no hit before it.
    match bytes.last_chunk() {
        Some(&chunk) => place(bytes.len() - 8, chunk),
        None => (bytes.iter()).position(|&byte| hits(u64::from(byte)) & 0x80 != 0),
    }
}

/// Returns the highest bit of each zero among eight bytes. Only the lowest is certain: a byte of 1 after a zero counts
/// too.
#[inline]
#[must_use]
pub const fn zeros(bytes: u64) -> u64 {
    bytes.wrapping_sub(ONES) & !bytes & ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_where_they_are() {
        for length in 0..80 {
            for place in 0..=length {
                let mut bytes = vec![b'?' ^ 0x80; length];
                // Next to a byte that is one more, which a borrow could be taken for.
                bytes.iter_mut().skip(place).for_each(|byte| *byte = b'?');
                bytes[..place].iter_mut().step_by(3).for_each(|byte| *byte = 0xff);
                let expected = (place < length).then_some(place);
                assert_eq!(find(b'?', &bytes), expected, "{length} {place}");
                for needles in [[b'?', 0, 1], [0, b'?', 1], [0, 1, b'?']] {
                    assert_eq!(find3(needles, &bytes), expected, "{length} {place}");
                }
                if let Some(after) = bytes.get_mut(place + 1) {
                    *after = b'>';
                    assert_eq!(find(b'?', &bytes), expected);
                    bytes[place] = b'>';
                    assert_eq!(find(b'>', &bytes), expected);
                }
            }
        }
    }
}
