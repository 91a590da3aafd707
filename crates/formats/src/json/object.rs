//! Reads a JSON object most of which is one long string.

use super::{
    fields::Fields,
    text::{string, string_end},
    value::{Fault, end, expect, skip_space},
};

/// The fields of an object.
#[derive(Debug, Default, Eq, PartialEq)]
pub(crate) struct Object {
    /// The string in the field that was asked for.
    pub(crate) text: Option<String>,
    /// All other fields, and the field that was asked for if its value is not a string.
    pub(crate) others: Fields,
}

/// Reads an object. The string in the field `field` is decoded into `room` first (see [`string`]) and returned apart
/// from all other fields. Of two fields with the same name the last one counts.
///
/// # Errors
///
/// [`Fault`] with the first error in the line. Only the names and the string that was asked for must be UTF-8: in
/// other values, invalid bytes are replaced.
///
/// # Complexity
///
/// Linear in the line.
pub(crate) fn read(line: &[u8], field: Option<&str>, room: &mut Vec<u8>) -> Result<Object, Fault> {
    let mut object = Object::default();
    let mut at = skip_space(line, expect(line, 0, b'{')?);
    if line.get(at) == Some(&b'}') {
        return closed(line, at, object);
    }
    loop {
        let (name, after) = name(line, expect(line, at, b'"')?)?;
        at = skip_space(line, expect(line, after, b':')?);
        let is_field = Some(&*name) == field;
        let is_text = is_field && line.get(at) == Some(&b'"');
        if is_text {
            let text;
            (text, at) = string(line, at + 1, room)?;
            object.text = Some(text);
            // An earlier field of the same name that was no string is overridden.
            object.others.take(&name);
        } else {
            let start = at;
            at = end(line, start)?;
            // The other way round: the last field of this name is no string, so the earlier string does not count.
            if is_field {
                object.text = None;
            }
            let value = String::from_utf8_lossy(&line[start..at]);
            object.others.keep(name, value.into());
        }
        at = skip_space(line, at);
        match line.get(at) {
            Some(b',') => at += 1,
            Some(b'}') => return closed(line, at, object),
            None => return Err(Fault::new("the line ends", at)),
            Some(_) => return Err(Fault::new("neither a comma nor a bracket", at)),
        }
    }
}

/// Checks that only white space follows the closing bracket of the object.
fn closed(line: &[u8], at: usize, object: Object) -> Result<Object, Fault> {
    let at = skip_space(line, at + 1);
    if line.len() == at { Ok(object) } else { Err(Fault::new("more after the object", at)) }
}

/// Reads a name, and returns it with the offset after its closing quote.
fn name(line: &[u8], start: usize) -> Result<(String, usize), Fault> {
    // Nearly all names have no escapes, and are copied at once.
    let is_plain = |byte: &&u8| !matches!(byte, b'"' | b'\\' | ..b' ');
    let end = start + line[start..].iter().take_while(is_plain).count();
    match (line.get(end), std::str::from_utf8(&line[start..end])) {
        (Some(b'"'), Ok(name)) => Ok((name.to_owned(), end + 1)),
        // `string` allocates for all the bytes that it is given, so it is given no more than the name.
        _ => {
            let end = string_end(line, start)?;
            string(&line[..end], start, &mut Vec::new())
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;

    /// Reads the line by `serde_json`, as the reference.
    fn plain(line: &[u8]) -> Option<(String, Map<String, Value>)> {
        let Ok(Value::Object(mut object)) = serde_json::from_slice(line) else {
            return None;
        };
        match object.remove("html") {
            Some(Value::String(html)) => Some((html, object)),
            _ => None,
        }
    }

    /// Reads the line by `read`, with the other values parsed by `serde_json`.
    fn ours(line: &[u8]) -> Option<(String, Map<String, Value>)> {
        // The buffer holds bytes of an earlier page, none of which may reach the text.
        let object = read(line, Some("html"), &mut vec![0xff; 300]).ok()?;
        let value = |(name, value): (&str, &str)| (name.to_owned(), serde_json::from_str(value).unwrap());
        Some((object.text?, object.others.iter().map(value).collect()))
    }

    /// Each line of `objects.txt` has a line that `serde_json` reads alike, or one that it refuses, and why.
    #[test]
    fn objects_are_read_and_what_is_none_is_said() {
        for case in include_str!("objects.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (line, expected) = case.split_once(" => ").unwrap_or((case, ""));
            let line = line.replace('␣', " ").replace('⏎', "\n");
            let fault = read(line.as_bytes(), Some("html"), &mut Vec::new()).err().map(|fault| fault.to_string());
            assert_eq!(fault.as_deref().unwrap_or(""), expected, "{line}");
            assert_eq!(ours(line.as_bytes()), plain(line.as_bytes()), "{line}");
        }
        let fault = read(b"{\"html\":\"\xff\"}", Some("html"), &mut Vec::new()).unwrap_err();
        assert_eq!(fault.what, "a string that is not UTF-8");
    }

    #[test]
    fn what_others_refuse_is_read_and_kept_as_it_came() {
        let line = r#"{"html":"a\ud800b\udc00","x":NaN,"y":[1e400,"\ud800"],"z":1.10,"big":12345678901234567890123}"#;
        let object = read(line.as_bytes(), Some("html"), &mut Vec::new()).unwrap();
        assert_eq!(object.text.unwrap(), "a\u{fffd}b\u{fffd}");
        let others: Vec<_> = object.others.iter().collect();
        assert_eq!(
            others,
            [("big", "12345678901234567890123"), ("x", "NaN"), ("y", r#"[1e400,"\ud800"]"#), ("z", "1.10"),]
        );
        let object = read(b"{\"html\":\"a\",\"x\":\"\xff\"}", Some("html"), &mut Vec::new()).unwrap();
        assert_eq!(object.others.get("x"), Some("\"\u{fffd}\""));
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_serde_json_reads(
            html in "([a-z<>=\" ]{0,20}|[\\\\\"\n\t\u{0}-\u{1f}é漢😀/]{0,3}){0,12}",
            fields in prop::collection::btree_map("[a-z\"é]{0,4}", prop::option::of("[ -~é]{0,12}"), 0..4),
            escaped in any::<bool>(),
        ) {
            let mut object: Map<String, Value> =
                fields.into_iter().map(|(name, value)| (name, value.into())).collect();
            object.insert("html".to_owned(), html.into());
            let mut line = Value::Object(object).to_string();
            if escaped {
                line = line.chars().map(|c| if c.is_ascii() { c.to_string() } else { c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04X}")).collect() }).collect();
            }
            prop_assert_eq!(ours(line.as_bytes()), plain(line.as_bytes()));
        }

        #[test]
        fn nothing_damaged_is_read_otherwise(at in 0..60_usize, byte in any::<u8>()) {
            let mut line = br#"{"url":"https://a.example/","html":"<p id=\"x\">\u00e9 \n</p>","n":[1]}"#.to_vec();
            line[at] = byte;
            if let Some(expected) = plain(&line) {
                prop_assert_eq!(ours(&line), Some(expected));
            }
        }
    }
}
