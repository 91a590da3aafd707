//! Strings, which are most of every line.
//!
//! `serde_json` collects a string with escapes in a buffer that grows anew for each object, and copies it from there.
//! Pages have an escape every 12 to 23 bytes; here they take 1.4 to 1.8 times fewer instructions
//! (docs/figures/performance.md).

use encoding_rs::UTF_8;

use super::{
    fault::Fault,
    specials::{BLOCK, of_block, of_eight},
};

/// Reads a string whose quote is before `start`, and returns the place after the other one.
///
/// Half a character, which UTF-8 cannot express, becomes U+FFFD. The string is written into `room` first, which is made
/// larger where it is too small: whoever reads many strings has room for all of them, and each takes as much memory as it
/// is long.
pub(super) fn string(line: &[u8], start: usize, room: &mut Vec<u8>) -> Result<(String, usize), Fault> {
    // No escape is shorter than what it stands for. A block is copied whole, whatever of it counts.
    let n_most = line.len() - start + BLOCK;
    if room.len() < n_most {
        *room = vec![0; n_most];
    }
    let text = &mut room[..n_most];
    let (mut from, mut to) = (start, 0);
    // From any place in the first block there is another one to copy.
    while let Some(blocks) = line[from..].first_chunk::<{ 2 * BLOCK }>()
        && let Some(block) = blocks.first_chunk()
    {
        let (mut specials, mut at) = (of_block(block), 0);
        while at < BLOCK {
            text[to..to + BLOCK].copy_from_slice(&blocks[at..at + BLOCK]);
            if specials == 0 {
                (at, to) = (BLOCK, to + BLOCK - at);
                break;
            }
            let next = specials.trailing_zeros() as usize;
            to += next - at;
            match blocks[next] {
                b'"' => return ended(&text[..to], start, from + next + 1),
                b'\\' => match ESCAPES[usize::from(blocks[next + 1])] {
                    0 => {
                        let end;
                        (end, to) = long_escape(line, from + next, text, to)?;
                        at = end - from;
                    }
                    byte => {
                        text[to] = byte;
                        (at, to) = (next + 2, to + 1);
                    }
                },
                _ => return Err(a_control(from + next)),
            }
            // A quote or a backslash of the escape is none of the string's.
            specials &= u64::MAX.checked_shl(at as u32).unwrap_or_default();
        }
        from += at;
    }
    loop {
        match line.get(from) {
            None => return Err(Fault::new("a string does not end", start)),
            Some(b'"') => return ended(&text[..to], start, from + 1),
            Some(b'\\') => {
                (from, to) = escape(line, from, text, to)?;
            }
            Some(..b' ') => return Err(a_control(from)),
            Some(&byte) => {
                text[to] = byte;
                (from, to) = (from + 1, to + 1);
            }
        }
    }
}

/// Checks a string, and returns it with the place after it.
fn ended(text: &[u8], start: usize, after: usize) -> Result<(String, usize), Fault> {
    // Several times as fast as the standard's where a text is not ASCII.
    match UTF_8.decode_without_bom_handling_and_without_replacement(text) {
        Some(text) => Ok((text.into_owned(), after)),
        None => Err(Fault::new("a string that is not UTF-8", start)),
    }
}

fn a_control(at: usize) -> Fault {
    Fault::new("a control character in a string", at)
}

/// Returns the place after a string, of which nothing is needed.
pub(super) fn string_end(line: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start;
    loop {
        if let Some(&bytes) = line[at..].first_chunk::<8>() {
            let n_plain = (of_eight(u64::from_le_bytes(bytes)).trailing_zeros() / 8) as usize;
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
fn escape(line: &[u8], at: usize, text: &mut [u8], to: usize) -> Result<(usize, usize), Fault> {
    match line.get(at + 1).map(|&name| ESCAPES[usize::from(name)]) {
        None | Some(0) => long_escape(line, at, text, to),
        Some(byte) => {
            text[to] = byte;
            Ok((at + 2, to + 1))
        }
    }
}

/// The same of one that is written by its number.
#[cold]
fn long_escape(line: &[u8], at: usize, text: &mut [u8], to: usize) -> Result<(usize, usize), Fault> {
    let is_number = line.get(at + 1) == Some(&b'u');
    let found = if is_number { character(line, at + 2) } else { None };
    let (character, end) = found.ok_or(Fault::new("no such escape", at))?;
    Ok((end, to + character.encode_utf8(&mut text[to..]).len()))
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
