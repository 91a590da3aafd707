//! Searches for bytes that are usually near: in pages, about one byte in twenty begins or ends a piece of markup.
//!
//! `memchr` is faster on long runs, but its start alone takes as long as the loops here take for thirty bytes. They
//! look at eight bytes at a time, and leave distant bytes to `memchr`.

use memchr::{memchr, memchr3};

use crate::ascii::{ALL, ONES, eight};

/// How many bytes are searched before `memchr` is called. Chosen: by eye.
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

/// Returns the first position that `hits` finds in the first [`NEAR`] bytes, and otherwise what `far` finds in the
/// rest. `hits` takes eight bytes as a number and sets the highest bit of each byte that it looks for. Only its
/// lowest hit has to be right.
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
    // Fewer than eight bytes are left. The last eight overlap with bytes that had no hit, so the first hit is still
    // first.
    match bytes.last_chunk() {
        Some(&chunk) => place(bytes.len() - 8, chunk),
        // The seven zero bytes above this byte may be hits too, if the search is for NUL.
        None => (bytes.iter()).position(|&byte| hits(u64::from(byte)) & 0x80 != 0),
    }
}

/// Returns the highest bit of each zero among eight bytes. Only the lowest is certain: a byte of 1 after a zero counts
/// too.
#[inline]
#[must_use]
pub const fn zeros(bytes: u64) -> u64 {
    // Subtracting 1 sets the highest bit of a zero byte by a borrow. `!bytes` excludes bytes that had this bit
    // before.
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
