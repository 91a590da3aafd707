//! The rules by which CommonMark reads asterisks and tildes as marks.

/// Returns whether marks between an outer and an inner character belong to the inner one
/// (CommonMark: are left- or right-flanking).
///
/// Whether a character that is neither a letter nor a digit counts as punctuation depends on
/// the version of the rules that a reader follows, so it has to work either way.
pub(super) fn flanks(outer: char, inner: char) -> bool {
    inner.is_alphanumeric() || !inner.is_whitespace() && (outer.is_whitespace() || is_punctuation(outer))
}

/// Returns, for the characters that are common in running text, whether all versions of the
/// rules take them for punctuation.
fn is_punctuation(letter: char) -> bool {
    letter.is_ascii_punctuation()
        || matches!(
            letter,
            '«' | '»' | '¡' | '¿' | '\u{2010}'..='\u{2027}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}'
                | '\u{FF08}' | '\u{FF09}' | '\u{FF0C}'
        )
}
