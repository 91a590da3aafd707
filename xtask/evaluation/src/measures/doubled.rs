//! Headlines that come out twice, which the F1 of words cannot see: a line that the gold lacks costs it one line of many.

use unicode_normalization::UnicodeNormalization as _;

/// The lines that may be a headline, and those among which they may stand again. Chosen: as the figures of other tools were
/// counted that ours are compared with.
const FIRST: usize = 5;
const AMONG: usize = 12;

/// The least number of words of such a line: shorter ones, such as dates and names, stand twice for good reasons.
/// Chosen: as above.
const LEAST_WORDS: usize = 3;

/// Returns whether one of the first five lines of a text, of three words and more, stands twice among its first twelve,
/// while the gold has it once at most. Lines are compared in NFKC and lower case, with single spaces.
pub fn has_doubled_line(text: &str, gold: &str) -> bool {
    let first: Vec<String> = text.lines().map(normal).filter(|line| !line.is_empty()).take(AMONG).collect();
    let is_twice = |line: &&String| first.iter().filter(|other| other == line).count() > 1;
    let mut twice = first.iter().take(FIRST).filter(|line| line.split(' ').count() >= LEAST_WORDS).filter(is_twice);
    let gold = normal(gold);
    twice.any(|line| gold.matches(line.as_str()).count() < 2)
}

fn normal(text: &str) -> String {
    let normal: String = text.nfkc().collect();
    normal.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headline_stands_twice() {
        let gold = "The low tide\nIt is low";
        assert!(has_doubled_line("Home\nThe low tide\nTHE  LOW TIDE\nIt is low", gold));
        assert!(!has_doubled_line("Home\nThe low tide\nIt is low", gold));
        // The gold has it twice, it is short, or the copy is further down.
        assert!(!has_doubled_line("The low tide\nThe low tide", "The low tide\nThe low tide"));
        assert!(!has_doubled_line("Low tide\nLow tide", gold));
        assert!(!has_doubled_line(&format!("The low tide\n{}The low tide", "x\n".repeat(11)), gold));
    }
}
