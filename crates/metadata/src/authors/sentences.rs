//! Sentences, and remarks behind names: words in lower case show them.

use super::{
    MAX_BYTES,
    names::unannounced,
    no_names::{is_role, without_role},
};

use crate::lists::{List, list};

/// Words in lower case that are part of names, or join them.
static PARTICLES: List = list!("particles");

/// Words that stand between a name and what follows it, where a name is not cut yet.
const BEHIND: &[&str] = &["in", "on", "at", "à", "updated", "published", "posted", "reviewed"];

/// Returns whether a candidate for a name is the beginning of a sentence: it has three words or more, and one of them is
/// not written like a name. Text after a comma and roles such as "editor" are ignored.
pub(super) fn is_sentence(name: &str) -> bool {
    let clause = without_role(clause(name));
    clause.split(' ').count() > 2 && has_other_word(clause)
}

/// Returns whether a text is running text: a long one, or one with a sentence that ends.
pub(super) fn is_running(text: &str) -> bool {
    if MAX_BYTES < text.len() {
        return true;
    }
    let is_end = |(at, c): &(usize, char)| {
        let behind = text[at + c.len_utf8()..].chars().next();
        let word = text[..*at].rsplit(' ').next().unwrap_or_default();
        matches!(c, '.' | '!' | '?' | '…')
            && behind.is_none_or(char::is_whitespace)
            // "B. Lee", "Dr. Lee"
            && word.chars().count() > 3
    };
    let is_far_east = || text.contains(['。', '！', '？']);
    match text.char_indices().find(is_end) {
        Some((end, _)) => {
            let sentence = unannounced(&text[..end]);
            let sentence = clause(sentence.split(" is ").next().unwrap_or_default());
            sentence.split(' ').count() > 2 && has_other_word(sentence)
        }
        None => is_far_east(),
    }
}

/// Returns whether a text behind a name is a remark on somebody, or a place: "special to the Tide", "à Port-Ville".
pub(super) fn is_remark(text: &str) -> bool {
    let Some((first, _)) = text.split_once(' ') else {
        return false;
    };
    is_lower(first) && !PARTICLES.contains(&first)
}

/// Returns what is before the first sign that ends a name.
fn clause(text: &str) -> &str {
    let clause = text.split([',', ';', '|', '(', '/', ':']).next().unwrap_or_default();
    clause.split(" - ").next().unwrap_or_default().trim()
}

/// What a group of people is called in lower case, as the last word: "The Tide editors".
static GROUPS: List = list!("groups");

fn has_other_word(clause: &str) -> bool {
    let last = clause.rsplit(' ').next().unwrap_or_default();
    let clause = match GROUPS.contains(&last) {
        true => &clause[..clause.len() - last.len()],
        false => clause,
    };
    let is_other =
        |word: &str| is_lower(word) && !PARTICLES.contains(&word) && !BEHIND.contains(&word) && !is_role(word);
    clause.split(' ').skip(1).any(is_other)
}

fn is_lower(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_lowercase)
}
