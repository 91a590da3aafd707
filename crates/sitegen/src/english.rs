//! English sentences, from word lists and a small grammar.

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::{Random, lexicon::Lexicon};

static WORDS: LazyLock<English> = LazyLock::new(|| English::read(include_str!("words/english.txt")));

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The words by their part of speech.
#[derive(Debug, Default)]
pub(crate) struct English {
    adjectives: Option<Lexicon>,
    verbs: Option<Lexicon>,
    prepositions: Option<Lexicon>,
    adverbs: Option<Lexicon>,
    nouns: Option<Lexicon>,
    first: Option<Lexicon>,
    last: Option<Lexicon>,
    places: Option<Lexicon>,
    topics: Vec<(String, Lexicon)>,
}

impl English {
    pub(crate) fn get() -> &'static English {
        &WORDS
    }

    /// Reads the word file. Its head explains the format.
    fn read(file: &str) -> English {
        let mut english = English::default();
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, words)) = line.split_once(':') else {
                continue;
            };
            // Underscores stand for spaces within a word.
            let words = words.split_whitespace().map(|word| word.replace('_', " ")).collect();
            let lexicon = Lexicon::new(words);
            match head {
                "adjectives" => english.adjectives = Some(lexicon),
                "verbs" => english.verbs = Some(lexicon),
                "prepositions" => english.prepositions = Some(lexicon),
                "adverbs" => english.adverbs = Some(lexicon),
                "nouns" => english.nouns = Some(lexicon),
                "first" => english.first = Some(lexicon),
                "last" => english.last = Some(lexicon),
                "places" => english.places = Some(lexicon),
                topic => english.topics.push((topic.trim_start_matches("topic ").to_owned(), lexicon)),
            }
        }
        english
    }

    pub(crate) fn topic_name(&self, topic: usize) -> &str {
        &self.topics[topic % self.topics.len()].0
    }

    /// Appends a sentence. The choices of at least two clauses make chance repetitions unlikely even in large
    /// corpora.
    pub(crate) fn sentence(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        match random.below(8) {
            0 => {
                let _ = write!(out, "in {} {}, ", random.pick(&MONTHS), random.between(1948, 2024));
            }
            1 => {
                out.push_str("according to ");
                self.person(random, out);
                out.push_str(", ");
            }
            2 => {
                out.push_str("after the ");
                self.noun(topic, random, out);
                out.push_str(" in ");
                out.push_str(draw(&self.places, random));
                out.push_str(", ");
            }
            _ => {}
        }
        self.clause(topic, random, out);
        match random.below(6) {
            0 => {
                out.push_str(", and ");
                self.clause(topic, random, out);
            }
            1 => {
                out.push_str(" because ");
                self.clause(topic, random, out);
            }
            2 => {
                out.push_str(", which ");
                out.push_str(draw(&self.adverbs, random));
                out.push(' ');
                out.push_str(draw(&self.verbs, random));
                out.push(' ');
                self.things(topic, random, out);
            }
            3 => {
                let _ = write!(out, ", about {} of them in all", random.between(3, 980));
            }
            _ => {}
        }
        out.push('.');
        capitalize(out, start);
    }

    /// Appends a clause: who did what to what, and where.
    fn clause(&self, topic: usize, random: &mut Random, out: &mut String) {
        if random.percent(18) {
            self.person(random, out);
        } else {
            self.things(topic, random, out);
        }
        out.push(' ');
        if random.percent(20) {
            out.push_str(draw(&self.adverbs, random));
            out.push(' ');
        }
        out.push_str(draw(&self.verbs, random));
        out.push(' ');
        self.things(topic, random, out);
        out.push(' ');
        out.push_str(draw(&self.prepositions, random));
        out.push(' ');
        if random.percent(25) {
            out.push_str(draw(&self.places, random));
        } else {
            self.things(topic, random, out);
        }
    }

    fn things(&self, topic: usize, random: &mut Random, out: &mut String) {
        match random.below(8) {
            0 => {
                let _ = write!(out, "{} ", random.between(2, 90));
                out.push_str(draw(&self.adjectives, random));
                out.push(' ');
                self.noun(topic, random, out);
                make_plural(out);
            }
            1 | 2 => {
                let adjective = draw(&self.adjectives, random);
                // The h of "honest" is silent, so that the word takes "an".
                let is_vowel = adjective.starts_with(['a', 'e', 'i', 'o', 'u']) || adjective == "honest";
                out.push_str(if is_vowel { "an " } else { "a " });
                out.push_str(adjective);
                out.push(' ');
                self.noun(topic, random, out);
            }
            3 => {
                out.push_str("the ");
                self.noun(topic, random, out);
                out.push_str(" of the ");
                self.noun(topic, random, out);
            }
            _ => {
                out.push_str("the ");
                out.push_str(draw(&self.adjectives, random));
                out.push(' ');
                self.noun(topic, random, out);
            }
        }
    }

    fn noun(&self, topic: usize, random: &mut Random, out: &mut String) {
        let own = &self.topics[topic % self.topics.len()].1;
        // Words of the topic make sections distinguishable, and common words make pages of different sections alike.
        out.push_str(if random.percent(60) { own.draw(random) } else { draw(&self.nouns, random) });
    }

    /// Appends a headline without a full stop: "The quiet harbor and 14 painted boats".
    pub(crate) fn title(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        match random.below(3) {
            0 => {
                self.things(topic, random, out);
                out.push_str(" and ");
                self.things(topic, random, out);
            }
            1 => {
                out.push_str("how ");
                self.person(random, out);
                out.push(' ');
                out.push_str(draw(&self.verbs, random));
                out.push(' ');
                self.things(topic, random, out);
            }
            _ => {
                self.things(topic, random, out);
                out.push(' ');
                out.push_str(draw(&self.verbs, random));
                out.push(' ');
                self.things(topic, random, out);
            }
        }
        capitalize(out, start);
    }

    pub(crate) fn person(&self, random: &mut Random, out: &mut String) {
        out.push_str(draw(&self.first, random));
        out.push(' ');
        out.push_str(draw(&self.last, random));
    }

    /// Appends one or two words for a menu or a heading.
    pub(crate) fn label(&self, topic: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        if random.percent(60) {
            out.push_str(draw(&self.adjectives, random));
            out.push(' ');
        }
        self.noun(topic, random, out);
        make_plural(out);
        capitalize(out, start);
    }

    pub(crate) fn date(random: &mut Random, out: &mut String) {
        let _ = write!(
            out,
            "{} {} {}",
            // Every month has at least 28 days, so that all dates exist.
            random.between(1, 28),
            random.pick(&MONTHS),
            random.between(2004, 2024)
        );
    }
}

fn draw<'a>(lexicon: &'a Option<Lexicon>, random: &mut Random) -> &'a str {
    lexicon.as_ref().map_or("", |lexicon| lexicon.draw(random))
}

/// Makes the last word plural.
fn make_plural(out: &mut String) {
    let bytes = out.as_bytes();
    let consonant_y =
        bytes.ends_with(b"y") && !bytes.ends_with(b"ay") && !bytes.ends_with(b"ey") && !bytes.ends_with(b"oy");
    if consonant_y {
        out.pop();
        out.push_str("ies");
    } else if out.ends_with(['s', 'x']) || out.ends_with("ch") || out.ends_with("sh") {
        out.push_str("es");
    } else {
        out.push('s');
    }
}

fn capitalize(out: &mut str, start: usize) {
    if let Some(first) = out.get_mut(start..=start) {
        first.make_ascii_uppercase();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_file_has_every_part_of_speech() {
        let english = English::get();
        assert_eq!(english.topics.len(), crate::prose::N_TOPICS);
        let parts = [
            &english.adjectives,
            &english.verbs,
            &english.prepositions,
            &english.adverbs,
            &english.nouns,
            &english.first,
            &english.last,
            &english.places,
        ];
        for part in parts {
            assert_ne!(draw(part, &mut Random::new(0)), "");
        }
    }

    #[test]
    fn plurals() {
        for (one, many) in
            [("boat", "boats"), ("ferry", "ferries"), ("day", "days"), ("box", "boxes"), ("torch", "torches")]
        {
            let mut word = one.to_owned();
            make_plural(&mut word);
            assert_eq!(word, many);
        }
    }

    #[test]
    fn sentences_read_like_sentences() {
        let mut random = Random::new(5);
        let mut out = String::new();
        English::get().sentence(0, &mut random, &mut out);
        assert!(out.starts_with(|letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit()), "{out}");
        assert!(out.ends_with('.') && out.split(' ').count() > 5, "{out}");
        assert!(!out.contains("  "), "{out}");
    }
}
