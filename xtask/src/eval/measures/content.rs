//! Content words: how much of what is left is content, and how much of the content is left.
//!
//! With `O` the bag of words of a cleaned page and `G` that of its gold text, `P = |O ∩ G| / |O|` and
//! `R = |O ∩ G| / |G|`, intersections of multisets. Neutral words `N` (a page's own table of contents, say: neither
//! clearly content nor clearly template) are forgiven: each word that `O` has beyond `G` is taken off `|O|` as often
//! as `N` has it. A page counts by itself; a site is the mean of its pages, a collection the mean of its sites.

use super::{
    ratio::{Ratio, share},
    words::Bag,
};

/// Returns precision, recall and F1 of a page's words.
pub(crate) fn content(output: &Bag, gold: &Bag, neutral: Option<&Bag>) -> Ratio {
    let forgiven: usize = match neutral {
        None => 0,
        Some(neutral) => output
            .iter()
            .map(|(word, count)| {
                count
                    .saturating_sub(gold.count(word))
                    .min(neutral.count(word))
            })
            .sum(),
    };
    Ratio::new(
        output.overlap(gold),
        output.total() - forgiven,
        gold.total(),
    )
}

/// Returns the share of a page's visible words that are gone: `1 − |V ∩ O| / |V|`, and 0 of an empty page.
pub(crate) fn removed(visible: &Bag, output: &Bag) -> f64 {
    if visible.is_empty() {
        0.0
    } else {
        1.0 - share(visible.overlap(output), visible.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computed_by_hand() {
        let ratio = content(
            &Bag::of("menu one two two"),
            &Bag::of("one two three"),
            None,
        );
        assert_eq!((ratio.precision, ratio.recall), (0.5, 2.0 / 3.0));
    }

    #[test]
    fn neutral_words_are_forgiven_once_each() {
        let neutral = Bag::of("menu two");
        let ratio = content(
            &Bag::of("menu menu one two two"),
            &Bag::of("one two three"),
            Some(&neutral),
        );
        // Of five words, one "menu" and the second "two" are forgiven.
        assert_eq!((ratio.precision, ratio.recall), (2.0 / 3.0, 2.0 / 3.0));
    }

    #[test]
    fn all_of_nothing_is_perfect() {
        assert_eq!(content(&Bag::default(), &Bag::default(), None).f1, 1.0);
        assert_eq!(content(&Bag::of("a"), &Bag::default(), None).f1, 0.0);
    }

    #[test]
    fn removed_words() {
        assert_eq!(removed(&Bag::of("a a b c"), &Bag::of("a c z")), 0.5);
        assert_eq!(removed(&Bag::default(), &Bag::default()), 0.0);
    }
}
