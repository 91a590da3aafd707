//! Strings, which are most of every line.
//!
//! `serde_json` collects a string with escapes in a buffer that grows anew for each object, and copies it from there.
//! Pages have an escape every 12 to 23 bytes; here they take 1.4 to 1.8 times fewer instructions
//! (docs/figures/performance.md).

use dom::{
    ascii::{ALL, eight},
    near::zeros,
};
use encoding_rs::Encoding;

use super::fault::Fault;

/// Reads a string whose quote is before `start`, and returns the place after the other one.
///
/// Half a character, which UTF-8 cannot express, becomes U+FFFD.
pub(super) fn string(line: &[u8], start: usize) -> Result<(Vec<u8>, usize), Fault> {
    // No escape is shorter than what it stands for.
    let mut text = vec![0; line.len() - start];
    let (mut from, mut to) = (start, 0);
    loop {
        // Eight bytes are taken together, and those before a quote or an escape count.
        if let Some(&bytes) = line[from..].first_chunk::<8>() {
            text[to..to + 8].copy_from_slice(&bytes);
            let n_plain = (specials(u64::from_le_bytes(bytes)).trailing_zeros() / 8) as usize;
            (from, to) = (from + n_plain, to + n_plain);
            if n_plain == 8 {
                continue;
            }
        }
        match line.get(from) {
            None => return Err(Fault::new("a string does not end", start)),
            Some(b'"') => break,
            // Line breaks and indentation are escapes in a row.
            Some(b'\\') => {
                while line.get(from) == Some(&b'\\') {
                    (from, to) = escape(line, from + 1, &mut text, to)
                        .ok_or(Fault::new("no such escape", from))?;
                }
            }
            Some(..b' ') => return Err(Fault::new("a control character in a string", from)),
            Some(&byte) => {
                text[to] = byte;
                (from, to) = (from + 1, to + 1);
            }
        }
    }
    text.truncate(to);
    text.shrink_to(to + to / 4);
    // Several times as fast as the standard's where a text is not ASCII.
    match Encoding::utf8_valid_up_to(&text) == text.len() {
        true => Ok((text, from + 1)),
        false => Err(Fault::new("a string that is not UTF-8", start)),
    }
}

/// Returns the place after a string, of which nothing is needed.
pub(super) fn string_end(line: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start;
    loop {
        if let Some(&bytes) = line[at..].first_chunk::<8>() {
            let n_plain = (specials(u64::from_le_bytes(bytes)).trailing_zeros() / 8) as usize;
            at += n_plain;
            if n_plain == 8 {
                continue;
            }
        }
        match line.get(at) {
            None => return Err(Fault::new("a string does not end", start)),
            Some(b'"') => return Ok(at + 1),
            Some(b'\\') => {
                let n_bytes = match line.get(at + 1) {
                    Some(b'u') if unit(line, at + 2).is_some() => 6,
                    Some(&name) if ESCAPES[usize::from(name)] != 0 => 2,
                    _ => return Err(Fault::new("no such escape", at)),
                };
                at += n_bytes;
            }
            Some(..b' ') => return Err(Fault::new("a control character in a string", at)),
            Some(_) => at += 1,
        }
    }
}

/// Returns the mask of quotes, backslashes and control characters, of which the first is certain.
fn specials(bytes: u64) -> u64 {
    let controls = bytes.wrapping_sub(eight(b' ')) & !bytes & ALL;
    zeros(bytes ^ eight(b'"')) | zeros(bytes ^ eight(b'\\')) | controls
}

/// What stands after a backslash, and the byte that it stands for; 0 for all else.
const ESCAPES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut i = 0;
    while i < 8 {
        bytes[b"\"\\/bfnrt"[i] as usize] = b"\"\\/\x08\x0c\n\r\t"[i];
        i += 1;
    }
    bytes
};

/// Writes what an escape stands for, and returns the places after it.
#[inline]
fn escape(line: &[u8], at: usize, text: &mut [u8], to: usize) -> Option<(usize, usize)> {
    let name = *line.get(at)?;
    let byte = ESCAPES[usize::from(name)];
    if byte != 0 {
        text[to] = byte;
        return Some((at + 1, to + 1));
    }
    if name != b'u' {
        return None;
    }
    let (character, at) = character(line, at + 1)?;
    Some((at, to + character.encode_utf8(&mut text[to..]).len()))
}

/// Reads four digits.
fn unit(line: &[u8], at: usize) -> Option<u16> {
    let digits = line.get(at..at + 4)?.iter();
    digits.copied().try_fold(0, |unit, digit| {
        Some(unit << 4 | char::from(digit).to_digit(16)? as u16)
    })
}

/// Reads the digits of one escape, or of two if the first is half a character.
fn character(line: &[u8], at: usize) -> Option<(char, usize)> {
    let first = unit(line, at)?;
    if let Some(character) = char::from_u32(u32::from(first)) {
        return Some((character, at + 4));
    }
    let second = match line.get(at + 4..at + 6) {
        Some(b"\\u") => unit(line, at + 6),
        _ => None,
    };
    let pair = second.and_then(|second| char::decode_utf16([first, second]).next()?.ok());
    Some(match pair {
        Some(character) => (character, at + 10),
        None => (char::REPLACEMENT_CHARACTER, at + 4),
    })
}
