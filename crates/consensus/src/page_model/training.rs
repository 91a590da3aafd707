//! What a page model is trained with.

use dom::{Dom, NodeId};

use super::{
    PageModel,
    copies::{Copyable, copies},
    cut::cut,
    features::{self, Features, Rules},
    trees,
};
use crate::{evidence::Evidence, reason::Reason};

/// One line of a page as a page model sees it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The features, in the order of [`Example::feature_names`].
    pub features: Vec<f32>,
    /// The text nodes that it consists of.
    pub texts: Vec<NodeId>,
    /// The number of words.
    pub words: u32,
    /// A number that lines of the same text share.
    pub hash: u64,
    /// Whether the line is where repeating is no copying: in tables, code, quotations.
    pub may_repeat: bool,
    /// Why the rules remove the line, or nothing if it stays.
    pub removed: Option<Reason>,
}

impl Example {
    /// Returns the names of the features.
    #[must_use]
    pub fn feature_names() -> Vec<String> {
        features::names()
    }

    /// Describes the lines of a page.
    pub(crate) fn of_page(dom: &Dom<'_>, page: &Evidence, rules: Rules<'_>) -> Vec<Example> {
        let features = Features::read(dom, page, rules);
        let mut row = Vec::new();
        (0..page.lines.len())
            .map(|i| {
                features.fill(i, &mut row);
                let line = &page.lines[i];
                let copyable = Copyable::of(page, line);
                let texts = &page.texts[line.texts.0 as usize..line.texts.1 as usize];
                Example {
                    features: row.clone(),
                    texts: texts
                        .iter()
                        .filter_map(|&text| dom.get(text as usize))
                        .collect(),
                    words: copyable.words,
                    hash: copyable.hash,
                    may_repeat: copyable.may_repeat,
                    removed: rules.gone[i],
                }
            })
            .collect()
    }
}

impl PageModel {
    /// Says which lines of a page stay, as it does where it is asked.
    #[must_use]
    pub fn keeps(&self, page: &[Example]) -> Vec<bool> {
        let rows: Vec<f32> = page
            .iter()
            .flat_map(|line| self.trees.features().iter().map(|&i| line.features[i]))
            .collect();
        let sums = self.trees.sums(&rows, page.len());
        let probabilities: Vec<u32> = sums.into_iter().map(trees::probability).collect();
        let words: Vec<u32> = page.iter().map(|line| line.words).collect();
        let stays = cut(&words, &probabilities);
        let lines = page.iter().map(|line| Copyable {
            words: line.words,
            hash: line.hash,
            may_repeat: line.may_repeat,
        });
        let copies = copies(&lines.collect::<Vec<_>>(), &stays);
        std::iter::zip(stays, copies)
            .map(|(stays, is_copy)| stays && !is_copy)
            .collect()
    }
}
