//! The script data states: `<!--` and `<script` inside a script.

use memchr::{memchr2_iter, memmem};

use super::{
    raw_text::{is_end_tag, raw_text_end},
    tag::is_space,
};

const SCRIPT: &[u8] = b"script";

#[derive(Clone, Copy, PartialEq)]
enum State {
    Plain,
    /// After a `<!--`.
    Escaped,
    /// After a `<script` that follows a `<!--`: the next end tag belongs to it.
    Nested,
}

/// Returns where the script from `at` ends: at the `</` of its end tag, or at the end of the bytes.
pub(super) fn script_end(bytes: &[u8], at: usize) -> usize {
    let end = raw_text_end(bytes, at, SCRIPT);
    // Only `<!--` lets a script go on after an end tag. Without it the states below are not needed.
    if memmem::find(&bytes[at..end], b"<!--").is_none() {
        return end;
    }
    let mut state = State::Plain;
    for found in memchr2_iter(b'<', b'-', &bytes[at..]).map(|found| at + found) {
        let rest = &bytes[found..];
        match state {
            State::Plain if rest.starts_with(b"<!--") => state = State::Escaped,
            // The dashes of `<!--` count here as well: `<!-->` begins and ends at once.
            State::Escaped | State::Nested if rest.starts_with(b"-->") => state = State::Plain,
            State::Plain | State::Escaped if rest.starts_with(b"</") && is_end_tag(bytes, found, SCRIPT) => {
                return found;
            }
            State::Nested if rest.starts_with(b"</") && is_end_tag(bytes, found, SCRIPT) => {
                state = State::Escaped;
            }
            State::Escaped if is_start(rest) => state = State::Nested,
            _ => {}
        }
    }
    bytes.len()
}

fn is_start(rest: &[u8]) -> bool {
    rest.get(1..7).is_some_and(|name| name.eq_ignore_ascii_case(SCRIPT))
        && rest.get(7).is_some_and(|&byte| byte == b'>' || byte == b'/' || is_space(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn escapes() {
        for [source, script] in cases(include_str!("scripts.txt")) {
            assert_eq!(source[..script_end(source.as_bytes(), 0)], script, "{source}");
        }
    }
}
