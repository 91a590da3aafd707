//! Names in texts: what announces them, what follows them, and what joins them.

use super::{
    MAX_AUTHORS, MAX_BYTES, MAX_WORDS,
    no_names::{MAX_DIGITS, end_at_address, is_never, is_other, leave_roles, without_markup},
    other_work::without_other_work,
    sentences::{is_remark, is_sentence},
};
use crate::{
    lists::{List, list},
    text::{letters, squeeze},
};

/// Words that announce a name, in lower case.
static BEFORE: List = list!("bylines");
/// Characters between the announcement and the name.
const BETWEEN: [char; 5] = [' ', ':', '：', '\u{a0}', '\u{3000}'];
/// Texts that end a name, in lower case. They are cut off with everything behind them.
const BEHIND: &[&str] = &[
    " | ",
    " • ",
    " · ",
    " – ",
    " — ",
    " updated ",
    " published ",
    " posted ",
    " on ",
    " last ",
    " reviewed by ",
    " edited by ",
    " fact checked",
    " fact-checked",
    " medically reviewed",
    " and reviewed by ",
    " follow ",
    " share ",
    " view profile",
    " in ",
    " à ",
    " is a ",
    " is an ",
    " is the ",
];

/// Returns a text without what announces a name at its beginning.
pub(super) fn unannounced(text: &str) -> String {
    let mut name = squeeze(text);
    // Announcements can follow each other: "Author: By Ann Lee".
    loop {
        let lower = name.to_lowercase();
        let found = BEFORE.iter().find(|word| {
            lower.starts_with(**word) && (word.ends_with(':') || lower[word.len()..].starts_with(BETWEEN))
        });
        // The word is found in the lower-case text, in which bytes may be at other positions: "İ" takes two bytes,
        // and three in lower case.
        let Some(word) = found.filter(|word| name.is_char_boundary(word.len())) else {
            return name;
        };
        name = name[word.len()..].trim_start_matches(BETWEEN).to_owned();
    }
}

/// Returns a name without what announces it and what follows it.
pub(super) fn clean(text: &str) -> String {
    let mut name = unannounced(text);
    // Ends begin with a space, and names do not, so that something is left.
    let lower = name.to_ascii_lowercase();
    let mut spaces = lower.match_indices(' ').map(|(at, _)| at);
    if let Some(end) = spaces.find(|&at| BEHIND.iter().any(|end| lower[at..].starts_with(end))) {
        name.truncate(end);
    }
    name.trim_matches([' ', ',', '-', '|', '·', '•', ':', ';', '(', '/']).to_owned()
}

/// A text of this many bytes, or fewer, before a date is not a name. Chosen: by eye.
const SHORT_NAME: usize = 3;

/// The longest name of a month that is cut off a name, in bytes. Set by: `September`.
const MAX_MONTH: usize = 9;

/// The longest list of names, in bytes. Chosen: by eye.
const MAX_LIST: usize = 3 * MAX_BYTES;

/// The longest title or degree that follows a name, in bytes. Chosen: by eye.
const MAX_TITLE: usize = 11;

/// Returns the name in a visible text. A date or a number after the name is not part of it.
pub(super) fn shown_name(text: &str) -> String {
    let mut name = clean(&without_markup(text));
    // Only a number after a space can be a date behind the name: the digits of "ann42" stay.
    if let Some(at) = name
        .find(" 0")
        .or_else(|| name.find(|c: char| c.is_ascii_digit()))
        .filter(|&at| at > SHORT_NAME && name[..at].contains(' '))
    {
        let head = name[..at].trim_end();
        // A date may begin with the month: "Ann Lee Sept. 4".
        let head = match head.rsplit_once(' ') {
            Some((rest, last)) if last.len() <= MAX_MONTH && is_month(last) => rest,
            _ => head,
        };
        name = head.to_owned();
    }
    name.trim_matches([' ', ',', '-', '|', '·', '•', ':', ';', '(', '/']).to_owned()
}

fn is_month(word: &str) -> bool {
    crate::days::is_month(word.trim_matches(['.', ',']))
}

/// Returns whether a visible text can be a name.
pub(super) fn is_name(name: &str) -> bool {
    static NONE: List = list!("no_names");
    let n_words = name.split(' ').count();
    let lower = name.to_lowercase();
    let is_announcement = BEFORE.contains(&lower.trim_end_matches([' ', ':']));
    if is_announcement
        || NONE.contains(&lower.as_str())
        || is_month(lower.split(' ').next().unwrap_or("")) && n_words < 2
    {
        return false;
    }
    let first = name.chars().next();
    // Names begin with a capital letter, or with a letter of a script without case. A single word in lower case may
    // be the name of a user account.
    (1..=MAX_WORDS).contains(&n_words)
        && name.len() <= MAX_BYTES
        && first.is_some_and(|first| first.is_alphabetic() && (!first.is_lowercase() || n_words == 1))
        && !name.contains(['?', '!', '@', '©', '{', '='])
        && !is_other(name)
        && !is_sentence(name)
        && name.chars().filter(char::is_ascii_digit).count() <= MAX_DIGITS
}

/// Returns a name in reading order. Libraries write "Lee, Ann".
///
/// Two names of two words each are two people, and stay as they are.
pub(super) fn in_reading_order(name: &str) -> String {
    match name.split(", ").collect::<Vec<_>>().as_slice() {
        [last, first] if !last.contains(' ') || !first.contains(' ') => format!("{first} {last}"),
        _ => name.to_owned(),
    }
}

/// Returns a name in reading order if it can only be one name that is turned: "Lee, Ann", "Lee, Ann B.", and neither
/// "Ann Lee, Bo Li" nor "Reuters, AFP".
fn turned(name: &str) -> Option<String> {
    let (last, first) = name.split_once(", ")?;
    let is_word = |word: &str| {
        let mut chars = word.chars();
        let is_capital = chars.next().is_some_and(char::is_uppercase);
        is_capital
            && chars.clone().any(char::is_lowercase)
            && word.chars().all(|c| c.is_alphabetic() || "-'’".contains(c))
    };
    let is_initial = |word: &str| word.ends_with('.') && word.chars().count() <= 2;
    let mut words = first.split(' ');
    let is_first = words.next().is_some_and(is_word) && words.all(is_initial);
    let is_name = is_word(last) && is_first && !is_other(last) && !is_other(first);
    is_name.then(|| format!("{first} {last}"))
}

/// Returns the names of a list: "A, B and C".
pub(super) fn split(names: &str) -> Vec<String> {
    let names = &*without_markup(names);
    let is_address =
        names.contains("://") || names.contains(".com/") || names.starts_with("www.") || names.starts_with('@');
    // The address of a profile is not a name, and a text with `{{` is a template that nobody has filled in.
    if is_address || names.len() > MAX_LIST || names.contains("{{") {
        return Vec::new();
    }
    // "And" is split off before commas are, because a comma may join a degree to the name before it.
    let mut parts: Vec<&str> = names.split([';', '|', '/']).collect();
    parts = parts.iter().flat_map(|part| part.split(" and ")).flat_map(|part| part.split(" & ")).collect();
    let mut all: Vec<String> = Vec::new();
    for part in parts {
        if let Some(name) = turned(part.trim_matches([' ', ','])) {
            all.push(name);
            continue;
        }
        for name in part.split([',', '、']) {
            let name = name.trim_matches([' ', ',']);
            let name = name.strip_prefix("and ").unwrap_or(name);
            // "Ann Lee, pictures by Bo Li", "Ann Lee, à Port-Ville"
            let name = without_other_work(name);
            if name.is_empty() || !all.is_empty() && is_remark(name) {
                continue;
            }
            // A title or degree belongs to the preceding name.
            let is_title = !name.contains(' ') && (name.contains('.') || name.chars().all(|c| !c.is_lowercase()));
            match all.last_mut() {
                Some(last) if is_title && name.len() <= MAX_TITLE => {
                    last.push_str(", ");
                    last.push_str(name);
                }
                _ => all.push(name.to_owned()),
            }
        }
    }
    end_at_address(&mut all);
    leave_roles(&mut all);
    let is_long = |name: &String| MAX_BYTES < name.len();
    all.retain(|name| name.chars().any(char::is_alphabetic) && !is_long(name) && !is_never(name));
    all
}

pub(super) fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        // Sources that repeat a name may spell it with other case, spaces or punctuation. The first spelling is kept.
        let is_new = all.iter().all(|other| letters(other) != letters(&name));
        if is_new && all.len() < MAX_AUTHORS {
            all.push(name);
        }
    }
    all
}
