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

    /// What another program, written apart from this one, gives for the same texts.
    #[test]
    fn an_independent_scorer_agrees_to_the_fourth_decimal() {
        for (output, gold, neutral, expected) in [
            ("Home News The rope is long", "The rope is long", None, "0.6667 1.0000 0.8000"),
            ("Menu menu THE Rope rope", "the rope is long", Some("menu"), "0.5000 0.5000 0.5000"),
            ("na\u{ef}ve na\u{131}ve \u{fb01}ne", "na\u{ef}ve fine", None, "0.6667 1.0000 0.8000"),
            ("東京タワー は 高い", "東京タワーは高い。", None, "1.0000 1.0000 1.0000"),
            ("a_b 1,234.5 don't x-y", "1 234 5 don t", None, "0.6250 1.0000 0.7692"),
            ("ΣΟΦΟΣ Straße", "σοφος strasse", None, "0.5000 0.5000 0.5000"),
            ("soft\u{ad}hyphen zero\u{200b}width", "softhyphen zerowidth", None, "1.0000 1.0000 1.0000"),
            ("हिन्दी भाषा", "हिन्दी", None, "0.6000 1.0000 0.7500"),
            ("", "something", None, "0.0000 0.0000 0.0000"),
            ("all of it", "all of it", Some("all"), "1.0000 1.0000 1.0000"),
            ("İstanbul Ⅻ ½", "istanbul xii 1 2", None, "0.6000 0.7500 0.6667"),
            ("e\u{301}t\u{e9} ete", "\u{e9}t\u{e9} \u{e9}t\u{e9}", Some("ete x"), "1.0000 0.5000 0.6667"),
        ] {
            let neutral = neutral.map(Bag::of);
            let found = content(&Bag::of(output), &Bag::of(gold), neutral.as_ref());
            let found = [found.precision, found.recall, found.f1].map(|figure| format!("{figure:.4}"));
            assert_eq!(found.join(" "), expected, "{output}");
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
