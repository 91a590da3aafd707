//! What a configuration accepts, and how it complains.

use align_nw::{Config, Error};

#[test]
fn settings_are_kept() {
    let config = Config::new().match_score(5).mismatch(-2).gap(-3).memory(1 << 20);
    assert_eq!(config.get_memory(), 1 << 20);
    let scores = config.build().unwrap().scores();
    assert_eq!((scores.match_score(), scores.mismatch(), scores.gap()), (5, -2, -3));
}

#[test]
fn senseless_scores_are_refused() {
    let check = |config: Config, message: &str| {
        assert_eq!(config.build().map(|_| ()).unwrap_err().to_string(), message);
    };
    check(Config::new().gap(0), "gap score must be negative, got 0");
    check(Config::new().mismatch(1), "match score must be above the mismatch score, got 1 and 1");
    check(
        Config::new().match_score(-3).mismatch(-9),
        "match score must be at least that of two gaps, got -3 with gaps of -1",
    );
}

#[test]
fn extreme_scores_are_refused_when_they_could_overflow() {
    let scores = Config::new().match_score(i32::MAX).mismatch(i32::MIN).gap(i32::MIN);
    let found = scores.build().unwrap().align(&[1], &[]);
    let (needed, limit) = (1 << 31, i32::MAX as u64 / 2);
    assert_eq!(found, Err(Error::ScoreRange { needed, limit }));
    let scores = Config::new().match_score(i32::MAX / 8).mismatch(i32::MIN / 8).gap(i32::MIN / 8);
    assert_eq!(scores.build().unwrap().align(&[1], &[1]).unwrap().score(), i64::from(i32::MAX / 8));
}
