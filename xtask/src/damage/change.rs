//! One damage of a file, as disks and wires do it.

use std::ops::Range;

use sitegen::Random;

/// What was done, and to which bytes. Of an insertion the range is empty: it stands where the new bytes begin.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Damage {
    pub(super) kind: &'static str,
    pub(super) range: Range<usize>,
}

/// The kinds of damage, which take turns.
pub(super) const KINDS: [&str; 4] = ["flip", "cut", "insert", "zero"];

/// No damage is longer: 1 KiB, twice what a sector of an old disk has.
const LONGEST: u32 = 10;

/// Damages a file: the `nth` time always in the same way.
pub(super) fn damage(file: &mut Vec<u8>, nth: u64) -> Damage {
    let mut random = Random::stream(nth, &[file.len() as u64]);
    let kind = KINDS[nth as usize % KINDS.len()];
    // Short ones and long ones are equally frequent.
    let length = 1 << random.below(LONGEST + 1);
    let start = random.below(u32::try_from(file.len()).unwrap_or(u32::MAX)) as usize;
    let end = (start + length).min(file.len());
    let range = match kind {
        "flip" => {
            for byte in &mut file[start..end] {
                *byte ^= 1 << random.below(8);
            }
            start..end
        }
        "cut" => {
            file.drain(start..end);
            start..end
        }
        "insert" => {
            let new: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            file.splice(start..start, new);
            start..start
        }
        _ => {
            file[start..end].fill(0);
            start..end
        }
    };
    Damage { kind, range }
}

/// Cuts out the bytes from within one header to within a later one, so that two headers become one: the `nth` time
/// always in the same way. There are at least two headers.
pub(super) fn merge(file: &mut Vec<u8>, headers: &[Range<usize>], nth: u64) -> Damage {
    let mut random = Random::stream(nth, &[file.len() as u64]);
    let mut below = |n: usize| random.below(u32::try_from(n).unwrap_or(u32::MAX)) as usize;
    let first = below(headers.len() - 1);
    let second = first + 1 + below(headers.len() - first - 1);
    let mut within = |header: &Range<usize>| header.start + below(header.len());
    let range = within(&headers[first])..within(&headers[second]);
    file.drain(range.clone());
    Damage { kind: "merge", range }
}

impl Damage {
    /// Whether bytes from `start` to `end` are not what they were, or not next to what they were next to.
    pub(super) fn touches(&self, bytes: &Range<usize>) -> bool {
        if self.range.is_empty() {
            bytes.start <= self.range.start && self.range.start < bytes.end
        } else {
            self.range.start < bytes.end && bytes.start < self.range.end
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_touched_is_as_it_was() {
        let whole: Vec<u8> = (0..=255).cycle().take(5_000).collect();
        for nth in 0..200 {
            let mut file = whole.clone();
            let damage = damage(&mut file, nth);
            let (before, after) = (damage.range.start, damage.range.end);
            assert_eq!(file[..before], whole[..before], "{damage:?}");
            assert!(file.ends_with(&whole[after..]), "{damage:?}");
            assert_ne!(file, whole, "{damage:?}");
            assert!(!damage.touches(&(0..before)) && !damage.touches(&(after + 1..5_001)));
        }
    }

    #[test]
    fn an_insertion_touches_what_it_splits_or_stands_before() {
        let damage = Damage { kind: "insert", range: 5..5 };
        assert!(damage.touches(&(5..9)) && damage.touches(&(3..6)));
        assert!(!damage.touches(&(3..5)));
    }
}
