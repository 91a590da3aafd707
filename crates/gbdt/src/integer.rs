//! Integers in a model's file. Programs read their model at every start, so this is faster than [`str::parse`].

/// Reads an integer of 16 bits: digits, with a minus sign before them or not.
pub(crate) fn parse(digits: &[u8]) -> Option<i16> {
    let (is_negative, digits) = match digits.strip_prefix(b"-") {
        Some(digits) => (true, digits),
        None => (false, digits),
    };
    // Five digits are enough for 16 bits, and cannot overflow the 32 bits of the sum.
    if digits.is_empty() || digits.len() > 5 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = (digits.iter()).fold(0, |number, digit| 10 * number + i32::from(digit - b'0'));
    // The sign comes before the range is checked, since only the negative range has 32,768.
    let number = if is_negative { -number } else { number };
    i16::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers() {
        for number in [0, 1, 9, 10, 12345, -1, i16::MAX, i16::MIN] {
            assert_eq!(parse(number.to_string().as_bytes()), Some(number));
        }
        for none in ["", "-", "1x", "+1", "32768", "-32769", "123456", "--1"] {
            assert_eq!(parse(none.as_bytes()), None, "{none}");
        }
    }
}
