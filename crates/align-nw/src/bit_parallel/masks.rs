//! Bit masks of the rows of a block that hold a symbol.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::BLOCK_WORDS;

/// The symbols of both sequences as small numbers. Symbols of the right sequence are 1, 2, … in order of their first
/// occurrence. A symbol of the left sequence that the right one does not have is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    numbers: FxHashMap<u32, u32>,
    left: Vec<u32>,
    right: Vec<u32>,
}

impl Symbols {
    /// Numbers the symbols of two sequences.
    pub(super) fn read(&mut self, left: &[u32], right: &[u32]) {
        let Symbols { numbers, left: left_numbers, right: right_numbers } = self;
        numbers.clear();
        right_numbers.clear();
        right_numbers.extend(right.iter().map(|&symbol| {
            let next = numbers.len() as u32 + 1;
            *numbers.entry(symbol).or_insert(next)
        }));
        left_numbers.clear();
        left_numbers.extend(left.iter().map(|symbol| numbers.get(symbol).copied().unwrap_or(0)));
    }

    /// Returns the numbers of the left sequence.
    pub(super) fn left(&self) -> &[u32] {
        &self.left
    }
}

/// For every symbol, the rows of one block that hold it.
///
/// A block has few distinct symbols, so that the masks stay in the nearest caches, however many symbols the sequences
/// have.
#[derive(Clone, Debug, Default)]
pub(super) struct Masks {
    /// For every number, the position of its mask. Position 0 is the empty mask.
    slots: Vec<u32>,
    /// The numbers whose slot is not 0.
    present: Vec<u32>,
    /// The masks one after another, each with the words of a block.
    words: Vec<u64>,
    stride: usize,
}

impl Masks {
    /// Reads one block: `rows` of the right sequence, in `words` words.
    pub(super) fn read(&mut self, symbols: &Symbols, rows: Range<usize>, words: usize) {
        debug_assert!(words <= BLOCK_WORDS);
        // Only the slots of the previous block are cleared: the table may be as long as the sequence.
        for number in self.present.drain(..) {
            self.slots[number as usize] = 0;
        }
        let numbers = symbols.numbers.len() + 1;
        if self.slots.len() < numbers {
            self.slots.resize(numbers, 0);
        }
        self.stride = words;
        self.words.clear();
        self.words.resize(words, 0);
        for (row, &number) in symbols.right[rows].iter().enumerate() {
            let slot = &mut self.slots[number as usize];
            if *slot == 0 {
                self.present.push(number);
                *slot = self.present.len() as u32;
                self.words.resize(self.words.len() + words, 0);
            }
            self.words[*slot as usize * words + row / 64] |= 1 << (row % 64);
        }
    }

    /// Returns the first `W` words of the mask of a symbol.
    #[inline(always)]
    pub(super) fn of<const W: usize>(&self, number: u32) -> &[u64; W] {
        let slot = self.slots[number as usize] as usize;
        let mask = self.words[slot * self.stride..].first_chunk();
        // The slice has at least a block's words, so that the fallback is never used; it spares a panic in the inner
        // loop.
        mask.unwrap_or(&[0; W])
    }
}
