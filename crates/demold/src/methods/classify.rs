//! The default method: trained trees decide by the evidence of the page and of its site.

use std::{borrow::Cow, fmt};

use ::classify::{Config, Decision, Forest, Model};
use metadata::{SiteLearner, SiteMetadata};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::{
    ByCluster, Found, MethodTemplate,
    listing::{self, count},
};
use crate::{Error, Learner, Reading, threads};

/// What the pages of a site say together. It needs no preparation.
#[derive(Debug)]
pub(crate) struct ClassifyTemplate(Model);

impl ClassifyTemplate {
    /// Puts together what a file holds. It never fails; the other methods check what they read.
    pub(crate) fn new(model: Model) -> Result<ClassifyTemplate, Error> {
        Ok(ClassifyTemplate(model))
    }

    pub(crate) fn model(&self) -> &Model {
        &self.0
    }
}

/// Learns from pages.
pub(super) fn learn(learner: &Learner, pages: &[Reading<'_>]) -> (ByCluster, SiteMetadata) {
    let evidence = threads::map(pages.iter().collect(), Reading::evidence);
    let template = ClassifyTemplate(learner.classify.learn(&evidence));
    // Pages that nothing would be learned from are not read for it.
    let metadata = if learner.metadata && pages.len() >= SiteLearner::MIN_PAGES as usize {
        let mut shared = SiteLearner::new();
        threads::map(pages.iter().collect(), Reading::signs).iter().for_each(|signs| shared.add(signs));
        shared.finish()
    } else {
        SiteMetadata::default()
    };
    (ByCluster::one(template), metadata)
}

/// Decides about a page by its own evidence.
pub(crate) fn alone(page: &Reading<'_>, config: &Config) -> Found {
    found(config.judge_alone(page.tree(), page.evidence(), page.explains()), true)
}

fn found(decision: Decision, is_alone: bool) -> Found {
    let (confidence, fit) = (decision.confidence(), decision.fit());
    let (regions, removals) = decision.into_parts();
    Found {
        regions,
        removals,
        confidence: Some(confidence),
        model: Some(Cow::Borrowed(Forest::built_in().id())),
        fit,
        is_alone,
    }
}

impl Serialize for ClassifyTemplate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl MethodTemplate for ClassifyTemplate {
    fn locate(&self, page: &Reading<'_>, explain: bool) -> Result<Found, Error> {
        let decision = self.0.apply_to(page.tree(), page.evidence(), explain);
        Ok(found(decision, self.0.page_count() < 2))
    }

    fn fit(&self, page: &Reading<'_>) -> Result<f64, Error> {
        Ok(self.0.fit(page.evidence()))
    }

    /// A page's own evidence counts even if the site has none.
    fn is_empty(&self) -> bool {
        false
    }

    fn sizes(&self) -> [usize; 2] {
        self.0.clusters().fold([0, 0], |[regions, lines], one| [regions + one.regions, lines + one.lines])
    }

    fn summary(&self, [regions, lines]: [usize; 2]) -> String {
        let clusters = match self.0.clusters().len() {
            1 => String::new(),
            n_clusters => format!(" for {n_clusters} kinds of pages"),
        };
        format!("{} and {} that pages share{clusters}", count(regions, "region"), count(lines, "line"))
    }

    /// Prints how much the pages of each cluster share. Regions and lines are kept only as hashes, so they are counted.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_clusters = self.0.clusters().len();
        // Of a single cluster the summary says it.
        for (number, one) in self.0.clusters().enumerate().filter(|_| n_clusters > 1) {
            listing::title(f, number, n_clusters, one.pages)?;
            listing::sizes(f, one.regions, one.lines)?;
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.0.page_count()
    }

    fn pieces(&self) -> Vec<String> {
        let value = serde_json::to_value(&self.0).unwrap_or_default();
        let mut pieces = Vec::new();
        for cluster in value["clusters"].as_array().into_iter().flatten() {
            for list in ["regions", "lines"] {
                let entries = cluster[list].as_array().into_iter().flatten();
                let keys = entries.filter_map(|entry| entry.get(0).and_then(Value::as_str));
                pieces.extend(keys.map(|key| format!("{list} {key}")));
            }
        }
        pieces
    }

    /// Only hashes of lines and regions are kept.
    fn has_texts(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;
    use metadata::{MetadataOptions, Source};

    /// Returns the day in the byline of a generated article.
    fn day(html: &str) -> Option<String> {
        let (_, after) = html.split_once("</span> <time>")?;
        let (day, _) = after.split_once("</time>")?;
        metadata::read(&Dom::parse(format!("<time>{day}</time>")), &MetadataOptions::new()).published
    }

    /// Every page shows the day of its crawl in its header, before its own day.
    #[test]
    fn the_site_tells_the_day_of_a_page_from_that_of_its_crawl() {
        let generated = sitegen::Config::news().pages(40).build().unwrap();
        let pages: Vec<_> = generated.pages().collect();
        let sample: Vec<&str> = pages.iter().map(|page| page.html()).take(24).collect();
        let site = crate::Learner::new().learn(&sample).unwrap();
        let (mut n_articles, mut n_alone, mut n_right) = (0, 0, 0);
        for page in &pages[24..] {
            let Some(day) = day(page.html()) else {
                continue;
            };
            n_articles += 1;
            let alone = crate::extract(page.html()).metadata();
            n_alone += usize::from(alone.published.as_ref() == Some(&day));
            let found = site.clean(page.html()).unwrap().metadata();
            let is_of_site = found.sources.published == Some(Source::Site);
            n_right += usize::from(is_of_site && found.published == Some(day));
        }
        assert!(n_articles >= 8, "{n_articles}");
        assert_eq!((n_alone, n_right), (0, n_articles));
    }
}
