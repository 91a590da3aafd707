//! How much more recall weighs than precision.

use super::cut::{EVEN, TOGETHER, Weights};
use crate::{evidence::Line, profile::Profile};

/// The weight of recall on a page whose content has no links, in units of [`EVEN`]: .6 of that of precision. With 1, all
/// collections of news lose .002 to .01 on domains held back. Chosen: docs/figures/classify.md, "How much recall weighs".
const OF_TEXT: u32 = 614;

/// What is added to it on a page whose content is links only, in units of [`EVEN`]. Start pages and lists consist of many
/// short entries, which are right or wrong one by one; the paragraphs of an article or of a sidebar are right or wrong
/// together. Chosen: docs/figures/classify.md, "How much recall weighs".
const OF_LINKS: u32 = 819;

/// The weight of recall for [`Profile::Data`], in units of [`EVEN`]: a value that is lost cannot be made up for, and a label
/// that stays does little harm. Chosen: docs/figures/classify.md, "How much recall weighs".
const OF_VALUES: u32 = 12 * EVEN;

/// Returns how errors are weighed, by what is asked for and by the lines of the page with their probabilities of being
/// content.
pub(super) fn weights(profile: Profile, lines: &[Line], probabilities: &[u32]) -> Weights {
    let recall = match profile {
        Profile::Article => OF_TEXT,
        Profile::Balanced => OF_TEXT + of_links(lines, probabilities),
        Profile::Data => OF_VALUES,
    };
    // A value is lost by itself.
    Weights { recall, together: if profile == Profile::Data { 0.0 } else { TOGETHER } }
}

/// Returns [`OF_LINKS`] times the square of the share of links among the words that are expected to be content; 0 if there
/// are none. The square leaves articles alone, of whose words a tenth are links.
fn of_links(lines: &[Line], probabilities: &[u32]) -> u32 {
    let expected = |words: fn(&Line) -> u32| -> u64 {
        let of_lines = std::iter::zip(lines, probabilities);
        of_lines.map(|(line, &probability)| u64::from(words(line)) * u64::from(probability)).sum()
    };
    let (linked, all) = (expected(|line| line.link_words), expected(|line| line.words));
    // A line has no more words in links than words, so the share is at most EVEN, in units of 1 / EVEN.
    let share = (u64::from(EVEN) * linked).checked_div(all).unwrap_or(0) as u32;
    OF_LINKS * share / EVEN * share / EVEN
}

/// Returns the weight of recall for text, what links add to it, and the weight for values, in multiples of that of
/// precision, and how far lines of text are expected to be right or wrong together: what the trainer has to know.
pub(crate) fn constants() -> [f64; 4] {
    let [text, links, values] = [OF_TEXT, OF_LINKS, OF_VALUES].map(|weight| f64::from(weight) / f64::from(EVEN));
    [text, links, values, TOGETHER]
}

#[cfg(test)]
mod tests {
    use dom::Dom;
    use gbdt::PROBABILITY_ONE;

    use super::*;
    use crate::evidence::Evidence;

    #[test]
    fn recall_weighs_more_where_content_is_links() {
        let recall = |source: &str, probabilities: &[u32]| {
            let page = Evidence::read(&Dom::parse(source));
            [Profile::Article, Profile::Balanced, Profile::Data]
                .map(|profile| super::weights(profile, &page.lines, probabilities).recall)
        };
        let source = "<p>A line of six words here<p><a href=/>A link of six words here</a>";
        let (none, half, all) = (0, PROBABILITY_ONE / 2, PROBABILITY_ONE);
        assert_eq!(recall(source, &[all, none]), [614, 614, 12 * EVEN]);
        assert_eq!(recall(source, &[all, all]), [614, 614 + 204, 12 * EVEN]);
        assert_eq!(recall(source, &[half, all]), [614, 614 + 362, 12 * EVEN]);
        assert_eq!(recall(source, &[none, all]), [614, 614 + 819, 12 * EVEN]);
        assert_eq!(recall(source, &[none, none]), [614, 614, 12 * EVEN]);
        assert_eq!(recall("", &[]), [614, 614, 12 * EVEN]);
    }
}
