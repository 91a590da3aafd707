//! Sentences of invented words, for the languages other than English.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::{
    Language, Random,
    lexicon::Lexicon,
    prose::{N_TOPICS, Text, capitalized},
};

/// The number of words of a language that all topics share, and the number that each topic adds. Chosen: by eye.
const N_COMMON: usize = 600;
const N_OWN: usize = 120;

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

    pub(crate) fn topic_name(&self, topic: usize) -> &str {
        self.topics[topic].first()
    }

    pub(crate) fn write(&self, text: Text, topic: usize, random: &mut Random, out: &mut String) {
        match text {
            Text::Sentence => {
                let n_words = random.between(8, 19);
                self.words(topic, n_words, random, out);
                out.push_str(self.stop);
            }
            Text::Title => {
                let words: Vec<&str> = (0..random.between(4, 7)).map(|_| self.word(topic, random)).collect();
                out.push_str(&words.join(self.space));
            }
            Text::Person => {
                let names = [(); 2].map(|()| capitalized(self.common.draw(random)));
                out.push_str(&names.join(self.space));
            }
            Text::Label => out.push_str(&[(); 2].map(|()| self.word(topic, random)).join(self.space)),
            Text::Date => {
                let (year, month, day) = (random.between(2004, 2024), random.between(1, 12), random.between(1, 28));
                let _ = write!(out, "{year}-{month:02}-{day:02}");
            }
        }
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
                out.push_str(self.word(topic, random));
            }
        }
    }

    fn word(&self, topic: usize, random: &mut Random) -> &str {
        let own = random.percent(40);
        if own { self.topics[topic].draw(random) } else { self.common.draw(random) }
    }
}
