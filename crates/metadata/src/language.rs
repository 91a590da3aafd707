//! Which language a page is in.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use whatlang::Lang;

use crate::{
    Source,
    lists::{List, list},
    page::PageFacts,
    text::{beginning, squeeze},
};

/// The number of bytes of the text that are read, and the number that must be there for the text to overrule the
/// declared language. Chosen: by eye.
const SAMPLE: usize = 500;
const ENOUGH: usize = 200;

/// The number of bytes of a text that decide whether it is read from its beginning. Set by: [`sample`], which starts
/// later if the text has this many bytes.
pub(crate) const LONG: usize = 4 * SAMPLE + 1;

/// The number of different words of one language's list that decide for that language, if at most half as many words of
/// any other's list occur. Chosen: 95 % of WCXB's 1,334 English texts have as many; no text of fundus's news sites has
/// more than three of another language's. Counted once; no command repeats this.
const PLAIN: u32 = 4;

/// The most frequent words of common languages. Each word belongs to one language only. The values are the number of
/// the language and the number of the word in it.
static WORDS: LazyLock<FxHashMap<&'static str, (usize, u32)>> = LazyLock::new(|| {
    let words = LANGUAGES.iter().enumerate().flat_map(|(of, (_, words))| {
        let words = words.split(' ').zip(0..);
        words.map(move |(word, nth)| (word, (of, nth)))
    });
    words.collect()
});

/// The languages with their lists of words.
static LANGUAGES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let lines = include_str!("lists/function_words.txt").lines();
    lines.filter_map(|line| line.split_once(' ')).collect()
});

/// Returns the language and its source: the declared language, unless the text is clearly in another one.
pub(crate) fn language(page: &PageFacts<'_, '_>, text: &str) -> Option<(String, Source)> {
    let text = sample(text);
    let found = (ENOUGH <= text.len()).then(|| detect(&text)).flatten();
    match (declared(page), found) {
        (Some((code, source)), Some(found)) => {
            // A detector cannot contradict a language that it does not know. Close languages are confused in short
            // texts, so that the declaration holds there too.
            let is_known = Lang::all().iter().any(|lang| code_of(*lang) == code);
            if found == code || !is_known || are_close(&code, found) {
                Some((code, source))
            } else {
                Some((found.to_owned(), Source::Text))
            }
        }
        (Some(declared), None) => Some(declared),
        (None, Some(found)) => Some((found.to_owned(), Source::Text)),
        (None, None) => None,
    }
}

/// Returns the language of a text, or `None` if it is in doubt.
fn detect(text: &str) -> Option<&'static str> {
    plain(text).or_else(|| {
        let found = whatlang::detect(text).filter(whatlang::Info::is_reliable)?;
        Some(code_of(found.lang()))
    })
}

/// Detects a language by its most frequent words. This is much faster than whatlang, which compares the text with all
/// of its languages.
fn plain(text: &str) -> Option<&'static str> {
    // One bit for each word that occurs, so that a repeated word counts once. No list has more than 32 words.
    let mut found = vec![0_u32; LANGUAGES.len()];
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        // Most words are in lower case already and need no copy.
        let known =
            if word.contains(char::is_uppercase) { WORDS.get(word.to_lowercase().as_str()) } else { WORDS.get(word) };
        if let Some((of, nth)) = known {
            found[*of] |= 1 << nth;
        }
    }
    let n_words = |of: usize| found[of].count_ones();
    let best = (0..found.len()).max_by_key(|&of| n_words(of))?;
    // A rival has more than half as many words as the best language, as in a text in two languages.
    let has_rival = (0..found.len()).any(|of| of != best && n_words(best) < 2 * n_words(of));
    (PLAIN <= n_words(best) && !has_rival).then(|| LANGUAGES[best].0)
}

/// Returns whether two languages are too similar to be told apart in short texts.
fn are_close(one: &str, other: &str) -> bool {
    const CLOSE: &[&[&str]] = &[
        &["no", "nb", "nn", "da", "sv"],
        &["hr", "sr", "bs", "sl", "mk", "bg"],
        &["id", "ms", "jv"],
        &["es", "ca", "pt", "gl"],
        &["cs", "sk"],
        &["ru", "uk", "be", "bg"],
        &["af", "nl"],
        &["hi", "mr", "ne"],
        &["tr", "az", "tk", "uz"],
        &["fa", "ur", "ar"],
    ];
    CLOSE.iter().any(|group| group.contains(&one) && group.contains(&other))
}

fn declared(page: &PageFacts<'_, '_>) -> Option<(String, Source)> {
    let metas: [(&[&str], Source); 2] = [
        (&["content-language", "language", "dc.language", "dcterms.language"], Source::Meta),
        (&["og:locale"], Source::OpenGraph),
    ];
    let html = page.lang.as_deref().map(|lang| (lang, Source::LangAttribute));
    html.into_iter()
        .chain(metas.into_iter().filter_map(|(names, source)| Some((page.meta_of(names)?, source))))
        .find_map(|(tag, source)| Some((primary(tag)?, source)))
}

/// Returns the code of the language in a tag like `en-US`, without script and region.
pub(crate) fn primary(tag: &str) -> Option<String> {
    let first = tag.trim().split(['-', '_', ',', ' ', ';']).next()?.to_ascii_lowercase();
    let is_code = (2..=3).contains(&first.len()) && first.bytes().all(|byte| byte.is_ascii_lowercase());
    is_code.then(|| match first.as_str() {
        // Outdated codes, and codes of three letters for languages that have one of two.
        "iw" => "he".to_owned(),
        "in" => "id".to_owned(),
        "nb" | "nn" => "no".to_owned(),
        _ => match Lang::from_code(&first) {
            Some(lang) => code_of(lang).to_owned(),
            None => first,
        },
    })
}

/// Returns a part of the text near its start, trimmed and with single white space.
fn sample(text: &str) -> String {
    // Pages often begin with a list of names and numbers, so that long texts are read from a little further on.
    let mut start = if LONG <= text.len() { SAMPLE / 2 } else { 0 };
    while !text.is_char_boundary(start) {
        start += 1;
    }
    squeeze(beginning(&text[start..], SAMPLE))
}

/// The codes of three letters of the languages that whatlang knows, each with the one of two letters.
static CODES: List = list!("codes");

/// Returns the code of two letters of a language. The crate whatlang has codes of three letters only.
pub(crate) fn code_of(lang: Lang) -> &'static str {
    let code = lang.code();
    CODES.iter().find_map(|pair| pair.strip_prefix(code)).map_or(code, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_that_is_found_has_a_code_of_two_letters() {
        for lang in Lang::all() {
            assert_eq!(code_of(*lang).len(), 2, "{lang:?}");
        }
    }

    #[test]
    fn frequent_words_tell_languages() {
        assert_eq!(plain("The tides rise and fall with the moon, that is all."), Some("en"));
        assert_eq!(plain("Das Wasser steigt und fällt mit der Flut"), Some("de"));
        assert_eq!(plain("The and that with; der und das ist nicht"), None);
        assert_eq!(plain("Vesi nousee ja laskee"), None);
        // Each word belongs to one language, which has a bit for it.
        let n_words = LANGUAGES.iter().map(|(_, words)| words.split(' ').count());
        assert_eq!(WORDS.len(), n_words.sum::<usize>());
        assert!(WORDS.values().all(|(_, nth)| *nth < u32::BITS));
    }

    #[test]
    fn tags_are_reduced() {
        for (tag, code) in
            [("en-US", "en"), ("de_AT", "de"), ("deu", "de"), ("iw", "he"), ("zh-Hant", "zh"), ("ast", "ast")]
        {
            assert_eq!(primary(tag).as_deref(), Some(code), "{tag}");
        }
        assert_eq!(primary("{{ lang }}"), None);
    }
}
