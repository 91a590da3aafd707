//! Finds the ends of values without decoding them, and says what is wrong with a line.

use std::fmt;

use super::text::string_end;

/// What is wrong with a line, and at which byte, counted from 0.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Fault {
    pub(crate) what: &'static str,
    pub(crate) at: usize,
}

impl Fault {
    pub(super) fn new(what: &'static str, at: usize) -> Fault {
        Fault { what, at }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at column {}", self.what, self.at + 1)
    }
}

/// What Python writes for numbers that JSON cannot express.
const NO_NUMBERS: [&[u8]; 3] = [b"NaN", b"Infinity", b"-Infinity"];

/// Returns the offset after the value that begins at `start`, before which white space may stand.
///
/// # Complexity
///
/// Linear in the value, at any depth of nesting, with one byte of memory for each level.
pub(crate) fn end(line: &[u8], start: usize) -> Result<usize, Fault> {
    // The closing brackets of all that is open, the innermost last. Recursion would overflow the stack: an input may
    // open a bracket in every byte.
    let mut open: Vec<u8> = Vec::new();
    let mut at = start;
    loop {
        at = skip_space(line, at);
        match line.get(at) {
            Some(b'"') => at = string_end(line, at + 1)?,
            Some(&bracket @ (b'{' | b'[')) => {
                let close = if bracket == b'{' { b'}' } else { b']' };
                at = skip_space(line, at + 1);
                // An empty object or array is a whole value. Looked for here because after a comma a bracket may not
                // close.
                if line.get(at) != Some(&close) {
                    open.push(close);
                    if close == b'}' {
                        at = after_name(line, at)?;
                    }
                    continue;
                }
                at += 1;
            }
            _ => at = scalar(line, at)?,
        }
        // The value that just ended may be the last one of the array or object around it, and that one of the next.
        loop {
            let Some(&close) = open.last() else {
                return Ok(at);
            };
            at = skip_space(line, at);
            match line.get(at) {
                Some(&byte) if byte == close => {
                    open.pop();
                    at += 1;
                }
                Some(b',') => {
                    at += 1;
                    if close == b'}' {
                        at = after_name(line, at)?;
                    }
                    break;
                }
                None => return Err(Fault::new("the line ends", at)),
                Some(_) => return Err(Fault::new("neither a comma nor a bracket", at)),
            }
        }
    }
}

pub(super) fn skip_space(line: &[u8], at: usize) -> usize {
    let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    at + line[at..].iter().take_while(is_space).count()
}

/// Returns the offset after this byte, which must come next except for white space.
pub(super) fn expect(line: &[u8], at: usize, byte: u8) -> Result<usize, Fault> {
    let at = skip_space(line, at);
    if line.get(at) == Some(&byte) {
        return Ok(at + 1);
    }
    let what = match byte {
        _ if at == line.len() => "the line ends",
        b'"' => "no name",
        b':' => "no colon",
        _ => "no object",
    };
    Err(Fault::new(what, at))
}

/// Returns the offset after a name and its colon.
fn after_name(line: &[u8], at: usize) -> Result<usize, Fault> {
    let after = string_end(line, expect(line, at, b'"')?)?;
    expect(line, after, b':')
}

fn scalar(line: &[u8], at: usize) -> Result<usize, Fault> {
    // Whatever stands up to here must be known as a whole, so that `1x` and `nullx` are not taken for a value and a
    // rest.
    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r');
    let n_bytes = line[at..].iter().position(ends);
    let end = at + n_bytes.unwrap_or(line.len() - at);
    let text = &line[at..end];
    let is_known = matches!(text, b"null" | b"true" | b"false") || NO_NUMBERS.contains(&text);
    match is_known || is_number(text) {
        true => Ok(end),
        false if text.is_empty() && end == line.len() => Err(Fault::new("the line ends", at)),
        false => Err(Fault::new("no value", at)),
    }
}

/// Returns whether this is a number by the grammar of JSON, of any size and precision.
fn is_number(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let n_whole = digits(text);
    // JSON allows no leading zeros: `0` and `0.1` are numbers, `01` is not.
    if n_whole == 0 || (n_whole != 1 && text[0] == b'0') {
        return false;
    }
    let mut rest = &text[n_whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let n_digits = digits(fraction);
        if n_digits == 0 {
            return false;
        }
        rest = &fraction[n_digits..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = match exponent {
            [b'+' | b'-', digits @ ..] => digits,
            exponent => exponent,
        };
        return !exponent.is_empty() && digits(exponent) == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_others_refuse_is_passed_over() {
        let deep = "[{\"a\":".repeat(100_000) + "1" + &"}]".repeat(100_000);
        let values = r#"NaN -Infinity [Infinity,1e400,-1.5E-700] "\ud800" {"a":"\udc00\ud800","b":[]}"#;
        for value in values.split(' ').chain(["123456789012345678901234567890.10", &*deep]) {
            assert_eq!(end(value.as_bytes(), 0), Ok(value.len()), "{value:.80}");
        }
    }

    #[test]
    fn what_is_no_value_is_not() {
        let words = r#"1x nan 01 1. 1e - +1 .5 tru [1 [1,] [1} {"a"} {"a":} {"a":1,} {a:1} "a "\x" "\u12g4" [,1]"#;
        for value in words.split(' ').chain(["", "\"\t\""]) {
            assert!(end(value.as_bytes(), 0).is_err(), "{value}");
        }
    }

    fn value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<f64>().prop_map(Into::into),
            "[ -~é\n\t\u{0}]{0,20}".prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
                prop::collection::btree_map("[a-c\"\\\\]{0,2}", inner, 0..4)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_end_where_they_end(value in value(), is_pretty in any::<bool>()) {
            let text = if is_pretty { serde_json::to_string_pretty(&value).unwrap() } else { value.to_string() };
            prop_assert_eq!(end(format!("{text} ,").as_bytes(), 0), Ok(text.len()));
        }

        #[test]
        fn what_serde_json_passes_over_is_passed_over_and_hardly_more(
            text in "[\\[\\]{},:\"0-2a\\\\eu.+ -]{0,12}"
        ) {
            let mut values = serde_json::Deserializer::from_str(&text).into_iter::<serde::de::IgnoredAny>();
            let expected = values.next().and_then(Result::ok).map(|_| values.byte_offset());
            let found = end(text.as_bytes(), 0);
            // The stream of `serde_json` ends a number before any byte; here one that may follow a value must come
            // next.
            if let Ok(found) = found {
                prop_assert_eq!(Some(found), expected, "{}", text);
            }
        }
    }
}
