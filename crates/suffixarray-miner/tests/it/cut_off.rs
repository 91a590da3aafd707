use proptest::prelude::*;
use suffixarray_miner::{Chosen, Config, CutOff, Histogram, Selection};

use crate::naive;

fn histogram(counts: &[(usize, u64)]) -> Histogram {
    let mut bins = [0; 100];
    for &(bin, count) in counts {
        bins[bin] += count;
    }
    Histogram::from_bins(bins, 100)
}

#[track_caller]
fn check(counts: &[(usize, u64)], expected: Option<usize>) {
    assert_eq!(histogram(counts).bimodal_cut(), expected);
}

#[test]
fn one_mode_has_no_cut() {
    check(&[], None);
    check(&[(0, 5)], None);
    check(&[(50, 1)], None);
    check(&[(99, 1_000_000)], None);
}

#[test]
fn two_modes_are_cut_between() {
    check(&[(10, 7), (90, 3)], Some(50));
    check(&[(2, 1), (98, 1)], Some(50));
    // Neighbours: cuts with nothing on one side cost the same, and are none.
    check(&[(0, 1), (1, 1)], Some(1));
    check(&[(98, 1), (99, 1)], Some(99));
    check(&[(0, 1), (99, 1)], Some(49));
}

#[test]
fn of_cuts_that_cost_the_same_the_lowest_is_taken() {
    // 49.5 would be the middle, so 49 and 50 cost the same.
    check(&[(10, 5), (89, 5)], Some(49));
    // The costs at 57 and 63 are equal as fractions, and differ in the last digits of floating-point numbers.
    check(&[(40, 2), (60, 1), (80, 2)], Some(57));
}

/// Footnote 1 of the thesis: the histogram has the same shape each time, and its minimum is anywhere between the modes.
#[test]
fn noise_moves_the_minimum_and_not_the_cut() {
    let mut noise = 1_u64;
    let mut draw = |below: u64| {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (noise >> 33) % below
    };
    let (mut minima, mut cuts) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        let low = (0..90).map(|bin| (bin, 20_000 / (bin as u64 + 1).pow(2)));
        let high = (90..100).map(|bin| (bin, 400));
        let counts: Vec<(usize, u64)> = low.chain(high).map(|(bin, count)| (bin, count + draw(20))).collect();
        minima.push(counts.iter().min_by_key(|(_, count)| count).unwrap().0);
        cuts.push(histogram(&counts).bimodal_cut().unwrap());
    }
    let spread = |all: &[usize]| all.iter().max().unwrap() - all.iter().min().unwrap();
    assert!(spread(&minima) > 20, "{minima:?}");
    assert!(spread(&cuts) <= 3, "{cuts:?}");
}

#[test]
fn counts_may_be_huge() {
    check(&[(1, u64::MAX), (40, u64::MAX), (99, u64::MAX)], Some(60));
    check(&[(1, u64::from(u32::MAX)), (60, u64::from(u32::MAX)), (99, 3)], Some(31));
    // A power law with a second mode.
    let low = (0..60).map(|bin| (bin, 100_000 / (bin as u64 + 1).pow(2)));
    let counts: Vec<_> = low.chain((90..100).map(|bin| (bin, 400))).collect();
    check(&counts, Some(46));
}

/// As in figure 3.2.
#[test]
fn a_histogram_is_printed() {
    let mut histogram = Histogram::new(50);
    for (df, count) in [(2, 500), (3, 148), (5, 32), (15, 1), (49, 9), (50, 40)] {
        (0..count).for_each(|_| histogram.add(df));
    }
    let bin = histogram.bimodal_cut().unwrap();
    let chosen = Chosen { document_frequency: histogram.least_in_bin(bin), bin: Some(bin) };
    insta::assert_snapshot!(histogram.to_text(chosen), @r"
      4%       500 ##################################################
      6%       148 #########################################
     10%        32 #############################
     30%         1 ######
    ---- cut at 26 of 50 documents (bin 52)
     98%         9 ###################
     99%        40 ##############################
    ");
    let chosen = Chosen { document_frequency: 2, bin: None };
    insta::assert_snapshot!(Histogram::new(0).to_text(chosen), @"---- cut at 2 of 0 documents");
}

/// Documents of which `df` share one string, for each given `df`.
fn documents(n_documents: usize, frequencies: &[usize]) -> Vec<Vec<u32>> {
    let mut documents = vec![Vec::new(); n_documents];
    let mut next = 1_000;
    for (string, &df) in frequencies.iter().enumerate() {
        for document in documents.iter_mut().take(df) {
            let symbol = 2 * string as u32;
            document.extend([symbol, symbol + 1, next]);
            next += 1;
        }
    }
    documents
}

#[track_caller]
fn check_chosen(cut_off: CutOff, n_documents: usize, frequencies: &[usize], expected: Chosen) {
    let documents = documents(n_documents, frequencies);
    let documents: Vec<_> = documents.iter().map(Vec::as_slice).collect();
    let selection = Selection::paper().cut_off(cut_off);
    let mined = Config::new().selection(selection).build().unwrap().mine(&documents).unwrap();
    assert_eq!(mined.chosen(), expected);
    let selected = frequencies.iter().filter(|&&df| expected.document_frequency as usize <= df);
    assert_eq!(mined.strings().len(), selected.count());
}

fn at_least(document_frequency: u32) -> Chosen {
    Chosen { document_frequency, bin: None }
}

#[test]
fn bimodal_chooses_the_first_frequency_of_its_bin() {
    let chosen = |document_frequency, bin| Chosen { document_frequency, bin: Some(bin) };
    check_chosen(CutOff::Bimodal, 20, &[2, 2, 3, 20, 19], chosen(11, 54));
    check_chosen(CutOff::Bimodal, 5, &[2, 5], chosen(4, 69));
    // With more documents than bins, several frequencies share one.
    check_chosen(CutOff::Bimodal, 300, &[2, 299, 300], chosen(147, 49));
}

#[test]
fn few_documents_have_no_histogram() {
    check_chosen(CutOff::Bimodal, 4, &[2, 2, 4, 4], at_least(2));
    check_chosen(CutOff::Bimodal, 2, &[2], at_least(2));
    check_chosen(CutOff::Bimodal, 0, &[], at_least(2));
}

#[test]
fn one_bin_has_no_cut_in_a_corpus() {
    check_chosen(CutOff::Bimodal, 10, &[], at_least(3));
    check_chosen(CutOff::Bimodal, 10, &[10, 10], at_least(3));
    check_chosen(CutOff::Bimodal, 10, &[2, 2], at_least(3));
}

#[test]
fn cuts_of_choice() {
    check_chosen(CutOff::Fixed(4), 10, &[3, 4, 5], at_least(4));
    check_chosen(CutOff::Fixed(1), 10, &[2, 3], at_least(2));
    check_chosen(CutOff::Share(0.5), 9, &[4, 5], at_least(5));
    check_chosen(CutOff::Share(0.01), 9, &[2, 5], at_least(2));
    check_chosen(CutOff::Share(1.0), 9, &[8, 9], at_least(9));
    // In doubles, .07 times 100 is a hair above 7.
    check_chosen(CutOff::Share(0.07), 100, &[6, 7], at_least(7));
}

#[test]
fn bins_are_shares_rounded_down() {
    let histogram = Histogram::new(7);
    let bins: Vec<_> = (0..=7).map(|df| histogram.bin(df)).collect();
    assert_eq!(bins, [0, 14, 28, 42, 57, 71, 85, 99]);
    for bin in 0..100 {
        let least = histogram.least_in_bin(bin);
        assert!(bin <= histogram.bin(least));
        assert!(least == 0 || histogram.bin(least - 1) < bin);
    }
    assert_eq!(Histogram::new(0).bin(3), 0);
    assert_eq!(Histogram::new(u32::MAX).bin(u32::MAX), 99);
    // No bin is above the last one.
    assert_eq!([98, 99, 100, 101].map(|bin| Histogram::new(1000).least_in_bin(bin)), [980, 990, 990, 990]);
}

proptest! {
    #[test]
    fn the_cut_is_the_lowest_of_the_cheapest(
        counts in proptest::collection::vec((0..100usize, 1..6u64), 2..5),
    ) {
        let histogram = histogram(&counts);
        prop_assert_eq!(histogram.bimodal_cut(), naive::cut(histogram.bins()));
    }
}

proptest! {
    // The search for x takes its time.
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_cut_costs_least(
        counts in proptest::collection::vec((0..100usize, 1..50u64), 2..10),
    ) {
        let histogram = histogram(&counts);
        if let Some(cut) = histogram.bimodal_cut() {
            let cost = |cut| naive::cost(histogram.bins(), cut);
            let least = (1..100).map(cost).fold(f64::INFINITY, f64::min);
            prop_assert!(cost(cut) <= least * (1.0 + 1e-6) + 1e-6, "{cut}");
        }
    }
}
