//! The spelling of a token in which patterns are replaced: `<b>100</b>` is `<b>{7}</b>` if its digits match pattern
//! 7. A backslash or an opening brace of the token itself is preceded by a backslash, so that tokens are spelled
//!    alike only if they differ in nothing but the replaced text.

use std::{fmt, ops::Range};

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
        // The form was checked when the spelling was made.
        parse(form).unwrap_or_default().into_iter().map(move |piece| match piece {
            Piece::Literal(text) => WordPart::Literal(text),
            Piece::Pattern(number) => WordPart::Pattern(patterns.get(number).map_or("", String::as_str)),
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

/// Returns the form of a token.
pub(crate) fn spell(token: &str, replaced: &[(Range<usize>, usize)]) -> String {
    let escaped = |text: &str| text.replace('\\', r"\\").replace('{', r"\{");
    let mut form = String::new();
    let mut at = 0;
    for (range, pattern) in replaced {
        form.extend([escaped(&token[at..range.start]), format!("{{{pattern}}}")]);
        at = range.end;
    }
    form + &escaped(&token[at..])
}

/// Returns whether this is the form of a token with at least one of `n_patterns` patterns in it, and not of a token
/// that a pattern matches as a whole.
pub(crate) fn is_form(form: &str, n_patterns: usize) -> bool {
    parse(form).is_some_and(|pieces| {
        let mut numbers = pieces.iter().filter_map(|piece| match piece {
            Piece::Pattern(number) => Some(*number),
            Piece::Literal(_) => None,
        });
        // A single pattern is a mutable token, which has the symbol of the pattern and no form.
        pieces.len() > 1 && numbers.clone().next().is_some() && numbers.all(|number| number < n_patterns)
    })
}

enum Piece<'a> {
    Literal(&'a str),
    Pattern(usize),
}

/// Takes a form apart. `None` if [`spell`] never writes it.
fn parse(mut form: &str) -> Option<Vec<Piece<'_>>> {
    let mut pieces = Vec::new();
    while !form.is_empty() {
        if let Some(rest) = form.strip_prefix('{') {
            let (digits, rest) = rest.split_once('}')?;
            let number: usize = digits.parse().ok()?;
            // A number has only one spelling, neither `+7` nor `07`; otherwise one token would have several forms.
            pieces.push((number.to_string() == digits).then_some(Piece::Pattern(number))?);
            form = rest;
            continue;
        }
        let text = match form.strip_prefix('\\') {
            Some(text) => text.starts_with(['\\', '{']).then_some(text)?,
            None => form,
        };
        // The first character belongs to the token even if it is a backslash or a brace, because the backslash before
        // it was skipped.
        let end = text.char_indices().skip(1).find(|(_, c)| matches!(c, '\\' | '{')).map_or(text.len(), |(at, _)| at);
        pieces.push(Piece::Literal(&text[..end]));
        form = &text[end..];
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_replaced_is_not() {
        let patterns = ["[0-9]+".to_owned()];
        let form = spell(r"\a{0}7{b", &[(5..6, 0)]);
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
