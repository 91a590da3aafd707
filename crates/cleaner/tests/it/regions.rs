//! The interval algebra against one flag a byte, and what serde accepts.

use std::ops::Range;

use cleaner::Regions;
use proptest::prelude::*;

use crate::bitmap::{Bitmap, LEN};

fn ranges() -> impl Strategy<Value = Vec<Range<usize>>> {
    // Starts and ends are drawn apart, so that some ranges are empty or turned round.
    let range = (0..LEN, 0..12usize, 0..4usize);
    let range = range.prop_map(|(start, len, back)| start..(start + len).saturating_sub(back).min(LEN));
    proptest::collection::vec(range, 0..8)
}

fn regions() -> impl Strategy<Value = Regions> {
    ranges().prop_map(Regions::from_ranges)
}

/// Characters of one to four bytes; some sources are shorter than the positions in them.
fn source() -> impl Strategy<Value = String> {
    "[aÄ€𝄞]{0,60}"
}

/// Counts the characters that begin in a run, byte by byte.
fn characters(source: &str, run: &Range<usize>) -> usize {
    let begins = |at: &usize| source.len() <= *at || source.is_char_boundary(*at);
    run.clone().filter(begins).count()
}

/// A set is normalized and holds the bytes that the twin holds.
fn check(found: &Regions, twin: &Bitmap) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.iter().collect::<Vec<_>>(), twin.runs(true));
    prop_assert_eq!(found.total(), twin.0.iter().filter(|&&held| held).count());
    prop_assert_eq!(found.is_empty(), twin.runs(true).is_empty());
    Ok(())
}

proptest! {
    #[test]
    fn from_ranges_holds_the_bytes_of_all(ranges in ranges()) {
        let found = Regions::from_ranges(ranges.clone());
        check(&found, &Bitmap::of_ranges(&ranges))?;
        // Shown as the list that it is.
        prop_assert_eq!(format!("{found:?}"), format!("{:?}", found.iter().collect::<Vec<_>>()));
    }

    #[test]
    fn union_is_or(a in regions(), b in regions()) {
        check(&a.union(&b), &Bitmap::of(&a).zip(&Bitmap::of(&b), |a, b| a || b))?;
    }

    #[test]
    fn intersection_is_and(a in regions(), b in regions()) {
        check(&a.intersection(&b), &Bitmap::of(&a).zip(&Bitmap::of(&b), |a, b| a && b))?;
    }

    #[test]
    fn complement_is_not_up_to_the_length(a in regions(), len in 0..=LEN) {
        let below = Bitmap::of_ranges(&[Range { start: 0, end: len }]);
        check(&a.complement(len), &Bitmap::of(&a).zip(&below, |a, below| below && !a))?;
    }

    #[test]
    fn merge_gaps_fills_short_gaps(
        a in regions(), source in source(), width in 0..12usize, beside in 0..4usize,
    ) {
        let before = Bitmap::of(&a);
        let mut twin = before.clone();
        for gap in before.runs(false) {
            let runs = before.runs(true);
            let left = runs.iter().find(|run| run.end == gap.start);
            let right = runs.iter().find(|run| run.start == gap.end);
            let (Some(left), Some(right)) = (left, right) else {
                continue;
            };
            let is_large = |run: &Range<usize>| beside <= characters(&source, run);
            if characters(&source, &gap) < width && is_large(left) && is_large(right) {
                twin.set(gap, true);
            }
        }
        check(&a.merge_gaps(&source, width, beside), &twin)?;
    }

    #[test]
    fn drop_islands_empties_short_runs(a in regions(), source in source(), min in 0..12usize) {
        let mut twin = Bitmap::of(&a);
        for run in twin.runs(true) {
            if characters(&source, &run) < min {
                twin.set(run, false);
            }
        }
        check(&a.drop_islands(&source, min), &twin)?;
    }

    #[test]
    fn covers_asks_for_every_byte(a in regions(), start in 0..LEN, len in 0..12usize) {
        let range = start..(start + len).min(LEN);
        let twin = Bitmap::of(&a).0[range.clone()].iter().all(|&held| held);
        prop_assert_eq!(a.covers(range), twin);
    }

    #[test]
    fn serde_gives_the_set_back(a in regions()) {
        let json = serde_json::to_string(&a).unwrap();
        prop_assert_eq!(serde_json::from_str::<Regions>(&json).unwrap(), a);
    }
}

#[test]
fn serde_writes_pairs() {
    let regions = Regions::from_ranges([8..13, 0..5]);
    assert_eq!(serde_json::to_string(&regions).unwrap(), "[[0,5],[8,13]]");
}

#[test]
fn serde_refuses_what_it_would_not_write() {
    let error = |json: &str| serde_json::from_str::<Regions>(json).unwrap_err().to_string();
    assert!(error("[[3,5],[0,2]]").starts_with("region [0, 2] does not stand after [3, 5]"));
    assert!(error("[[0,5],[4,6]]").starts_with("region [4, 6] does not stand after [0, 5]"));
    assert!(error("[[0,5],[5,6]]").starts_with("region [5, 6] does not stand after [0, 5]"));
    assert!(error("[[3,3]]").starts_with("region [3, 3] is empty"));
    assert!(error("[[3,1]]").starts_with("region [3, 1] is empty"));
    assert!(error("[[3]]").contains("invalid length 1"));
    assert!(error("{}").contains("expected a sequence"));
}
