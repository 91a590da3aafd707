//! Lines as the trees see them, for training.

use dom::{Dom, NodeId};

use crate::{
    evidence::Evidence,
    features::{Features, names},
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

    /// Describes the lines of a page.
    pub(crate) fn of_page(
        dom: &Dom<'_>,
        view: &PageInSite<'_>,
        headline: Option<u32>,
        asks_article: bool,
    ) -> Vec<TrainingRow> {
        let page: &Evidence = view.page;
        let features = Features::read(dom, view, headline, asks_article);
        let mut row = Vec::new();
        (page.lines.iter().enumerate())
            .map(|(i, line)| {
                row.clear();
                features.fill(i, &mut row);
                let texts = &page.texts[line.texts.0 as usize..line.texts.1 as usize];
                TrainingRow {
                    features: row.clone(),
                    texts: texts.iter().filter_map(|&text| dom.get(text as usize)).collect(),
                    hash: line.hash.0[0],
                    is_headline: headline.is_some_and(|headline| page.contains(headline, line.owner)),
                }
            })
            .collect()
    }
}
