use std::{fmt, ops::Range};

use regex_syntax::{
    Parser,
    hir::{Class, ClassUnicode, Hir, HirKind},
};

use crate::Error;

/// The separator of two tokens: a class of characters, once or more.
///
/// # Examples
///
/// ```
/// use expressions::Separator;
///
/// assert_eq!(Separator::white_space().as_str(), r"\s+");
/// let separator = Separator::of_token_pattern(r"[^-\s]+")?;
/// assert_eq!(separator.as_str(), r"[-\s]+");
/// # Ok::<(), expressions::Error>(())
/// ```
#[derive(Clone)]
pub struct Separator {
    pattern: String,
    class: ClassUnicode,
    /// The characters below 128 that separate: nearly all bytes of a page are among these.
    ascii: [bool; 128],
}

impl Separator {
    /// White space, `\s+`: the tokens are `\S+`.
    pub fn white_space() -> Separator {
        Separator::new(r"\s+").expect("it is a class once or more")
    }

    /// Makes a separator from its pattern.
    ///
    /// # Errors
    ///
    /// [`Error::Separator`] if the pattern is not a class, once or more.
    pub fn new(pattern: &str) -> Result<Separator, Error> {
        let refuse = || Error::Separator { given: pattern.to_owned() };
        let class = repeated_class(pattern).ok_or_else(refuse)?;
        let ascii = std::array::from_fn(|code| contains(&class, char::from(code as u8)));
        Ok(Separator { pattern: pattern.to_owned(), class, ascii })
    }

    /// Makes the separator that is the complement of a token pattern.
    ///
    /// # Errors
    ///
    /// [`Error::Separator`] if the token pattern is not a class, once or more,
    /// written as `\S+`, `[...]+` or `[^...]+`.
    pub fn of_token_pattern(token: &str) -> Result<Separator, Error> {
        let refuse = || Error::Separator { given: token.to_owned() };
        let mut expected = repeated_class(token).ok_or_else(refuse)?;
        expected.negate();
        // The pattern is rewritten as text and not printed from the class, so that files keep the short spelling that
        // other dialects read.
        let complement = if let Some(rest) = token.strip_prefix("[^") {
            format!("[{rest}")
        } else if let Some(rest) = token.strip_prefix('[') {
            format!("[^{rest}")
        } else {
            // `\S` and `\s`, `\W` and `\w` are complements of each other.
            let flip = |c: char| {
                if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
            };
            token.chars().map(flip).collect()
        };
        // Rewriting text is not a general complement, so that the result is compared with the complement of the class.
        match Separator::new(&complement) {
            Ok(separator) if separator.class == expected => Ok(separator),
            _ => Err(refuse()),
        }
    }

    /// Returns the pattern.
    pub fn as_str(&self) -> &str {
        &self.pattern
    }

    /// Returns whether a character is a separator.
    pub(crate) fn contains(&self, c: char) -> bool {
        self.ascii.get(c as usize).copied().unwrap_or_else(|| contains(&self.class, c))
    }

    /// Returns whether a class contains no separator.
    pub(crate) fn is_apart(&self, class: &Class) -> bool {
        let mut class = match class {
            Class::Unicode(class) => class.clone(),
            Class::Bytes(class) => match class.to_unicode_class() {
                Some(class) => class,
                None => return false,
            },
        };
        class.intersect(&self.class);
        class.ranges().is_empty()
    }

    /// Returns the first token at or after `at`.
    pub(crate) fn next_token(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let start = at + text[at..].find(|c| !self.contains(c))?;
        let length = text[start..].find(|c| self.contains(c));
        Some(start..length.map_or(text.len(), |length| start + length))
    }

    /// Removes separators from both ends of a range.
    pub(crate) fn trim(&self, text: &str, range: Range<usize>) -> Range<usize> {
        let part = text[range.clone()].trim_end_matches(|c| self.contains(c));
        let length = part.trim_start_matches(|c| self.contains(c)).len();
        let end = range.start + part.len();
        end - length..end
    }

    /// Adds the separators beside a range.
    pub(crate) fn widen(&self, text: &str, range: Range<usize>) -> Range<usize> {
        let before = text[..range.start].trim_end_matches(|c| self.contains(c));
        let behind = text[range.end..].trim_start_matches(|c| self.contains(c));
        before.len()..text.len() - behind.len()
    }
}

fn contains(class: &ClassUnicode, c: char) -> bool {
    // The ranges are sorted, so that only the last one that starts at or before the character can contain it.
    let ranges = class.ranges();
    let behind = ranges.partition_point(|range| range.start() <= c);
    behind.checked_sub(1).is_some_and(|at| c <= ranges[at].end())
}

/// Returns the class of a pattern that is one class, once or more.
fn repeated_class(pattern: &str) -> Option<ClassUnicode> {
    let hir = Parser::new().parse(pattern).ok()?;
    let HirKind::Repetition(repetition) = hir.kind() else {
        return None;
    };
    if (repetition.min, repetition.max, repetition.greedy) != (1, None, true) {
        return None;
    }
    one_of(&repetition.sub)
}

fn one_of(hir: &Hir) -> Option<ClassUnicode> {
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => Some(class.clone()),
        HirKind::Class(Class::Bytes(class)) => class.to_unicode_class(),
        // The parser turns a class of one character into a literal.
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok()?;
            let mut chars = text.chars();
            let c = chars.next().filter(|_| chars.next().is_none())?;
            Some(ClassUnicode::new([regex_syntax::hir::ClassUnicodeRange::new(c, c)]))
        }
        _ => None,
    }
}

/// Separators are equal if they are spelled alike.
impl PartialEq for Separator {
    fn eq(&self, other: &Separator) -> bool {
        self.pattern == other.pattern
    }
}

impl Eq for Separator {}

impl fmt::Debug for Separator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Separator").field(&self.pattern).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complements() {
        for (token, separator) in
            [(r"\S+", r"\s+"), (r"\w+", r"\W+"), (r"[^-\s]+", r"[-\s]+"), (r"[a-z]+", r"[^a-z]+"), (r"[^,]+", r"[,]+")]
        {
            assert_eq!(Separator::of_token_pattern(token).unwrap().as_str(), separator);
        }
        for token in ["", "(", r"\S*", r"\S", r"\S+?", r"\w+|\d+", r"\S{2,}", "[a&&b]+|c", "ab+"] {
            let error = Separator::of_token_pattern(token).unwrap_err();
            assert_eq!(error, Error::Separator { given: token.to_owned() });
        }
    }

    #[test]
    fn text_that_is_rewritten_into_the_same_class_is_refused() {
        // In upper case the escape stands for the same character, and not for its complement.
        let token = r"\u{61}+";
        assert_eq!(Separator::of_token_pattern(token).unwrap_err(), Error::Separator { given: token.to_owned() });
    }

    #[test]
    fn classes_of_bytes_separate() {
        let separator = Separator::new(r"(?-u:\s)+").unwrap();
        assert!(separator.contains(' ') && !separator.contains('\u{a0}'));
        assert_eq!(format!("{separator:?}"), r#"Separator("(?-u:\\s)+")"#);
    }

    #[test]
    fn tokens_lie_between() {
        let separator = Separator::of_token_pattern(r"[^-\s]+").unwrap();
        let text = " a-bé\u{a0}--\u{3000}ü ";
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(token) = separator.next_token(text, at) {
            at = token.end;
            tokens.push(&text[token]);
        }
        assert_eq!(tokens, ["a", "bé", "ü"]);
        assert_eq!(&text[separator.trim(text, 0..text.len())], text.trim());
        assert!(separator.trim(text, 0..1).is_empty());
    }
}
