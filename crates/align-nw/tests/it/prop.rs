//! The properties that tie the kernels to the reference, and that to all paths.

use align_nw::{Aligner, Config, Scores, Scratch, Step, reference};
use proptest::{collection::vec, prelude::*};

use crate::naive;

/// Few letters make ties and long runs common, which is where aligners break.
fn symbols(letters: u32, len: usize) -> impl Strategy<Value = Vec<u32>> {
    vec(prop_oneof![9 => 0..letters, 1 => Just(u32::MAX)], 0..len)
}

/// Lengths about the borders of words and blocks.
fn border_length() -> impl Strategy<Value = usize> {
    prop_oneof![62..67usize, 126..131usize, 190..195usize, 254..259usize, 510..515usize, 1022..1027usize, 0..300usize,]
}

/// Two sequences of which the second is the first with some of it redone, so
/// that they share long runs as pages do.
fn pages() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    (1..40u32, border_length(), border_length()).prop_flat_map(|(letters, m, n)| {
        let noise = vec((any::<prop::sample::Index>(), 0..letters), 0..60);
        (vec(0..letters, m), vec(0..letters, n), any::<bool>(), noise).prop_map(|(left, right, related, noise)| {
            if !related {
                return (left, right);
            }
            let mut copy = left.clone();
            for (at, symbol) in noise {
                match symbol % 3 {
                    0 => copy.insert(at.index(copy.len() + 1), symbol),
                    1 if !copy.is_empty() => drop(copy.remove(at.index(copy.len()))),
                    _ if !copy.is_empty() => {
                        let at = at.index(copy.len());
                        copy[at] = symbol;
                    }
                    _ => {}
                }
            }
            (left, copy)
        })
    })
}

fn small_pages() -> impl Strategy<Value = (Vec<u32>, Vec<u32>)> {
    (1..5u32).prop_flat_map(|letters| (symbols(letters, 20), symbols(letters, 20)))
}

fn scores() -> impl Strategy<Value = Scores> {
    (-4..6i32, 1..6i32, 1..6i32)
        .prop_filter_map("senseless scores", |(score, less, gap)| Scores::new(score, score - less, -gap).ok())
}

fn aligner(scores: Scores) -> Aligner {
    let config = Config::new().match_score(scores.match_score()).mismatch(scores.mismatch());
    config.gap(scores.gap()).build().unwrap()
}

proptest! {
    #[test]
    fn the_score_is_that_of_the_best_of_all_paths(
        scores in scores(),
        left in symbols(2, 7),
        right in symbols(2, 7),
    ) {
        let best = naive::score(scores, &left, &right);
        prop_assert_eq!(reference::align(scores, &left, &right).unwrap().score(), best);
        prop_assert_eq!(aligner(scores).align(&left, &right).unwrap().score(), best);
        let unit = Scores::new(1, 0, -1).unwrap();
        let best = naive::score(unit, &left, &right);
        prop_assert_eq!(aligner(unit).align(&left, &right).unwrap().score(), best);
    }

    #[test]
    fn the_steps_add_up_to_the_score(scores in scores(), (left, right) in pages()) {
        let found = aligner(scores).align(&left, &right).unwrap();
        prop_assert_eq!(naive::replay(scores, &found, &left, &right), Some(found.score()));
    }

    #[test]
    fn swapping_the_inputs_keeps_the_score((left, right) in pages(), scores in scores()) {
        for aligner in [Config::new().build().unwrap(), aligner(scores)] {
            let there = aligner.align(&left, &right).unwrap();
            let back = aligner.align(&right, &left).unwrap();
            prop_assert_eq!(there.score(), back.score());
        }
    }

    #[test]
    fn matches_are_the_equal_pairs_of_the_steps((left, right) in pages()) {
        let found = Config::new().build().unwrap().align(&left, &right).unwrap();
        let matches: Vec<_> = found.matches().collect();
        prop_assert!(matches.iter().all(|&(i, j)| left[i] == right[j]));
        prop_assert!(matches.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
        let steps = found.steps().iter().filter(|step| **step == align_nw::Step::Match);
        prop_assert_eq!(matches.len(), steps.count());
    }

    /// Of the two ends, only the beginning decides anything: behind it, the steps are those of the plain walk.
    #[test]
    fn behind_a_shared_beginning_the_steps_are_those_of_the_walk(
        (left, right) in small_pages(), other in scores(),
    ) {
        for scores in [Scores::new(1, 0, -1).unwrap(), other] {
            let found = aligner(scores).align(&left, &right).unwrap();
            let suffix = left.iter().rev().zip(right.iter().rev());
            let suffix = suffix.take_while(|(l, r)| l == r).count();
            let rest = left[..left.len() - suffix].iter().zip(&right[..right.len() - suffix]);
            let prefix = rest.take_while(|(l, r)| l == r).count();
            let mut expected = vec![Step::Match; prefix];
            expected.extend(naive::walk(scores, &left[prefix..], &right[prefix..]));
            prop_assert_eq!(found.steps(), expected);
        }
    }

    #[test]
    fn all_kernels_and_limits_give_the_alignment_of_the_reference(
        (left, right) in pages(),
        unit in 1..4i32,
        other in scores(),
        limits in vec(0..300_000u64, 4),
    ) {
        // One scratch for everything: nothing may leak from call to call.
        let mut scratch = Scratch::new();
        for scores in [Scores::new(unit, 0, -unit).unwrap(), other] {
            let expected = reference::align(scores, &left, &right).unwrap();
            let config = Config::new()
                .match_score(scores.match_score())
                .mismatch(scores.mismatch())
                .gap(scores.gap());
            let free = config.clone().build().unwrap();
            let found = free.align_with(&mut scratch, &left, &right);
            prop_assert_eq!(found.as_ref(), Ok(&expected));
            for &limit in &limits {
                let tight = config.clone().memory(limit).build().unwrap();
                if let Ok(found) = tight.align_with(&mut scratch, &left, &right) {
                    prop_assert_eq!(&found, &expected);
                }
            }
        }
    }
}
