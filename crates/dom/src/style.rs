//! The declarations of a `style` attribute.

/// Iterates over the declarations of a style as pairs of a property and its value, both without white space around
/// them. Compare them ignoring ASCII case.
///
/// # Examples
///
/// ```
/// let found: Vec<_> = dom::style::declarations("color: red; display :block !important; x").collect();
/// assert_eq!(found, [("color", "red"), ("display", "block !important")]);
/// ```
pub fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        Some((property.trim_ascii(), value.trim_ascii()))
    })
}

/// Returns whether a value begins with a keyword. Others and `!important` may follow.
pub(crate) fn is_keyword(value: &str, keyword: &str) -> bool {
    let first = value.split(|end: char| end == '!' || end.is_ascii_whitespace()).next();
    first.is_some_and(|first| first.eq_ignore_ascii_case(keyword))
}
