//! The driver's inputs: seeds with some changes.

use sitegen::Random;

use crate::Target;

/// No input is longer: many small ones find more than a few large ones.
const MOST: usize = 16 << 10;

/// Makes inputs of a target's seeds and words.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    words: Vec<&'static str>,
}

impl Mutator {
    /// Takes the seeds and words of a target.
    #[must_use]
    pub fn new(target: &Target) -> Mutator {
        let mut seeds = (target.seeds)();
        seeds.push(Vec::new());
        Mutator { seeds, words: target.words.concat() }
    }

    /// Returns the seeds themselves: what a run begins with.
    #[must_use]
    pub fn seeds(&self) -> &[Vec<u8>] {
        &self.seeds
    }

    /// Returns the input of this number: always the same one.
    #[must_use]
    pub fn input(&self, nth: u64) -> Vec<u8> {
        let random = &mut Random::new(nth);
        let mut input = self.seeds[below(random, self.seeds.len())].clone();
        if below(random, 4) == 0 {
            // The front of one, followed by the back of another.
            let other = &self.seeds[below(random, self.seeds.len())];
            input.truncate(below(random, input.len() + 1));
            input.extend_from_slice(&other[below(random, other.len() + 1)..]);
        }
        if MOST < input.len() {
            let start = below(random, input.len() - MOST);
            input = input[start..start + MOST].to_vec();
        }
        for _ in 0..1 << below(random, 7) {
            self.change(&mut input, random);
        }
        input.truncate(MOST);
        input
    }

    fn change(&self, input: &mut Vec<u8>, random: &mut Random) {
        let at = below(random, input.len() + 1);
        let end = at + below(random, (input.len() - at).min(64) + 1);
        match below(random, 8) {
            0..=2 if !self.words.is_empty() => {
                let word = self.words[below(random, self.words.len())];
                input.splice(at..at, word.bytes());
            }
            3 if !self.words.is_empty() => {
                let word = self.words[below(random, self.words.len())];
                input.splice(at..end, word.bytes());
            }
            4 => {
                input.drain(at..end);
            }
            5 => {
                let piece = input[at..end].to_vec();
                let to = below(random, input.len() + 1);
                input.splice(to..to, piece);
            }
            6 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << below(random, 8);
                }
            }
            _ => {
                let byte = [0, b'<', b'&', b'\n', 0x7F, 0x80, 0xFF, random.next_u64() as u8];
                input.insert(at, byte[below(random, 8)]);
            }
        }
    }
}

/// Returns a number below `end`, or 0 if there is none.
fn below(random: &mut Random, end: usize) -> usize {
    random.below(u32::try_from(end).unwrap_or(u32::MAX)) as usize
}
