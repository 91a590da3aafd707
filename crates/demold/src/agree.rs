//! The default method: what the evidence of all pages says of each region.

use consensus::{Evidence, Learner, Model};
use dom::Dom;
use metadata::{Signs, SiteLearner, SiteMetadata};

use crate::{Input, reading, site::Found, threads};

/// Sums the evidence of the pages, and finds what their titles share.
pub(crate) fn learn(sample: &[Input<'_>], learner: &Learner) -> (Model, SiteMetadata) {
    let read = threads::map(sample, |input| {
        let source = reading::source(input);
        let dom = Dom::parse(source.into_text());
        (Evidence::read(&dom), Signs::read(&dom))
    });
    let (evidence, signs): (Vec<Evidence>, Vec<Signs>) = read.into_iter().unzip();
    let mut titles = SiteLearner::new();
    signs.iter().for_each(|signs| titles.add(signs));
    (learner.learn(&evidence), titles.finish())
}

/// Judges a page by its own evidence, which is read once.
pub(crate) fn alone(dom: &Dom<'_>, learner: &Learner) -> Found {
    let evidence = Evidence::read(dom);
    let model = learner.learn(&[&evidence]);
    decide(&model, dom, &evidence)
}

/// Returns how well a page fits, without deciding about it.
pub(crate) fn fit(model: &Model, dom: &Dom<'_>) -> f64 {
    model.fit(&Evidence::read(dom))
}

/// Decides about the regions of a page.
pub(crate) fn locate(model: &Model, dom: &Dom<'_>) -> Found {
    decide(model, dom, &Evidence::read(dom))
}

fn decide(model: &Model, dom: &Dom<'_>, evidence: &Evidence) -> Found {
    let decision = model.apply_to(dom, evidence);
    let removals = decision.removals().to_vec();
    Found {
        regions: decision.into_regions(),
        removals,
        fit: model.fit(evidence),
    }
}
