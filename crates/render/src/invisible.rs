//! Characters that nobody sees: soft hyphens, spaces without width, and the joiners of letters that do not join.

/// Returns the length of the character at a byte, in bytes, if it is left out of text, and 0 otherwise.
///
/// Soft hyphens (U+00AD), spaces without width (U+200B), word joiners (U+2060) and byte order marks (U+FEFF) are left
/// out: a search for the word would fail. U+200B stays in Thai, Lao, Burmese and Khmer, which have no spaces: it tells where
/// words end. A joiner (U+200C, U+200D) stays beside a letter that it can shape, in Arabic
/// script and those of India, and in emoji.
#[inline]
pub(crate) fn invisible_len(text: &str, at: usize) -> usize {
    match text.as_bytes()[at..] {
        [0xC2, 0xAD, ..] => 2,
        [0xE2, 0x80, 0x8B, ..] if separates(text, at) => 0,
        [0xE2, 0x80, 0x8B, ..] | [0xE2, 0x81, 0xA0, ..] | [0xEF, 0xBB, 0xBF, ..] => 3,
        [0xE2, 0x80, 0x8C | 0x8D, ..] if !joins(text, at) => 3,
        _ => 0,
    }
}

/// Returns whether the space without width at a byte is between words of a script without spaces.
fn separates(text: &str, at: usize) -> bool {
    let is_of_script =
        |letter: char| matches!(letter, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}');
    text[..at].chars().next_back().is_some_and(is_of_script)
}

/// Returns whether the joiner at a byte is beside a letter that it can shape.
fn joins(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at..].chars().nth(1);
    [before, after].into_iter().flatten().any(is_shaped)
}

/// Returns whether joiners can shape a character. Latin, Greek, Cyrillic and Armenian letters come before all scripts
/// with joiners.
fn is_shaped(letter: char) -> bool {
    letter >= '\u{590}' && !letter.is_whitespace() && !is_blank(letter)
}

/// Returns whether a character shows nothing but a space: white space, and what some pages keep lines apart by, Hangul
/// fillers and the blank of Braille.
fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{115F}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{FFA0}')
}

/// Returns whether a character shows nothing, or nothing but a space.
fn is_blank(letter: char) -> bool {
    is_space(letter)
        || matches!(
            letter,
            '\u{AD}'
                | '\u{34F}'
                | '\u{61C}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
        )
}

/// What a text shows that has no visible character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Blank {
    Nothing,
    Space,
}

/// Returns what a text shows, or `None` if a character of it is visible.
#[inline]
pub(crate) fn blank(text: &str) -> Option<Blank> {
    // Nearly all texts begin in ASCII.
    let is_sure = text.bytes().next().is_some_and(|byte| byte.is_ascii_graphic());
    // A private character alone is an icon, whose font comes with the page. Several are a word in a script without a code.
    let is_icon = |letter: &char| matches!(letter, '\u{E000}'..='\u{F8FF}');
    let n_icons = || text.chars().filter(is_icon).count();
    if is_sure || !text.chars().all(|letter| is_blank(letter) || is_icon(&letter)) || n_icons() > 1 {
        return None;
    }
    Some(if text.contains(is_space) { Blank::Space } else { Blank::Nothing })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what stays of a text.
    fn visible(text: &str) -> String {
        let stays = |&(at, _): &(usize, char)| invisible_len(text, at) == 0;
        text.char_indices().filter(stays).map(|(_, letter)| letter).collect()
    }

    #[test]
    fn words_are_whole() {
        for (text, expected) in [
            ("Hoch\u{AD}wasser", "Hochwasser"),
            ("a\u{200B}b\u{2060}c\u{FEFF}d", "abcd"),
            ("tide\u{200D}", "tide"),
            ("\u{200D}", ""),
            ("caf\u{E9}\u{200C}s", "caf\u{E9}s"),
        ] {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn joiners_stay_where_they_shape_letters() {
        assert_eq!(visible("\u{E02}\u{200B}\u{E08}"), "\u{E02}\u{200B}\u{E08}");
        for text in ["\u{645}\u{6CC}\u{200C}\u{62E}", "\u{915}\u{94D}\u{200D}", "\u{1F469}\u{200D}\u{1F692}"] {
            assert_eq!(visible(text), text);
        }
    }

    #[test]
    fn texts_of_nothing_are_known() {
        for text in ["", "\u{200B}", "\u{FE0F}\u{200E}", "\u{F0C1}"] {
            assert_eq!(blank(text), Some(Blank::Nothing), "{text:?}");
        }
        for text in [" \u{200B}", "\u{A0}", "\u{3164}", "\u{2800} \u{2800}"] {
            assert_eq!(blank(text), Some(Blank::Space), "{text:?}");
        }
        for text in ["a", "\u{F0C1} a", "\u{2800}\u{2801}", "\u{E9}", " 1", "\u{F8D0}\u{F8D1}"] {
            assert_eq!(blank(text), None, "{text:?}");
        }
    }
}
