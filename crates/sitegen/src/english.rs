//! English sentences, from word lists and a small grammar.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{Random, lexicon::Lexicon, prose::Text};

const MONTHS: &str = "January February March April May June July August September October November December";

/// The words by their part of speech, and by their topic.
#[derive(Debug)]
pub(crate) struct English {
    lists: BTreeMap<&'static str, Lexicon>,
    topics: Vec<(&'static str, Lexicon)>,
}

impl English {
    pub(crate) fn get() -> &'static English {
        static WORDS: LazyLock<English> = LazyLock::new(|| English::read(include_str!("words/english.txt")));
        &WORDS
    }

    /// Reads the word file. Its head explains the format.
    fn read(file: &'static str) -> English {
        let mut english = English { lists: BTreeMap::new(), topics: Vec::new() };
        for line in file.lines().filter(|line| !line.starts_with('#')) {
            let Some((head, words)) = line.split_once(':') else {
                continue;
            };
            // Underscores stand for spaces within a word.
            let lexicon = Lexicon::new(words.split_whitespace().map(|word| word.replace('_', " ")).collect());
            if let Some(topic) = head.strip_prefix("topic ") {
                english.topics.push((topic, lexicon));
            } else {
                english.lists.insert(head, lexicon);
            }
        }
        english
    }

    pub(crate) fn topic_name(&self, topic: usize) -> &str {
        self.topics[topic].0
    }

    /// Appends a text. The choices of at least two clauses of a sentence make chance repetitions unlikely even in large
    /// corpora.
    pub(crate) fn write(&self, text: Text, topic: usize, random: &mut Random, out: &mut String) {
        let pattern = match text {
            Text::Sentence => "{start}{clause}{end}.",
            Text::Title => "{title}",
            Text::Person => "{first} {last}",
            Text::Label => "{perhaps adjective}{noun}{s}",
            // Every month has at least 28 days, so that all dates exist.
            Text::Date => "{1-28} {month} {2004-2024}",
        };
        self.fill(pattern, topic, random, out);
    }

    /// Appends a pattern. What stands in braces is a rule of the grammar, the bounds of a number, or a list of words;
    /// it is drawn in the order of the text.
    fn fill(&self, pattern: &str, topic: usize, random: &mut Random, out: &mut String) {
        for part in pattern.split_inclusive('}') {
            let (text, name) = part.split_once('{').unwrap_or((part, ""));
            out.push_str(text);
            let name = name.trim_end_matches('}');
            if let Some(word) = self.lists.get(name) {
                out.push_str(word.draw(random));
            } else if let Some((low, high)) = name.split_once('-') {
                let bound = |bound: &str| bound.parse().unwrap_or(0);
                out.push_str(&random.between(bound(low), bound(high)).to_string());
            } else {
                self.rule(name, topic, random, out);
            }
        }
    }

    fn rule(&self, name: &str, topic: usize, random: &mut Random, out: &mut String) {
        let pattern = match name {
            "start" => match random.below(8) {
                0 => "in {month} {1948-2024}, ",
                1 => "according to {first} {last}, ",
                2 => "after the {noun} in {place}, ",
                _ => "",
            },
            "end" => match random.below(6) {
                0 => ", and {clause}",
                1 => " because {clause}",
                2 => ", which {adverb} {verb} {things}",
                3 => ", about {3-980} of them in all",
                _ => "",
            },
            // Who did what to what, and where.
            "clause" => "{who} {perhaps adverb}{verb} {things} {preposition} {where}",
            "who" if random.percent(18) => "{first} {last}",
            "where" if random.percent(25) => "{place}",
            "who" | "where" => "{things}",
            "perhaps adverb" if random.percent(20) => "{adverb} ",
            "perhaps adjective" if random.percent(60) => "{adjective} ",
            "things" => match random.below(8) {
                0 => "{2-90} {adjective} {noun}{s}",
                1 | 2 => "{a}{noun}",
                3 => "the {noun} of the {noun}",
                _ => "the {adjective} {noun}",
            },
            // "The quiet harbor and 14 painted boats".
            "title" => match random.below(3) {
                0 => "{things} and {things}",
                1 => "how {first} {last} {verb} {things}",
                _ => "{things} {verb} {things}",
            },
            "a" => {
                let adjective = self.lists["adjective"].draw(random);
                // The h of "honest" is silent, so that the word takes "an".
                let is_vowel = adjective.starts_with(['a', 'e', 'i', 'o', 'u']) || adjective == "honest";
                out.extend([if is_vowel { "an " } else { "a " }, adjective, " "]);
                ""
            }
            "noun" => {
                // Words of the topic make sections distinguishable, and common words make pages of different sections alike.
                let of_topic = random.percent(60);
                let list = if of_topic { &self.topics[topic].1 } else { &self.lists["common"] };
                out.push_str(list.draw(random));
                ""
            }
            "month" => {
                out.push_str(random.pick::<&str>(&MONTHS.split(' ').collect::<Vec<_>>()));
                ""
            }
            "s" => {
                make_plural(out);
                ""
            }
            _ => "",
        };
        self.fill(pattern, topic, random, out);
    }
}

/// Makes the last word plural.
fn make_plural(out: &mut String) {
    let is_vowel_y = ["ay", "ey", "oy"].iter().any(|end| out.ends_with(end));
    if out.ends_with('y') && !is_vowel_y {
        out.pop();
        out.push_str("ies");
    } else if ["s", "x", "ch", "sh"].iter().any(|end| out.ends_with(end)) {
        out.push_str("es");
    } else {
        out.push('s');
    }
}
