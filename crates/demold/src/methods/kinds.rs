//! A template for each kind of page that a site has.

use ::classify::Evidence;

use crate::{Error, Reading, threads};

/// One thing for each kind of page that a site has; on most sites there is only
/// one kind.
///
/// [`Method::Classify`](crate::Method::Classify) divides its sample itself. The papers' methods learn only from
/// pages of one kind, and get these from here.
#[derive(Clone, Debug)]
pub(crate) struct ByCluster<T> {
    kinds: ::classify::PageClusters,
    /// That of the kind with the most pages.
    first: T,
    others: Vec<T>,
}

impl<T> ByCluster<T> {
    pub(crate) fn one(only: T) -> ByCluster<T> {
        ByCluster {
            kinds: ::classify::PageClusters::default(),
            first: only,
            others: Vec::new(),
        }
    }

    /// Puts together what a file holds.
    pub(crate) fn from_parts(kinds: ::classify::PageClusters, first: T, others: Vec<T>) -> Result<ByCluster<T>, Error> {
        if kinds.count() != 1 + others.len() {
            return Err(Error::Damaged {
                reason: format!(
                    "there are {} kinds of pages, and {} templates",
                    kinds.count(),
                    1 + others.len()
                ),
            });
        }
        Ok(ByCluster { kinds, first, others })
    }

    /// Learns from each kind of page, or from all pages together if one kind holds nothing that can be learned.
    pub(crate) fn learn(
        sample: &[Reading<'_>],
        max: usize,
        learn: impl Fn(&[Reading<'_>]) -> Result<T, Error>,
    ) -> Result<ByCluster<T>, Error> {
        if max < 2 {
            return learn(sample).map(ByCluster::one);
        }
        let evidence: Vec<&Evidence> = threads::map(sample.iter().collect(), Reading::evidence);
        let (kinds, groups) = ::classify::PageClusters::partition(&evidence, max);
        if kinds.count() == 1 {
            return learn(sample).map(ByCluster::one);
        }
        let each: Result<Vec<T>, Error> = groups
            .iter()
            .map(|group| {
                let pages: Vec<_> = group.iter().map(|&page| sample[page].clone()).collect();
                learn(&pages)
            })
            .collect();
        match each {
            Ok(mut each) => {
                let others = each.split_off(1);
                ByCluster::from_parts(kinds, each.remove(0), others)
            }
            // A kind of few pages can be too little for a method that all of them together are enough for.
            Err(_) => learn(sample).map(ByCluster::one),
        }
    }

    /// Returns the one for the kind that a page belongs to.
    pub(crate) fn of(&self, page: &Reading<'_>) -> &T {
        // Without this, the evidence would be read of every page, for nothing.
        if self.others.is_empty() {
            return &self.first;
        }
        match self.kinds.of(page.evidence()) {
            0 => &self.first,
            other => &self.others[other - 1],
        }
    }

    /// Converts each of them.
    pub(crate) fn try_map<U>(&self, make: impl Fn(&T) -> Result<U, Error>) -> Result<ByCluster<U>, Error> {
        Ok(ByCluster {
            kinds: self.kinds.clone(),
            first: make(&self.first)?,
            others: self.others.iter().map(make).collect::<Result<_, _>>()?,
        })
    }

    /// Converts each of them, without failing.
    pub(crate) fn map<U>(&self, make: impl Fn(&T) -> U) -> ByCluster<U> {
        ByCluster {
            kinds: self.kinds.clone(),
            first: make(&self.first),
            others: self.others.iter().map(make).collect(),
        }
    }

    pub(crate) fn first(&self) -> &T {
        &self.first
    }

    /// Returns which kinds there are.
    pub(crate) fn kinds(&self) -> &::classify::PageClusters {
        &self.kinds
    }

    /// Returns all of them, that of the kind with the most pages first.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        // A chain has no exact size.
        (0..1 + self.others.len()).map(|number| match number {
            0 => &self.first,
            other => &self.others[other - 1],
        })
    }

    /// Adds up a count over all of them.
    pub(crate) fn sum(&self, count: impl Fn(&T) -> usize) -> usize {
        self.iter().map(count).sum()
    }
}

#[cfg(test)]
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
