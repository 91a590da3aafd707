use suffixarray_miner::{StringLocator, UNKNOWN};

#[track_caller]
fn check(strings: &[&[u32]], page: &[u32], expected: &[(usize, usize)]) {
    let locator = StringLocator::new(strings.iter().copied()).unwrap();
    let found: Vec<_> = locator.locate(page).into_iter().map(|range| (range.start, range.end)).collect();
    assert_eq!(found, expected);
}

#[test]
fn nothing_is_found_nowhere() {
    check(&[], &[1, 2], &[]);
    check(&[&[]], &[1, 2], &[]);
    check(&[&[1]], &[], &[]);
    check(&[&[1, 2]], &[1, 1, 3, 2], &[]);
}

#[test]
fn ranges_that_touch_are_one() {
    check(&[&[1], &[2]], &[1, 2, 0, 2], &[(0, 2), (3, 4)]);
    check(&[&[1, 2], &[2, 3]], &[1, 2, 3], &[(0, 3)]);
}

#[test]
fn a_long_string_swallows_the_short_ones_before_it() {
    check(&[&[1], &[3], &[1, 2, 3, 4, 5]], &[1, 2, 3, 4, 5], &[(0, 5)]);
    check(&[&[1], &[3], &[1, 2, 3, 4, 5]], &[1, 2, 3, 4, 6], &[(0, 1), (2, 3)]);
}

#[test]
fn a_short_string_is_found_inside_a_broken_long_one() {
    check(&[&[1, 2, 3, 4], &[2, 3]], &[1, 2, 3, 9], &[(1, 3)]);
}

#[test]
fn unknown_tokens_match_nothing() {
    check(&[&[UNKNOWN]], &[UNKNOWN], &[]);
    check(&[&[1, UNKNOWN], &[1]], &[1, UNKNOWN, 1], &[(0, 1), (2, 3)]);
}
