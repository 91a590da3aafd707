//! What announces a day, and tells a day of publication from that of a change and from those of other things.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, AhoCorasickBuilder, AhoCorasickKind, MatchKind};

use crate::lists::{List, list};

/// Words for the day of publication, of a change, and of something else than the page, in lower case: in the languages
/// whose months are known. Those with an asterisk count within a text as well: running text has "modified", but hardly
/// that a change is the last one.
const LISTS: [(&str, Announcement); 3] = [
    (include_str!("../lists/publications.txt"), Announcement::Publication),
    (include_str!("../lists/changes.txt"), Announcement::Change),
    (include_str!("../lists/other_days.txt"), Announcement::Other),
];

/// Words in two parts with the day between them, as in German: "zuletzt am 4. Mai 2025 bearbeitet".
const AROUND: &[(&str, &[&str])] = &[
    ("zuletzt", &["aktualisiert", "geändert", "bearbeitet", "überarbeitet", "angepasst"]),
    ("laatst", &["bewerkt", "gewijzigd", "bijgewerkt", "aangepast"]),
    ("sidst", &["ændret", "opdateret", "redigeret"]),
    ("pour la dernière fois", &[""]),
    ("por última vez", &[""]),
    ("pela última vez", &[""]),
    ("per l'ultima volta", &[""]),
    ("son", &["değiştirildi", "güncellendi", "düzenlendi"]),
    ("последний раз", &[""]),
    ("востаннє", &[""]),
    ("ostatnio", &[""]),
    ("naposledy", &[""]),
    ("页面", &["修改", "编辑", "更新"]),
    ("頁面", &["修改", "編輯", "更新"]),
    ("ページ", &["更新", "編集"]),
];

/// What a text says about the day in it, or about the one behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Announcement {
    /// The page was published then.
    Publication,
    /// The page was changed then.
    Change,
    /// The day is that of an event, a right, a person.
    Other,
}

struct Words {
    finder: AhoCorasick,
    /// For each word: what it announces, and whether it does so within a text as well.
    meanings: Vec<(Announcement, bool)>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let (mut words, mut meanings) = (Vec::new(), Vec::new());
    for (list, announcement) in LISTS {
        for line in list.lines() {
            let word = line.trim_start_matches('*');
            words.push(word);
            meanings.push((announcement, word != line));
        }
    }
    let finder = AhoCorasickBuilder::new()
        .match_kind(MatchKind::LeftmostLongest)
        .build(words)
        .expect("a few hundred words are within the limits of an automaton");
    Words { finder, meanings }
});

/// Returns what a text announces, and where the announcement starts: its first words do, words behind a sign, or words
/// that can mean nothing else. The text is in lower case.
pub(super) fn find(text: &str) -> Option<(Announcement, usize)> {
    let words = &*WORDS;
    let found = words.finder.find_iter(text).find_map(|found| {
        let (announcement, is_anywhere) = words.meanings[found.pattern().as_usize()];
        let before = text[..found.start()].chars().next_back();
        let behind = text[found.end()..].chars().next();
        // Scripts without spaces have no beginnings of words; other words have endings.
        let is_word = |c: char| c.is_alphabetic() && !is_far_east(c);
        let is_begun = before.is_none_or(|c| !is_word(c));
        let word = &text[found.range()];
        let is_whole = !word.is_ascii() || !word.ends_with(char::is_alphanumeric) || behind.is_none_or(|c| !is_word(c));
        let head = text[..found.start()].trim_end();
        let is_first = head.chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '.' && c != '\'');
        let is_far_east = before.is_some_and(is_far_east);
        (is_begun && is_whole && (is_first || is_anywhere || is_far_east)).then_some((announcement, found.start()))
    });
    found.or_else(|| Some((Announcement::Change, around(text)?)))
}

/// Returns all that a text announces, and where each announcement starts: after one of them, others may be within the text.
pub(super) fn find_all(text: &str) -> Vec<(Announcement, usize)> {
    let mut all = Vec::new();
    let mut from = 0;
    while let Some((announcement, at)) = find(&text[from..]) {
        all.push((announcement, from + at));
        // Behind the first word of one the next is found.
        let word = &text[from + at..];
        let start = word.chars().next().map_or(0, char::len_utf8);
        match word[start..].find(char::is_whitespace) {
            Some(end) => from += at + start + end,
            None => break,
        }
    }
    all
}

/// Returns where words start that stand around a day.
fn around(text: &str) -> Option<usize> {
    AROUND.iter().find_map(|(word, others)| {
        let at = text.find(word)?;
        let behind = &text[at + word.len()..];
        others.iter().any(|other| behind.contains(other)).then_some(at)
    })
}

fn is_far_east(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// What says in a class or id that the day in an element is that of a change, in lower case.
static CHANGED: List = list!("classes_of_changes");

/// What says that it is another day.
static OTHER_CLASSES: List = list!("classes_of_other_days");

/// What says that it is the day of publication, wherever it is in a word.
const PUBLISHED: &[&str] = &["publish", "created", "posted"];

/// Finds the words of all three lists at once.
static CLASSES: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasickBuilder::new()
        .ascii_case_insensitive(true)
        // A page has few names to search; a DFA takes two million instructions more to build than it saves on a
        // hundred pages.
        .kind(Some(AhoCorasickKind::ContiguousNFA))
        .build(PUBLISHED.iter().chain(OTHER_CLASSES.iter()).chain(CHANGED.iter()))
        .expect("a few dozen words are within the limits of an automaton")
});

/// Returns what a class or id says about the day in its element: the first of [`PUBLISHED`], [`OTHER_CLASSES`] and
/// [`CHANGED`] that has a word there.
pub(super) fn of_class(value: &str) -> Option<Announcement> {
    let words = CLASSES.find_overlapping_iter(value).filter_map(|found| {
        let word = found.pattern().as_usize();
        // "dateUpdated" begins a word, "credited" does not.
        let (before, rest) = value.as_bytes().split_at(found.start());
        let is_begun = before.last().is_none_or(|byte| !byte.is_ascii_alphabetic()) || rest[0].is_ascii_uppercase();
        (is_begun || word < PUBLISHED.len()).then_some(word)
    });
    Some(match words.min()? {
        word if word < PUBLISHED.len() => Announcement::Publication,
        word if word < PUBLISHED.len() + OTHER_CLASSES.len() => Announcement::Other,
        _ => Announcement::Change,
    })
}
