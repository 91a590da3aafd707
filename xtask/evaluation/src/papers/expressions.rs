//! Injected templates found again by cleaning expressions, as Foschini's thesis (section 6.1) asks.
//!
//! Expressions are mined, written and applied as `demold learn --export` and `demold clean --expressions` do it.

use cleaner::Regions;
use demold::{Cleaned, Input, Learner, Method};
use expressions::{Config, Expressions};
use serde::{Deserialize, Serialize};

use crate::{
    measures::ratio::{mean, share},
    reading::Reading,
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Matched {
    /// What `demold learn --export` was told besides.
    pub settings: String,
    pub expressions: usize,
    /// The share of expressions that match in injected blocks only.
    pub right: f64,
    /// Injected bytes among the matched, and matched among the injected; means over the pages.
    pub bytes_precision: f64,
    pub bytes_recall: f64,
}

/// Mines a site whose gold template is what was injected.
pub(crate) fn matched(reading: &Reading, settings: &str, learner: &Learner) -> anyhow::Result<Matched> {
    let pages = &reading.pages;
    let inputs: Vec<Input<'_>> = pages.iter().map(|page| (&page.source).into()).collect();
    let learner = learner.clone().method(Method::Mine);
    let drawn = learner.read_drawn(&inputs).into_iter();
    let drawn: Vec<demold::Reading<'_>> = drawn.map(|(_, page)| page).collect();
    // As users have them: from a file.
    let file = learner.expressions(&drawn)?.to_file("mined");
    let expressions = Expressions::from_file(&file)?;
    let matches = |expressions: &Expressions| -> anyhow::Result<Vec<Regions>> {
        let matcher = Config::new().build(expressions)?;
        let cleaned = inputs.iter().map(|&input| {
            let cleaned = Cleaned::by_expressions(&matcher, input)?;
            Ok(cleaned.regions().clone())
        });
        cleaned.collect()
    };
    let is_right = |(page, regions): (&crate::reading::PageReading, &Regions)| {
        let gold = page.regions.as_ref();
        gold.is_some_and(|gold| regions.iter().all(|range| gold.template.covers(range)))
    };
    let mut n_right = 0;
    for line in expressions.lines() {
        let alone = matches(&Expressions::from_file(line)?)?;
        n_right += usize::from(std::iter::zip(pages, &alone).all(is_right));
    }
    let (mut precision, mut recall) = (Vec::new(), Vec::new());
    for (page, matched) in std::iter::zip(pages, matches(&expressions)?) {
        let Some(gold) = &page.regions else { continue };
        let hits = matched.intersection(&gold.template).total();
        precision.push(share(hits, matched.total()));
        recall.push(share(hits, gold.template.total()));
    }
    Ok(Matched {
        settings: settings.to_owned(),
        expressions: expressions.lines().len(),
        right: share(n_right, expressions.lines().len()),
        bytes_precision: mean(precision).unwrap_or(0.0),
        bytes_recall: mean(recall).unwrap_or(0.0),
    })
}
