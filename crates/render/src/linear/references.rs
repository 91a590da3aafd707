//! Tells which superscripts, subscripts and links are powers, ordinals or references to notes.

use dom::{Dom, NodeId};

use super::parts::Mark;
use crate::names::is_one_of;

/// Returns how a superscript is marked.
///
/// * Without letters and digits it needs no mark: `word*`, `Na+`, `f′`.
/// * Letters after a digit are the ending of an ordinal if they are one, as in `1st`, `2e` and `3º`; several letters
///   after a letter are an abbreviation, as in `Mme` and `WordTM`. Neither has a mark.
/// * Digits after a sign that ends a clause refer to a note, and so do digits after a word of at least four letters
///   that is no unit and no function, or after an ideograph.
/// * Everything else is a power.
pub(super) fn superscript(before: &str, text: &str) -> Mark {
    let Some((last, first)) = neighbours(before, text) else {
        return Mark::Plain;
    };
    if !text.contains(char::is_alphanumeric) || !(first.is_alphanumeric() || is_sign(first)) {
        return Mark::Plain;
    }
    // Several notes can share a superscript, as in `1,2` and `3–5`. With a separator in front it is something else.
    let is_number = text
        .chars()
        .all(|letter| letter.is_ascii_digit() || matches!(letter, ',' | '-' | '–' | ' ') && letter != first);
    if !last.is_alphanumeric() {
        return match last {
            // After a closing bracket, the superscript is the power of a term; after a sign that ends a clause, it is
            // a note.
            ')' | ']' | '|' | '}' => Mark::Sign('^'),
            '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '”' | '’' | '»' | '…' | '。' | '、' if is_number => {
                Mark::Note
            }
            _ => Mark::Plain,
        };
    }
    if text.chars().all(char::is_alphabetic) {
        // One letter after a letter is an exponent, as in `e^i`.
        let is_letter = text.chars().nth(1).is_none();
        let is_plain = if last.is_numeric() { is_ordinal(text) } else { !is_letter };
        return if is_plain { Mark::Plain } else { Mark::Sign('^') };
    }
    if is_number && last.is_alphabetic() && ends_with_a_word(before, last) {
        return Mark::Note;
    }
    Mark::Sign('^')
}

/// Returns how a subscript is marked: with `_` if it has letters or digits and directly follows a letter, a digit, a
/// closing bracket or a prime.
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

/// Returns how a link is marked: in square brackets if it is the label of a note. A label is a number that leads to a
/// place in a page and is superscript or directly follows a word; in a superscript, lower-case letters can be a label
/// too.
pub(super) fn link(dom: &Dom<'_>, node: NodeId, before: &str, text: &str, in_sup: bool) -> Mark {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let is_letter = in_sup && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let behind_number = before.ends_with(|last: char| last.is_numeric());
    // Labels have at most four characters; a linked ending, such as the `st` of `1st`, is none.
    if text.len() > 4 || !is_number && (!is_letter || behind_number && is_ordinal(text)) {
        return Mark::Plain;
    }
    // A word of three or more letters is a label only as a Roman numeral: `iii`, `xiv`.
    if is_letter && text.len() > 2 && text.bytes().any(|byte| !b"ivx".contains(&byte)) {
        return Mark::Plain;
    }
    let ends_word = || {
        // The number may stand after the punctuation at the end of a sentence.
        let word = before.trim_end_matches(['.', ',', ';', ':', '!', '?', '"', '”', '’', '»']);
        word.ends_with(char::is_alphabetic)
    };
    let is_inside = || {
        let address = dom.attribute(node, "href");
        address.is_some_and(|address| match address.split_once('#') {
            // In running text, a number that links to a place on another page is no label, as the number of an issue
            // is none.
            Some((page, fragment)) => !fragment.is_empty() && (in_sup || page.is_empty()),
            None => false,
        })
    };
    if (in_sup || ends_word()) && is_inside() { Mark::Note } else { Mark::Plain }
}

fn neighbours(before: &str, text: &str) -> Option<(char, char)> {
    let last = before.chars().next_back()?;
    let first = text.chars().next()?;
    (!last.is_whitespace()).then_some((last, first))
}

fn is_sign(letter: char) -> bool {
    matches!(letter, '+' | '-' | '−' | '±')
}

/// Returns whether a text is the ending of an ordinal number that print raises.
fn is_ordinal(text: &str) -> bool {
    const ENDINGS: &str =
        "st nd rd th d o a os as er ers re res e es è ère ème èmes ième eme me de nde ste º ª ο η го й я е";
    is_one_of(&text.to_lowercase(), ENDINGS)
}

/// Returns whether a text ends with a word that nobody raises to a power, unlike a variable, a unit or a function.
fn ends_with_a_word(text: &str, last: char) -> bool {
    // The scripts of East Asia begin at U+2E80; their characters are words and not variables.
    if '\u{2E80}' <= last {
        return true;
    }
    // No word on the list is longer than the bound, which keeps a text without spaces from being copied.
    let mut word: Vec<char> = text.chars().rev().take_while(|letter| letter.is_alphabetic()).take(16).collect();
    word.reverse();
    let word = word.into_iter().collect::<String>().to_lowercase();
    const POWERS: &str = "\
        inch inches foot feet yard yards mile miles metre metres meter meters metros mètre mètres acre pixel pixels \
        sinh cosh tanh grad sqrt kilometer";
    word.chars().count() >= 4 && !is_one_of(&word, POWERS)
}
