//! Decodes strings, which are most of every line.
//!
//! `serde_json` collects a string with escapes in a buffer that grows anew for each object, and copies it from there.
//! Pages have an escape every 12 to 23 bytes; decoded here, they take 1.4 to 1.8 times fewer instructions
//! (docs/figures/performance.md).

use encoding_rs::UTF_8;

use super::{
    specials::{BLOCK, of_block, of_eight},
    value::Fault,
};

/// Reads a string whose opening quote is before `start`, and returns it with the offset after the closing quote.
///
/// A lone surrogate, which UTF-8 cannot express, becomes U+FFFD. The string is decoded into `room` first, which is
/// enlarged if it is too small. A caller that reads many strings passes the same buffer each time; the string
/// returned is a copy that takes only as much memory as it is long.
pub(super) fn string(line: &[u8], start: usize, room: &mut Vec<u8>) -> Result<(String, usize), Fault> {
    // No escape is shorter than the bytes that it stands for. A block is copied whole, even if only its first bytes
    // belong to the text.
    let n_most = line.len() - start + BLOCK;
    if room.len() < n_most {
        *room = vec![0; n_most];
    }
    let text = &mut room[..n_most];
    let (mut from, mut to) = (start, 0);
    // Two blocks must be left: a copy that begins at any offset in the first one reaches into the second. What is
    // left at the end of the line is read byte by byte below.
    while let Some(blocks) = line[from..].first_chunk::<{ 2 * BLOCK }>()
        && let Some(block) = blocks.first_chunk()
    {
        let (mut specials, mut at) = (of_block(block), 0);
        while at < BLOCK {
            // A copy of constant length needs no call of `memcpy`, and the next copy overwrites what is too much.
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
            // Clears the bits before `at`, which include a quote or a backslash inside the escape. A long escape may
            // end beyond the block, where the shift would overflow; then no bit is left.
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

/// Checks that the text is UTF-8, and returns it with the offset after the string.
fn ended(text: &[u8], start: usize, after: usize) -> Result<(String, usize), Fault> {
    // The decoder of `encoding_rs` is several times as fast as that of the standard library where a text is not
    // ASCII.
    match UTF_8.decode_without_bom_handling_and_without_replacement(text) {
        Some(text) => Ok((text.into_owned(), after)),
        None => Err(Fault::new("a string that is not UTF-8", start)),
    }
}

fn a_control(at: usize) -> Fault {
    Fault::new("a control character in a string", at)
}

/// Returns the offset after a string without decoding it.
pub(super) fn string_end(line: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start;
    loop {
        if let Some(&bytes) = line[at..].first_chunk::<8>() {
            // Without any bit set this is 64 / 8 = 8: all eight bytes are plain.
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

/// Maps the letter after a backslash to the byte that the escape stands for; 0 for all other bytes.
const ESCAPES: [u8; 256] = {
    let mut bytes = [0; 256];
    let mut i = 0;
    while i < 8 {
        bytes[b"\"\\/bfnrt"[i] as usize] = b"\"\\/\x08\x0c\n\r\t"[i];
        i += 1;
    }
    bytes
};

/// Writes what an escape stands for, and returns the offsets after it in the line and in the text.
fn escape(line: &[u8], at: usize, text: &mut [u8], to: usize) -> Result<(usize, usize), Fault> {
    match line.get(at + 1).map(|&name| ESCAPES[usize::from(name)]) {
        None | Some(0) => long_escape(line, at, text, to),
        Some(byte) => {
            text[to] = byte;
            Ok((at + 2, to + 1))
        }
    }
}

/// [`escape`] for escapes by number, and for those that are wrong.
#[cold]
fn long_escape(line: &[u8], at: usize, text: &mut [u8], to: usize) -> Result<(usize, usize), Fault> {
    let is_number = line.get(at + 1) == Some(&b'u');
    let found = if is_number { character(line, at + 2) } else { None };
    let (character, end) = found.ok_or(Fault::new("no such escape", at))?;
    Ok((end, to + character.encode_utf8(&mut text[to..]).len()))
}

/// Reads the four hexadecimal digits of a UTF-16 code unit.
fn unit(line: &[u8], at: usize) -> Option<u16> {
    let digits = line.get(at..at + 4)?.iter();
    digits.copied().try_fold(0, |unit, digit| Some(unit << 4 | char::from(digit).to_digit(16)? as u16))
}

/// Reads the digits of one escape, or of two if the first is a surrogate that the second one completes.
fn character(line: &[u8], at: usize) -> Option<(char, usize)> {
    let first = unit(line, at)?;
    // Only surrogates are no characters among the numbers of sixteen bits.
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
        // The second escape is not consumed: it may be a character of its own, or begin another pair.
        None => (char::REPLACEMENT_CHARACTER, at + 4),
    })
}
