//! Reads JSON loosely: pages have all kinds of mistakes in it.

/// A piece of JSON.
enum Piece<'a> {
    /// The beginning of an object, or else of a list.
    Open(bool),
    /// The end of either.
    Close,
    Colon,
    Comma,
    /// A text, between its quotes, with its escapes; or a number.
    Text(&'a str),
}

/// Iterates over the pieces of JSON. Invalid bytes are skipped.
fn pieces(json: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let rest = &json.as_bytes()[at..];
            let start = at;
            let first = rest.first()?;
            at += 1;
            return Some(match first {
                b'{' => Piece::Open(true),
                b'[' => Piece::Open(false),
                b'}' | b']' => Piece::Close,
                b':' => Piece::Colon,
                b',' => Piece::Comma,
                b'"' => {
                    while json.as_bytes().get(at).is_some_and(|&byte| byte != b'"') {
                        // The character after a backslash does not end the text, even if it is a quote.
                        at += 1 + usize::from(json.as_bytes()[at] == b'\\');
                    }
                    // A text that is cut short ends with the script.
                    let end = at.min(json.len());
                    at = (end + 1).min(json.len());
                    Piece::Text(json.get(start + 1..end).unwrap_or(""))
                }
                b'0'..=b'9' => {
                    let length = rest.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
                    at = start + length;
                    Piece::Text(&json[start..at])
                }
                _ => continue,
            });
        }
    })
}

/// Calls `found` with each text or number that is a value: what `within` makes of the objects and lists around it, its
/// key, and the value. What is in a list has no key.
///
/// `within` is called where an object or a list opens: with what it made of the one around that, `None` outside of all,
/// whether it is an object, and its key. So deep nesting costs no more than its length.
pub(super) fn values<'a, T: Copy>(
    json: &'a str,
    within: impl Fn(Option<T>, bool, Option<&'a str>) -> T,
    mut found: impl FnMut(Option<T>, Option<&'a str>, &'a str),
) {
    let mut open: Vec<(bool, T)> = Vec::new();
    let (mut key, mut after_colon) = (None, false);
    for piece in pieces(json) {
        match piece {
            Piece::Open(is_object) => {
                let around = open.last().map(|&(_, around)| around);
                open.push((is_object, within(around, is_object, key)));
                (key, after_colon) = (None, false);
            }
            Piece::Close => {
                open.pop();
                (key, after_colon) = (None, false);
            }
            Piece::Colon => after_colon = true,
            Piece::Comma => (key, after_colon) = (None, false),
            // In an object, a text before a colon is a key.
            Piece::Text(text) if !after_colon && open.last().is_some_and(|&(is_object, _)| is_object) => {
                key = Some(text);
            }
            Piece::Text(text) => found(open.last().map(|&(_, around)| around), key, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_stays_the_end() {
        for json in ["", "x", "\"", "\"a\\", "12.", "[1"] {
            let mut pieces = pieces(json);
            assert!(pieces.by_ref().count() <= 2, "{json}");
            assert!(pieces.next().is_none() && pieces.next().is_none(), "{json}");
        }
    }
}
