//! Characters of formulas, and the commands that TeX has for them.

use std::{collections::HashMap, sync::LazyLock};

/// Returns the TeX of a character that is not written as itself.
pub(super) fn sign(letter: char) -> Option<&'static str> {
    match letter {
        '\u{A0}' => Some("\\ "),
        // Invisible operators and the zero-width space show nothing.
        '\u{2061}'..='\u{2064}' | '\u{200B}' => Some(""),
        _ => SIGNS.get(&letter).copied(),
    }
}

/// Returns characters as TeX reads them in a formula.
pub(super) fn escaped(text: &str) -> String {
    let mut tex = String::with_capacity(text.len());
    // Where the letters at the end begin. To look for that anew at each letter takes quadratic time.
    let mut name = 0;
    for letter in text.chars() {
        // The letter would become a part of the command before it.
        if letter.is_ascii_alphabetic() && name < tex.len() && tex[..name].ends_with('\\') {
            tex.push(' ');
            name = tex.len();
        }
        let end = tex.len();
        match sign(letter) {
            Some(sign) => tex.push_str(sign),
            None => tex.push(letter),
        }
        let n_other = tex[end..].trim_end_matches(|last: char| last.is_ascii_alphabetic()).len();
        if n_other > 0 {
            name = end + n_other;
        }
    }
    tex
}

/// Returns words as TeX reads them in running text.
pub(super) fn escaped_words(text: &str) -> String {
    let mut tex = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\\' => tex.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => tex.extend(['\\', letter]),
            '^' => tex.push_str("\\textasciicircum{}"),
            '~' => tex.push_str("\\textasciitilde{}"),
            '\u{2061}'..='\u{2064}' | '\u{200B}' => {}
            _ => tex.push(letter),
        }
    }
    tex
}

/// Returns whether TeX has a command of this name for a function, which it sets upright.
pub(super) fn is_function(name: &str) -> bool {
    // Sorted, for the binary search.
    const FUNCTIONS: &[&str] = &[
        "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim", "exp", "gcd",
        "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min", "sec", "sin", "sinh", "sup",
        "tan", "tanh",
    ];
    FUNCTIONS.binary_search(&name).is_ok()
}

/// Returns whether the scripts of an operator are its limits.
pub(super) fn has_limits(operator: char) -> bool {
    matches!(operator, '\u{220F}'..='\u{2211}' | '\u{222B}'..='\u{2233}' | '\u{22C0}'..='\u{22C3}')
        || matches!(operator, '\u{2A00}'..='\u{2A06}')
}

/// Returns whether a sign stands between the two sides of a statement.
pub(super) fn is_relation(letter: char) -> bool {
    matches!(letter, '=' | '<' | '>' | '\u{2190}'..='\u{21FF}' | '\u{2208}'..='\u{220D}')
        || matches!(letter, '\u{223C}' | '\u{2243}'..='\u{228B}' | '\u{27F5}'..='\u{27FF}')
        || letter == '\u{2282}'
}

/// Returns the command of TeX for an operator that stands over a term as an accent; `is_narrow` selects the short
/// form.
pub(super) fn accent(operator: char, is_narrow: bool) -> Option<&'static str> {
    Some(match operator {
        '^' | 'ˆ' | '\u{302}' if is_narrow => "\\hat",
        '^' | 'ˆ' | '\u{302}' => "\\widehat",
        '~' | '˜' | '\u{303}' if is_narrow => "\\tilde",
        '~' | '˜' | '\u{303}' => "\\widetilde",
        '¯' | '‾' | '―' | '\u{304}' | '_' | '-' | '−' if is_narrow => "\\bar",
        '¯' | '‾' | '―' | '\u{304}' | '\u{305}' | '_' | '-' | '−' => "\\overline",
        '→' | '⃗' | '⇀' if is_narrow => "\\vec",
        '→' | '⃗' | '⇀' => "\\overrightarrow",
        '˙' | '.' | '\u{307}' => "\\dot",
        '¨' | '\u{308}' => "\\ddot",
        'ˇ' | '\u{30C}' => "\\check",
        '˘' | '\u{306}' => "\\breve",
        '\u{23DE}' => "\\overbrace",
        _ => return None,
    })
}

/// Returns the command of TeX for an operator that stands below a term as an accent.
pub(super) fn accent_below(operator: char) -> Option<&'static str> {
    Some(match operator {
        '_' | '\u{332}' | '¯' | '‾' | '―' => "\\underline",
        '\u{23DF}' => "\\underbrace",
        _ => return None,
    })
}

/// Characters, each with its TeX behind it. Letters for which TeX has no command stand for themselves.
static SIGNS: LazyLock<HashMap<char, &str>> = LazyLock::new(|| {
    let mut words = include_str!("signs.txt").split_whitespace();
    let pairs = std::iter::from_fn(|| Some((words.next()?.chars().next()?, words.next()?)));
    pairs.collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_their_commands() {
        assert_eq!(SIGNS.len(), 182);
        assert_eq!([sign('π'), sign('〉'), sign('x')], [Some("\\pi"), Some("\\rangle"), None]);
    }

    #[test]
    fn nothing_is_markup() {
        assert_eq!(escaped("a_b%"), "a\\_b\\%");
        assert_eq!(escaped("2πr"), "2\\pi r");
        assert_eq!(escaped("ππrs+πst"), "\\pi\\pi rs+\\pi st");
        assert_eq!(escaped(&"a".repeat(1 << 20)).len(), 1 << 20);
        assert_eq!(escaped_words("50% of $x"), "50\\% of \\$x");
    }
}
