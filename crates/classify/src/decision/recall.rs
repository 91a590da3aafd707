//! How much more recall weighs than precision on a page.

use super::cut::EVEN;
use gbdt::PROBABILITY_ONE;

use crate::profile::Profile;

/// The least weight of recall for [`Profile::Data`], in multiples of that of precision.
const OF_DATA: u32 = 12;

/// The weight of recall on a page that is certainly a record, in multiples of that of precision: a value that is lost
/// cannot be made up for, and a label that stays does little harm.
const OF_RECORD: u32 = 20;

/// Odds of one to this number that the page is a record bring recall halfway to [`OF_RECORD`]. The square of the odds
/// counts, so recall changes little on pages that are no records. On domains held back .87 instead of .64 of the
/// values stay on SWDE's pages alone, and .98 to .99 instead of .82 to .85 with other pages; news alone lose .001 to
/// .005 (docs/figures/classify.md, "How much recall weighs").
const HALFWAY: u64 = 7;

/// Returns how much recall weighs, in units of [`EVEN`], by what is asked for, by how sure the page's lines are
/// ([`Forest::recall`](crate::forest::Forest::recall)), and by the probability that the page is a record, in units of
/// [`PROBABILITY_ONE`].
pub(super) fn weight(profile: Profile, of_lines: u32, record: u32) -> u32 {
    // With the odds o this is the part o² / (o² + 1). It is written without dividing by 1 - p, which may be 0.
    let odds = (HALFWAY * u64::from(record)).pow(2);
    let against = u64::from(PROBABILITY_ONE - record).pow(2);
    let more = u64::from((OF_RECORD * EVEN).saturating_sub(of_lines));
    let of_record = of_lines + (more * odds / (odds + against)) as u32;
    match profile {
        Profile::Article => of_lines,
        Profile::Balanced => of_record,
        Profile::Data => of_record.max(OF_DATA * EVEN),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_weighs_more_on_records() {
        let weights = |profile| {
            let of = |record| weight(profile, 1000, record);
            [0, PROBABILITY_ONE / 64, PROBABILITY_ONE / 8, PROBABILITY_ONE / 2, PROBABILITY_ONE].map(of)
        };
        assert_eq!(weights(Profile::Article), [1000; 5]);
        let balanced = [1000, 1237, 10_740, 20_090, 20 * EVEN];
        assert_eq!(weights(Profile::Balanced), balanced);
        let least = |weight: u32| weight.max(12 * EVEN);
        assert_eq!(weights(Profile::Data), balanced.map(least));
    }

    #[test]
    fn more_of_a_record_never_weighs_less() {
        for of_lines in [0, 100, EVEN, 3 * EVEN, 30 * EVEN] {
            let weights: Vec<u32> =
                (0..=PROBABILITY_ONE).step_by(61).map(|record| weight(Profile::Balanced, of_lines, record)).collect();
            assert!(weights.is_sorted());
            assert_eq!(weights[0], of_lines);
        }
    }
}
