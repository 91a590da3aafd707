//! Words, sentences and names in any of the languages, on any of the topics.

use crate::{
    Language, Random,
    english::English,
    invented::{self, Invented},
};

/// The number of topics that every language has words for.
pub(crate) const N_TOPICS: usize = invented::N_TOPICS;

/// A source of text about one topic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prose {
    language: Language,
    topic: usize,
}

impl Prose {
    /// Makes a source of text. Topics repeat after [`N_TOPICS`], so that any number is valid.
    pub(crate) fn new(language: Language, topic: usize) -> Prose {
        Prose { language, topic }
    }

    pub(crate) fn topic_name(self) -> String {
        match self.language {
            Language::English => English::get().topic_name(self.topic).to_owned(),
            other => Invented::get(other).topic_name(self.topic),
        }
    }

    /// Appends one sentence with its full stop.
    pub(crate) fn sentence(self, random: &mut Random, out: &mut String) {
        match self.language {
            Language::English => English::get().sentence(self.topic, random, out),
            other => Invented::get(other).sentence(self.topic, random, out),
        }
    }

    /// Appends sentences until they have about `n_bytes` bytes, at least one.
    pub(crate) fn sentences(self, n_bytes: usize, random: &mut Random, out: &mut String) {
        let start = out.len();
        loop {
            let before = out.len();
            self.sentence(random, out);
            // Stops where another sentence of this length would overshoot by more than the text falls short now.
            let last = out.len() - before;
            if n_bytes < out.len() - start + last / 2 {
                return;
            }
            // Chinese and Japanese have no space after a full stop.
            if !self.language.is_unspaced() {
                out.push(' ');
            }
        }
    }

    pub(crate) fn title(self, random: &mut Random) -> String {
        let mut out = String::new();
        match self.language {
            Language::English => English::get().title(self.topic, random, &mut out),
            other => Invented::get(other).title(self.topic, random, &mut out),
        }
        out
    }

    pub(crate) fn person(self, random: &mut Random) -> String {
        let mut out = String::new();
        match self.language {
            Language::English => English::get().person(random, &mut out),
            other => Invented::get(other).person(random, &mut out),
        }
        out
    }

    pub(crate) fn label(self, random: &mut Random) -> String {
        let mut out = String::new();
        match self.language {
            Language::English => English::get().label(self.topic, random, &mut out),
            other => Invented::get(other).label(self.topic, random, &mut out),
        }
        out
    }

    pub(crate) fn date(self, random: &mut Random) -> String {
        let mut out = String::new();
        match self.language {
            Language::English => English::date(random, &mut out),
            _ => Invented::date(random, &mut out),
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_come_near_the_length_asked_for() {
        for language in Language::ALL {
            let mut random = Random::new(8);
            let total: usize = (0..50)
                .map(|topic| {
                    let mut out = String::new();
                    Prose::new(language, topic).sentences(1_000, &mut random, &mut out);
                    out.len()
                })
                .sum();
            assert!((49_000..51_000).contains(&total), "{language:?}: {total}");
        }
    }
}
