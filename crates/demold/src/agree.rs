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
            let tokens = tokenize::scan(source.text());
            Evidence::read(&Dom::from_tokens(source.text(), &tokens))
        })
        .collect();
    learner.learn(&evidence)
}

/// Decides about the regions of a page.
pub(crate) fn locate(model: &Model, source: &str) -> Found {
    let tokens = tokenize::scan(source);
    let dom = Dom::from_tokens(source, &tokens);
    let evidence = Evidence::read(&dom);
    let decision = model.apply_to(&dom, &evidence);
    let removals = decision.removals().to_vec();
    let regions = decision.into_regions();
    Found {
        tokens,
        regions,
        removals,
        fit: model.fit(&evidence),
    }
}
