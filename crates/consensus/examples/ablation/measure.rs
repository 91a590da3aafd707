//! How much of a page's content is kept, counted in words.

use std::hash::{Hash, Hasher};

use unicode_normalization::UnicodeNormalization;

/// The words of a text as sorted hashes, each as often as it occurs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bag(Vec<u64>);

impl Bag {
    /// Counts words as runs of letters, digits and underscores; an ideograph is a word of its own.
    pub(crate) fn of(text: &str) -> Bag {
        let mut words = Vec::new();
        let mut word = String::new();
        let mut end = |word: &mut String| {
            if !word.is_empty() {
                words.push(hash(word));
                word.clear();
            }
        };
        for c in text
            .nfkc()
            .filter(|&c| !is_invisible(c))
            .flat_map(char::to_lowercase)
        {
            if is_ideograph(c) {
                end(&mut word);
                word.push(c);
                end(&mut word);
            } else if c.is_alphanumeric() || c == '_' {
                word.push(c);
            } else {
                end(&mut word);
            }
        }
        end(&mut word);
        words.sort_unstable();
        Bag(words)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn count(&self, word: u64) -> usize {
        self.0.partition_point(|&at| at <= word) - self.0.partition_point(|&at| at < word)
    }

    /// Counts the words that both have.
    pub(crate) fn overlap(&self, other: &Bag) -> usize {
        self.runs().map(|(word, n)| n.min(other.count(word))).sum()
    }

    /// Iterates over the different words with how often each occurs.
    fn runs(&self) -> impl Iterator<Item = (u64, usize)> + '_ {
        self.0
            .chunk_by(|one, next| one == next)
            .map(|run| (run[0], run.len()))
    }
}

fn hash(word: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    word.hash(&mut hasher);
    hasher.finish()
}

/// Precision, recall and their harmonic mean.
///
/// Words of `neutral` text are neither asked for nor held against the output.
pub(crate) fn content(output: &Bag, gold: &Bag, neutral: &Bag) -> [f64; 3] {
    let forgiven: usize = output
        .runs()
        .map(|(word, n)| n.saturating_sub(gold.count(word)).min(neutral.count(word)))
        .sum();
    let (size, asked) = (output.len() - forgiven, gold.len());
    if size == 0 && asked == 0 {
        return [1.0; 3];
    }
    let hit = output.overlap(gold) as f64;
    let ratio = |whole: usize| if whole == 0 { 0.0 } else { hit / whole as f64 };
    let (precision, recall) = (ratio(size), ratio(asked));
    let f1 = if precision + recall == 0.0 {
        0.0
    } else {
        2.0 * precision * recall / (precision + recall)
    };
    [precision, recall, f1]
}

/// Brings a text into the form in which values are looked for: no white space, one kind of quotes
/// and dashes, since a value may cross the borders of elements.
pub(crate) fn comparable(text: &str) -> String {
    dom::decode_references(text)
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter_map(|c| match c {
            '|' | '*' | '\u{2022}' => None,
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2bc}' | '\u{2032}'
            | '\u{b4}' | '`' => Some('\''),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{201f}' | '\u{ab}' | '\u{bb}'
            | '\u{2033}' => Some('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
            c if c.is_whitespace() || is_invisible(c) => None,
            c => Some(c),
        })
        .collect()
}

fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}'
    )
}

fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2ffff}')
}
