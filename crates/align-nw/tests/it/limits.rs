//! Long sequences in little memory.

use align_nw::{Alignment, Config, Error};

/// Two sequences of `len` symbols: a shared template whose symbols were redone
/// here and there, by a generator of linear congruences.
fn pages(len: usize) -> [Vec<u32>; 2] {
    let mut state = 1u64;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    let template: Vec<u32> = (0..len).map(|_| draw() % 500).collect();
    [0, 1].map(|_| template.iter().map(|&symbol| if draw() % 4 == 0 { draw() % 500 } else { symbol }).collect())
}

fn align(memory: u64, [left, right]: &[Vec<u32>; 2]) -> Result<Alignment, Error> {
    Config::new().memory(memory).build().unwrap().align(left, right)
}

#[test]
fn twenty_thousand_symbols_fit_into_the_default_limit_and_far_below() {
    let pages = pages(20_000);
    let found = align(Config::DEFAULT_MEMORY, &pages).unwrap();
    assert!(8_000 < found.score());
    assert_eq!(align(5 << 20, &pages).as_ref(), Ok(&found));
}

#[test]
fn what_cannot_fit_is_an_error_that_says_how_much_would() {
    let pages = pages(3_000);
    let Err(Error::OutOfMemory { needed, limit: 50_000 }) = align(50_000, &pages) else {
        panic!("an alignment of 9 million cells fits into 50 kB");
    };
    assert_eq!(align(needed, &pages), align(Config::DEFAULT_MEMORY, &pages));
    assert!(align(needed - 1, &pages).is_err());

    let other = |memory| {
        let config = Config::new().mismatch(-1).memory(memory);
        config.build().unwrap().align(&pages[0], &pages[1])
    };
    let Err(Error::OutOfMemory { needed, .. }) = other(50_000) else {
        panic!("an alignment of 9 million cells fits into 50 kB");
    };
    assert_eq!(other(needed), other(Config::DEFAULT_MEMORY));
    assert!(other(needed - 1).is_err());
}
