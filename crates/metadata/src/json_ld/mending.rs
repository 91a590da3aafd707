//! Scripts that are nearly JSON.

use serde_json::{Deserializer, Value};

/// Returns the values of a script after mending what is often wrong: character references for quotation marks, remains
/// of comments and of CDATA sections, line breaks in texts, quotation marks of the other kind, commas too many, brackets
/// that are not closed, and several values instead of one.
pub(super) fn mended(script: &str) -> Vec<Value> {
    let values = read(&mend(script));
    if !values.is_empty() || !script.contains('&') {
        return values;
    }
    // Some programs encode what they write into a page twice.
    let decoded = dom::decode_references(script);
    let values = read(&mend(&decoded));
    if !values.is_empty() {
        return values;
    }
    read(&mend(&dom::decode_references(&decoded)))
}

/// Returns the values up to the first mistake.
fn read(script: &str) -> Vec<Value> {
    let values = Deserializer::from_str(script).into_iter::<Value>();
    values.map_while(Result::ok).collect()
}

/// Leaves of a script its objects and lists, and mends these.
fn mend(script: &str) -> String {
    let mut mended = String::with_capacity(script.len());
    // What closes the brackets that are open.
    let mut open: Vec<char> = Vec::new();
    let mut comments = Comments::default();
    let mut rest = script;
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = comments.behind(rest, open.is_empty()) {
            rest = behind;
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '"' | '\'' if !open.is_empty() => rest = text(rest, c, &mut mended),
            '{' | '[' => {
                open.push(if c == '{' { '}' } else { ']' });
                mended.push(c);
            }
            '}' | ']' => {
                if open.last() == Some(&c) {
                    open.pop();
                    leave_commas(&mut mended);
                    mended.push(c);
                }
            }
            ',' if mended.trim_end().ends_with([',', '[', '{']) => mended.truncate(mended.trim_end().len()),
            '\u{feff}' | '\u{200b}' | ';' => {}
            // What is between values is no part of them.
            _ if open.is_empty() => {}
            _ => mended.push(c),
        }
    }
    while let Some(closing) = open.pop() {
        leave_commas(&mut mended);
        mended.push(closing);
    }
    mended
}

/// How often signs of comments are believed to be around a script, and not to hide it. Chosen: by eye.
const MAX_AROUND: usize = 4;

/// The comments of a script, found in linear time.
#[derive(Default)]
struct Comments {
    n_around: usize,
    /// Whether a comment had no end: others have none either.
    is_endless: bool,
}

impl Comments {
    /// Returns what follows a comment, or the remains of one, with which a text begins.
    fn behind<'t>(&mut self, text: &'t str, is_outside: bool) -> Option<&'t str> {
        if let Some(rest) = text.strip_prefix("<![CDATA[").or_else(|| text.strip_prefix("<![cdata[")) {
            return Some(rest);
        }
        if let Some(rest) = text.strip_prefix("/*") {
            return Some(rest.split_once("*/").map_or("", |(_, behind)| behind));
        }
        if let Some(rest) = text.strip_prefix("//") {
            let line = rest.split('\n').next().unwrap_or_default();
            // A comment may be all around the script, in one line.
            return Some(if is_outside && self.is_around(line) { rest } else { &rest[line.len()..] });
        }
        let rest = text.strip_prefix("<!--")?;
        if self.is_endless {
            return Some(rest);
        }
        match rest.split_once("-->") {
            Some((comment, _)) if is_outside && self.is_around(comment) => Some(rest),
            Some((_, behind)) => Some(behind),
            None => {
                self.is_endless = true;
                Some(rest)
            }
        }
    }

    fn is_around(&mut self, comment: &str) -> bool {
        self.n_around += 1;
        self.n_around <= MAX_AROUND && comment.contains("{\"")
    }
}

/// Copies a text up to its end, and returns what follows it.
fn text<'t>(source: &'t str, mark: char, mended: &mut String) -> &'t str {
    mended.push('"');
    let mut chars = source.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some((_, c)) if "\"\\/bfnrtu".contains(c) => mended.extend(['\\', c]),
                // JSON has no such escape.
                Some((_, c)) => mended.push(c),
                None => {}
            },
            _ if c == mark => {
                mended.push('"');
                return &source[at + 1..];
            }
            '"' => mended.push_str("\\\""),
            c if c.is_control() => mended.push(' '),
            c => mended.push(c),
        }
    }
    mended.push('"');
    ""
}

fn leave_commas(mended: &mut String) {
    let kept = mended.trim_end().trim_end_matches(',').len();
    mended.truncate(kept);
}
