//! What holds for all pages.

use distill_tree::{Config, Consensus, Pruning};
use proptest::{collection::vec, prelude::*};

use crate::naive;

/// Pages with a common template: some of its symbols are missing on each, and
/// others stand between.
fn site() -> impl Strategy<Value = Vec<Vec<u32>>> {
    (vec(0..20u32, 0..40), 0..20usize).prop_flat_map(|(template, pages)| {
        let kept = vec(prop::bool::weighted(0.85), template.len());
        let own = vec((0..template.len() + 1, 0..200u32), 0..15);
        vec((kept, own), pages).prop_map(move |pages| {
            let page = |(kept, mut own): (Vec<bool>, Vec<(usize, u32)>)| {
                own.sort_unstable();
                let mut own = own.into_iter().peekable();
                let mut page = Vec::new();
                for (position, (&symbol, &kept)) in template.iter().zip(&kept).enumerate() {
                    while let Some((_, symbol)) = own.next_if(|&(at, _)| at == position) {
                        page.push(symbol);
                    }
                    page.extend(kept.then_some(symbol));
                }
                page.extend(own.map(|(_, symbol)| symbol));
                page
            };
            pages.into_iter().map(page).collect()
        })
    })
}

fn pruning() -> impl Strategy<Value = Pruning> {
    prop_oneof![Just(Pruning::Paper), Just(Pruning::Inputs)]
}

fn slices(pages: &[Vec<u32>]) -> Vec<&[u32]> {
    pages.iter().map(Vec::as_slice).collect()
}

fn distill(config: &Config, pages: &[&[u32]]) -> Consensus {
    config.clone().build().unwrap().distill(pages).unwrap()
}

proptest! {
    #[test]
    fn distilling_is_what_the_naive_twin_does(
        pages in site(),
        pruning in pruning(),
        percent in 1..=100u32,
        seed in any::<u64>(),
        drops in any::<bool>(),
        least in 0..4u32,
    ) {
        let pages = slices(&pages);
        let threshold = f64::from(percent) / 100.0;
        let config = Config::new().pruning(pruning).threshold(threshold).seed(seed);
        let config = config.copies(!drops).least_support(least);
        let distiller = config.build().unwrap();
        let sample: Vec<&[u32]> = distiller.sample(&pages).into_iter().map(|idx| pages[idx]).collect();
        let expected = naive::distill(&sample, pruning, threshold, least);
        prop_assert_eq!(distiller.distill(&pages).unwrap(), expected);
    }

    #[test]
    fn equal_pages_distil_to_that_page(
        page in vec(0..50u32, 0..80),
        t in 2..40usize,
        pruning in pruning(),
        threshold in 0.01..=1.0f64,
        drops in any::<bool>(),
    ) {
        let config = Config::new().pruning(pruning).threshold(threshold).sample(64);
        let config = config.copies(!drops);
        let found = distill(&config, &vec![&page[..]; t]);
        prop_assert_eq!(found.symbols(), &page[..]);
        prop_assert_eq!(found.pages() as usize, if drops { 2 } else { t });
        prop_assert!(found.supports().iter().all(|&support| support == found.pages()));
        let located = config.locator().unwrap().locate(&found, &page).unwrap();
        let marked: usize = located.ranges().iter().map(|range| range.len()).sum();
        prop_assert_eq!(marked, page.len());
        prop_assert_eq!(located.fit(), 1.0);
    }

    #[test]
    fn threads_change_nothing(pages in site(), seed in any::<u64>()) {
        let pages = slices(&pages);
        let config = Config::new().seed(seed).copies(true);
        let found = [1, 2, 4].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| distill(&config, &pages))
        });
        prop_assert_eq!(&found[0], &found[1]);
        prop_assert_eq!(&found[0], &found[2]);
    }

    #[test]
    fn a_symbol_with_full_support_is_on_every_page(pages in site(), seed in any::<u64>()) {
        let pages = slices(&pages);
        let config = Config::new().seed(seed).sample(64).copies(true).threshold(1.0);
        let found = distill(&config, &pages);
        for page in pages {
            prop_assert!(naive::is_subsequence(found.symbols(), page));
        }
    }

    #[test]
    fn a_higher_threshold_only_takes_away(pages in site(), low in 1..=100u32, high in 1..=100u32) {
        let pages = slices(&pages);
        let (low, high) = (low.min(high), low.max(high));
        let [low, high] = [low, high].map(|percent| {
            distill(&Config::new().threshold(f64::from(percent) / 100.0), &pages)
        });
        prop_assert!(naive::is_subsequence(high.symbols(), low.symbols()));
        let sampled = pages.len().min(16) as u32;
        prop_assert!(low.pages() <= sampled);
        let supports = low.supports();
        prop_assert!(supports.iter().all(|&support| support >= 2 && support <= low.pages()));
    }

    #[test]
    fn pruning_of_a_power_of_two_is_the_papers_formula(n in 1..7i32, support in 1..65u32) {
        let t = 2u32.pow(n as u32);
        for r in 1..=n {
            let pages = 2u32.pow(r as u32);
            prop_assert_eq!(naive::paper_keeps(support, r, t), pages <= 4 * support);
            // The other reading: an input of step r covers half as many pages.
            prop_assert_eq!(naive::paper_keeps(support, r, t), pages / 2 <= 2 * support);
        }
    }

    #[test]
    fn located_tokens_are_the_consensus_in_order(
        pages in site(),
        page in vec(prop_oneof![0..30u32, Just(u32::MAX)], 0..60),
    ) {
        let found = distill(&Config::new(), &slices(&pages));
        let located = Config::new().locator().unwrap().locate(&found, &page).unwrap();
        let marked: Vec<u32> =
            located.ranges().iter().flat_map(|range| &page[range.clone()]).copied().collect();
        prop_assert!(naive::is_subsequence(&marked, found.symbols()));
        prop_assert!(!marked.contains(&u32::MAX));
        prop_assert!(located.ranges().is_sorted_by(|a, b| a.end < b.start));
        prop_assert!(located.ranges().iter().all(|range| !range.is_empty()));
        prop_assert!((0.0..=1.0).contains(&located.fit()));
    }
}
