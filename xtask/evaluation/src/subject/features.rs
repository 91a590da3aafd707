//! Alignment by features, which Geraci and Maggini leave to future work: tokens that differ may be alike, a gap may cost
//! something to open. A method of the evaluation only: it gains little and takes 20 to 100 times as long (see
//! `docs/figures/evaluation.md`).

use std::time::Instant;

use align_nw::{Affine, Aligner, Alignment};
use demold::{Learner, Method, Regions};
use distill_tree::Located;
use tokenize::Kind;

use crate::{
    outcome::Cleaned,
    reading::{PageReading, Reading},
};

/// How two tokens are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// By tag name, attributes and text, as `Feature::pair` says.
    Features,
    /// By equality alone, with affine gaps.
    Affine,
    /// Both.
    FeaturesAffine,
}

impl Scoring {
    pub const ALL: [Scoring; 3] = [Scoring::Features, Scoring::Affine, Scoring::FeaturesAffine];

    pub fn name(self) -> &'static str {
        match self {
            Scoring::Features => "distill-features",
            Scoring::Affine => "distill-affine",
            Scoring::FeaturesAffine => "distill-features-affine",
        }
    }

    /// What a gap costs when it opens; each of its tokens costs 1.
    fn open(self) -> i32 {
        match self {
            Scoring::Features => 0,
            Scoring::Affine | Scoring::FeaturesAffine => -1,
        }
    }
}

/// What two tokens are compared by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Feature {
    /// Tokens of one class are alike: tags of one name, texts, comments.
    class: u32,
    /// What an equal token is worth: the more, the less likely it is equal by chance.
    weight: i32,
}

impl Feature {
    /// Of tags of one name with other attributes, or of two texts, a pair is better than two gaps; of a tag and a text
    /// two gaps are better.
    fn pair(self, other: Feature, equal: bool) -> i32 {
        match equal {
            true => self.weight,
            false if self.class == other.class => 0,
            false => -3,
        }
    }
}

/// The features of all tokens of a site, by symbol.
fn features(pages: &[PageReading]) -> Vec<Feature> {
    let mut names: Vec<String> = Vec::new();
    let mut features = Vec::new();
    for page in pages {
        for (token, &symbol) in page.tokens.iter().zip(&page.symbols) {
            let symbol = symbol as usize;
            if features.len() <= symbol {
                features.resize(symbol + 1, Feature::default());
            }
            if features[symbol] != Feature::default() {
                continue;
            }
            let source = &page.source[token.range()];
            let name = match token.kind() {
                Kind::StartTag => format!("<{}", tokenize::tag_name(&page.source, token)),
                Kind::EndTag => format!("</{}", tokenize::tag_name(&page.source, token)),
                kind => format!("{kind:?}"),
            };
            let at = names.iter().position(|known| *known == name);
            let class = at.unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            });
            let weight = match token.kind() {
                Kind::StartTag if source.contains('=') => 2,
                Kind::StartTag | Kind::EndTag => 1,
                _ => 3,
            };
            features[symbol] = Feature { class: class as u32, weight };
        }
    }
    features
}

/// Two sequences of 4,000 tokens: beyond, a site would take minutes.
const MEMORY: u64 = 16 << 20;

/// Aligns by a scoring, or by the aligner of `distill` what would need too much memory.
struct Comparison {
    scoring: Scoring,
    affine: Affine,
    aligner: Aligner,
    features: Vec<Feature>,
}

impl Comparison {
    fn new(scoring: Scoring, pages: &[PageReading]) -> anyhow::Result<Comparison> {
        Ok(Comparison {
            scoring,
            affine: Affine::new(scoring.open(), -1)?.memory(MEMORY),
            aligner: align_nw::Config::new().build()?,
            features: features(pages),
        })
    }

    fn align(&self, left: &[u32], right: &[u32]) -> Result<Alignment, align_nw::Error> {
        let feature = |symbol: u32| self.features[symbol as usize];
        let found = match self.scoring {
            Scoring::Affine => {
                let pair = |left, right| i32::from(left == right);
                self.affine.align(left, right, pair)
            }
            Scoring::Features | Scoring::FeaturesAffine => {
                let pair = |left, right| feature(left).pair(feature(right), left == right);
                self.affine.align(left, right, pair)
            }
        };
        match found {
            Err(align_nw::Error::OutOfMemory { .. }) => self.aligner.align(left, right),
            found => found,
        }
    }
}

/// Distils a site's pages by a scoring, and finds the template in each page by the same.
pub fn clean(reading: &Reading, scoring: Scoring, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Cleaned> {
    let inputs: Vec<demold::Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
    let n_pages = n_pages.unwrap_or(Method::Distill.default_pages());
    let start = Instant::now();
    let learner = Learner::new().seed(seed).pages(n_pages);
    let drawn = learner.draw(&inputs);
    let sample: Vec<&[u32]> = drawn.iter().map(|&at| reading.pages[at].symbols.as_slice()).collect();
    let comparison = Comparison::new(scoring, &reading.pages)?;
    let config = distill_tree::Config::new().sample(sample.len()).seed(seed);
    let distiller = config.build()?;
    let consensus = distiller.distill_by(&sample, |_, left, right| comparison.align(left, right))?;
    let learn_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let regions = reading.pages.iter().map(|page| {
        let found = comparison.align(consensus.symbols(), &page.symbols)?;
        let located = Located::by(&consensus, &found);
        let bytes =
            located.ranges().iter().map(|range| page.tokens[range.start].start()..page.tokens[range.end - 1].end());
        Ok(Regions::from_ranges(bytes))
    });
    Ok(Cleaned {
        regions: regions.collect::<anyhow::Result<_>>()?,
        learn_seconds,
        clean_seconds: start.elapsed().as_secs_f64(),
        cut: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alike_tokens_are_paired_and_others_are_not() {
        let div = Feature { class: 0, weight: 2 };
        let text = Feature { class: 1, weight: 3 };
        assert_eq!(div.pair(div, true), 2);
        assert_eq!(div.pair(div, false), 0);
        // Two gaps cost 2.
        assert!(div.pair(text, false) < -2);
        assert!(div.pair(div, true) < text.pair(text, true));
    }
}
