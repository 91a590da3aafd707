//! How much more recall weighs than precision on a page.

use super::cut::EVEN;
use crate::{forest::CERTAIN, profile::Profile};

/// So many times more if nothing of a page's own may be lost, and no more than that on any page.
const MOST: u32 = 12;

/// So many times more on a page that is certainly a record: a value that is lost cannot be made up for, and a label that
/// stays does little harm. With the cube of the probability, what is no record changes little: on domains held back .79
/// instead of .64 of the values stay on SWDE's pages alone, and .94 to .95 instead of .82 to .85 with other pages; news
/// alone lose .003 to .005 (docs/figures/consensus.md, "How much recall weighs").
const OF_RECORD: u32 = 20;

/// Returns how much recall weighs, in units of [`EVEN`], by what is asked for, by how sure the page's lines are
/// ([`Forest::recall`](crate::forest::Forest::recall)), and by the probability that the page is a record, in units of
/// [`CERTAIN`].
pub(super) fn weight(profile: Profile, of_lines: u32, record: u32) -> u32 {
    let more = u64::from(OF_RECORD * EVEN);
    let of_record = more * u64::from(record).pow(3) / u64::from(CERTAIN).pow(3);
    match profile {
        Profile::Article => of_lines,
        Profile::Balanced => (of_lines + of_record as u32).min(MOST * EVEN),
        Profile::Data => MOST * EVEN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recall_weighs_more_on_records() {
        let weights =
            |profile| [0, CERTAIN / 4, CERTAIN / 2, CERTAIN].map(|p| weight(profile, 700, p));
        assert_eq!(weights(Profile::Article), [700; 4]);
        let balanced = [700, 700 + 320, 700 + 2560, 12 * EVEN];
        assert_eq!(weights(Profile::Balanced), balanced);
        assert_eq!(weights(Profile::Data), [12 * EVEN; 4]);
    }
}
