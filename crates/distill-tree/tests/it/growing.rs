//! A consensus that grows is the one of all its pages.

use distill_tree::{Config, GrowingConsensus, Pruning};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_stream_is_what_all_its_pages_give(
        pages in proptest::collection::vec(proptest::collection::vec(0..6u32, 0..12), 0..20),
        is_paper in any::<bool>(),
        inputs in any::<bool>(),
        seed in 0..5u64,
    ) {
        let config = if is_paper { Config::paper() } else { Config::new().copies(true) };
        let pruning = if inputs { Pruning::Inputs } else { Pruning::Paper };
        let distiller = config.pruning(pruning).sample(pages.len().max(1)).seed(seed).build().unwrap();
        let pages: Vec<&[u32]> = pages.iter().map(Vec::as_slice).collect();
        let mut growing = GrowingConsensus::new(distiller.clone());
        let mut so_far: Vec<&[u32]> = Vec::new();
        for page in distiller.sample(&pages) {
            growing.add(pages[page]).unwrap();
            so_far.push(pages[page]);
            prop_assert_eq!(growing.pages() as usize, so_far.len());
        }
        prop_assert_eq!(growing.consensus().unwrap(), distiller.distill(&pages).unwrap());
    }
}

#[test]
fn a_page_that_is_too_long_is_left_out() {
    let align = distill_tree::align_nw::Config::new().memory(1 << 10);
    let mut growing = GrowingConsensus::new(Config::new().align(align).build().unwrap());
    growing.add(&[1, 2, 3]).unwrap();
    let long: Vec<u32> = (0..100_000).collect();
    assert!(growing.add(&long).is_err());
    growing.add(&[1, 9, 3]).unwrap();
    assert_eq!(growing.pages(), 2);
    assert_eq!(growing.consensus().unwrap().symbols(), [1, 3]);
}
