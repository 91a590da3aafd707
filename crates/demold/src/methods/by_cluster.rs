//! A template for each kind of page that a site has.

use std::{any::Any, fmt};

use ::classify::PageClusters;

use super::{Found, MethodTemplate, listing};
use crate::{Error, Reading};

/// One template for each kind of page that a site has. On most sites there is only one kind.
///
/// [`Method::Classify`](crate::Method::Classify) divides its sample itself. The papers' methods learn only from pages of
/// one kind, and get these from here.
#[derive(Debug)]
pub(crate) struct ByCluster {
    kinds: PageClusters,
    /// One for each kind, of which the first has the most pages.
    templates: Vec<Box<dyn MethodTemplate>>,
}

impl ByCluster {
    pub(crate) fn one(only: impl MethodTemplate) -> ByCluster {
        ByCluster { kinds: PageClusters::default(), templates: vec![Box::new(only)] }
    }

    /// Puts together what a file holds.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if there are not as many templates as kinds of pages.
    pub(crate) fn from_parts<M: MethodTemplate>(kinds: PageClusters, templates: Vec<M>) -> Result<ByCluster, Error> {
        let n_templates = templates.len();
        if kinds.count() != n_templates {
            let reason = format!("there are {} kinds of pages, and {n_templates} templates", kinds.count());
            return Err(Error::damaged(reason));
        }
        let templates = templates.into_iter().map(|template| Box::new(template) as Box<dyn MethodTemplate>).collect();
        Ok(ByCluster { kinds, templates })
    }

    /// Learns from each kind of page, or from all pages together if one kind holds nothing that can be learned.
    #[cfg(feature = "papers")]
    pub(crate) fn learn<M: MethodTemplate>(
        learner: &crate::Learner,
        sample: &[Reading<'_>],
        learn: impl Fn(&crate::Learner, &[Reading<'_>]) -> Result<M, Error>,
    ) -> Result<ByCluster, Error> {
        let n_used = if learner.get_method().draws_twice() { learner.get_pages() } else { usize::MAX };
        let learn = |pages: &[Reading<'_>]| learn(learner, &pages[..pages.len().min(n_used)]);
        let together = || learn(sample).map(ByCluster::one);
        if learner.max_kinds() < 2 {
            return together();
        }
        let evidence = crate::threads::map(sample.iter().collect(), Reading::evidence);
        let (kinds, groups) = PageClusters::partition(&evidence, learner.max_kinds());
        if kinds.count() == 1 {
            return together();
        }
        let learn_group = |group: &Vec<usize>| {
            let pages: Vec<_> = group.iter().map(|&page| sample[page].clone()).collect();
            learn(&pages)
        };
        match groups.iter().map(learn_group).collect::<Result<Vec<M>, Error>>() {
            Ok(each) => ByCluster::from_parts(kinds, each),
            // A kind of few pages can be too little for a method that all of them together are enough for.
            Err(_) => together(),
        }
    }

    /// Returns the template for the kind that a page belongs to.
    fn of(&self, page: &Reading<'_>) -> &dyn MethodTemplate {
        // Without this, the evidence would be read of every page, for nothing.
        let kind = if self.templates.len() == 1 { 0 } else { self.kinds.of(page.evidence()) };
        &*self.templates[kind]
    }

    /// Finds the template in a page: see [`MethodTemplate::locate`].
    pub(crate) fn locate(&self, page: &Reading<'_>, explain: bool) -> Result<Found, Error> {
        self.of(page).locate(page, explain)
    }

    /// Returns how much of the template is found in a page: see [`MethodTemplate::fit`].
    pub(crate) fn fit(&self, page: &Reading<'_>) -> Result<f64, Error> {
        self.of(page).fit(page)
    }

    /// Returns which kinds there are.
    pub(crate) fn kinds(&self) -> &PageClusters {
        &self.kinds
    }

    /// Returns all templates, that of the kind with the most pages first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &dyn MethodTemplate> {
        self.templates.iter().map(|template| &**template)
    }

    /// Returns all templates if they are of the type `M`.
    pub(crate) fn all_of<M: MethodTemplate>(&self) -> impl Iterator<Item = &M> {
        self.iter().filter_map(|template| (template as &dyn Any).downcast_ref())
    }

    /// Returns how many of the pages the templates were learned from, if the method ignores some.
    pub(crate) fn used_pages(&self) -> Option<usize> {
        self.iter().map(MethodTemplate::used_pages).sum()
    }

    /// Returns whether nothing was found.
    pub(crate) fn is_empty(&self) -> bool {
        self.iter().all(MethodTemplate::is_empty)
    }

    /// Says in a few words what was learned.
    pub(crate) fn summary(&self) -> String {
        let mut sizes = [0; 2];
        for template in self.iter() {
            let [first, second] = template.sizes();
            sizes = [sizes[0] + first, sizes[1] + second];
        }
        let what = self.templates[0].summary(sizes);
        match self.kinds.count() {
            1 => what,
            n_kinds => format!("{what} for {n_kinds} kinds of pages"),
        }
    }

    /// Lists what was learned for people. Each kind has a title if there are several.
    pub(crate) fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n_kinds = self.kinds.count();
        for (number, template) in self.iter().enumerate() {
            if n_kinds > 1 {
                listing::title(f, number, n_kinds, template.listed_pages())?;
            }
            template.list(f)?;
        }
        Ok(())
    }

    /// Returns the pieces of all templates.
    pub(crate) fn pieces(&self) -> Vec<String> {
        self.iter().flat_map(MethodTemplate::pieces).collect()
    }

    /// Returns whether pieces are texts: see [`MethodTemplate::has_texts`].
    pub(crate) fn has_texts(&self) -> bool {
        self.templates[0].has_texts()
    }
}

#[cfg(all(test, feature = "papers"))]
mod tests {
    use crate::{Learner, Method, Site};

    fn page(kind: &str, number: usize) -> String {
        format!(
            "<body><ul class=frame><li>Frame of the site</ul><main class={kind}><h1>Number {number}</h1>\
             <div class={kind}-bar>All about {kind}</div><p class={kind}-text>text of t{number} and more of it {number}\
             </main>"
        )
    }

    fn pages() -> Vec<String> {
        let news = (0..9).map(|number| page("news", number));
        news.chain((20..27).map(|number| page("shop", number))).collect()
    }

    #[test]
    fn each_kind_of_pages_has_its_template() {
        for method in [Method::Distill, Method::Mine, Method::Map] {
            let learner = Learner::new().method(method);
            let site = learner.learn(&pages()).unwrap();
            let summary = site.template().summary();
            assert!(summary.contains("for 2 kinds of pages"), "{summary}");
            let again = Site::from_json(&site.to_json()).unwrap();
            assert_eq!(again.to_json(), site.to_json(), "{method}");
            for (kind, number) in [("news", 99), ("shop", 98)] {
                let unseen = page(kind, number);
                let text = again.clean(unseen.as_str()).unwrap().text();
                assert!(!text.contains("All about"), "{method}: {text}");
                assert!(text.contains(&format!("t{number}")), "{method}: {text}");
                assert_eq!(again.fit(unseen.as_str()).unwrap(), 1.0, "{method}");
            }
        }
    }

    #[test]
    fn as_printed_there_is_one_template() {
        for method in [Method::Distill, Method::Mine, Method::Map] {
            let site = Learner::paper(method).learn(&pages()).unwrap();
            let summary = site.template().summary();
            assert!(!summary.contains("kinds of pages"), "{summary}");
        }
    }

    #[test]
    fn a_template_is_missing() {
        let site = Learner::new().method(Method::Map).learn(&pages()).unwrap();
        let mut json: serde_json::Value = serde_json::from_str(&site.to_json()).unwrap();
        json["more_templates"] = serde_json::Value::Array(Vec::new());
        let error = Site::from_json(&json.to_string()).unwrap_err().to_string();
        assert!(error.contains("2 kinds of pages, and 1 templates"), "{error}");
    }
}
