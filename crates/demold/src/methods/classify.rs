//! The default method: what the evidence of all pages says about each region.

use std::{borrow::Cow, fmt, sync::Arc};

use ::classify::{Config, Decision, Evidence, Forest, PageCluster};
use metadata::{Signs, SiteLearner, SiteMetadata};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::{
    Found, ByCluster, Model,
    any_model::Lesson,
    listing::{self, count},
};
use crate::{Error, PageSummary, Learner, Reading, threads};

/// What the pages of a site say together. It reads pages without being prepared.
#[derive(Clone, Debug)]
pub(crate) struct Classify(Arc<::classify::Model>);

impl Classify {
    pub(crate) fn model(&self) -> &::classify::Model {
        &self.0
    }
}

impl Serialize for Classify {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Classify {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Classify, D::Error> {
        Deserialize::deserialize(deserializer).map(|model| Classify(Arc::new(model)))
    }
}

/// Learns from what is left of pages as from the pages.
pub(crate) fn learn_summaries(learner: &Learner, summaries: &[PageSummary]) -> Lesson {
    let evidence: Vec<&Evidence> = summaries.iter().map(|summary| &*summary.evidence).collect();
    let shared = shared(summaries.iter().filter_map(|summary| summary.signs.as_deref()));
    let model = Classify(Arc::new(learner.classify.learn(&evidence)));
    (Arc::new(ByCluster::one(model)), shared)
}

/// Returns what the metadata of pages shares.
fn shared<'s>(signs: impl IntoIterator<Item = &'s Signs>) -> SiteMetadata {
    let mut shared = SiteLearner::new();
    signs.into_iter().for_each(|signs| shared.add(signs));
    shared.finish()
}

/// Judges a page by its own evidence.
pub(crate) fn alone(page: &Reading<'_>, config: &Config, says_why: bool) -> Found {
    let (dom, evidence) = (page.tree(), page.evidence());
    let decision = if says_why { config.judge_alone(dom, evidence) } else { config.judge_alone_unexplained(dom, evidence) };
    found(decision, true)
}

fn found(decision: Decision, is_alone: bool) -> Found {
    let (confidence, fit) = (decision.confidence(), decision.fit());
    let (regions, removals) = decision.into_parts();
    Found {
        regions,
        removals,
        confidence: Some(f64::from(confidence) / 1000.0),
        model: Some(Cow::Borrowed(Forest::built_in().id())),
        fit,
        is_alone,
    }
}

impl Model for Classify {
    type Engine = Arc<::classify::Model>;

    /// It divides its sample itself.
    const IS_ONE: bool = true;
    /// Only hashes of lines and regions are kept.
    const HAS_TEXTS: bool = false;

    fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<Classify, Error> {
        let evidence: Vec<&Evidence> = threads::map(pages.iter().collect(), Reading::evidence);
        Ok(Classify(Arc::new(learner.classify.learn(&evidence))))
    }

    fn metadata(learner: &Learner, pages: &[Reading<'_>]) -> SiteMetadata {
        if !learner.metadata {
            return SiteMetadata::default();
        }
        let read = |page: &Reading<'_>| Signs::read(page.tree());
        shared(&threads::map(pages.iter().collect(), read))
    }

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn engine(&self) -> Result<Arc<::classify::Model>, Error> {
        Ok(Arc::clone(&self.0))
    }

    fn locate(
        model: &Arc<::classify::Model>,
        page: &Reading<'_>,
        says_why: bool,
    ) -> Result<Found, Error> {
        let (dom, evidence) = (page.tree(), page.evidence());
        let decision = if says_why { model.apply_to(dom, evidence) } else { model.apply_unexplained(dom, evidence) };
        Ok(found(decision, model.page_count() < 2))
    }

    fn fit(model: &Arc<::classify::Model>, page: &Reading<'_>) -> Result<f64, Error> {
        Ok(model.fit(page.evidence()))
    }

    /// A page's own evidence counts even if the site has none.
    fn is_empty(&self) -> bool {
        false
    }

    fn summary(kinds: &ByCluster<Classify>) -> String {
        let model = kinds.first().model();
        let kinds = match model.clusters().count() {
            1 => String::new(),
            n_kinds => format!(" for {n_kinds} kinds of pages"),
        };
        format!(
            "{} and {} that pages share{kinds}",
            count(model.region_count(), "region"),
            count(model.shared_line_count(), "line"),
        )
    }

    /// Prints what the pages of each cluster are like. Regions are kept only as hashes, so they are counted.
    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_clusters = self.0.clusters().count();
        for (number, cluster) in self.0.clusters().enumerate() {
            if n_clusters > 1 {
                listing::title(f, number, n_clusters, cluster.page_count())?;
            }
            figures(f, cluster)?;
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.0.page_count()
    }

    fn pieces(&self) -> Vec<String> {
        let value = serde_json::to_value(self).unwrap_or_default();
        let clusters = value["clusters"].as_array().into_iter().flatten();
        clusters.flat_map(|cluster| {
            let named = |list: &'static str| {
                let entries = cluster[list].as_array().into_iter().flatten();
                entries.filter_map(move |entry| {
                    let key = entry.get(0).and_then(Value::as_str)?;
                    Some(format!("{list} {key}"))
                })
            };
            named("regions").chain(named("lines")).collect::<Vec<_>>()
        })
        .collect()
    }
}

fn figures(f: &mut fmt::Formatter<'_>, cluster: &PageCluster) -> fmt::Result {
    let figures = cluster.figures();
    writeln!(f, "regions            {}", cluster.region_count())?;
    writeln!(f, "shared lines       {}", cluster.shared_line_count())?;
    writeln!(f, "paragraphs a page  {:.1}", figures.paragraphs)?;
    writeln!(f, "paragraph share    {:.2}", figures.paragraph_share)?;
    writeln!(f, "table share        {:.2}", figures.table_share)?;
    writeln!(f, "concentration      {:.2}", figures.concentration)?;
    writeln!(f, "labelled values    {:.1}", figures.labelled_values)?;
    writeln!(f, "declared articles  {:.2}", figures.declared_articles)?;
    writeln!(f, "declared records   {:.2}", figures.declared_records)
}

#[cfg(test)]
mod tests {
    use dom::Dom;
    use metadata::{Options, Source};

    /// Returns the day in the byline of a generated article.
    fn day(html: &str) -> Option<String> {
        let (_, after) = html.split_once("</span> <time>")?;
        let (day, _) = after.split_once("</time>")?;
        metadata::read(&Dom::parse(format!("<time>{day}</time>")), &Options::new()).published
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
