//! What a page model is trained with.

use dom::{Dom, NodeId};

use super::features::{self, Features, Rules};
use crate::{evidence::Evidence, reason::Reason};

/// One line of a page as a page model sees it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The features, in the order of [`Example::feature_names`].
    pub features: Vec<f32>,
    /// The text nodes that it consists of.
    pub texts: Vec<NodeId>,
    /// A number that lines of the same text share.
    pub hash: u64,
    /// Why the rules remove the line, or `None` if it stays.
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
                let texts = &page.texts[line.texts.0 as usize..line.texts.1 as usize];
                Example {
                    features: row.clone(),
                    texts: texts
                        .iter()
                        .filter_map(|&text| dom.get(text as usize))
                        .collect(),
                    hash: line.hash.0[0],
                    removed: rules.gone[i],
                }
            })
            .collect()
    }
}
