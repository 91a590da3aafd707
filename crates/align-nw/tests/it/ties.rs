//! Which of several best alignments is returned, case by case.

use align_nw::{Config, Scores, Step, reference};

/// Aligns two words with the default scores and spells the steps, `=` for a
/// match, `x` for a mismatch, `<` for a symbol of the left alone and `>` for one
/// of the right.
#[track_caller]
fn check(left: &str, right: &str, expected: &str) {
    let symbols = |word: &str| word.chars().map(u32::from).collect::<Vec<_>>();
    let (left, right) = (symbols(left), symbols(right));
    let found = Config::new().build().unwrap().align(&left, &right).unwrap();
    let plain = reference::align(Scores::new(1, 0, -1).unwrap(), &left, &right).unwrap();
    assert_eq!(found, plain);
    let spelled = found.steps().iter().map(|step| match step {
        Step::Match => '=',
        Step::Mismatch => 'x',
        Step::Delete => '<',
        Step::Insert => '>',
    });
    assert_eq!(spelled.collect::<String>(), expected);
}

#[test]
fn empty_sequences() {
    check("", "", "");
    check("abc", "", "<<<");
    check("", "ab", ">>");
}

#[test]
fn a_mismatch_goes_before_two_gaps() {
    check("abc", "axc", "=x=");
}

#[test]
fn the_suffix_is_matched_before_the_prefix() {
    check("a", "aa", ">=");
    check("aa", "a", "<=");
}

#[test]
fn a_shared_beginning_is_matched_though_the_walk_would_drift_off_it() {
    // Walking back alone would give `>=x`.
    check("ax", "aay", "=>x");
}

#[test]
fn between_the_ends_pairs_are_late_and_gaps_early() {
    check("bc", "xyd", ">xx");
    check("xyd", "bc", "<xx");
}

#[test]
fn of_two_gaps_that_of_the_left_comes_last() {
    // `<===>` is worth as much.
    check("abab", "baba", ">===<");
}

/// How often the beginning decides, over random pairs; never about the score. The crate's documentation names the number.
#[test]
fn the_walk_drifts_off_a_shared_beginning_now_and_then() {
    let scores = Scores::new(1, 0, -1).unwrap();
    let aligner = Config::new().build().unwrap();
    let mut state = 1_u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let mut n_others = 0;
    for _ in 0..3_000 {
        let letters = 2 + random(4);
        let mut page = || -> Vec<u32> { (0..random(12)).map(|_| random(letters) as u32).collect() };
        let (left, right) = (page(), page());
        let found = aligner.align(&left, &right).unwrap();
        let walked = crate::naive::walk(scores, &left, &right);
        let worth = walked.iter().map(|step| match step {
            Step::Match => 1,
            Step::Mismatch => 0,
            Step::Delete | Step::Insert => -1,
        });
        assert_eq!(found.score(), worth.sum::<i64>());
        n_others += usize::from(found.steps() != walked);
    }
    assert_eq!(n_others, 322);
}
