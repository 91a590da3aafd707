//! Words, sentences and names in any of the languages, on any of the topics.

use crate::{Language, Random, english::English, invented::Invented};

/// The number of topics that every language has words for. Set by: the paragraphs of `words/english.txt`.
pub(crate) const N_TOPICS: usize = 8;

/// A source of text about one topic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prose {
    language: Language,
    topic: usize,
}

/// A kind of text.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Text {
    /// With its full stop.
    Sentence,
    /// Of an article, without a full stop.
    Title,
    Person,
    /// One or two words for a menu or a heading.
    Label,
    Date,
}

impl Prose {
    /// Makes a source of text. Topics repeat after [`N_TOPICS`], so that any number is valid.
    pub(crate) fn new(language: Language, topic: usize) -> Prose {
        Prose { language, topic: topic % N_TOPICS }
    }

    pub(crate) fn topic_name(self) -> String {
        capitalized(match self.language {
            Language::English => English::get().topic_name(self.topic),
            other => Invented::get(other).topic_name(self.topic),
        })
    }

    pub(crate) fn make(self, text: Text, random: &mut Random) -> String {
        let mut out = String::new();
        match self.language {
            Language::English => English::get().write(text, self.topic, random, &mut out),
            other => Invented::get(other).write(text, self.topic, random, &mut out),
        }
        capitalized(&out)
    }

    /// Returns sentences of about `n_bytes` bytes, at least one.
    pub(crate) fn sentences(self, n_bytes: usize, random: &mut Random) -> String {
        let mut out = String::new();
        loop {
            let sentence = self.make(Text::Sentence, random);
            out.push_str(&sentence);
            // Stops where another sentence of this length would overshoot by more than the text falls short now.
            if n_bytes < out.len() + sentence.len() / 2 {
                return out;
            }
            // Chinese and Japanese have no space after a full stop.
            if !self.language.is_unspaced() {
                out.push(' ');
            }
        }
    }
}

/// Returns a text with its first letter in upper case, in scripts that have it.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
