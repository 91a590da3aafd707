//! ASCII text, eight bytes at a time.
//!
//! Eight bytes are packed into one number, the first byte in the lowest bits. A *mask* has the highest bit of each
//! byte for which something holds. Masks are exact for ASCII only: for a byte that is not ASCII, and for the bytes
//! after it, they are unspecified.

/// A number that has 1 in each byte. Set by: its name.
pub const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The mask of all bytes. Set by: its name.
pub const ALL: u64 = ONES << 7;

/// Returns this byte, eight times.
#[inline]
#[must_use]
pub const fn eight(byte: u8) -> u64 {
    byte as u64 * ONES
}

/// Returns the mask of the bytes that equal `byte`, which must be ASCII.
#[inline]
#[must_use]
pub const fn equal(bytes: u64, byte: u8) -> u64 {
    // The XOR of equal bytes is 0. To any other ASCII byte 0x7f adds up to at least 0x80, without a carry to the
    // next.
    !(bytes ^ eight(byte)).wrapping_add(eight(0x7f)) & ALL
}

/// Returns the mask of the bytes from `first` to `last`, both ASCII.
#[inline]
#[must_use]
pub const fn within(bytes: u64, first: u8, last: u8) -> u64 {
    // The sums reach 0x80 from `first` on, and beyond `last`. No sum of ASCII bytes carries into the next byte.
    let from_first = bytes.wrapping_add(eight(0x80 - first));
    let after_last = bytes.wrapping_add(eight(0x7f - last));
    from_first & !after_last & ALL
}

/// Returns the mask of white space, as [`u8::is_ascii_whitespace`] has it.
#[inline]
#[must_use]
pub const fn spaces(bytes: u64) -> u64 {
    // Between the tab and the carriage return is the vertical tab, which is not white space.
    equal(bytes, b' ') | (within(bytes, b'\t', b'\r') & !equal(bytes, 0x0b))
}

/// Returns the mask of digits.
#[inline]
#[must_use]
pub const fn digits(bytes: u64) -> u64 {
    within(bytes, b'0', b'9')
}

/// Returns the mask of letters and digits.
#[inline]
#[must_use]
pub const fn alphanumeric(bytes: u64) -> u64 {
    // Setting this bit makes capitals small. Digits are tested without it, since it turns control characters into
    // digits.
    within(bytes | eight(0x20), b'a', b'z') | digits(bytes)
}

/// Returns the bytes with capitals as small letters.
#[inline]
#[must_use]
pub const fn lowercase(bytes: u64) -> u64 {
    // Shifted by two, the mask is 0x20: the bit in which small letters differ from capitals.
    bytes | (within(bytes, b'A', b'Z') >> 2)
}

/// Returns the bytes, and `byte` in the places of the mask.
#[inline]
#[must_use]
pub const fn replace(bytes: u64, mask: u64, byte: u8) -> u64 {
    // Each byte of the mask is either full or empty.
    let mask = (mask >> 7) * 0xff;
    (bytes & !mask) | (eight(byte) & mask)
}

/// Returns how many bytes a mask has.
#[inline]
#[must_use]
pub const fn count(mask: u64) -> u32 {
    // The product has the sum of all bytes in its highest byte.
    ((mask >> 7).wrapping_mul(ONES) >> 56) as u32
}

/// Returns how many bytes come before the first one of a mask, 8 if it has none.
#[inline]
#[must_use]
pub const fn first(mask: u64) -> usize {
    // Without a bit there are 64 trailing zeros, which makes 8.
    (mask.trailing_zeros() / 8) as usize
}

/// Returns up to eight bytes as a number, followed by what stands in their places in `filling`.
///
/// # Examples
///
/// ```
/// use dom::ascii;
///
/// let bytes = ascii::filled(b"is it", ascii::eight(b'.'));
/// assert_eq!(bytes.to_le_bytes(), *b"is it...");
/// assert_eq!(ascii::first(ascii::spaces(bytes)), 2);
/// assert_eq!(ascii::count(ascii::alphanumeric(bytes)), 4);
/// ```
#[inline]
#[must_use]
pub fn filled(bytes: &[u8], filling: u64) -> u64 {
    if let Some(&bytes) = bytes.first_chunk() {
        return u64::from_le_bytes(bytes);
    }
    // Two reads in place of a loop. Where they overlap they have the same bits, so OR changes nothing.
    let length = bytes.len();
    let number = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(&first), Some(&last)) => {
            let last = u64::from(u32::from_le_bytes(last));
            u64::from(u32::from_le_bytes(first)) | last << (8 * (length - 4))
        }
        _ => match *bytes {
            [] => return filling,
            [one] => u64::from(one),
            [one, two] => u64::from(u16::from_le_bytes([one, two])),
            [one, two, three, ..] => u64::from(u32::from_le_bytes([one, two, three, 0])),
        },
    };
    // The length is 1 to 7 here, which keeps the shift below 64.
    number | (filling & (u64::MAX << (8 * length)))
}

/// Cuts bytes into numbers of eight. The last number may have fewer bytes of the input, and is completed from
/// `filling`. Each comes with the number of its bytes that are from the input. `for_each` is faster than a loop.
#[inline]
pub fn eights(bytes: &[u8], filling: u64) -> impl Iterator<Item = (u64, usize)> + '_ {
    let (whole, rest) = bytes.as_chunks();
    let whole = whole.iter().map(|&bytes| (u64::from_le_bytes(bytes), 8));
    whole.chain((!rest.is_empty()).then(|| (filled(rest, filling), rest.len())))
}

/// Cuts a text into runs of ASCII, each with the run of other characters that follows it. Either may be empty.
///
/// # Examples
///
/// ```
/// let runs: Vec<_> = dom::ascii::runs("naïve café").collect();
/// assert_eq!(runs, [(&b"na"[..], "ï"), (b"ve caf", "é")]);
/// ```
#[inline]
pub fn runs(text: &str) -> impl Iterator<Item = (&[u8], &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // Both positions have an ASCII byte on one side, or the end of the text, so they are character boundaries.
        let (plain, others) = rest.split_at(length_of(rest, 0));
        let (others, after) = others.split_at(length_of(others, ALL));
        rest = after;
        Some((plain.as_bytes(), others))
    })
}

/// Returns the number of leading bytes that are ASCII, if `mask` is 0, or that are not, if it is [`ALL`].
#[inline(always)]
fn length_of(text: &str, mask: u64) -> usize {
    let bytes = text.as_bytes();
    let mut length = 0;
    while let Some(&eight) = bytes[length..].first_chunk() {
        let others = (u64::from_le_bytes(eight) ^ mask) & ALL;
        length += first(others);
        if others != 0 {
            return length;
        }
    }
    let is_alike = |byte: &&u8| byte.is_ascii() == (mask == 0);
    length + bytes[length..].iter().take_while(is_alike).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks a question of each byte alone, and compares with the mask, with every ASCII byte in every place.
    fn check(mask: impl Fn(u64) -> u64, holds: impl Fn(u8) -> bool) {
        for byte in 0..128_u8 {
            for place in 0..8 {
                for around in *b"\0 0Az_\x7f" {
                    let mut bytes = [around; 8];
                    bytes[place] = byte;
                    let found = mask(u64::from_le_bytes(bytes)).to_le_bytes();
                    let expected = bytes.map(|byte| if holds(byte) { 0x80 } else { 0 });
                    assert_eq!(found, expected, "{bytes:?}");
                }
            }
        }
    }

    #[test]
    fn masks_are_those_of_single_bytes() {
        check(spaces, |byte| byte.is_ascii_whitespace());
        check(digits, |byte| byte.is_ascii_digit());
        check(alphanumeric, |byte| byte.is_ascii_alphanumeric());
        check(|bytes| equal(bytes, b'0'), |byte| byte == b'0');
        check(|bytes| within(bytes, 0, 0x7f), |_| true);
    }

    #[test]
    fn bytes_are_changed_as_single_ones() {
        for byte in 0..128_u8 {
            let bytes = [byte, b'Z', b' ', b'a', b'@', b'[', byte, byte];
            let number = u64::from_le_bytes(bytes);
            let small = bytes.map(|byte| byte.to_ascii_lowercase());
            assert_eq!(lowercase(number).to_le_bytes(), small);
            let dashed = bytes.map(|byte| if byte.is_ascii_digit() { b'-' } else { byte });
            assert_eq!(replace(number, digits(number), b'-').to_le_bytes(), dashed);
            let n_digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
            assert_eq!(count(digits(number)) as usize, n_digits);
        }
    }

    #[test]
    fn runs_are_the_text() {
        let text = "aé漢b12345678ü1234567ö123456789";
        let ends = text.char_indices().map(|(at, _)| at);
        for end in ends {
            let mut together = String::new();
            for (plain, others) in runs(&text[..end]) {
                assert!(plain.is_ascii() && others.chars().all(|c| !c.is_ascii()));
                together.push_str(std::str::from_utf8(plain).unwrap());
                together.push_str(others);
            }
            assert_eq!(together, text[..end]);
        }
    }

    #[test]
    fn a_rest_is_filled_up() {
        let text = b"0123456789abcdefghi";
        for length in 0..text.len() {
            let mut together = Vec::new();
            for (bytes, n_bytes) in eights(&text[..length], eight(b'.')) {
                let bytes = bytes.to_le_bytes();
                assert!(bytes[n_bytes..].iter().all(|&byte| byte == b'.'));
                together.extend_from_slice(&bytes[..n_bytes]);
            }
            assert_eq!(together, text[..length]);
        }
        assert_eq!((first(0), first(0x80), first(0x8000)), (8, 0, 1));
    }
}
