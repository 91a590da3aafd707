//! The default method: what the evidence of all pages says about each region.

use consensus::{Config, Evidence, Model};
use dom::Dom;
use metadata::{Signs, SiteLearner, SiteMetadata};

use crate::{Input, reading, site::Found, threads};

/// Sums up the evidence of the pages, and finds what their metadata has in common if that is wanted.
pub(crate) fn learn(
    sample: &[Input<'_>],
    config: &Config,
    with_metadata: bool,
) -> (Model, SiteMetadata) {
    let read = threads::map(sample, |input| {
        let source = reading::source(input);
        let dom = Dom::parse(source.into_text());
        (
            Evidence::read(&dom),
            with_metadata.then(|| Signs::read(&dom)),
        )
    });
    let (evidence, signs): (Vec<Evidence>, Vec<Option<Signs>>) = read.into_iter().unzip();
    let mut shared = SiteLearner::new();
    signs.iter().flatten().for_each(|signs| shared.add(signs));
    (config.learn(&evidence), shared.finish())
}

/// Judges a page by its own evidence, which is read once.
pub(crate) fn alone(dom: &Dom<'_>, config: &Config) -> Found {
    let evidence = Evidence::read(dom);
    let model = config.learn(&[&evidence]);
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
        assert!(8 <= n_articles, "{n_articles}");
        assert_eq!((n_alone, n_right), (0, n_articles));
    }
}
