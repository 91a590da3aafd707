//! Sentences of invented words, for the languages other than English.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::{Language, Random, lexicon::Lexicon};

/// The number of words of a language that all topics share, and the number that each topic adds. Chosen: by eye.
const N_COMMON: usize = 600;
const N_OWN: usize = 120;
pub(crate) const N_TOPICS: usize = 8;

/// The invented words of a language.
#[derive(Debug)]
pub(crate) struct Invented {
    function_words: Lexicon,
    common: Lexicon,
    topics: Vec<Lexicon>,
    space: &'static str,
    comma: &'static str,
    stop: &'static str,
}

impl Invented {
    /// Returns the words of a language other than English.
    pub(crate) fn get(language: Language) -> &'static Invented {
        static ALL: LazyLock<Vec<Invented>> =
            LazyLock::new(|| Language::ALL[1..].iter().map(|&language| Invented::make(language)).collect());
        &ALL[(language as usize).saturating_sub(1)]
    }

    fn make(language: Language) -> Invented {
        let [onsets, nuclei, codas, function_words] = ["onsets", "nuclei", "codas", "function"].map(|list| {
            let start = format!("{} {list}: ", language.tag());
            let line = include_str!("words/invented.txt").lines().find_map(|line| line.strip_prefix(&start));
            let pieces = line.unwrap_or_default().split(' ');
            pieces.map(|piece| if piece == "0" { "" } else { piece }).collect::<Vec<&str>>()
        });
        let (least, most) = match language {
            Language::Chinese => (1, 1),
            Language::Japanese => (1, 2),
            _ => (2, 3),
        };
        let (comma, stop) = match language {
            Language::Arabic => ("، ", "."),
            Language::Chinese => ("，", "。"),
            Language::Japanese => ("、", "。"),
            _ => (", ", "."),
        };
        let invent = |random: &mut Random| {
            let mut word = String::new();
            for _ in 0..random.between(least, most) {
                word.push_str(random.pick::<&str>(&onsets));
                word.push_str(random.pick::<&str>(&nuclei));
                if random.percent(30) {
                    word.push_str(random.pick::<&str>(&codas));
                }
            }
            word
        };
        // The words of a language are the same for all seeds, so that sites of one language share them.
        let mut random = Random::stream(language as u64, &[0x776f_7264]);
        let mut seen = BTreeSet::new();
        let mut list = |n_words: usize| {
            let mut words = Vec::with_capacity(n_words);
            while words.len() < n_words {
                let word = invent(&mut random);
                // Words are unique, also across topics. A topic would otherwise not be recognizable by its words.
                if seen.insert(word.clone()) {
                    words.push(word);
                }
            }
            Lexicon::new(words)
        };
        Invented {
            common: list(N_COMMON),
            topics: (0..N_TOPICS).map(|_| list(N_OWN)).collect(),
            function_words: Lexicon::new(function_words.into_iter().map(String::from).collect()),
            space: if language.is_unspaced() { "" } else { " " },
            comma,
            stop,
        }
    }

    pub(crate) fn topic_name(&self, topic: usize) -> String {
        let mut name = self.topics[topic % N_TOPICS].first().to_owned();
        capitalize(&mut name, 0);
        name
    }

    pub(crate) fn sentence(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        let n_words = random.between(8, 19);
        self.words(topic, n_words, random, out);
        out.push_str(self.stop);
        capitalize(out, start);
    }

    pub(crate) fn title(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        let n_words = random.between(4, 7);
        for word_idx in 0..n_words {
            if word_idx > 0 {
                out.push_str(self.space);
            }
            self.word(topic, random, out);
        }
        capitalize(out, start);
    }

    pub(crate) fn person(&self, random: &mut Random, out: &mut String) {
        for name_idx in 0..2 {
            if name_idx == 1 {
                out.push_str(self.space);
            }
            let start = out.len();
            out.push_str(self.common.draw(random));
            capitalize(out, start);
        }
    }

    pub(crate) fn label(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        self.word(topic, random, out);
        out.push_str(self.space);
        self.word(topic, random, out);
        capitalize(out, start);
    }

    pub(crate) fn date(random: &mut Random, out: &mut String) {
        let (year, month, day) = (random.between(2004, 2024), random.between(1, 12), random.between(1, 28));
        let _ = write!(out, "{year}-{month:02}-{day:02}");
    }

    fn words(&self, topic: usize, n_words: u32, random: &mut Random, out: &mut String) {
        for word_idx in 0..n_words {
            if word_idx > 0 {
                out.push_str(if word_idx % 6 == 0 { self.comma } else { self.space });
            }
            // About every third word is a function word, as in real text.
            if word_idx % 3 == 2 && random.percent(70) {
                out.push_str(self.function_words.draw(random));
            } else if random.percent(3) {
                let _ = write!(out, "{}", random.between(2, 1999));
            } else {
                self.word(topic, random, out);
            }
        }
    }

    fn word(&self, topic: usize, random: &mut Random, out: &mut String) {
        let own = &self.topics[topic % N_TOPICS];
        out.push_str(if random.percent(40) { own.draw(random) } else { self.common.draw(random) });
    }
}

/// Changes the letter at `start` to upper case, in scripts that have it.
fn capitalize(out: &mut String, start: usize) {
    let Some(first) = out[start..].chars().next() else {
        return;
    };
    // The upper-case form may have another length in bytes.
    if first.is_lowercase() {
        let large: String = first.to_uppercase().collect();
        out.replace_range(start..start + first.len_utf8(), &large);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_writes_in_its_own_letters() {
        let check = |language, letters: std::ops::RangeInclusive<char>| {
            let mut out = String::new();
            Invented::get(language).sentence(2, &mut Random::new(9), &mut out);
            assert!(out.chars().filter(|letter| letters.contains(letter)).count() > 5, "{language:?}: {out}");
        };
        check(Language::Czech, 'a'..='ž');
        check(Language::Russian, 'а'..='ё');
        check(Language::Arabic, 'ء'..='ي');
        check(Language::Chinese, '一'..='龥');
        check(Language::Japanese, 'ぁ'..='ん');
    }
}
