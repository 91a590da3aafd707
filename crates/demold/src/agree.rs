//! The default method: what the evidence of all pages says of each region.

use consensus::{Evidence, Learner, Model};
use dom::Dom;
use rayon::prelude::*;

use crate::{Input, reading, site::Found};

/// Sums the evidence of the pages.
pub(crate) fn learn(sample: &[Input<'_>], learner: &Learner) -> Model {
    let evidence: Vec<Evidence> = sample
        .par_iter()
        .with_max_len(1)
        .map(|input| {
            let source = reading::source(input);
            Evidence::read(&Dom::parse(source.into_text()))
        })
        .collect();
    learner.learn(&evidence)
}

/// Decides about the regions of a page.
pub(crate) fn locate(model: &Model, dom: &Dom<'_>) -> Found {
    let evidence = Evidence::read(dom);
    let decision = model.apply_to(dom, &evidence);
    let removals = decision.removals().to_vec();
    let regions = decision.into_regions();
    Found {
        regions,
        removals,
        fit: model.fit(&evidence),
    }
}
