//! What is evaluated: every method as users get it and as its paper prints it, a baseline of the papers, and doing
//! nothing.

pub mod lines;
pub mod sst;

use std::fmt;

use anyhow::bail;
use demold::{Learner, Method, Normalize, Profile};
use suffixarray_miner::{Config, Lexer, Patterns, Selection};
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
    /// The site style tree, to which Vieira et al. compare theirs.
    StyleTree,
    /// Dropping the lines that other pages have: the baseline that everyone uses.
    Lines(Rule),
    /// A method with other settings than its default ones.
    Variant(&'static Variant),
    /// Another program, of which only the texts are known that it left.
    Other(&'static str),
}

/// Settings that users choose for what they need, and readings of the papers that did not become defaults.
#[derive(Debug)]
pub struct Variant {
    name: &'static str,
    learner: fn() -> Learner,
}

/// There are no two of one name.
impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.name == other.name
    }
}

impl Eq for Variant {}

/// The profile `data`.
pub static DATA: Variant = Variant { name: "classify-data", learner: || classified(Profile::Data) };

/// The profile `article`.
pub static ARTICLE: Variant = Variant { name: "classify-article", learner: || classified(Profile::Article) };

/// `distill` as its paper prints it, with the other reading of its pruning.
static DISTILL_INPUTS: Variant =
    Variant { name: "distill-inputs", learner: || Learner::paper(Method::Distill).distill(inputs()) };

/// `mine` as its paper prints it, with its second level: what sites of the collection have in common stays.
static MINE_IDIOMS: Variant = Variant { name: "mine-idioms", learner: || Learner::paper(Method::Mine) };

/// All of them, in the order of the tables.
static VARIANTS: [&Variant; 13] = [
    &DATA,
    &ARTICLE,
    &DISTILL_INPUTS,
    // `mine` on tags and texts with the thesis's cut.
    &Variant {
        name: "mine-tokens",
        learner: || Learner::new().method(Method::Mine).mine(selected(Selection::paper())),
    },
    // `mine` as its paper prints it, but with the list of mutable patterns that is ours.
    &Variant { name: "mine-modern", learner: || Learner::paper(Method::Mine).lexer(Lexer::new(Patterns::modern())) },
    // `mine` as its paper prints it, but with mutable patterns replaced inside of words too.
    &Variant { name: "mine-inside", learner: || Learner::paper(Method::Mine).lexer(inside()) },
    &MINE_IDIOMS,
    // `mine` as its paper prints it, with the other reading of what a maximal string is.
    &Variant {
        name: "mine-enclosed",
        learner: || Learner::paper(Method::Mine).mine(selected(Selection::paper().drop_enclosed(true))),
    },
    // `mine` by its own rule on words.
    &Variant { name: "mine-words", learner: || Learner::new().method(Method::Mine).words(true) },
    // The same, with mutable patterns replaced inside of words.
    &Variant { name: "mine-words-inside", learner: || Learner::new().method(Method::Mine).words(true).lexer(inside()) },
    // `mine` on tags and texts with mutable patterns in the texts.
    &Variant {
        name: "mine-mutable",
        learner: || Learner::new().method(Method::Mine).normalize(Normalize::new().mutable(true)),
    },
    // `map` as its paper prints it, with the other reading of its labels: tags alone.
    &Variant {
        name: "map-paper-tags",
        learner: || Learner::paper(Method::Map).normalize(Normalize::new().attributes(Attributes::None)),
    },
    // `map` as its paper prints it, with figure 4 taken literally: a leaf is not shared with an inner node.
    &Variant {
        name: "map-paper-updates",
        learner: || Learner::paper(Method::Map).map(rtdm_tree_mapping::Config::paper().leaf_updates(true)),
    },
];

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
            .chain(VARIANTS.map(Subject::Variant))
            .collect()
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
            Subject::StyleTree => "sst",
            Subject::Lines(rule) => rule.name(),
            Subject::Variant(variant) => variant.name,
        }
    }

    /// Returns what learns; nothing for baselines.
    pub fn learner(self) -> Option<Learner> {
        Some(match self {
            Subject::Keep | Subject::StyleTree | Subject::Lines(_) | Subject::Other(_) => return None,
            Subject::Method(method) => Learner::new().method(method),
            Subject::Paper(method) => Learner::paper(method),
            Subject::OneKind(method) => Learner::new().method(method).classify(classify::Config::new().max_clusters(1)),
            Subject::Variant(variant) => (variant.learner)(),
        })
    }

    /// Returns how tokens are distilled, if that is what this does.
    pub fn distillation(self) -> Option<distill_tree::Config> {
        match self {
            Subject::Method(Method::Distill) => Some(distill_tree::Config::new()),
            Subject::Paper(Method::Distill) => Some(distill_tree::Config::paper()),
            Subject::Variant(variant) if *variant == DISTILL_INPUTS => Some(inputs()),
            _ => None,
        }
    }

    /// Returns whether what is learned of a site depends on the other sites of its collection.
    pub fn compares_sites(self) -> bool {
        self == Subject::Variant(&MINE_IDIOMS)
    }

    /// Returns whether this takes part in the papers' experiments, which are about methods, not settings.
    pub fn is_of_papers(self) -> bool {
        !matches!(self, Subject::Variant(_) | Subject::OneKind(_) | Subject::Other(_))
    }
}

fn classified(profile: Profile) -> Learner {
    Learner::new().method(Method::Classify).classify(classify::Config::new().profile(profile))
}

fn selected(selection: Selection) -> Config {
    Config::new().selection(selection)
}

/// The thesis's patterns, also inside of words.
fn inside() -> Lexer {
    Lexer::new(Patterns::thesis().inside().expect("the lists are tested"))
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
        let n_others = PAPERS.len() + VARIANTS.len();
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
