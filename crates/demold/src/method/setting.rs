//! The names of the settings, for whoever offers them to users.

use super::Method;

/// A setting that belongs to some methods and does nothing with the others.
///
/// Whoever offers settings to users names them in his own way, and asks [`Method::check`] whether those that were given
/// go with the method.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Setting {
    /// The settings of the method's paper, `Learner::paper`.
    Paper,
    /// Which attributes count: `Normalize::attributes`.
    Attributes,
    /// Whether numbers and the like count as equal: `Normalize::mutable`.
    Mutable,
    /// The share of the pages that must have a piece of the template.
    Threshold,
    /// The number of pages that must have it.
    LeastPages,
    /// Which nodes are pruned: `distill_tree::Config::pruning`.
    Pruning,
    /// Whether figure 4 is taken literally: `rtdm_tree_mapping::Config::leaf_updates`.
    LeafUpdates,
    /// What the operations on trees cost: `rtdm_tree_mapping::Config::insert`, `delete` and `replace`.
    EditCosts,
    /// Which repeated strings are template.
    Selection,
    /// The least number of tokens in a string.
    MinTokens,
    /// The least number of pages that have a string.
    MinDocuments,
    /// Whether strings go that stand only inside one longer string.
    DropEnclosed,
    /// Whether strings consist of words: `Learner::words`.
    Words,
    /// What a word is: `Learner::lexer`.
    TokenPattern,
    /// Which words are mutable: `Learner::lexer`.
    Patterns,
    /// From how many sites on strings are common phrases: `drop_idioms`.
    Idioms,
    /// `Learner::merge_gaps`.
    MergeGaps,
    /// `Learner::merge_beside`.
    MergeBeside,
    /// `Learner::drop_islands`.
    DropIslands,
    /// What the cleaned pages are for: [`Profile`](crate::Profile).
    Profile,
    /// Whether the headline stays.
    Headline,
}

impl Setting {
    /// Returns the methods to which it means something.
    pub fn methods(self) -> impl Iterator<Item = Method> {
        let all = Method::ALL.iter().copied();
        all.filter(move |method| method.takes(self))
    }
}

#[cfg(all(test, feature = "papers"))]
mod tests {
    use super::*;

    #[test]
    fn settings_know_their_methods() {
        let methods = |setting: Setting| setting.methods().collect::<Vec<_>>();
        assert_eq!(methods(Setting::Headline), [Method::Classify]);
        assert_eq!(methods(Setting::Paper), [Method::Distill, Method::Mine, Method::Map]);
    }
}
