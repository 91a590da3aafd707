//! A list of words that are drawn with frequencies similar to Zipf's law.

use crate::Random;

/// Words in order of frequency. The word of rank r, counted from zero, has a weight of 1 / (r + [`OFFSET`]).
#[derive(Debug)]
pub(crate) struct Lexicon {
    words: Vec<String>,
    /// Running sums of the weights, in multiples of 1 / [`UNIT`]. As long as `words`.
    sums: Vec<u32>,
}

/// Flattens the head of the distribution, so that no single word makes up a fifth of a text. Chosen: by eye.
const OFFSET: usize = 5;

/// The number that stands for a weight of 1. Chosen: the weights of 4,096 words still sum to less than 2^32.
const UNIT: usize = 1 << 24;

impl Lexicon {
    pub(crate) fn new(words: Vec<String>) -> Lexicon {
        let mut sum = 0;
        let sums = (0..words.len())
            .map(|rank| {
                sum += UNIT / (rank + OFFSET);
                // Beyond 4,096 words the last ones would share a sum, and never be drawn.
                u32::try_from(sum).unwrap_or(u32::MAX)
            })
            .collect();
        Lexicon { words, sums }
    }

    /// Draws a word; the empty string if the list is empty.
    pub(crate) fn draw(&self, random: &mut Random) -> &str {
        let drawn = random.below(self.sums.last().copied().unwrap_or(0));
        // The first sum above the drawn number belongs to the word whose interval contains it.
        let rank = self.sums.partition_point(|&sum| sum <= drawn);
        self.words.get(rank).map_or("", String::as_str)
    }

    /// Returns the most frequent word.
    pub(crate) fn first(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }
}
