//! Writes strings of JSON.

use super::specials::of_eight;

/// The letter that stands after the backslash in the escape of each control character; `u` for those that have only a
/// numeric escape.
const NAMES: [u8; 0x20] = {
    let mut names = [b'u'; 0x20];
    let mut i = 0;
    while i < 5 {
        names[b"\x08\t\n\x0c\r"[i] as usize] = b"btnfr"[i];
        i += 1;
    }
    names
};

/// Appends a text as a string of JSON, as `serde_json` writes it.
///
/// # Complexity
///
/// Linear in the text, eight bytes at a time where nothing is to be escaped.
///
/// # Examples
///
/// ```
/// let mut line = Vec::new();
/// formats::quote("a \"fox\"\n", &mut line);
/// assert_eq!(line, br#""a \"fox\"\n""#);
/// ```
pub fn quote(text: &str, line: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    line.reserve(bytes.len() + 2);
    line.push(b'"');
    let mut rest = bytes;
    while let Some(at) = first_special(rest) {
        line.extend_from_slice(&rest[..at]);
        let byte = rest[at];
        match NAMES.get(usize::from(byte)) {
            // All that is special and not below 0x20 is a quote or a backslash, which are escaped by themselves.
            None => line.extend([b'\\', byte]),
            Some(b'u') => line.extend(format!("\\u{byte:04x}").as_bytes()),
            Some(&name) => line.extend([b'\\', name]),
        }
        rest = &rest[at + 1..];
    }
    line.extend_from_slice(rest);
    line.push(b'"');
}

/// Returns the offset of the first byte that must be escaped.
fn first_special(bytes: &[u8]) -> Option<usize> {
    let (eights, rest) = bytes.as_chunks();
    for (nth, &eight) in eights.iter().enumerate() {
        let found = of_eight(u64::from_le_bytes(eight));
        if found != 0 {
            // The mask marks the highest bit of a byte, and the first byte is the lowest of a little-endian number.
            return Some(8 * nth + found.trailing_zeros() as usize / 8);
        }
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | ..b' ');
    let found = rest.iter().position(is_special)?;
    Some(8 * eights.len() + found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> String {
        let mut line = Vec::new();
        quote(text, &mut line);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn each_character_is_written_as_serde_json_writes_it() {
        for character in ('\0'..='\u{ff}').chain(['\u{2028}', '🦊']) {
            for n_before in 0..9 {
                let text = format!("{}{character}.", "x".repeat(n_before));
                assert_eq!(quoted(&text), serde_json::to_string(&text).unwrap());
            }
        }
    }
}
