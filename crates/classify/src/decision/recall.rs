//! How much more recall weighs than precision on a page.

use gbdt::PROBABILITY_ONE;

use super::cut::EVEN;
use crate::profile::Profile;

/// The weight of recall, in units of [`EVEN`]: .6 of that of precision. With 1, all collections of news lose .002 to .01
/// on domains held back; with less, documentation and WCXB lose (docs/figures/classify.md, "How much recall weighs").
const RECALL: u32 = 614;

/// The least weight of recall for [`Profile::Data`], in multiples of that of precision.
const OF_DATA: u32 = 12;

/// The weight of recall on a page that is certainly a record, in multiples of that of precision: a value that is lost
/// cannot be made up for, and a label that stays does little harm. It is a compromise: with 20, SWDE keeps .87 of its
/// values alone and not .85, and shops, forums and wikis lose .005 to .013.
const OF_RECORD: u32 = 10;

/// Odds of one to this number that the page is a record bring recall halfway to [`OF_RECORD`]. The square of the odds
/// counts, so recall changes little on pages that are no records.
const HALFWAY: u64 = 7;

/// Returns how much recall weighs, in units of [`EVEN`], by what is asked for and by the probability that the page is a
/// record, in units of [`PROBABILITY_ONE`].
pub(super) fn weight(profile: Profile, record: u32) -> u32 {
    // With the odds o this is the part o² / (o² + 1). It is written without dividing by 1 - p, which may be 0.
    let odds = (HALFWAY * u64::from(record)).pow(2);
    let against = u64::from(PROBABILITY_ONE - record).pow(2);
    let more = u64::from(OF_RECORD * EVEN - RECALL);
    let of_record = RECALL + (more * odds / (odds + against)) as u32;
    match profile {
        Profile::Article => RECALL,
        Profile::Balanced => of_record,
        Profile::Data => of_record.max(OF_DATA * EVEN),
    }
}

/// Returns the weight of recall by default and on records, in multiples of that of precision, and the number to one of
/// the odds that bring it halfway: what the trainer has to know.
pub(crate) fn constants() -> [f64; 3] {
    [f64::from(RECALL) / f64::from(EVEN), f64::from(OF_RECORD), HALFWAY as f64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_weighs_more_on_records() {
        let weights = |profile| {
            let of = |record| weight(profile, record);
            [0, PROBABILITY_ONE / 64, PROBABILITY_ONE / 8, PROBABILITY_ONE / 2, PROBABILITY_ONE].map(of)
        };
        assert_eq!(weights(Profile::Article), [RECALL; 5]);
        assert_eq!(weights(Profile::Balanced), [614, 731, 5427, 10_047, 10 * EVEN]);
        assert_eq!(weights(Profile::Data), [12 * EVEN; 5]);
    }

    #[test]
    fn more_of_a_record_never_weighs_less() {
        let records = (0..=PROBABILITY_ONE).step_by(61);
        assert!(records.map(|record| weight(Profile::Balanced, record)).is_sorted());
    }
}
