//! Texts that stand where a name is expected but are not names: addresses, jobs, sections, code.

use crate::lists::{List, list};

/// Words for what an author does. They follow a name or take its place.
const ROLES: &[&str] = &["writer", "reporter", "correspondent", "editor", "contributor", "columnist", "journalist"];

/// Words that stand before a [role](ROLES).
static KINDS_OF_ROLES: List = list!("kinds_of_roles");

/// Sections of sites, in lower case.
static SECTIONS: List = list!("sections");

/// Names that programs give to authors without a name, in lower case.
static NOBODY: List = list!("nobody");

/// Single words of running text and of navigation.
const WORDS: &[&str] = &["at", "in", "on", "by", "and", "like", "where", "us", "who", "this", "the", "comments"];

/// How the labels of links and buttons begin, in lower case.
const CLICKED: &[&str] = &[
    "posted in",
    "posted at",
    "posted on",
    "view ",
    "read ",
    "write ",
    "see ",
    "other articles",
    "contribute ",
    "skip ",
    "follow ",
    "listen ",
    "more by ",
];

/// Returns whether a text is not a name, even if the page declares it as one: code, or the name of an unnamed user.
pub(super) fn is_never(name: &str) -> bool {
    let lower = name.trim().to_lowercase();
    // Programs number those whom they name; users of forums name themselves so.
    let is_numbered = |bare| NOBODY.contains(&bare) && !["user", "guest", "root"].contains(&bare);
    let bare = lower.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let is_code = ["://", "%3a", "('", "(\"", "()", "{", "}", "=", "<", ">"];
    NOBODY.contains(&&*lower) || is_numbered(bare) || is_code.iter().any(|sign| lower.contains(sign))
}

/// Returns whether a visible text is not a name: a job, a section, the label of a link, a word, or one for which
/// [`is_never`] holds.
pub(super) fn is_other(name: &str) -> bool {
    let lower = name.to_lowercase();
    WORDS.contains(&&*lower) || is_never(name) || leads_elsewhere(name)
}

/// Returns whether a text is not a name, and the text after it is not one either: a job, a section, the label of a
/// link.
pub(super) fn leads_elsewhere(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_role = !name.is_empty() && without_role(name).is_empty();
    is_role || SECTIONS.contains(&&*lower) || CLICKED.iter().any(|start| lower.starts_with(start))
}

/// Returns whether a word names what somebody does.
pub(super) fn is_role(word: &str) -> bool {
    ROLES.contains(&word)
}

/// Returns a name without the job behind it: "Ann Lee, Reporter", "Ann Lee Staff Writer". What names a job alone is left
/// without anything.
pub(super) fn without_role(name: &str) -> &str {
    let last = |name: &str| {
        let word = name.rsplit(' ').next().unwrap_or_default();
        (word.len(), word.trim_matches([',', '-']).to_lowercase())
    };
    let (len, word) = last(name);
    if !ROLES.contains(&&*word) {
        return name;
    }
    let mut rest = name[..name.len() - len].trim_end();
    // A single role word is cut only behind a comma, a hyphen or a word such as "staff": "A Photo Editor" may be what
    // an author calls himself.
    let mut is_marked = rest.is_empty();
    loop {
        is_marked |= rest.ends_with([',', '-']);
        rest = rest.trim_end_matches([' ', ',', '-']);
        let (len, word) = last(rest);
        if rest.is_empty() || !KINDS_OF_ROLES.contains(&&*word) {
            return if is_marked { rest } else { name };
        }
        is_marked = true;
        rest = rest[..rest.len() - len].trim_end();
    }
}

/// Removes the jobs from a list of names: "Ann Lee, Tide Staff Writer".
///
/// The first name stays in any case.
pub(super) fn leave_roles(names: &mut Vec<String>) {
    let is_role = |name: &String| {
        let last = name.rsplit(' ').next().unwrap_or_default();
        ROLES.contains(&&*last.to_lowercase())
    };
    let mut is_first = true;
    names.retain(|name| std::mem::take(&mut is_first) || !is_role(name));
    if let Some(first) = names.first_mut() {
        let bare = without_role(first).to_owned();
        if !bare.is_empty() {
            *first = bare;
        }
    }
}

/// Returns a name without markup: the text up to the first `<br`, without tags.
pub(super) fn without_markup(name: &str) -> String {
    if !name.contains('<') {
        return name.to_owned();
    }
    // ASCII case folding changes no length, so `end` is valid in `name` too.
    let lower = name.to_ascii_lowercase();
    let end = lower.find("<br").unwrap_or(name.len());
    let mut bare = String::new();
    let mut rest = &name[..end];
    while let Some((before, tag)) = rest.split_once('<') {
        bare.push_str(before);
        match tag.split_once('>') {
            Some((_, behind)) => rest = behind,
            // An unclosed tag hides the rest, as it does in browsers.
            None => {
                rest = "";
                break;
            }
        }
    }
    bare + rest
}

/// The most digits of a name. A text with more of them is a date, an address or a telephone number. Chosen: by eye.
pub(super) const MAX_DIGITS: usize = 3;

/// Cuts a list down to its first name if a later entry has more than [`MAX_DIGITS`] digits, as a part of a postal
/// address or a telephone number has.
pub(super) fn end_at_address(names: &mut Vec<String>) {
    let is_number = |name: &String| name.chars().filter(char::is_ascii_digit).count() > MAX_DIGITS;
    if names.iter().skip(1).any(is_number) {
        names.truncate(1);
    }
}
