//! What the pages of a site are like: how much of them is running text, tables, values under labels.

use serde::{Deserialize, Serialize};

use super::shares::{ALL, Shares};
use crate::evidence::{Element, Evidence, Line, hints::Hints};

/// What the pages of a site are like, over what each has of its own. A site of articles has a high share of paragraphs,
/// most of them under one parent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// The share of paragraphs in the words outside links.
    pub(crate) paragraph_share: f64,
    /// The share of tables, definition lists and code in the words outside links.
    pub(crate) table_share: f64,
    /// Labelled values a page. A labelled value is a short line of a table or a list of definitions that other pages
    /// have, followed by a short line that they do not have. A pair counts by the product of both shares.
    pub(crate) labelled_values: f64,
    /// Paragraphs a page.
    pub(crate) paragraphs: f64,
    /// The share of the paragraphs' words that are under each page's best single parent.
    pub(crate) concentration: f64,
    /// The share of the pages that declare an article.
    pub(crate) declared_articles: f64,
    /// The share of the pages that declare a record: a product, a recipe, a job.
    pub(crate) declared_records: f64,
}

/// A label and its value have at most this many words each. Chosen: by eye.
const LABELLED_WORDS: u32 = 8;

/// The sums behind [`Figures`], in units of [`ALL`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sums {
    pages: u64,
    own: u64,
    table: u64,
    paragraph: u64,
    best: u64,
    paragraphs: u64,
    labelled: u64,
    articles: u64,
    records: u64,
}

impl Sums {
    /// Adds a page.
    pub(crate) fn add(&mut self, page: &Evidence, shares: &Shares) {
        let own_share = |line: usize| u64::from(ALL - shares.part(shares.with_line(line)).min(ALL));
        let is_aside = |element: &Element| element.hints.has(Hints::CONSENT.with(Hints::COMMENT));
        let aside = page.inherited(|above, _, element| above.or_else(|| is_aside(element).then_some(())));
        let n_lines = page.sum(|_, _| 1);
        let mut under = vec![0_u64; page.elements.len()];
        for (i, line) in page.lines.iter().enumerate() {
            // Boxes for consent and comments do not say what the pages are like.
            if aside[line.owner as usize].is_some() {
                continue;
            }
            let words = u64::from(line.own_words()) * own_share(i);
            self.own += words;
            self.table += if line.in_table { words } else { 0 };
            if line.is_paragraph() {
                self.paragraph += words;
                self.paragraphs += own_share(i);
                under[parent_of_block(page, &n_lines, line)] += words;
            }
        }
        let is_short =
            |line: &Line| line.in_table && line.link_words == 0 && (1..=LABELLED_WORDS).contains(&line.words);
        for (i, pair) in page.lines.windows(2).enumerate() {
            if pair.iter().all(is_short) {
                let label = u64::from(ALL) - own_share(i);
                self.labelled += label * own_share(i + 1) / u64::from(ALL);
            }
        }
        self.pages += 1;
        self.best += under.iter().max().copied().unwrap_or(0);
        self.articles += u64::from(page.declared.article);
        self.records += u64::from(page.declared.data || page.declared.product);
    }

    pub(crate) fn figures(&self) -> Figures {
        // Four decimals are enough, and survive being written and read.
        let share = |part: u64, whole: u64| match whole {
            0 => 0.0,
            _ => (part as f64 / whole as f64 * 1e4).round() / 1e4,
        };
        let all_pages = self.pages * u64::from(ALL);
        Figures {
            paragraph_share: share(self.paragraph, self.own),
            table_share: share(self.table, self.own),
            labelled_values: share(self.labelled, all_pages),
            paragraphs: share(self.paragraphs, all_pages),
            concentration: share(self.best, self.paragraph),
            declared_articles: share(self.articles, self.pages),
            declared_records: share(self.records, self.pages),
        }
    }
}

/// Returns the parent of the block that a line is in; an element that holds no other line counts as part of the
/// block.
fn parent_of_block(page: &Evidence, n_lines: &[u32], line: &Line) -> usize {
    let block = page.upwards(line.owner).find(|&at| page.elements[at as usize].tag.is_block());
    let mut above = block.into_iter().flat_map(|block| page.upwards(block).skip(1));
    above.find(|&at| n_lines[at as usize] > 1).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::site::Site;

    fn measure(sources: &[&str]) -> Figures {
        let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(*source))).collect();
        let pages: Vec<&Evidence> = pages.iter().collect();
        Site::learn(&pages, &[]).figures
    }

    #[test]
    fn figures() {
        let text = "<div><p>one two three four five six seven eight nine ten eleven twelve a b c d</p></div>";
        let figures = measure(&[&format!("{text}<pre>x y z w</pre><a href=x>not counted</a>")]);
        assert_eq!((figures.paragraph_share, figures.table_share), (0.8, 0.2));
        assert_eq!((figures.paragraphs, figures.concentration), (1.0, 1.0));
        assert_eq!(measure(&[]), Figures::default());
        // What readers write does not count, and what all pages have is no page's own.
        assert_eq!(measure(&[&text.replace("<div>", "<div id=comments>")]).paragraphs, 0.0);
        assert_eq!(measure(&[text, &format!("{text}<p>x")]).paragraphs, 0.0);
    }

    #[test]
    fn a_label_is_on_other_pages_and_its_value_is_not() {
        let page = |price: &str| format!("<table><tr><td>Price<td>{price}</table>");
        assert_eq!(measure(&[&page("nine"), &page("ten")]).labelled_values, 1.0);
        assert_eq!(measure(&[&page("nine"), "<p>ten"]).labelled_values, 0.0);
    }
}
