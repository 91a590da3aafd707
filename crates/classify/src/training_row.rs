//! Lines as the trees see them, for training.

use std::ops::Range;

use dom::{Dom, NodeId};

use crate::{
    decision::recall,
    evidence::Evidence,
    features::{Features, names, structure_features::StructureFeatures},
    site::PageInSite,
};

/// One line of a page as the trees see it.
#[derive(Clone, Debug)]
pub struct TrainingRow {
    /// The features, in the order of [`TrainingRow::feature_names`].
    pub features: Vec<f32>,
    /// The text nodes of the line.
    pub texts: Vec<NodeId>,
    /// A number that lines of the same text share.
    pub hash: u64,
    /// Whether it belongs to the heading that the page's title repeats.
    pub is_headline: bool,
}

impl TrainingRow {
    /// Returns the names of the features.
    #[must_use]
    pub fn feature_names() -> Vec<String> {
        names::names()
    }

    /// Returns the names of the features of [`Model::structure_rows`](crate::Model::structure_rows).
    #[must_use]
    pub fn structure_feature_names() -> Vec<String> {
        names::structure_names()
    }

    /// The score that stands for one in log odds.
    pub const SCORE_ONE: i32 = gbdt::SCORE_ONE;

    /// Returns the names of the features of a page, from which its confidence is computed, in order.
    #[must_use]
    pub fn page_feature_names() -> Vec<&'static str> {
        names::PAGE_FEATURES.to_vec()
    }

    /// Returns how many times more recall weighs than precision for text, what links add to that, and for values; and how far
    /// lines of text are expected to be right or wrong together, from 0 to 1.
    #[must_use]
    pub fn weights_of_errors() -> [f64; 4] {
        recall::constants()
    }

    /// Describes the lines of a page.
    pub(crate) fn of_page<'a>(
        dom: &'a Dom<'a>,
        view: &'a PageInSite<'a>,
        headline: Option<u32>,
        asks_article: bool,
    ) -> Vec<TrainingRow> {
        let page: &Evidence = view.page;
        let features = Features::read(dom, view, headline, asks_article);
        let n_features = names::names().len();
        let rows = features.chunks().flat_map(|lines| features.chunk(lines).rows(n_features).into_rows());
        std::iter::zip(&page.lines, rows)
            .map(|(line, features)| {
                let texts = &page.texts[line.texts.0 as usize..line.texts.1 as usize];
                TrainingRow {
                    features,
                    texts: texts.iter().filter_map(|&text| dom.get(text as usize)).collect(),
                    hash: line.hash.0[0],
                    is_headline: headline.is_some_and(|headline| page.contains(headline, line.owner)),
                }
            })
            .collect()
    }

    /// Describes what the lines of a page with these scores say of the structures around them.
    pub(crate) fn of_structures<'a>(
        dom: &'a Dom<'a>,
        view: &'a PageInSite<'a>,
        headline: Option<u32>,
        asks_article: bool,
        scores: &[i32],
    ) -> Vec<Vec<f32>> {
        let features = Features::read(dom, view, headline, asks_article);
        let structures = StructureFeatures::read(&features, scores);
        let (n_features, columns) = (names::names().len(), names::columns_of_lines());
        let of_chunk = |lines: Range<usize>| {
            let rows = features.chunk(lines.clone()).rows(n_features);
            structures.rows(lines.start, &rows, &columns).into_rows()
        };
        features.chunks().flat_map(of_chunk).collect()
    }
}
