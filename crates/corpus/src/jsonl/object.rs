//! A JSON object that is little but one long string.
//!
//! `serde_json` collects a string with escapes in a buffer that grows anew for each object, and copies it from there.
//! Pages have an escape every 12 to 23 bytes; here they take 1.4 to 1.8 times fewer instructions
//! (docs/figures/performance.md).

use dom::{
    ascii::{ALL, eight},
    near::zeros,
};
use serde_json::{Deserializer, Map, Value};

/// Reads an object, and the string in this field apart from all others.
///
/// Returns nothing if the object has no such string or two, or is out of the ordinary in another way, damaged among
/// them: `serde_json` has to look at it.
///
/// # Complexity
///
/// Linear in the line.
pub(super) fn read(line: &[u8], field: &str) -> Option<(Vec<u8>, Map<String, Value>)> {
    let mut found = None;
    let mut others = Map::new();
    let mut at = expect(line, 0, b'{')?;
    loop {
        let (name, after_name) = name(line, expect(line, at, b'"')?)?;
        at = skip_space(line, expect(line, after_name, b':')?);
        if name == field {
            let text;
            (text, at) = string(line, expect(line, at, b'"')?)?;
            if found.replace(text).is_some() {
                return None;
            }
        } else {
            let mut values = Deserializer::from_slice(&line[at..]).into_iter();
            others.insert(name.to_owned(), values.next()?.ok()?);
            at += values.byte_offset();
        }
        at = skip_space(line, at);
        match line.get(at)? {
            b',' => at += 1,
            b'}' if skip_space(line, at + 1) == line.len() => return Some((found?, others)),
            _ => return None,
        }
    }
}

fn skip_space(line: &[u8], at: usize) -> usize {
    let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    at + line[at..].iter().take_while(is_space).count()
}

/// Returns the place after this byte, which must come next.
fn expect(line: &[u8], at: usize, byte: u8) -> Option<usize> {
    let at = skip_space(line, at);
    (line.get(at) == Some(&byte)).then_some(at + 1)
}

/// Reads a name without escapes, and returns the place after its quote.
fn name(line: &[u8], at: usize) -> Option<(&str, usize)> {
    let is_plain = |byte: &&u8| !matches!(byte, b'"' | b'\\' | ..b' ');
    let end = at + line[at..].iter().take_while(is_plain).count();
    let name = std::str::from_utf8(&line[at..end]).ok()?;
    (line.get(end) == Some(&b'"')).then_some((name, end + 1))
}

/// Reads a string, and returns the place after its quote.
fn string(line: &[u8], start: usize) -> Option<(Vec<u8>, usize)> {
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
        match *line.get(from)? {
            b'"' => break,
            // Line breaks and indentation are escapes in a row.
            b'\\' => {
                while line.get(from) == Some(&b'\\') {
                    (from, to) = escape(line, from + 1, &mut text, to)?;
                }
            }
            ..b' ' => return None,
            byte => {
                text[to] = byte;
                (from, to) = (from + 1, to + 1);
            }
        }
    }
    text.truncate(to);
    text.shrink_to(to + to / 4);
    std::str::from_utf8(&text).ok()?;
    Some((text, from + 1))
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

/// Reads the digits of one escape, or of two if the first is half a character.
fn character(line: &[u8], at: usize) -> Option<(char, usize)> {
    let unit = |at: usize| -> Option<u16> {
        let digits = line.get(at..at + 4)?.iter();
        digits.copied().try_fold(0, |unit, digit| {
            Some(unit << 4 | char::from(digit).to_digit(16)? as u16)
        })
    };
    let first = unit(at)?;
    if let Some(character) = char::from_u32(u32::from(first)) {
        return Some((character, at + 4));
    }
    if !line.get(at + 4..)?.starts_with(b"\\u") {
        return None;
    }
    let pair = [first, unit(at + 6)?];
    let character = char::decode_utf16(pair).next()?.ok()?;
    Some((character, at + 10))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same by `serde_json`.
    fn plain(line: &[u8]) -> Option<(Vec<u8>, Map<String, Value>)> {
        let Ok(Value::Object(mut object)) = serde_json::from_slice(line) else {
            return None;
        };
        match object.remove("html") {
            Some(Value::String(html)) => Some((html.into_bytes(), object)),
            _ => None,
        }
    }

    #[test]
    fn ordinary_objects_are_read() {
        for line in [
            r#"{"html":""}"#,
            r#" { "url" : "a\"b" , "html" : "x" , "n" : [1,{"html":2}] } "#,
            r#"{"html":"<p class=\"a\">\n\t\u00e9\ud83d\ude00 \/\\ \b\f\r</p>","n":1.5}"#,
            r#"{"n":null,"n":true,"html":"é漢😀 and more of it, to be sure"}"#,
        ] {
            assert!(read(line.as_bytes(), "html").is_some(), "{line}");
            assert_eq!(
                read(line.as_bytes(), "html"),
                plain(line.as_bytes()),
                "{line}"
            );
        }
    }

    #[test]
    fn all_else_is_left() {
        for line in [
            r#"{}"#,
            r#"{"html":1}"#,
            r#"{"html":"a","html":"b"}"#,
            r#"{"html":"a"} {"#,
            r#"{"html":"a""#,
            r#"{"html":"a"#,
            r#"{"html":"a\"#,
            r#"{"html":"\ud800"}"#,
            r#"{"html":"\ud800\u0041"}"#,
            r#"{"html":"\udc00"}"#,
            r#"{"html":"\u00g0"}"#,
            r#"{"html":"\x"}"#,
            "{\"html\":\"a\nb\"}",
            r#"{"html":"a",}"#,
            r#"{"html":"a","n":}"#,
            r#"{"html":"a","n":1x}"#,
            r#"[{"html":"a"}]"#,
            "",
        ] {
            assert_eq!(read(line.as_bytes(), "html"), None, "{line}");
        }
        assert_eq!(read(b"{\"html\":\"\xff\"}", "html"), None);
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_serde_json_reads(
            html in "([a-z<>=\" ]{0,20}|[\\\\\"\n\t\u{0}-\u{1f}é漢😀/]{0,3}){0,12}",
            fields in prop::collection::btree_map("[a-z\"é]{0,4}", prop::option::of("[ -~é]{0,12}"), 0..4),
            escaped in any::<bool>(),
        ) {
            let is_ordinary = |name: &String| !name.contains('"') && (!escaped || name.is_ascii());
            let is_read = fields.keys().all(is_ordinary);
            let mut object: Map<String, Value> =
                fields.into_iter().map(|(name, value)| (name, value.into())).collect();
            object.insert("html".to_owned(), html.into());
            let mut line = Value::Object(object).to_string();
            if escaped {
                line = line.chars().map(|c| match c.is_ascii() {
                    true => c.to_string(),
                    false => c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04X}")).collect(),
                }).collect();
            }
            let read = read(line.as_bytes(), "html");
            prop_assert_eq!(read.is_some(), is_read);
            if read.is_some() {
                prop_assert_eq!(read, plain(line.as_bytes()));
            }
        }

        #[test]
        fn nothing_damaged_is_read(at in 0..60_usize, byte in any::<u8>()) {
            let mut line = br#"{"url":"https://a.example/","html":"<p id=\"x\">\u00e9 \n</p>","n":[1]}"#.to_vec();
            line[at] = byte;
            if let Some(read) = read(&line, "html") {
                prop_assert_eq!(Some(read), plain(&line));
            }
        }
    }
}
