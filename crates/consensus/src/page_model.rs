//! The learned judgement of a page alone.
//!
//! If there are no pages of the site to compare, a few small trees weigh what the page's own structure says
//! about a line: [`text`] looks at its characters, [`counts`] sums over elements on the way up, [`places`]
//! finds on the way down where elements are, [`windows`] sums over neighbours, and [`features`] turns all this,
//! and what the rules say, into a row of numbers. [`trees`] turn the row into a probability, and [`cut`]
//! decides for the whole page at once.

mod counts;
mod cut;
mod features;
mod marks;
mod places;
mod text;
mod training;
mod trees;
mod windows;

use std::sync::LazyLock;

use dom::Dom;

pub use self::training::Example;
pub(crate) use self::{cut::cut, features::Rules, trees::CERTAIN};
use self::{features::Features, trees::Trees};
use crate::{error::Error, evidence::Evidence};

/// A learned judgement of pages that are alone.
///
/// It is not learned from the pages at hand: [`PageModel::built_in`] comes with the crate.
#[derive(Clone, Debug)]
pub struct PageModel {
    trees: Trees,
}

static BUILT_IN: LazyLock<PageModel> = LazyLock::new(|| {
    PageModel::read(include_str!("page_model/model.txt"))
        .expect("the crate's own file is read by a test")
});

impl PageModel {
    /// Returns the model that comes with the crate. Its file says what it was learned from.
    ///
    /// # Panics
    ///
    /// Never: a test reads the file.
    #[must_use]
    pub fn built_in() -> &'static PageModel {
        &BUILT_IN
    }

    /// Reads a model from its file's text.
    ///
    /// # Errors
    ///
    /// [`Error::PageModel`] if the text is damaged or names an unknown feature.
    pub fn read(file: &str) -> Result<PageModel, Error> {
        let trees = Trees::read(file, &features::names())?;
        Ok(PageModel { trees })
    }

    /// Returns the probability that each line is content, in units of [`CERTAIN`].
    pub(crate) fn probabilities(
        &self,
        dom: &Dom<'_>,
        page: &Evidence,
        rules: Rules<'_>,
    ) -> Vec<u32> {
        let features = Features::read(dom, page, rules);
        let mut rows = Vec::with_capacity(page.lines.len() * self.trees.features().len());
        let mut row = Vec::new();
        for line in 0..page.lines.len() {
            features.fill(line, &mut row);
            rows.extend(self.trees.features().iter().map(|&feature| row[feature]));
        }
        let sums = self.trees.sums(&rows, page.lines.len());
        sums.into_iter().map(trees::probability).collect()
    }
}

/// Returns for each line whether it is running text: sentences, or so many words that they need not end.
pub(crate) fn running_text(dom: &Dom<'_>, page: &Evidence) -> Vec<bool> {
    let texts = text::read(dom, page);
    texts.into_iter().map(|text| text.is_running).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, testing::story};

    fn check(source: &str, expected: impl Fn(&str) -> bool) {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let decision = Config::new().learn(&[&page]).apply_to(&dom, &page);
        let kept = cleaner::text(&dom, decision.regions());
        assert!(expected(&kept), "{source}: {kept:?}");
    }

    /// Each line of the file: LightGBM's score for a row, in log odds, then the row.
    #[test]
    fn scores_are_those_of_the_trainer() {
        let model = PageModel::built_in();
        let mut n_rows = 0;
        for line in include_str!("page_model/scores.txt").lines() {
            let numbers: Vec<f64> = line
                .split(' ')
                .map(|number| number.parse().unwrap())
                .collect();
            let (score, row) = numbers.split_first().unwrap();
            assert_eq!(row.len(), features::names().len());
            let row: Vec<f32> = model
                .trees
                .features()
                .iter()
                .map(|&i| row[i] as f32)
                .collect();
            let sum = f64::from(model.trees.sums(&row, 1)[0]) / f64::from(trees::ONE);
            // Leaves are rounded.
            let most = 0.5 * model.trees.len() as f64 / f64::from(trees::ONE) + 1e-5;
            assert!((sum - score).abs() <= most, "{sum} {score}");
            n_rows += 1;
        }
        assert!(0 < n_rows);
    }

    #[test]
    fn an_article_stays_and_its_surroundings_go() {
        let links: String = (0..20)
            .map(|i| format!("<li><a href=/{i}>Link number {i}</a>"))
            .collect();
        let source = format!(
            "<title>A story</title><body><ul class=menu>{links}</ul><div><h1>A story</h1>{}</div>\
             <div class=foot><ul>{links}</ul></div>",
            story(0)
        );
        check(&source, |kept| {
            kept.contains("w0x3x7") && !kept.contains("Link number 7")
        });
    }

    #[test]
    fn no_page_comes_out_empty() {
        check(
            "<nav><a href=/>Home</a></nav><footer>Imprint</footer>",
            |kept| !kept.is_empty(),
        );
        check("<p>x", |kept| kept == "x");
    }

    #[test]
    fn files_that_are_none_are_refused() {
        let error = PageModel::read("tree").unwrap_err();
        assert_eq!(error.to_string(), "line 1 of the page model: no leaf");
    }
}
