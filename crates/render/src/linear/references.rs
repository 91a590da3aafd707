//! Superscripts, subscripts and references: which are powers, ordinals or notes.

use dom::{Dom, NodeId};

use super::parts::Mark;

/// Returns how a superscript is marked.
///
/// * Without letters and digits it needs no mark: `word*`, `Na+`, `f′`.
/// * Letters after a digit are an ordinal's if it is one, as in `1st`, `2e` and `3º`, and several
///   letters after a letter an abbreviation's, as in `Mme` and `WordTM`.
/// * Digits after a sign that ends a clause refer to a note, and so do those after a word of four
///   letters that is no unit and no function, or after an ideograph.
/// * All else is a power.
pub(super) fn superscript(before: &str, text: &str) -> Mark {
    let Some((last, first)) = neighbours(before, text) else {
        return Mark::Plain;
    };
    if !text.contains(char::is_alphanumeric) || !(first.is_alphanumeric() || is_sign(first)) {
        return Mark::Plain;
    }
    let is_number = text
        .chars()
        .all(|letter| letter.is_ascii_digit() || matches!(letter, ',' | '-' | '–' | ' ') && letter != first);
    if !last.is_alphanumeric() {
        return match last {
            ')' | ']' | '|' | '}' => Mark::Sign('^'),
            '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '”' | '’' | '»' | '…' | '。' | '、' if is_number => {
                Mark::Note
            }
            _ => Mark::Plain,
        };
    }
    if text.chars().all(char::is_alphabetic) {
        let is_letter = text.chars().nth(1).is_none();
        let is_plain = if last.is_numeric() {
            is_ordinal(text)
        } else {
            !is_letter
        };
        return if is_plain { Mark::Plain } else { Mark::Sign('^') };
    }
    if is_number && last.is_alphabetic() && ends_with_a_word(before, last) {
        return Mark::Note;
    }
    Mark::Sign('^')
}

/// Returns how a subscript is marked: with `_` unless something else is between it and the word
/// before.
pub(super) fn subscript(before: &str, text: &str) -> Mark {
    match neighbours(before, text) {
        Some((last, first))
            if (last.is_alphanumeric() || matches!(last, ')' | ']' | '}' | '′'))
                && (first.is_alphanumeric() || is_sign(first))
                && text.contains(char::is_alphanumeric) =>
        {
            Mark::Sign('_')
        }
        _ => Mark::Plain,
    }
}

/// Returns how a link is marked: in brackets if it is the label of a note, that is, a number that
/// leads to a place in the page and is superscript or stands right behind a word; superscript
/// letters as well.
pub(super) fn link(dom: &Dom<'_>, node: NodeId, before: &str, text: &str, in_sup: bool) -> Mark {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = in_sup && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let behind_number = before.ends_with(|last: char| last.is_numeric());
    if text.len() > 4 || !is_number && (!is_letter || behind_number && is_ordinal(text)) {
        return Mark::Plain;
    }
    if is_letter && text.len() > 2 && text.bytes().any(|byte| !b"ivx".contains(&byte)) {
        return Mark::Plain;
    }
    let ends_word = || {
        let word = before.trim_end_matches(['.', ',', ';', ':', '!', '?', '"', '”', '’', '»']);
        word.ends_with(char::is_alphabetic)
    };
    let is_inside = || {
        let address = dom.attribute(node, "href");
        address.is_some_and(|address| match address.split_once('#') {
            Some((page, fragment)) => !fragment.is_empty() && (in_sup || page.is_empty()),
            None => false,
        })
    };
    if (in_sup || ends_word()) && is_inside() {
        Mark::Note
    } else {
        Mark::Plain
    }
}

fn neighbours(before: &str, text: &str) -> Option<(char, char)> {
    let last = before.chars().next_back()?;
    let first = text.chars().next()?;
    (!last.is_whitespace()).then_some((last, first))
}

fn is_sign(letter: char) -> bool {
    matches!(letter, '+' | '-' | '−' | '±')
}

/// The endings of ordinal numbers, as they are raised in print.
fn is_ordinal(text: &str) -> bool {
    const ENDINGS: [&str; 25] = [
        "st", "nd", "rd", "th", "d", "o", "a", "os", "as", "er", "ers", "re", "res", "e", "es", "è", "ère", "ème",
        "èmes", "ième", "eme", "me", "de", "nde", "ste",
    ];
    let text = text.to_lowercase();
    ENDINGS.contains(&&*text) || matches!(&*text, "º" | "ª" | "ο" | "η" | "го" | "й" | "я" | "е")
}

/// Returns whether a text ends with a word that nobody raises to a power.
fn ends_with_a_word(text: &str, last: char) -> bool {
    if '\u{2E80}' <= last {
        return true;
    }
    let mut word: Vec<char> = text
        .chars()
        .rev()
        .take_while(|letter| letter.is_alphabetic())
        .take(16)
        .collect();
    word.reverse();
    let word = word.into_iter().collect::<String>().to_lowercase();
    const POWERS: [&str; 24] = [
        "inch",
        "inches",
        "foot",
        "feet",
        "yard",
        "yards",
        "mile",
        "miles",
        "metre",
        "metres",
        "meter",
        "meters",
        "metros",
        "mètre",
        "mètres",
        "acre",
        "pixel",
        "pixels",
        "sinh",
        "cosh",
        "tanh",
        "grad",
        "sqrt",
        "kilometer",
    ];
    word.chars().count() >= 4 && !POWERS.contains(&&*word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn superscripts() {
        let check = |before: &str, text: &str, expected: &str| {
            let mut line = [before, text].concat();
            superscript(before, text).write(&mut line, before.len());
            assert_eq!(line, expected);
        };
        check("10", "6", "10^6");
        check("10", "-6", "10^-6");
        check("10", "2n", "10^2n");
        check("x", "n+1", "x^(n+1)");
        check("(a+b)", "2", "(a+b)^2");
        check("m", "2", "m^2");
        check("2 feet", "2", "2 feet^2");
        check("2", "n", "2^n");
        check("e", "i", "e^i");
        check("Ca", "2+", "Ca^2+");
        check("1", "st", "1st");
        check("XIX", "e", "XIX^e");
        check("2", "e", "2e");
        check("M", "me", "Mme");
        check("Word", "TM", "WordTM");
        check("word", "*", "word*");
        check("Smith", "1,2", "Smith[1,2]");
        check("in 1999.", "3", "in 1999.[3]");
        check("意味", "3", "意味[3]");
        check("price: $", "99", "price: $99");
        check("a ", "2", "a 2");
        check("", "14", "14");
    }

    #[test]
    fn subscripts() {
        let check = |before: &str, text: &str, expected: &str| {
            let mut line = [before, text].concat();
            subscript(before, text).write(&mut line, before.len());
            assert_eq!(line, expected);
        };
        check("H", "2", "H_2");
        check("x", "i,j", "x_i,j");
        check("x", "i+1", "x_(i+1)");
        check("a ", "2", "a 2");
        check("1/", "2", "1/2");
    }
}
