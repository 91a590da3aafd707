use std::ops::Range;

use regex::{Regex, RegexBuilder};

use crate::{Error, Patterns};

/// The largest size of the automaton for one token pattern, in bytes. Chosen: by eye.
const SIZE_LIMIT: usize = 4 << 20;

/// Cuts text into tokens, and determines which tokens are mutable.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::{Lexer, Patterns};
///
/// let lexer = Lexer::new(Patterns::thesis());
/// let tokens: Vec<_> = lexer.tokens("I'm 24  years old").collect();
/// assert_eq!(tokens, [0..3, 4..6, 8..13, 14..17]);
/// ```
#[derive(Clone, Debug)]
pub struct Lexer {
    /// `None` for [`Lexer::DEFAULT_TOKEN_PATTERN`], which is matched without an automaton.
    token: Option<Regex>,
    patterns: Patterns,
}

impl Lexer {
    /// A token is a run of characters that are not white space.
    pub const DEFAULT_TOKEN_PATTERN: &str = r"\S+";

    /// Makes a lexer with the default token pattern.
    pub fn new(patterns: Patterns) -> Lexer {
        Lexer { token: None, patterns }
    }

    /// Makes a lexer with a token pattern in the syntax of the `regex` crate. Text that the pattern does not match
    /// separates the tokens.
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`] if the pattern is empty, is not a regular expression, or is too large.
    pub fn with_token_pattern(pattern: &str, patterns: Patterns) -> Result<Lexer, Error> {
        if pattern == Lexer::DEFAULT_TOKEN_PATTERN {
            return Ok(Lexer::new(patterns));
        }
        if pattern.is_empty() {
            return Err(Error::Pattern {
                pattern: String::new(),
                reason: "it is empty, and finds no token".to_owned(),
            });
        }
        let token = RegexBuilder::new(pattern).size_limit(SIZE_LIMIT).build().map_err(|error| {
            // The message of the `regex` crate repeats the pattern over several lines. Only the last one says
            // what is wrong.
            let reason = error.to_string().lines().last().unwrap_or_default().to_owned();
            Error::Pattern { pattern: pattern.to_owned(), reason }
        })?;
        Ok(Lexer { token: Some(token), patterns })
    }

    /// Returns the token pattern.
    pub fn token_pattern(&self) -> &str {
        self.token.as_ref().map_or(Lexer::DEFAULT_TOKEN_PATTERN, Regex::as_str)
    }

    /// Returns the mutable patterns.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Returns the byte ranges of the tokens of `text`, in order. They do not overlap, and none is empty.
    ///
    /// # Complexity
    ///
    /// Linear in `text`.
    pub fn tokens<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        // Words are slices of the text, so that their places tell the ranges.
        let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let words = self.token.is_none().then(|| text.split_whitespace());
        let words = words.into_iter().flatten().map(move |word| place(word)..place(word) + word.len());
        let found = self.token.iter().flat_map(|token| token.find_iter(text)).map(|found| found.range());
        // A pattern such as `x*` matches the empty text.
        found.chain(words).filter(|range| !range.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pattern: &str, text: &str, expected: &[&str]) {
        let lexer = Lexer::with_token_pattern(pattern, Patterns::none()).unwrap();
        let found: Vec<_> = lexer.tokens(text).map(|range| &text[range]).collect();
        assert_eq!(found, expected);
        assert_eq!(lexer.token_pattern(), pattern);
    }

    #[test]
    fn tokens_are_what_the_pattern_finds() {
        check(r"\S+", " hello!  How are\nyou? ", &["hello!", "How", "are", "you?"]);
        check(r"\S+", "", &[]);
        check(r"\S+", " \t\u{a0}\u{3000}", &[]);
        check(r"[^-\s]+", "a well-known  one", &["a", "well", "known", "one"]);
        check(r"\w+|[^\w\s]", "No, 24.", &["No", ",", "24", "."]);
        check(r"x*", "axxb", &["xx"]);
    }

    #[test]
    fn the_short_cut_finds_what_the_pattern_finds() {
        let pattern = Regex::new(Lexer::DEFAULT_TOKEN_PATTERN).unwrap();
        // Every character once, so that no difference in what counts as white space is missed.
        let text: String = (0..=0x3100).filter_map(char::from_u32).collect();
        let found: Vec<_> = Lexer::new(Patterns::none()).tokens(&text).collect();
        assert_eq!(found, pattern.find_iter(&text).map(|found| found.range()).collect::<Vec<_>>());
    }

    #[test]
    fn bad_token_patterns_are_refused() {
        for pattern in ["[", ""] {
            let error = Lexer::with_token_pattern(pattern, Patterns::none()).unwrap_err();
            assert!(matches!(error, Error::Pattern { .. }), "{error}");
        }
    }
}
