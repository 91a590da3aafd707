//! Languages as people name them.

use crate::Error;

/// Returns the code under which [`Metadata`](crate::Metadata) has a language, as [`language_code`](crate::language_code)
/// does.
///
/// # Errors
///
/// [`Error::Unusable`] if the text is neither a code nor an English name of a language.
///
/// # Examples
///
/// ```
/// assert_eq!(demold::parse_language("en-US")?, "en");
/// let error = demold::parse_language("xx").unwrap_err().to_string();
/// assert!(error.contains("en English"), "{error}");
/// # Ok::<(), demold::Error>(())
/// ```
pub fn parse_language(text: &str) -> Result<String, Error> {
    metadata::language_code(text).ok_or_else(|| {
        let known = metadata::languages().into_iter();
        let known: Vec<String> = known.map(|(code, name)| format!("{code} {name}")).collect();
        Error::Unusable(format!(
            "{text:?} is no language: give its code, or its name. Known by their texts: {}; others if pages declare them",
            known.join(", ")
        ))
    })
}
