use suffixarray_miner::{Chosen, Histogram};

/// A power law and a second mode, as in figure 3.2.
fn histogram() -> Histogram {
    let mut histogram = Histogram::new(50);
    for df in 2..=30u32 {
        for _ in 0..4_000 / df.pow(3) {
            histogram.add(df);
        }
    }
    for (df, count) in [(44, 1), (47, 3), (48, 5), (49, 9), (50, 40)] {
        (0..count).for_each(|_| histogram.add(df));
    }
    histogram
}

fn chosen(histogram: &Histogram) -> Chosen {
    let bin = histogram.bimodal_cut().unwrap();
    Chosen { document_frequency: histogram.least_in_bin(bin), bin: Some(bin) }
}

#[test]
fn printed() {
    let histogram = histogram();
    insta::assert_snapshot!(histogram.to_text(chosen(&histogram)));
}

#[test]
fn without_strings() {
    let chosen = Chosen { document_frequency: 2, bin: None };
    insta::assert_snapshot!(Histogram::new(0).to_text(chosen), @"---- cut at 2 of 0 documents");
}
