//! The languages, and the words that all frames of a language use.

use std::{collections::BTreeMap, sync::LazyLock};

/// The language and script of a site's words.
///
/// English has real words and a small grammar. The other languages have real function words and interface words
/// between invented words. Their letters, lengths and frequencies are plausible, but they mean nothing.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Language {
    /// Latin letters.
    #[default]
    English,
    /// Latin letters with many diacritics.
    Czech,
    /// Cyrillic letters.
    Russian,
    /// Arabic letters, from right to left.
    Arabic,
    /// Han characters, no spaces.
    Chinese,
    /// Kana and Han characters, no spaces.
    Japanese,
}

impl Language {
    /// All languages, in the order of their declaration.
    pub const ALL: [Language; 6] = [
        Language::English,
        Language::Czech,
        Language::Russian,
        Language::Arabic,
        Language::Chinese,
        Language::Japanese,
    ];

    /// Returns the language tag, as in the `lang` attribute.
    pub fn tag(self) -> &'static str {
        self.phrase("tag")
    }

    /// Returns the writing direction, as in the `dir` attribute.
    pub fn direction(self) -> &'static str {
        self.phrase("direction")
    }

    /// Returns whether words are written without spaces between them.
    pub(crate) fn is_unspaced(self) -> bool {
        matches!(self, Language::Chinese | Language::Japanese)
    }

    /// Returns a text of the frame of any site.
    ///
    /// # Panics
    ///
    /// If the list has no such name.
    pub(crate) fn phrase(self, name: &str) -> &'static str {
        static LINES: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
            let lines = include_str!("words/frame.txt").lines().filter_map(|line| line.split_once(": "));
            lines.map(|(name, texts)| (name, texts.split(" | ").collect())).collect()
        });
        LINES[name][self as usize]
    }

    /// Returns a list of such texts.
    pub(crate) fn phrases(self, name: &str) -> Vec<&'static str> {
        self.phrase(name).split(", ").collect()
    }
}
