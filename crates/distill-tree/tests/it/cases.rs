//! Small cases, limits and errors.

use std::error::Error as _;

use distill_tree::{Config, Consensus, Error, UNKNOWN};

#[track_caller]
fn check(config: Config, pages: &[&[u32]], symbols: &[u32], supports: &[u32]) {
    let found = config.build().unwrap().distill(pages).unwrap();
    assert_eq!((found.symbols(), found.supports()), (symbols, supports));
}

#[test]
fn few_pages() {
    check(Config::new(), &[], &[], &[]);
    check(Config::new(), &[&[1, 2]], &[], &[]);
    check(Config::new(), &[&[], &[]], &[], &[]);
    check(Config::new(), &[&[1, 2], &[1, 3]], &[1], &[2]);
    check(Config::new().threshold(0.01), &[&[1, 2], &[1, 3]], &[1], &[2]);
    check(Config::new(), &[&[1, 2, 5], &[1, 3, 5], &[1, 2, 6]], &[1, 2, 5], &[3, 2, 2]);
    check(Config::new().threshold(1.0), &[&[1, 2, 5], &[1, 3, 5], &[1, 2, 6]], &[1], &[3]);
}

#[test]
fn a_token_by_itself_can_be_template() {
    check(Config::new(), &[&[10, 1, 11], &[20, 1, 21], &[30, 1, 31]], &[1], &[3]);
}

#[test]
fn duplicates_do_not_make_content_look_like_template() {
    let article: &[u32] = &[1, 10, 11, 12, 13, 2];
    let pages: [&[u32]; 4] = [article, article, article, &[1, 20, 21, 22, 23, 2]];
    check(Config::new(), &pages, &[1, 2], &[2, 2]);
    check(Config::new().copies(true), &pages, article, &[4, 3, 3, 3, 3, 4]);
}

#[test]
fn the_template_of_two_pages_is_their_union_in_the_paper() {
    let pages: [&[u32]; 2] = [&[1, 10, 2, 3], &[1, 20, 2]];
    check(Config::paper(), &pages, &[1, 10, 20, 2, 3], &[2, 1, 1, 2, 1]);
    check(Config::new(), &pages, &[1, 2], &[2, 2]);
    check(Config::paper(), &[&[1, 2]], &[1, 2], &[1, 1]);
}

#[test]
fn unknown_tokens_are_never_shared() {
    let page: &[u32] = &[1, UNKNOWN, 2];
    check(Config::new(), &[page, page], &[1, 2], &[2, 2]);
    assert_eq!(Consensus::from_parts(vec![1, UNKNOWN], vec![2, 2], 2), Err(Error::Unknown { position: 1 }));
}

#[test]
fn a_page_of_another_kind_does_not_fit() {
    let consensus = Consensus::from_parts(vec![1, 2, 3], vec![3, 4, 3], 4).unwrap();
    let locator = Config::new().locator().unwrap();
    let fit = |page: &[u32]| locator.locate(&consensus, page).unwrap().fit();
    assert_eq!(fit(&[1, 2, 9, 3]), 1.0);
    assert_eq!(fit(&[7, 2, 9]), 0.4);
    assert_eq!(fit(&[7, 8, 9]), 0.0);
    assert_eq!(locator.locate(&Consensus::default(), &[7]).unwrap().fit(), 1.0);
}

#[test]
fn results_can_be_taken_apart() {
    let consensus = Consensus::from_parts(vec![5, 6, 7], vec![2, 3, 4], 4).unwrap();
    assert_eq!((consensus.len(), consensus.is_empty()), (3, false));
    assert_eq!((Consensus::default().len(), Consensus::default().is_empty()), (0, true));
    let locator = Config::new().locator().unwrap();
    let located = locator.locate(&consensus, &[5, 9, 6, 7]).unwrap();
    assert_eq!(located.ranges(), [0..1, 2..4]);
    assert_eq!(consensus.into_parts(), (vec![5, 6, 7], vec![2, 3, 4], 4));
}

#[test]
fn senseless_settings_are_refused() {
    let check = |config: Config, message: &str| {
        assert_eq!(config.build().map(|_| ()).unwrap_err().to_string(), message);
    };
    check(Config::new().threshold(0.0), "threshold must be above 0 and at most 1, got 0");
    check(Config::new().threshold(1.5), "threshold must be above 0 and at most 1, got 1.5");
    check(Config::new().threshold(f64::NAN), "threshold must be above 0 and at most 1, got NaN");
    check(Config::new().sample(0), "sample must have at least one page");
    let scores = Config::new().align(align_nw::Config::new().gap(1));
    let error = scores.build().map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "two pages cannot be aligned");
    assert_eq!(error.source().unwrap().to_string(), "gap score must be negative, got 1");
}

#[test]
fn an_alignment_beyond_the_limit_is_an_error_and_always_the_first() {
    let pages: Vec<Vec<u32>> = (0..8).map(|page| vec![page; 100 + page as usize]).collect();
    let pages: Vec<&[u32]> = pages.iter().map(Vec::as_slice).collect();
    let distiller = Config::new().align(align_nw::Config::new().memory(100)).build().unwrap();
    let first = distiller.distill(&pages).unwrap_err();
    assert!(matches!(first, Error::Align(align_nw::Error::OutOfMemory { limit: 100, .. })));
    for _ in 0..10 {
        assert_eq!(distiller.distill(&pages), Err(first.clone()));
    }
    let consensus = Consensus::from_parts(vec![1; 50], vec![2; 50], 2).unwrap();
    let locator = Config::new().align(align_nw::Config::new().memory(100)).locator().unwrap();
    assert!(locator.locate(&consensus, pages[3]).is_err());
}
