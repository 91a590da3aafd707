//! What is evaluated: every method as users get it and as its paper prints it, a baseline of the papers, and doing
//! nothing.

pub mod lines;
pub mod sst;

use std::fmt;

use anyhow::bail;
use demold::{Learner, Method, Profile, TokenScoring};
use suffixarray_miner::{Lexer, Patterns};
use tokenize::Attributes;

use self::lines::Rule;

/// A way to clean pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Keep everything: the baseline.
    Keep,
    Method(Method),
    /// A method exactly as its paper prints it.
    Paper(Method),
    /// A method with one template for all kinds of pages.
    OneKind(Method),
    /// `distill` by other alignments than its own.
    Alignment(TokenScoring),
    /// The site style tree, to which Vieira et al. compare theirs.
    StyleTree,
    /// Dropping the lines that other pages have: the baseline that everyone uses.
    Lines(Rule),
    /// A method with other settings than its default ones.
    Variant(Variant),
    /// Another program, of which only the texts are known that it left.
    Other(&'static str),
}

/// Settings that users choose for what they need, and readings of the papers that did not become defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The profile `data`.
    Data,
    /// The profile `article`.
    Article,
    /// `distill` as its paper prints it, with the other reading of its pruning.
    DistillInputs,
    /// `mine` on tags and texts with the thesis's cut.
    MineTokens,
    /// `mine` as its paper prints it, but with the list of mutable patterns that is ours.
    MineModern,
    /// `mine` as its paper prints it, but with mutable patterns replaced inside of words too.
    MineInside,
    /// `mine` as its paper prints it, with its second level: what sites of the collection have in common stays.
    MineIdioms,
    /// `mine` as its paper prints it, with the other reading of what a maximal string is.
    MineEnclosed,
    /// `mine` by its own rule on words.
    MineWords,
    /// The same, with mutable patterns replaced inside of words.
    MineWordsInside,
    /// `mine` on tags and texts with mutable patterns in the texts.
    MineMutable,
    /// `map` as its paper prints it, with the other reading of its labels: tags alone.
    MapTags,
    /// `map` as its paper prints it, with figure 4 taken literally: a leaf is not shared with an inner node.
    MapUpdates,
}

impl Variant {
    const ALL: [Variant; 13] = [
        Variant::Data,
        Variant::Article,
        Variant::DistillInputs,
        Variant::MineTokens,
        Variant::MineModern,
        Variant::MineInside,
        Variant::MineIdioms,
        Variant::MineEnclosed,
        Variant::MineWords,
        Variant::MineWordsInside,
        Variant::MineMutable,
        Variant::MapTags,
        Variant::MapUpdates,
    ];
}

/// The alignments other than the paper's.
const ALIGNMENTS: [TokenScoring; 3] = [TokenScoring::Features, TokenScoring::Affine, TokenScoring::FeaturesAffine];

/// The methods that have a paper.
const PAPERS: [Method; 3] = [Method::Distill, Method::Mine, Method::Map];

impl Subject {
    /// The name of doing nothing.
    pub const KEEP: &str = "keep";

    /// Returns the baseline, all methods in the order of their papers, the same as printed, the style tree,
    /// dropping repeated lines, and the variants.
    pub fn all() -> Vec<Subject> {
        let methods = Method::ALL.iter().copied().map(Subject::Method);
        std::iter::once(Subject::Keep)
            .chain(methods)
            .chain(PAPERS.map(Subject::Paper))
            .chain([Subject::StyleTree])
            .chain(Rule::ALL.map(Subject::Lines))
            .chain(PAPERS.map(Subject::OneKind))
            .chain(ALIGNMENTS.map(Subject::Alignment))
            .chain(Variant::ALL.map(Subject::Variant))
            .collect()
    }

    /// Returns all but those that take minutes for a site.
    pub fn unless_named() -> Vec<Subject> {
        let mut all = Subject::all();
        all.retain(|subject| !matches!(subject, Subject::Alignment(_)));
        all
    }

    /// Returns the baseline and the named subjects, in the order of [`Subject::all`].
    pub fn named(names: &[String]) -> anyhow::Result<Vec<Subject>> {
        let mut all = Subject::all();
        for (at, name) in names.iter().enumerate() {
            if all.iter().all(|subject| subject.name() != name) {
                let names: Vec<&str> = all.iter().map(|subject| subject.name()).collect();
                bail!("there is no {name} to evaluate: {}", names.join(", "));
            }
            if names[..at].contains(name) {
                bail!("{name} is named twice");
            }
        }
        all.retain(|subject| *subject == Subject::Keep || names.iter().any(|name| name == subject.name()));
        Ok(all)
    }

    pub fn name(self) -> &'static str {
        match self {
            Subject::Keep => Subject::KEEP,
            Subject::Method(method) => method.name(),
            Subject::Paper(Method::Distill) => "distill-paper",
            Subject::Paper(Method::Mine) => "mine-paper",
            Subject::Paper(Method::Map) => "map-paper",
            Subject::Paper(method) => method.name(),
            Subject::OneKind(Method::Distill) => "distill-one-kind",
            Subject::OneKind(Method::Mine) => "mine-one-kind",
            Subject::OneKind(Method::Map) => "map-one-kind",
            Subject::OneKind(method) => method.name(),
            Subject::Other(name) => name,
            Subject::Alignment(TokenScoring::Equality) => "distill-equality",
            Subject::Alignment(TokenScoring::Features) => "distill-features",
            Subject::Alignment(TokenScoring::Affine) => "distill-affine",
            Subject::Alignment(TokenScoring::FeaturesAffine) => "distill-features-affine",
            Subject::StyleTree => "sst",
            Subject::Lines(rule) => rule.name(),
            Subject::Variant(Variant::DistillInputs) => "distill-inputs",
            Subject::Variant(Variant::MineTokens) => "mine-tokens",
            Subject::Variant(Variant::MineModern) => "mine-modern",
            Subject::Variant(Variant::MineInside) => "mine-inside",
            Subject::Variant(Variant::MineIdioms) => "mine-idioms",
            Subject::Variant(Variant::MineEnclosed) => "mine-enclosed",
            Subject::Variant(Variant::MineWords) => "mine-words",
            Subject::Variant(Variant::MineWordsInside) => "mine-words-inside",
            Subject::Variant(Variant::MineMutable) => "mine-mutable",
            Subject::Variant(Variant::MapTags) => "map-paper-tags",
            Subject::Variant(Variant::MapUpdates) => "map-paper-updates",
            Subject::Variant(Variant::Data) => "classify-data",
            Subject::Variant(Variant::Article) => "classify-article",
        }
    }

    /// Returns what learns; nothing for baselines.
    pub fn learner(self) -> Option<Learner> {
        let variant = match self {
            Subject::Keep | Subject::StyleTree | Subject::Lines(_) | Subject::Other(_) => return None,
            Subject::Alignment(alignment) => {
                return Some(Learner::new().method(Method::Distill).align_by(alignment));
            }
            Subject::OneKind(method) => {
                let one = classify::Config::new().max_clusters(1);
                return Some(Learner::new().method(method).classify(one));
            }
            Subject::Method(method) => return Some(Learner::new().method(method)),
            Subject::Paper(method) => return Some(Learner::paper(method)),
            Subject::Variant(variant) => variant,
        };
        let classify = classify::Config::new();
        let classify = match variant {
            Variant::Data => classify.profile(Profile::Data),
            Variant::Article => classify.profile(Profile::Article),
            Variant::DistillInputs => {
                return Some(Learner::paper(Method::Distill).distill(inputs()));
            }
            Variant::MineTokens => {
                let selection = suffixarray_miner::Selection::paper();
                let config = suffixarray_miner::Config::new().selection(selection);
                return Some(Learner::new().method(Method::Mine).mine(config));
            }
            Variant::MineModern => {
                return Some(Learner::paper(Method::Mine).lexer(Lexer::new(Patterns::modern())));
            }
            Variant::MineIdioms => return Some(Learner::paper(Method::Mine)),
            Variant::MineInside => {
                let lexer = Lexer::new(inside(Patterns::thesis()));
                return Some(Learner::paper(Method::Mine).lexer(lexer));
            }
            Variant::MineEnclosed => {
                let selection = suffixarray_miner::Selection::paper().drop_enclosed(true);
                let config = suffixarray_miner::Config::new().selection(selection);
                return Some(Learner::paper(Method::Mine).mine(config));
            }
            Variant::MineWords => return Some(Learner::new().method(Method::Mine).words(true)),
            Variant::MineWordsInside => {
                let lexer = Lexer::new(inside(Patterns::thesis()));
                let words = Learner::new().method(Method::Mine).words(true);
                return Some(words.lexer(lexer));
            }
            Variant::MapTags => {
                let tags = demold::Normalize::new().attributes(Attributes::None);
                return Some(Learner::paper(Method::Map).normalize(tags));
            }
            Variant::MapUpdates => {
                let config = rtdm_tree_mapping::Config::paper().leaf_updates(true);
                return Some(Learner::paper(Method::Map).map(config));
            }
            Variant::MineMutable => {
                let normalize = demold::Normalize::new().mutable(true);
                return Some(Learner::new().method(Method::Mine).normalize(normalize));
            }
        };
        Some(Learner::new().method(Method::Classify).classify(classify))
    }

    /// Returns how tokens are distilled, if that is what this does.
    pub fn distillation(self) -> Option<distill_tree::Config> {
        match self {
            Subject::Method(Method::Distill) => Some(distill_tree::Config::new()),
            Subject::Paper(Method::Distill) => Some(distill_tree::Config::paper()),
            Subject::Variant(Variant::DistillInputs) => Some(inputs()),
            _ => None,
        }
    }

    /// Returns whether what is learned of a site depends on the other sites of its collection.
    pub fn compares_sites(self) -> bool {
        self == Subject::Variant(Variant::MineIdioms)
    }

    /// Returns whether this takes part in the papers' experiments, which are about methods, not settings.
    pub fn is_of_papers(self) -> bool {
        !matches!(self, Subject::Variant(_) | Subject::OneKind(_) | Subject::Alignment(_) | Subject::Other(_))
    }
}

fn inside(patterns: Patterns) -> Patterns {
    patterns.inside().expect("the lists are tested")
}

fn inputs() -> distill_tree::Config {
    distill_tree::Config::paper().pruning(distill_tree::Pruning::Inputs)
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doing_nothing_comes_first() {
        let subjects = Subject::all();
        assert_eq!(subjects[0], Subject::Keep);
        let n_methods = Method::ALL.len() + PAPERS.len() + 1 + Rule::ALL.len();
        let n_others = PAPERS.len() + ALIGNMENTS.len() + Variant::ALL.len();
        assert_eq!(subjects.len(), 1 + n_methods + n_others);
        let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
        assert!(names.iter().enumerate().all(|(at, name)| !names[..at].contains(name)));
        let mut names: Vec<String> = subjects.iter().map(ToString::to_string).collect();
        names.reverse();
        assert_eq!(Subject::named(&names).unwrap(), subjects);
        assert!(Subject::named(&["mine".to_owned(), "mine".to_owned()]).is_err());
        assert!(Subject::named(&["guess".to_owned()]).is_err());
    }
}
