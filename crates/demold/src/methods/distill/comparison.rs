//! How tokens are compared when pages are aligned. The paper compares them by equality, and leaves "tokens that are
//! alike" to future work (section 4).

use std::collections::HashMap;

use align_nw::{Affine, Aligner, Scratch};
use tokenize::{Token, TokenKind, Vocabulary};

use crate::{Error, TokenScoring};

/// What a token is compared by.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
struct Feature {
    /// Tokens of one class are alike: tags of one name, texts, comments.
    class: u32,
    /// The score of an equal token: the higher, the less likely it is equal by chance.
    weight: i32,
}

impl Feature {
    /// For tags of one name with other attributes, and for two texts, a pair is better than two gaps. For a tag and a
    /// text, two gaps are better.
    fn pair(self, other: Feature, is_equal: bool) -> i32 {
        if is_equal {
            self.weight
        } else if self.class == other.class {
            0
        } else {
            -3
        }
    }
}

/// The memory of one alignment. Longer sequences are aligned by equality. Chosen: two sequences of 4,000 tokens; longer
/// ones would take minutes for a site.
const MEMORY: u64 = 16 << 20;

/// Aligns the tokens of a vocabulary, and those of pages with them.
#[derive(Debug)]
pub(super) struct Comparison {
    alignment: TokenScoring,
    affine: Affine,
    aligner: Aligner,
    classes: HashMap<String, u32>,
    /// The features of the vocabulary's symbols.
    features: Vec<Feature>,
}

impl Comparison {
    pub(super) fn new(
        alignment: TokenScoring,
        config: &align_nw::Config,
        vocabulary: &Vocabulary,
    ) -> Result<Comparison, Error> {
        let wrong = |error| Error::Distill(distill_tree::Error::Align(error));
        let mut comparison = Comparison {
            alignment,
            affine: Affine::new(alignment.open(), -1).map_err(wrong)?.memory(MEMORY),
            aligner: config.clone().build().map_err(wrong)?,
            classes: HashMap::new(),
            features: Vec::with_capacity(vocabulary.len()),
        };
        for form in vocabulary.forms() {
            let token = tokenize::scan(form).first().copied();
            let name = token.map_or_else(|| TEXT.to_owned(), |token| class_name(form, &token));
            let next = class_number(comparison.classes.len());
            let class = *comparison.classes.entry(name).or_insert(next);
            comparison.features.push(Feature { class, weight: weight(form, token) });
        }
        Ok(comparison)
    }

    /// Gives the tokens that the vocabulary lacks, which equal nothing in it, symbols of their class.
    pub(super) fn complete(&self, source: &str, tokens: &[Token], symbols: &mut [u32]) {
        let first = class_number(self.features.len());
        for (token, symbol) in std::iter::zip(tokens, symbols) {
            if *symbol == Vocabulary::UNKNOWN {
                let class = self.classes.get(&class_name(source, token)).copied();
                *symbol = first + class.unwrap_or(class_number(self.classes.len()));
            }
        }
    }

    fn feature(&self, symbol: u32) -> Feature {
        let n_known = self.features.len();
        let symbol = symbol as usize;
        let of_class = || Feature { class: class_number(symbol - n_known), weight: 0 };
        self.features.get(symbol).copied().unwrap_or_else(of_class)
    }

    pub(super) fn align(
        &self,
        scratch: &mut Scratch,
        left: &[u32],
        right: &[u32],
    ) -> Result<align_nw::Alignment, align_nw::Error> {
        let found = if self.alignment.has_features() {
            let pair = |left, right| self.feature(left).pair(self.feature(right), left == right);
            self.affine.align(left, right, pair)
        } else {
            self.affine.align(left, right, |left, right| i32::from(left == right))
        };
        match found {
            Err(align_nw::Error::OutOfMemory { .. }) => self.aligner.align_with(scratch, left, right),
            found => found,
        }
    }
}

/// The class of texts, whatever element they are in: a form does not tell.
const TEXT: &str = "text";

fn class_name(source: &str, token: &Token) -> String {
    let name = || tokenize::tag_name(source, token).to_ascii_lowercase();
    match token.kind() {
        TokenKind::StartTag => format!("<{}", name()),
        TokenKind::EndTag => format!("</{}", name()),
        TokenKind::Comment => "comment".to_owned(),
        TokenKind::Doctype => "doctype".to_owned(),
        _ => TEXT.to_owned(),
    }
}

fn weight(form: &str, token: Option<Token>) -> i32 {
    match token.map(|token| token.kind()) {
        Some(TokenKind::StartTag) if form.contains('=') => 2,
        Some(TokenKind::StartTag | TokenKind::EndTag) => 1,
        _ => 3,
    }
}

fn class_number(number: usize) -> u32 {
    u32::try_from(number).expect("symbols are counted in 32 bits")
}

#[cfg(test)]
mod tests {
    use align_nw::Step;

    use super::*;

    fn comparison(alignment: TokenScoring, forms: &[&str]) -> (Comparison, Vec<u32>) {
        let mut vocabulary = Vocabulary::new();
        let symbols = forms.iter().map(|form| vocabulary.intern(form)).collect();
        (Comparison::new(alignment, &align_nw::Config::new(), &vocabulary).unwrap(), symbols)
    }

    #[test]
    fn scores_are_those_of_the_documentation() {
        let (comparison, symbols) =
            comparison(TokenScoring::Features, &["<p>", "<p class=a>", "</p>", "a text", "another", "<!-- a -->"]);
        let pair = |left: usize, right: usize| {
            let [left, right] = [left, right].map(|at| symbols[at]);
            comparison.feature(left).pair(comparison.feature(right), left == right)
        };
        assert_eq!([pair(0, 0), pair(1, 1), pair(2, 2), pair(3, 3), pair(5, 5)], [1, 2, 1, 3, 3]);
        // Tags of one name, and two texts.
        assert_eq!([pair(0, 1), pair(3, 4)], [0, 0]);
        // A tag and its end, a tag and a text, a text and a comment.
        assert_eq!([pair(0, 2), pair(0, 3), pair(3, 5)], [-3; 3]);
    }

    #[test]
    fn what_is_unknown_has_its_class() {
        let (comparison, known) = comparison(TokenScoring::Features, &["<p class=a>", "a text"]);
        let source = "<P class=b>new<b>";
        let mut symbols = [Vocabulary::UNKNOWN; 3];
        comparison.complete(source, &tokenize::scan(source), &mut symbols);
        let classes = symbols.map(|symbol| comparison.feature(symbol).class);
        assert_eq!(classes[..2], [comparison.feature(known[0]).class, comparison.feature(known[1]).class]);
        assert!(!classes[..2].contains(&classes[2]));
        assert!(symbols.iter().all(|symbol| !known.contains(symbol)));
    }

    /// By equality, two mismatches cost less than two gaps. By features, a text is worth the gaps.
    #[test]
    fn a_text_is_worth_more_than_a_tag() {
        let forms = ["<b>", "a long text"];
        for (alignment, expected) in [
            (TokenScoring::Equality, &[Step::Mismatch, Step::Mismatch][..]),
            (TokenScoring::Affine, &[Step::Mismatch, Step::Mismatch]),
            (TokenScoring::Features, &[Step::Delete, Step::Match, Step::Insert]),
        ] {
            let (comparison, s) = comparison(alignment, &forms);
            let found = comparison.align(&mut Scratch::new(), &[s[0], s[1]], &[s[1], s[0]]).unwrap();
            assert_eq!(found.steps(), expected, "{alignment}");
        }
    }

    #[test]
    fn what_is_too_long_is_aligned_by_equality() {
        let (comparison, s) = comparison(TokenScoring::Features, &["<p>", "a"]);
        let long: Vec<u32> = (0..9_000).map(|at| s[at % 2]).collect();
        let found = comparison.align(&mut Scratch::new(), &long, &long).unwrap();
        assert_eq!(found.score(), 9_000);
    }
}
