//! A line of a page while its texts are read.

use dom::ascii;

use super::{
    NONE,
    chars::pieces,
    comparable::{self, TextHash},
    notices,
    trail::Trail,
    words::{Count, Counter},
};

/// The line that is being read.
#[derive(Debug)]
pub(super) struct OpenLine {
    pub(super) owner: u32,
    pub(super) counter: Counter,
    pub(super) words: u32,
    pub(super) link_words: u32,
    pub(super) ideographs: u32,
    pub(super) hash: TextHash,
    pub(super) has_digit: bool,
    pub(super) first_text: u32,
    pub(super) trail: Trail,
}

impl OpenLine {
    /// Returns whether the line may be a notice.
    pub(super) fn is_short(&self) -> bool {
        self.words <= notices::WORDS_MAX && self.link_words == 0
    }

    /// Adds text to the words and to the hash, in one pass where it is in normal form.
    pub(super) fn add(&mut self, text: &str) -> Count {
        let mut count = Count::default();
        for run in comparable::runs(text) {
            self.add_ascii(run.plain, &mut count);
            if run.is_normal {
                for piece in pieces(run.others) {
                    self.counter.add_piece(piece, &mut count);
                    self.hash.add_piece(piece);
                }
            } else {
                self.hash.add_others(run);
                self.counter.add(run.others, &mut count);
            }
        }
        count
    }

    fn add_ascii(&mut self, text: &[u8], count: &mut Count) {
        ascii::eights(text, 0).for_each(|(bytes, length)| {
            self.counter.add_ascii(bytes, length, count);
            self.hash.add_ascii(bytes, length);
        });
    }

    /// Begins a line with a text, which has this number among the texts of the page.
    pub(super) fn new(first_text: u32) -> OpenLine {
        OpenLine {
            owner: NONE,
            counter: Counter::default(),
            words: 0,
            link_words: 0,
            ideographs: 0,
            hash: TextHash::new(),
            has_digit: false,
            first_text,
            trail: Trail::default(),
        }
    }
}
