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
pub fn content(output: &Bag, gold: &Bag, neutral: Option<&Bag>) -> Ratio {
    let forgiven: usize = match neutral {
        None => 0,
        Some(neutral) => {
            output.iter().map(|(word, count)| count.saturating_sub(gold.count(word)).min(neutral.count(word))).sum()
        }
    };
    Ratio::new(output.overlap(gold), output.total() - forgiven, gold.total())
}

/// Returns the share of a page's visible words that are gone: `1 − |V ∩ O| / |V|`, and 0 of an empty page.
pub fn removed(visible: &Bag, output: &Bag) -> f64 {
    if visible.is_empty() { 0.0 } else { 1.0 - share(visible.overlap(output), visible.total()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neutral_words_are_forgiven_once_each() {
        let neutral = Bag::of("menu two");
        let ratio = content(&Bag::of("menu menu one two two"), &Bag::of("one two three"), Some(&neutral));
        // Of five words, one "menu" and the second "two" are forgiven.
        assert_eq!((ratio.precision, ratio.recall), (2.0 / 3.0, 2.0 / 3.0));
    }

    #[test]
    fn all_of_nothing_is_perfect() {
        assert_eq!(content(&Bag::default(), &Bag::default(), None).f1, 1.0);
        assert_eq!(content(&Bag::of("a"), &Bag::default(), None).f1, 0.0);
    }

    /// What another program, written apart from this one, gives for the texts in each line of `content.txt`.
    #[test]
    fn an_independent_scorer_agrees_to_the_fourth_decimal() {
        for line in include_str!("content.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (texts, expected) = line.split_once(" => ").unwrap();
            // Invisible characters, and letters in two pieces, are spelled.
            let texts = texts.replace('¶', "\u{ad}").replace('⁞', "\u{200b}").replace('◌', "e\u{301}");
            let bags: Vec<Bag> = texts.split('|').map(Bag::of).collect();
            let [output, gold, neutral] = &bags[..] else { panic!("{line:?} is no case") };
            let found = content(output, gold, Some(neutral).filter(|bag| !bag.is_empty()));
            let found = [found.precision, found.recall, found.f1].map(|figure| format!("{figure:.4}"));
            assert_eq!(found.join(" "), expected, "{line}");
        }
    }

    #[test]
    fn its_shares_removed_agree_too() {
        for (visible, output, wanted) in [
            ("one two two three", "two", "0.7500"),
            ("", "x", "0.0000"),
            ("Menu menu rope", "MENU rope extra", "0.3333"),
            ("\u{fb01}ne na\u{ef}ve", "fine", "0.5000"),
        ] {
            let found = removed(&Bag::of(visible), &Bag::of(output));
            assert_eq!(format!("{found:.4}"), wanted, "{visible}");
        }
    }
}
