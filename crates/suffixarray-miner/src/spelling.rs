//! The spelling of a token in which patterns are replaced: `<b>100</b>` is `<b>{7}</b>` if its digits match pattern
//! 7. A backslash or an opening brace of the token itself is preceded by a backslash, so that tokens are spelled
//!    alike only if they differ in nothing but the replaced text.

use std::{
    fmt::{self, Write as _},
    ops::Range,
};

/// A piece of a token in which patterns are replaced.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum WordPart<'a> {
    /// Text of the token.
    Literal(&'a str),
    /// The mutable pattern that matched here.
    Pattern(&'a str),
}

/// A token in which mutable patterns are replaced: [`Patterns::inside`](crate::Patterns::inside).
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Spelling<'a> {
    form: &'a str,
    patterns: &'a [String],
}

impl<'a> Spelling<'a> {
    /// The form must be one that [`is_form`] accepts.
    pub(crate) fn new(form: &'a str, patterns: &'a [String]) -> Spelling<'a> {
        Spelling { form, patterns }
    }

    /// Reads a form, given the patterns that it refers to by number. `None` if it is not a valid form.
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::Spelling;
    ///
    /// let patterns = ["[0-9]+".to_owned()];
    /// let spelling = Spelling::read("<b>{0}</b>", &patterns).unwrap();
    /// assert_eq!(spelling.to_string(), "<b>[0-9]+</b>");
    /// assert_eq!(Spelling::read("<b>{1}</b>", &patterns), None);
    /// ```
    pub fn read(form: &'a str, patterns: &'a [String]) -> Option<Spelling<'a>> {
        is_form(form, patterns.len()).then(|| Spelling::new(form, patterns))
    }

    /// Returns the token with `{number}` for each pattern. [`Lexicon::intern_form`](crate::Lexicon::intern_form)
    /// accepts it.
    pub fn form(self) -> &'a str {
        self.form
    }

    /// Returns the token's pieces in order. Adjacent pieces may both be literals.
    pub fn parts(self) -> impl Iterator<Item = WordPart<'a>> {
        let Spelling { form, patterns } = self;
        Pieces { form }.map(move |piece| match piece {
            Piece::Literal(text) => WordPart::Literal(text),
            Piece::Pattern(number) => WordPart::Pattern(patterns.get(number).map_or("", String::as_str)),
            // `is_form` was checked when the spelling was made, so that this does not happen.
            Piece::Wrong => WordPart::Literal(""),
        })
    }
}

/// Writes the token as the thesis does, with each pattern in place of the text that it matched.
impl fmt::Display for Spelling<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts().try_for_each(|part| match part {
            WordPart::Literal(text) | WordPart::Pattern(text) => f.write_str(text),
        })
    }
}

/// Writes the form of a token.
pub(crate) fn spell(token: &str, replaced: &[(Range<usize>, usize)], form: &mut String) {
    form.clear();
    let mut at = 0;
    for (range, pattern) in replaced {
        escape(&token[at..range.start], form);
        // Writing to a string cannot fail.
        let _ = write!(form, "{{{pattern}}}");
        at = range.end;
    }
    escape(&token[at..], form);
}

fn escape(text: &str, form: &mut String) {
    for piece in text.split_inclusive(['\\', '{']) {
        match piece.strip_suffix(['\\', '{']) {
            None => form.push_str(piece),
            // The strippable character is ASCII, so the rest of the piece is that one byte.
            Some(before) => form.extend([before, "\\", &piece[before.len()..]]),
        }
    }
}

/// Returns whether this is the form of a token with at least one of `n_patterns` patterns in it, and not of a token
/// that a pattern matches as a whole.
pub(crate) fn is_form(form: &str, n_patterns: usize) -> bool {
    let (mut patterns, mut pieces) = (0, 0);
    for piece in (Pieces { form }) {
        pieces += 1;
        match piece {
            Piece::Pattern(number) if number < n_patterns => patterns += 1,
            Piece::Literal(_) => {}
            _ => return false,
        }
    }
    // A single pattern is a mutable token, which has the symbol of the pattern and no form.
    patterns > 0 && pieces > 1
}

enum Piece<'a> {
    Literal(&'a str),
    Pattern(usize),
    /// Something that [`spell`] never writes.
    Wrong,
}

struct Pieces<'a> {
    form: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.form.is_empty() {
            return None;
        }
        let form = self.form;
        if let Some(rest) = form.strip_prefix('{') {
            let Some((digits, rest)) = rest.split_once('}') else {
                self.form = "";
                return Some(Piece::Wrong);
            };
            self.form = rest;
            let number: Option<usize> = digits.parse().ok();
            // A number has only one spelling, neither `+7` nor `07`; otherwise one token would have several forms.
            return Some(match number.filter(|number| number.to_string() == digits) {
                Some(number) => Piece::Pattern(number),
                None => Piece::Wrong,
            });
        }
        let (skipped, text) = match form.strip_prefix('\\') {
            Some(text) if text.starts_with(['\\', '{']) => (1, text),
            Some(_) => {
                self.form = "";
                return Some(Piece::Wrong);
            }
            None => (0, form),
        };
        // The first character belongs to the token even if it is a backslash or a brace, because the backslash before
        // it was skipped.
        let end = text.char_indices().skip(1).find(|(_, c)| matches!(c, '\\' | '{')).map_or(text.len(), |(at, _)| at);
        self.form = &form[skipped + end..];
        Some(Piece::Literal(&text[..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_replaced_is_not() {
        let patterns = ["[0-9]+".to_owned()];
        let mut form = String::new();
        spell(r"\a{0}7{b", &[(5..6, 0)], &mut form);
        assert_eq!(form, r"\\a\{0}{0}\{b");
        assert!(is_form(&form, 1) && !is_form(&form, 0));
        let parts: Vec<WordPart<'_>> = Spelling::new(&form, &patterns).parts().collect();
        let expected =
            [WordPart::Literal(r"\a"), WordPart::Literal("{0}"), WordPart::Pattern("[0-9]+"), WordPart::Literal("{b")];
        assert_eq!(parts, expected);
    }

    #[test]
    fn only_what_was_spelled_is_a_form() {
        for form in ["", "a", "{0}", "a{1}", "a{", "a{+0}", "a{00}", "a{}", r"\a{0}", r"{0}\"] {
            assert!(!is_form(form, 1), "{form}");
        }
        assert!(is_form("{0}{0}", 1) && is_form("a{0}", 1));
    }
}
