//! Letters and digits in lower case, looked up in one step.

use std::sync::OnceLock;

/// The only letter whose lower case is two characters, `i` and a dot above it.
pub(crate) const DOTTED: char = 'İ';

/// What stands for a character that is neither a letter nor a digit. It is neither itself.
const NONE: char = '\0';

/// The characters whose numbers differ only in the last byte.
type Block = [char; 256];

/// Returns a letter or a digit in lower case, but [`DOTTED`] as it is; `None` for other characters.
#[inline]
pub(crate) fn lower(c: char) -> Option<char> {
    let code = c as u32;
    let lower = match ASCII.get(code as usize) {
        Some(&lower) => lower,
        None => block(code >> 8)[(code & 0xff) as usize],
    };
    (lower != NONE).then_some(lower)
}

/// The characters of ASCII, which are most of them.
static ASCII: [char; 128] = {
    let mut lower = [NONE; 128];
    let mut code = 0;
    while code < lower.len() {
        let byte = code as u8;
        if byte.is_ascii_alphanumeric() {
            lower[code] = byte.to_ascii_lowercase() as char;
        }
        code += 1;
    }
    lower
};

/// Returns a block, which is computed when the first of its characters occurs. Looking each character up in the tables
/// of Unicode took more instructions than the rest of hashing French and Korean manuals.
#[inline]
fn block(number: u32) -> &'static Block {
    static BLOCKS: [OnceLock<Box<Block>>; 0x1100] = [const { OnceLock::new() }; 0x1100];
    BLOCKS[number as usize].get_or_init(|| {
        let character = |i: usize| char::from_u32(number << 8 | i as u32);
        // Surrogates are no characters, and occur in no text.
        Box::new(std::array::from_fn(|i| character(i).map_or(NONE, compute)))
    })
}

fn compute(c: char) -> char {
    match c {
        // Most characters of Chinese and Korean pages are in blocks of their own, and have no case.
        '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | DOTTED => c,
        _ if c.is_alphanumeric() => c.to_lowercase().next().unwrap_or(NONE),
        _ => NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_what_unicode_says() {
        for c in (char::MIN..=char::MAX).filter(|&c| c != DOTTED) {
            let expected: String = if c.is_alphanumeric() { c.to_lowercase().collect() } else { String::new() };
            assert_eq!(lower(c).map_or(String::new(), String::from), expected, "{c:?}");
        }
        assert_eq!(DOTTED.to_lowercase().collect::<String>(), "i\u{307}");
    }
}
