//! How much more recall weighs than precision on a page.

use super::cut::EVEN;
use crate::{forest::CERTAIN, profile::Profile};

/// So many times more if nothing of a page's own may be lost: if that is asked for, and on a page that is certainly a
/// record. A value that is lost cannot be made up for, and a label that stays does little harm. On records of domains
/// held back, .82 instead of .73 of the values stay alone, and .96 instead of .89 to .91 with other pages; what is no
/// record changes by up to .003, since its probability is small, and its cube smaller (docs/figures/consensus.md, "How
/// much recall weighs").
const MOST: u32 = 12;

/// Returns how much recall weighs, in units of [`EVEN`], by what is asked for and by the probability that the page is a
/// record, in units of [`CERTAIN`].
pub(super) fn weight(profile: Profile, record: u32) -> u32 {
    let more = u64::from((MOST - 1) * EVEN);
    let of_record = more * u64::from(record).pow(3) / u64::from(CERTAIN).pow(3);
    match profile {
        Profile::Article => EVEN,
        Profile::Balanced => EVEN + of_record as u32,
        Profile::Data => MOST * EVEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_weighs_more_on_records() {
        let weights = |profile| [0, CERTAIN / 4, CERTAIN / 2, CERTAIN].map(|p| weight(profile, p));
        assert_eq!(weights(Profile::Article), [EVEN; 4]);
        assert_eq!(
            weights(Profile::Balanced),
            [EVEN, EVEN + 11, EVEN + 88, 12 * EVEN]
        );
        assert_eq!(weights(Profile::Data), [12 * EVEN; 4]);
    }
}
