//! The settings of the papers' methods as users give them.

use suffixarray_miner::{Lexer, Patterns, Selection};
use tokenize::Attributes;

use super::Learner;
use crate::{Error, Method};

/// Settings as a command or a binding is given them: each of them or none, for any method.
///
/// [`learner`](Settings::learner) makes a [`Learner`] of them. [`Method::check`] tells which settings mean something
/// to a method.
///
/// # Examples
///
/// ```
/// use demold::{Method, Settings};
///
/// let mut settings = Settings::default();
/// settings.paper = true;
/// settings.min_tokens = Some(4);
/// let learner = settings.learner(Method::Mine)?;
/// assert!(learner.get_copies());
/// # Ok::<(), demold::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Settings {
    /// Start from the settings of the method's paper: [`Learner::paper`].
    pub paper: bool,
    /// The number of pages to learn from; what suits the method if it is not given.
    pub pages: Option<usize>,
    /// Every copy of a page counts.
    pub copies: bool,
    /// The seed of everything random; 0 if it is not given.
    pub seed: Option<u64>,
    /// For [`Method::Distill`] and [`Method::Map`], the share of the pages that must have a piece of the template.
    pub threshold: Option<f64>,
    /// The attributes by which tags are compared.
    pub attributes: Option<Attributes>,
    /// Numbers, dates, times and addresses in texts are equal.
    pub mutable: bool,
    /// For [`Method::Distill`], the number of pages that must have a token of the template.
    pub min_support: Option<u32>,
    /// For [`Method::Distill`], which nodes are pruned.
    pub pruning: Option<distill_tree::Pruning>,
    /// For [`Method::Mine`], which repeated strings are template.
    pub selection: Option<Selection>,
    /// The least number of tokens of a string.
    pub min_tokens: Option<u32>,
    /// The least number of pages that have a string.
    pub min_documents: Option<u32>,
    /// Strings go that stand only inside one longer string.
    pub drop_enclosed: bool,
    /// Strings consist of words of the pages' source. The three settings below imply this.
    pub words: bool,
    /// What a word is.
    pub token_pattern: Option<String>,
    /// Which words vary.
    pub patterns: Option<Patterns>,
    /// Whether patterns match pieces of words too.
    pub patterns_inside: Option<bool>,
    /// The width below which a gap between two pieces is removed with them.
    pub merge_gaps: usize,
    /// The least width of both pieces beside such a gap.
    pub merge_beside: usize,
    /// The least width of a piece.
    pub drop_islands: usize,
    /// For [`Method::Map`], whether figure 4 of the paper is taken literally:
    /// [`leaf_updates`](rtdm_tree_mapping::Config::leaf_updates).
    pub leaf_updates: bool,
    /// For [`Method::Map`], the costs of inserting, deleting and replacing a node.
    pub edit_costs: Option<[u16; 3]>,
}

impl Settings {
    /// Returns a learner with these settings and the defaults of all others.
    ///
    /// # Errors
    ///
    /// [`Error::Mine`] if the token pattern is not a regular expression, or if a list of patterns becomes too large.
    pub fn learner(&self, method: Method) -> Result<Learner, Error> {
        let mut learner = if self.paper { Learner::paper(method) } else { Learner::new().method(method) };
        if let Some(n_pages) = self.pages {
            learner = learner.pages(n_pages);
        }
        if self.copies || self.paper {
            learner = learner.copies(true);
        }
        let mut normalize = learner.get_normalize().mutable(self.mutable);
        if let Some(attributes) = &self.attributes {
            normalize = normalize.attributes(attributes.clone());
        }
        learner = learner.seed(self.seed.unwrap_or(0)).normalize(normalize);
        learner = learner.distill(self.distill()).map(self.map()).mine(self.mine());
        if let Some(lexer) = self.lexer()? {
            learner = learner.lexer(lexer).words(true);
        } else if self.words {
            learner = learner.words(true);
        }
        let gaps = learner.merge_gaps(self.merge_gaps).merge_beside(self.merge_beside);
        Ok(gaps.drop_islands(self.drop_islands))
    }

    fn distill(&self) -> distill_tree::Config {
        let mut config = if self.paper { distill_tree::Config::paper() } else { distill_tree::Config::new() };
        if let Some(threshold) = self.threshold {
            config = config.threshold(threshold);
        }
        if let Some(pages) = self.min_support {
            config = config.least_support(pages);
        }
        config.pruning(self.pruning.unwrap_or_default())
    }

    fn map(&self) -> rtdm_tree_mapping::Config {
        let mut config = if self.paper { rtdm_tree_mapping::Config::paper() } else { rtdm_tree_mapping::Config::new() };
        if let Some(threshold) = self.threshold {
            config = config.share(threshold);
        }
        if let Some([insert, delete, replace]) = self.edit_costs {
            config = config.insert(insert).delete(delete).replace(replace);
        }
        config.leaf_updates(self.leaf_updates)
    }

    fn mine(&self) -> suffixarray_miner::Config {
        let by_default = if self.paper { Selection::paper } else { Selection::steady };
        let mut selection = self.selection.clone().unwrap_or_else(by_default);
        if let Some(tokens) = self.min_tokens {
            selection = selection.min_tokens(tokens);
        }
        if let Some(documents) = self.min_documents {
            selection = selection.min_documents(documents);
        }
        if self.drop_enclosed {
            selection = selection.drop_enclosed(true);
        }
        suffixarray_miner::Config::new().selection(selection)
    }

    /// Returns how sources are cut into words, if anything is said about it.
    fn lexer(&self) -> Result<Option<Lexer>, Error> {
        if self.token_pattern.is_none() && self.patterns.is_none() && self.patterns_inside.is_none() {
            return Ok(None);
        }
        let mut patterns = self.patterns.clone().unwrap_or_else(Patterns::thesis);
        if self.patterns_inside == Some(true) {
            patterns = patterns.inside().map_err(Error::Mine)?;
        }
        let token = self.token_pattern.as_deref().unwrap_or(Lexer::DEFAULT_TOKEN_PATTERN);
        Lexer::with_token_pattern(token, patterns).map(Some).map_err(Error::Mine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Learns from pages with the same frame, and returns the template.
    fn learned(method: Method, change: impl Fn(&mut Settings)) -> String {
        let mut settings = Settings::default();
        change(&mut settings);
        let page = |page: usize| {
            format!("<div class=c{page}><nav>Home <b>News</b></nav><p>own{page} on page {page}</p></div>")
        };
        let pages: Vec<String> = (0..8).map(page).collect();
        settings.learner(method).unwrap().learn(&pages).unwrap().to_json()
    }

    #[test]
    fn nothing_given_is_the_default() {
        let pages = ["<p>a</p>b", "<p>a</p>c", "<p>a</p>d"];
        for &method in Method::ALL {
            let ours = Settings::default().learner(method).unwrap().learn(&pages).unwrap();
            let default = Learner::new().method(method).learn(&pages).unwrap();
            assert_eq!(ours.to_json(), default.to_json(), "{method}");
            let settings = Settings { paper: true, ..Settings::default() };
            let ours = settings.learner(method).unwrap().learn(&pages).unwrap();
            let paper = Learner::paper(method).copies(true).learn(&pages).unwrap();
            assert_eq!(ours.to_json(), paper.to_json(), "{method}");
        }
    }

    type Change = fn(&mut Settings);

    #[test]
    fn each_setting_changes_what_is_learned() {
        let distill: &[Change] = &[
            |settings| settings.threshold = Some(1.0),
            |settings| settings.min_support = Some(9),
            |settings| settings.attributes = Some(Attributes::None),
            |settings| settings.mutable = true,
            |settings| settings.pages = Some(3),
            |settings| settings.seed = Some(7),
        ];
        let mine: &[Change] = &[
            |settings| settings.selection = Some(Selection::paper()),
            |settings| settings.min_tokens = Some(90),
            |settings| settings.min_documents = Some(9),
            |settings| settings.words = true,
            |settings| settings.token_pattern = Some("[a-z]+".to_owned()),
            |settings| settings.patterns = Some(Patterns::modern()),
            |settings| settings.patterns_inside = Some(true),
            |settings| settings.merge_gaps = 3,
            |settings| settings.merge_beside = 3,
            |settings| settings.drop_islands = 3,
        ];
        let map: &[Change] = &[
            |settings| settings.threshold = Some(0.9),
            |settings| settings.leaf_updates = true,
            |settings| settings.attributes = Some(Attributes::All),
        ];
        for (method, changes) in [(Method::Distill, distill), (Method::Mine, mine), (Method::Map, map)] {
            let default = learned(method, |_| {});
            for (number, change) in changes.iter().enumerate() {
                assert_ne!(learned(method, change), default, "{method}: {number}");
            }
        }
    }

    #[test]
    fn configurations_are_passed_on() {
        let mut settings = Settings {
            edit_costs: Some([2, 3, 4]),
            pruning: Some(distill_tree::Pruning::Inputs),
            drop_enclosed: true,
            ..Settings::default()
        };
        let learner = settings.learner(Method::Map).unwrap();
        let map = rtdm_tree_mapping::Config::new().insert(2).delete(3).replace(4);
        assert_eq!(learner.papers.map, map);
        let distill = distill_tree::Config::new().pruning(distill_tree::Pruning::Inputs);
        assert_eq!(learner.papers.distill, distill);
        let mine = suffixarray_miner::Config::new().selection(Selection::steady().drop_enclosed(true));
        assert_eq!(learner.papers.mine, mine);
        settings.token_pattern = Some("(".to_owned());
        assert!(matches!(settings.learner(Method::Mine), Err(Error::Mine(_))));
    }
}
