//! What kind of site it is, decided once for all its pages.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{
    lines::LineTable,
    size::{FEW_PAGES, LONE_MAX_PAGES},
};
use crate::{
    UnknownName,
    evidence::{Evidence, Line, hints::Hints},
};

/// How a site's pages are to be read.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// One running text per page: news, blogs. Only paragraphs count, and names of regions are
    /// used.
    Article,
    /// Documentation, lists, forums: short lines are content too.
    Reference,
    /// Records: products, jobs, recipes. As [`Mode::Reference`], but no class name is trusted.
    Data,
}

impl Mode {
    /// All modes.
    pub const ALL: &'static [Mode] = &[Mode::Article, Mode::Reference, Mode::Data];

    /// Returns the name that [`FromStr`] and template files use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Mode::Article => "article",
            Mode::Reference => "reference",
            Mode::Data => "data",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Mode, UnknownName> {
        UnknownName::find("mode", name, Mode::ALL)
    }
}

/// The figures that decide the mode, over the lines that do not repeat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Statistics {
    /// The share of paragraphs in the words outside links.
    pub paragraph_share: f64,
    /// The share of tables, definition lists and code in the words outside links.
    pub table_share: f64,
    /// Labelled values per page: in tables and lists of definitions, a short line that many
    /// pages have, followed by one that they do not have.
    pub labelled_values: f64,
    /// Paragraphs per page.
    pub paragraphs: f64,
    /// The share of the paragraphs' words that are under each page's best single parent.
    pub concentration: f64,
    /// The share of the pages that declare an article.
    pub declared_articles: f64,
    /// Whether a page declares a type of record.
    pub declares_data: bool,
}

/// An article's paragraphs follow one another: at most this share of its words is in
/// tables.
const ARTICLE_MAX_TABLE: f64 = 0.1;
/// Pages with this many values under labels that other pages have too are records, however
/// much prose describes them. An article's byline or fact box has fewer.
const RECORD_MIN_LABELLED: f64 = 3.0;
/// A label and its value have at most this many words each.
const LABELLED_WORDS: u32 = 8;
/// An article has this many paragraphs, on average.
const ARTICLE_MIN_PARAGRAPHS: f64 = 5.0;
/// The share of paragraphs at which a site is read as articles without saying so itself …
const ARTICLE_MIN_SHARE: f64 = 0.8;
/// … if this share of it is under one parent.
const ARTICLE_MIN_CONCENTRATION: f64 = 0.5;
/// The share that is enough when pages say that they are articles …
const DECLARED_MIN_SHARE: f64 = 0.6;
/// … on this share of the pages.
const DECLARED_MIN_PAGES: f64 = 0.3333;
/// A page alone must have this share of its paragraphs under one parent, whatever it declares: content
/// management systems declare articles on everything.
const DECLARED_MIN_CONCENTRATION: f64 = 0.2;

impl Statistics {
    /// Measures the pages of a site.
    pub(crate) fn measure(pages: &[&Evidence], lines: &LineTable) -> Statistics {
        let n_pages = pages.len();
        let common = 2_f64.max(n_pages as f64 / 2.0);
        let (mut own, mut table, mut paragraph, mut best, mut n_paragraphs, mut n_labelled) =
            (0_u64, 0_u64, 0_u64, 0_u64, 0_u64, 0_u64);
        let is_common = |line: &Line| common <= f64::from(lines.pages_with(line.hash));
        for page in pages {
            let aside = asides(page);
            n_labelled += labelled_values(page, is_common);
            let n_lines = page.sum(|_, _| 1);
            let mut under = vec![0_u64; page.elements.len()];
            for line in page.lines.iter().filter(|line| !aside[line.owner as usize]) {
                if is_common(line) {
                    continue;
                }
                let words = u64::from(line.own_words());
                own += words;
                table += if line.in_table { words } else { 0 };
                if line.is_paragraph() {
                    paragraph += words;
                    n_paragraphs += 1;
                    under[parent_of_block(page, &n_lines, line)] += words;
                }
            }
            best += under.iter().max().copied().unwrap_or(0);
        }
        // Four decimals are enough, and survive being written and read.
        let share = |part: u64, whole: u64| match whole {
            0 => 0.0,
            _ => (part as f64 / whole as f64 * 1e4).round() / 1e4,
        };
        let articles = pages.iter().filter(|page| page.declared.article).count();
        let any = |what: fn(&Evidence) -> bool| pages.iter().any(|page| what(page));
        Statistics {
            paragraph_share: share(paragraph, own),
            table_share: share(table, own),
            labelled_values: share(n_labelled, n_pages as u64),
            paragraphs: share(n_paragraphs, n_pages as u64),
            concentration: share(best, paragraph),
            declared_articles: share(articles as u64, n_pages as u64),
            declares_data: any(|page| page.declared.data)
                || (any(|page| page.declared.product) && articles == 0),
        }
    }

    /// Returns whether each page declares an article.
    pub(crate) fn declares_articles(&self) -> bool {
        1.0 <= self.declared_articles
    }

    /// Decides, for a site of `n_pages`.
    pub(crate) fn mode(&self, n_pages: usize) -> Mode {
        // A few pages cannot show where records hold no values, so names must not decide it.
        let few_records =
            n_pages < FEW_PAGES as usize && RECORD_MIN_LABELLED <= self.labelled_values;
        if self.declares_data || few_records {
            return Mode::Data;
        }
        let by_itself = ARTICLE_MIN_SHARE <= self.paragraph_share
            && ARTICLE_MIN_CONCENTRATION <= self.concentration;
        let is_one_text =
            n_pages > LONE_MAX_PAGES as usize || DECLARED_MIN_CONCENTRATION <= self.concentration;
        let declared = is_one_text
            && DECLARED_MIN_SHARE <= self.paragraph_share
            && DECLARED_MIN_PAGES <= self.declared_articles;
        let is_text = self.table_share < ARTICLE_MAX_TABLE
            && self.labelled_values < RECORD_MIN_LABELLED
            && ARTICLE_MIN_PARAGRAPHS <= self.paragraphs;
        if is_text && (by_itself || declared) {
            Mode::Article
        } else {
            Mode::Reference
        }
    }
}

/// Counts the values under a label that other pages have too.
fn labelled_values(page: &Evidence, is_common: impl Fn(&Line) -> bool) -> u64 {
    let is_short = |line: &Line| {
        line.in_table && line.link_words == 0 && (1..=LABELLED_WORDS).contains(&line.words)
    };
    let pairs = page
        .lines
        .windows(2)
        .filter(|pair| pair.iter().all(is_short));
    pairs
        .filter(|pair| is_common(&pair[0]) && !is_common(&pair[1]))
        .count() as u64
}

/// Returns for each element whether it is in a box for consent or comments.
fn asides(page: &Evidence) -> Vec<bool> {
    let mut aside = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        aside[i] = element.hints.has(Hints::CONSENT.with(Hints::COMMENT))
            || aside.get(element.parent as usize).copied().unwrap_or(false);
    }
    aside
}

/// Returns the parent of the block that a line is in; an element that holds no other line counts as part of the
/// block.
fn parent_of_block(page: &Evidence, n_lines: &[u32], line: &Line) -> usize {
    let block = page
        .upwards(line.owner)
        .find(|&at| page.elements[at as usize].tag.is_block());
    let mut above = block
        .into_iter()
        .flat_map(|block| page.upwards(block).skip(1));
    above.find(|&at| 1 < n_lines[at as usize]).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An article by its text alone.
    const TEXT: Statistics = Statistics {
        paragraph_share: 0.9,
        table_share: 0.0,
        labelled_values: 0.0,
        paragraphs: 8.0,
        concentration: 0.8,
        declared_articles: 0.0,
        declares_data: false,
    };

    #[test]
    fn modes() {
        assert_eq!(TEXT.mode(24), Mode::Article);
        assert_eq!(
            Statistics {
                table_share: 0.2,
                ..TEXT
            }
            .mode(24),
            Mode::Reference
        );
        assert_eq!(
            Statistics {
                labelled_values: 6.0,
                ..TEXT
            }
            .mode(24),
            Mode::Reference
        );
        let records = Statistics {
            labelled_values: 6.0,
            ..TEXT
        };
        assert_eq!(records.mode(3), Mode::Data);
        assert_eq!(
            Statistics {
                paragraphs: 4.0,
                ..TEXT
            }
            .mode(24),
            Mode::Reference
        );
        assert_eq!(
            Statistics {
                declares_data: true,
                ..TEXT
            }
            .mode(24),
            Mode::Data
        );
        let scattered = Statistics {
            concentration: 0.3,
            ..TEXT
        };
        assert_eq!(scattered.mode(24), Mode::Reference);
        assert_eq!(
            Statistics {
                declared_articles: 0.5,
                paragraph_share: 0.7,
                ..scattered
            }
            .mode(24),
            Mode::Article
        );
        assert_eq!(
            Statistics {
                declared_articles: 0.2,
                ..scattered
            }
            .mode(24),
            Mode::Reference
        );
        assert_eq!(Statistics::default().mode(24), Mode::Reference);
    }

    fn measure(sources: &[&str]) -> Statistics {
        let pages: Vec<Evidence> = sources
            .iter()
            .map(|source| Evidence::read(&dom::Dom::parse(*source)))
            .collect();
        let pages: Vec<&Evidence> = pages.iter().collect();
        Statistics::measure(&pages, &LineTable::count(&pages))
    }

    #[test]
    fn figures() {
        let text = "<div><p>one two three four five six seven eight nine ten eleven twelve a b c d</p></div>";
        let figures = measure(&[&format!(
            "{text}<pre>x y z w</pre><a href=x>not counted</a>"
        )]);
        assert_eq!((figures.paragraph_share, figures.table_share), (0.8, 0.2));
        assert_eq!((figures.paragraphs, figures.concentration), (1.0, 1.0));
        assert_eq!(measure(&[]), Statistics::default());
        // What most pages have, and what readers write, does not count.
        assert_eq!(measure(&[text, text]).paragraphs, 0.0);
        assert_eq!(
            measure(&[&text.replace("<div>", "<div id=comments>")]).paragraphs,
            0.0
        );
    }

    #[test]
    fn shops_that_write_articles_are_no_shops() {
        let product = "<div itemtype=http://schema.org/Product>x</div>";
        let article = "<meta property=og:type content=article><p>y";
        assert!(measure(&[product, "<p>y"]).declares_data);
        let both = measure(&[product, article]);
        assert!(!both.declares_data);
        assert_eq!(both.declared_articles, 0.5);
    }
}
