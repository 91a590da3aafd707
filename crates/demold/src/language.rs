//! Languages as people name them.

use std::fmt;

/// A text that names no language. Its message lists those that are detected.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownLanguage {
    given: String,
}

/// Returns the code under which [`Metadata`](crate::Metadata) has a language, as [`language_code`](crate::language_code)
/// does.
///
/// # Errors
///
/// [`UnknownLanguage`] if the text is neither a code nor an English name of a language.
///
/// # Examples
///
/// ```
/// assert_eq!(demold::parse_language("en-US").as_deref(), Ok("en"));
/// let error = demold::parse_language("xx").unwrap_err().to_string();
/// assert!(error.contains("en English"), "{error}");
/// ```
pub fn parse_language(text: &str) -> Result<String, UnknownLanguage> {
    metadata::language_code(text).ok_or_else(|| UnknownLanguage { given: text.to_owned() })
}

impl fmt::Display for UnknownLanguage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no language: give its code, or its name. Known by their texts: ", self.given)?;
        for (nth, (code, name)) in metadata::languages().into_iter().enumerate() {
            write!(f, "{}{code} {name}", if nth == 0 { "" } else { ", " })?;
        }
        f.write_str("; others if pages declare them")
    }
}

impl std::error::Error for UnknownLanguage {}
