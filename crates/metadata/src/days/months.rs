//! The names of months: those of the page's language, and those of the languages of most pages.

use std::sync::{LazyLock, OnceLock};

use pure_rust_locales::{Locale, locale_match};
use rustc_hash::FxHashMap;

use super::pieces::{Piece, is_between, pieces};

/// The longest name, in words: "تشرين الثاني", "Thg 3". Set by: the names in the list.
const MAX_WORDS: usize = 2;

/// The longest word of a name, in bytes. Chosen: by eye.
const MAX_BYTES: usize = 48;

/// The code of a language, of two or three letters, as the beginning of its tag has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Language([u8; 3]);

impl Language {
    /// Returns the language of a tag, such as `pt-BR`. A tag of another form is a language that has no names.
    pub(crate) fn of(tag: &str) -> Language {
        let mut code = [0; 3];
        let letters = tag.split(['-', '_', '@']).next().unwrap_or("").trim();
        if letters.len() <= code.len() {
            code[..letters.len()].copy_from_slice(letters.to_ascii_lowercase().as_bytes());
        }
        // Norwegian is Bokmål unless its tag says otherwise. The others are older codes of Hebrew and Indonesian.
        match &code {
            b"no\0" => Language(*b"nb\0"),
            b"iw\0" => Language(*b"he\0"),
            b"in\0" => Language(*b"id\0"),
            _ => Language(code),
        }
    }

    /// Returns whether pages in the language are dated by the Persian calendar: Persian, Dari and Pashto.
    pub(crate) fn has_persian_calendar(self) -> bool {
        matches!(&self.0, b"fa\0" | b"prs" | b"ps\0")
    }
}

/// Months by the words of their names, in lower case.
type Names = FxHashMap<String, u32>;

/// The names of the locales that are read, those of one language side by side: one for each form that names have in the
/// regions of a language. Chosen: all locales of the crate, but for those of languages that write months as numbers.
const LOCALES: &str = include_str!("../lists/locales.txt");

/// The names of each language, which are read when they are asked for.
static LANGUAGES: LazyLock<FxHashMap<Language, OnceLock<Names>>> =
    LazyLock::new(|| LOCALES.split_whitespace().map(|name| (Language::of(name), OnceLock::new())).collect());

/// Names of months and their usual short forms, in the languages of most pages. They are read whatever the language is,
/// since many pages declare none.
static COMMON: LazyLock<Names> = LazyLock::new(|| {
    let lines = include_str!("../lists/months.txt").lines();
    let months = lines.filter_map(|line| line.split_once(' '));
    let names = months.flat_map(|(month, names)| {
        let month = month.parse().unwrap_or(0);
        names.split(' ').map(move |name| (name.to_owned(), month))
    });
    names.collect()
});

/// Returns the month that the pieces begin with, and the number of pieces that its name takes. Names of the page's
/// language come first: `listopad` is October in Croatian, and November in Czech and Polish.
pub(crate) fn month_of(pieces: &[Piece<'_>], language: Language) -> Option<(u32, usize)> {
    let first = pieces.first().filter(|first| first.number.is_none() && first.text.len() <= MAX_BYTES)?;
    let name = first.text.to_lowercase();
    if let Some(names) = of_language(language) {
        let one = names.get(&name).map(|&month| (month, 1));
        let second = pieces.get(1).filter(|second| second.text.len() <= MAX_BYTES && second.before.len() <= 2);
        let two = second.and_then(|second| {
            let both = [&name, " ", &*second.text.to_lowercase()].concat();
            names.get(&both).map(|&month| (month, MAX_WORDS))
        });
        if let Some(found) = two.or(one) {
            return Some(found);
        }
    }
    // Nothing shorter is a name that is read whatever the language is.
    if name.len() < 3 {
        return None;
    }
    COMMON.get(&name).map(|&month| (month, 1))
}

/// Returns whether a word is the name of a month in the languages of most pages.
pub(crate) fn is_month(word: &str) -> bool {
    (3..=24).contains(&word.len()) && COMMON.contains_key(&word.to_lowercase())
}

fn of_language(language: Language) -> Option<&'static Names> {
    let names = LANGUAGES.get(&language)?;
    Some(names.get_or_init(|| {
        let mut names = Names::default();
        for locale in LOCALES.split_whitespace().filter(|name| Language::of(name) == language) {
            if let Ok(locale) = Locale::try_from(locale) {
                add(&mut names, locale);
            }
        }
        names
    }))
}

/// Adds the names of a locale: as they stand in a date, as they stand alone, and both of them short.
fn add(names: &mut Names, locale: Locale) {
    let long = locale_match!(locale => LC_TIME::MON);
    let alone = locale_match!(locale => LC_TIME::ALT_MON).unwrap_or_default();
    let short = locale_match!(locale => LC_TIME::ABMON);
    for forms in [long, alone, short] {
        for (month, form) in (1..=12).zip(forms) {
            let words: Vec<String> = pieces(form).iter().map(|piece| piece.text.to_lowercase()).collect();
            // `de març`, `d’abril`
            let n_between = words.iter().take_while(|word| words.len() > 1 && is_between(word)).count();
            let name = words[n_between..].join(" ");
            if !name.is_empty() && !name.starts_with(|letter: char| letter.is_ascii_digit()) {
                names.entry(name).or_insert(month);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_locales_have_names() {
        for locale in LOCALES.split_whitespace() {
            assert!(Locale::try_from(locale).is_ok(), "{locale}");
            let names = of_language(Language::of(locale)).unwrap();
            assert!(names.len() >= 12, "{locale}: {names:?}");
        }
    }
}
