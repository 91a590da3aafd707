//! ROUGE-N as WebMainBench computes it: overlap of runs of `n` tokens, as bags.
//!
//! Its tokens are those of `jieba`. Of all text but Chinese these are found here by its rules: a block is a longest run
//! of Han characters, ASCII letters, digits and `+#&._%-`. In a block, letters and digits (with a fraction and a percent
//! sign) are a token, and so is what stands between two of these. Outside of blocks, every character is a token,
//! white space too. Chinese words are those of a dictionary that we do not have: here each Han character is a token, and
//! figures of Chinese pages are not comparable.

use rustc_hash::FxHashMap;

use super::ratio::{Ratio, share};

/// The `n` of the benchmark.
pub const N: usize = 5;

/// Compares runs of `n` tokens. Two texts without anything in them are equal.
pub fn rouge_n(found: &str, wanted: &str, n: usize) -> Ratio {
    if found.trim().is_empty() && wanted.trim().is_empty() {
        return Ratio { precision: 1.0, recall: 1.0, f1: 1.0 };
    }
    let (found, wanted) = (tokens(found), tokens(wanted));
    let mut counts: FxHashMap<&[&str], usize> = FxHashMap::default();
    wanted.windows(n).for_each(|run| *counts.entry(run).or_default() += 1);
    let mut hits = 0;
    for run in found.windows(n) {
        if let Some(count) = counts.get_mut(run)
            && *count > 0
        {
            *count -= 1;
            hits += 1;
        }
    }
    let n_runs = |tokens: &[&str]| (tokens.len() + 1).saturating_sub(n);
    // Of nothing found, or nothing wanted, the share is 0.
    Ratio::from_shares(share(hits, n_runs(&found)), share(hits, n_runs(&wanted)))
}

/// Cuts a text into tokens. Glued together, they are the text.
pub fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = if is_block(first) {
            let end = rest.find(|c| !is_block(c)).unwrap_or(rest.len());
            first_of_block(&rest[..end])
        } else if rest.starts_with("\r\n") {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(len);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Returns the length of the first token of a block.
fn first_of_block(block: &str) -> usize {
    let Some(first) = block.chars().next() else { return 0 };
    if is_han(first) {
        return first.len_utf8();
    }
    let word = |text: &str| text.bytes().take_while(u8::is_ascii_alphanumeric).count();
    match word(block) {
        // Signs, up to the next word.
        0 => block.find(|c: char| c.is_ascii_alphanumeric() || is_han(c)).unwrap_or(block.len()),
        len => {
            let fraction = block[len..].strip_prefix('.');
            let digits = fraction.map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
            let len = if digits > 0 { len + 1 + digits } else { len };
            len + usize::from(block[len..].starts_with('%'))
        }
    }
}

fn is_block(c: char) -> bool {
    is_han(c) || c.is_ascii_alphanumeric() || "+#&._%-".contains(c)
}

fn is_han(c: char) -> bool {
    ('\u{4e00}'..='\u{9fd5}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_of_the_rules() {
        for (text, expected) in [
            ("One  word.", &["One", " ", " ", "word", "."][..]),
            ("well-known_x", &["well", "-", "known", "_", "x"]),
            ("3.14% of 10% 1.2.3", &["3.14%", " ", "of", " ", "10%", " ", "1.2", ".", "3"]),
            ("# a\r\n--b--", &["#", " ", "a", "\r\n", "--", "b", "--"]),
            ("café (x)", &["caf", "é", " ", "(", "x", ")"]),
            ("中文a", &["中", "文", "a"]),
            ("C++ a.b", &["C", "++", " ", "a", ".", "b"]),
            ("", &[]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
            assert_eq!(tokens(text).concat(), text);
        }
    }

    #[test]
    fn by_hand() {
        // Runs of two: a␣ ␣b b␣ ␣c against a␣ ␣b.
        let ratio = rouge_n("a b c", "a b", 2);
        assert_eq!((ratio.precision, ratio.recall), (0.5, 1.0));
        // A run that is wanted once counts once.
        let ratio = rouge_n("a.a.a", "a.a", 2);
        assert_eq!((ratio.precision, ratio.recall), (0.5, 1.0));
        assert_eq!(rouge_n(" ", "\n", N).f1, 1.0);
        assert_eq!(rouge_n("", "one two three four", N).f1, 0.0);
        // Fewer tokens than make a run have none in common, even with themselves.
        assert_eq!(rouge_n("a b", "a b", N).f1, 0.0);
        assert_eq!(rouge_n("one two three", "one two three", N).f1, 1.0);
    }
}
