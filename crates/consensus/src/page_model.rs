//! The learned judgement of a page alone.
//!
//! Where a site's pages cannot be compared, what a page's own structure says of a line is weighed by a few
//! small trees: [`text`] looks at its characters, [`counts`] sums over elements on the way up, [`places`] finds
//! on the way down where elements stand, [`windows`] sums over neighbours, and [`features`] makes a
//! row of numbers of all that and of what the rules say. [`trees`] turn the row into a probability, and
//! [`cut`] decides for the whole page at once.

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
    /// [`Error::PageModel`] if the text is damaged or names a feature that there is not.
    pub fn read(file: &str) -> Result<PageModel, Error> {
        let trees = Trees::read(file, &features::names())?;
        Ok(PageModel { trees })
    }

    /// Returns how probable it is of each line to be content, in units of [`CERTAIN`].
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
