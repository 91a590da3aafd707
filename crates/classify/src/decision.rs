//! What is removed from a page, and why.

mod cut;
pub(crate) mod headline;
pub(crate) mod line_decisions;
pub(crate) mod recall;
pub(crate) mod removals;
mod thousandths;
mod words;

use std::ops::Range;

use cleaner::Regions;
use dom::{Dom, NodeKind};
use serde::{Deserialize, Serialize};

use self::thousandths::Thousandths;
use crate::{
    evidence::words::{Count, Counter},
    forest::Forest,
    profile::Request,
    reason::Reason,
    site::PageInSite,
};

/// Decides what is removed from a page, with or without its site. Reasons are computed only with `explain`.
pub(crate) fn decide(
    dom: &Dom<'_>,
    view: &PageInSite<'_>,
    request: Request,
    forest: &Forest,
    explain: bool,
) -> Decision {
    if view.page.elements.is_empty() {
        // A page without a body has nothing to remove, and fits every site.
        Decision { regions: Regions::new(), removals: Vec::new(), container: None, confidence: 1000, fit: 1.0 }
    } else {
        removals::of(dom, &line_decisions::decide_lines(dom, view, request, forest, explain))
    }
}

/// What is removed from a page, and why.
#[derive(Clone, Debug)]
pub struct Decision {
    regions: Regions,
    removals: Vec<Removal>,
    container: Option<Range<usize>>,
    /// In thousandths.
    confidence: u16,
    fit: f64,
}

/// One removed part of a page. Serialized, its range is a pair `[start, end]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    #[serde(with = "cleaner::pair")]
    range: Range<usize>,
    reason: Reason,
    selector: String,
    words: usize,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    because: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    probability: Option<Thousandths>,
}

impl Removal {
    /// Makes a removal that a user asked for. `html` is the source of the range; its words are counted.
    #[must_use]
    pub fn by_selector(range: Range<usize>, selector: &str, html: &str) -> Removal {
        let dom = Dom::parse(html);
        let (mut counter, mut count) = (Counter::default(), Count::default());
        for node in dom.nodes() {
            if dom.kind(node) == NodeKind::Text {
                counter.add(&dom.text(node), &mut count);
            } else if dom.tag(node).is_block() {
                counter.end_word();
            }
        }
        Removal {
            range,
            reason: Reason::Selector,
            selector: selector.to_owned(),
            words: count.words as usize,
            because: String::new(),
            probability: None,
        }
    }

    /// Returns the byte range.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns why it was removed: what speaks most against its longest line.
    #[must_use]
    pub fn reason(&self) -> Reason {
        self.reason
    }

    /// Returns the element, or the parent of the text, as `tag#id.class`.
    #[must_use]
    pub fn selector(&self) -> &str {
        &self.selector
    }

    /// Returns the number of visible words in it.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns what speaks against its longest line, in words, the strongest first: `on 21 of 23 other pages; 9 of 11
    /// words are links`. Empty if it has no words, or if a user asked for its removal.
    #[must_use]
    pub fn because(&self) -> &str {
        &self.because
    }

    /// Returns why it was removed, for people: [`because`](Removal::because), or the sentence of its reason if that is
    /// empty.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self.because.as_str() {
            "" => self.reason.sentence(),
            because => because,
        }
    }

    /// Returns the probability that a word of it is content, from 0 to 1 and rounded down to thousandths, if it has
    /// words and no user asked for its removal.
    #[must_use]
    pub fn probability(&self) -> Option<f64> {
        self.probability.map(Thousandths::share)
    }
}

impl Decision {
    /// Returns the byte ranges to remove.
    #[must_use]
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Returns the byte ranges to remove.
    #[must_use]
    pub fn into_regions(self) -> Regions {
        self.regions
    }

    /// Returns the byte ranges to remove, and the removed parts with their reasons.
    #[must_use]
    pub fn into_parts(self) -> (Regions, Vec<Removal>) {
        (self.regions, self.removals)
    }

    /// Returns the removed parts with their reasons, in document order; none if no reasons were asked for.
    #[must_use]
    pub fn removals(&self) -> &[Removal] {
        &self.removals
    }

    /// Returns how good the decision is expected to be: the F1 of the words that stay, from 0 to 1 in steps of a
    /// thousandth; 1 for a page without words. Trees estimate it that were trained on pages held back, so that pages of
    /// .9 have a mean F1 of about .9. A low value says that the page could be read in several ways.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        f64::from(self.confidence) / 1000.0
    }

    /// Returns how well the page fits the site, as [`Model::fit`](crate::Model::fit) does.
    #[must_use]
    pub fn fit(&self) -> f64 {
        self.fit
    }

    /// Returns the byte range of the element that holds the content; `None` if the page has no body.
    #[must_use]
    pub fn container(&self) -> Option<Range<usize>> {
        self.container.clone()
    }
}
