//! What everyone does first: drop each visible line that other pages of the site have, as corpora drop repeated lines.
//! A method of the evaluation only: the baseline beside the papers'.
//!
//! A line is text without the border of a block or a `br` in it; two lines are the same if their texts are, but for
//! white space and case. Pages that a template is learned from are counted, copies too.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use classify::Evidence;
use cleaner::Regions;
use dom::Dom;
use rayon::prelude::*;

/// The lines of the pages of a site.
#[derive(Debug)]
pub struct Lines {
    /// The least share of the other pages whose lines go.
    share: f64,
    /// On how many of the pages each line is.
    n_pages: HashMap<u64, usize>,
    n_learned: usize,
}

/// A page's lines: the hash of each, and where its texts are.
type Page = Vec<(u64, Vec<Range<usize>>)>;

impl Lines {
    /// Counts the lines of pages. Those go that another page has, and so large a share of the other pages.
    pub fn learn(share: f64, sources: &[&str]) -> Lines {
        let pages: Vec<Page> = sources.par_iter().map(|source| read(source)).collect();
        let mut n_pages = HashMap::new();
        for page in &pages {
            let mut seen = HashSet::new();
            for (line, _) in page {
                if seen.insert(*line) {
                    *n_pages.entry(*line).or_default() += 1;
                }
            }
        }
        Lines { share, n_pages, n_learned: pages.len() }
    }

    /// Returns the lines of a page that other pages have. It is one of those that were counted, or not.
    pub fn regions(&self, source: &str, is_counted: bool) -> Regions {
        let own = usize::from(is_counted);
        let n_others = self.n_learned.saturating_sub(own);
        let lines = read(source).into_iter();
        let dropped = lines.filter(|(line, _)| {
            let n_with = self.n_pages.get(line).map_or(0, |n| n.saturating_sub(own));
            n_with > 0 && self.share * n_others as f64 <= n_with as f64
        });
        Regions::from_ranges(dropped.flat_map(|(_, texts)| texts))
    }
}

fn read(source: &str) -> Page {
    let dom = Dom::parse(source);
    let evidence = Evidence::read(&dom);
    let model = classify::Config::new().learn(&[&evidence]);
    let lines = model.training_rows(&dom, &evidence).into_iter();
    lines
        .map(|line| {
            let texts = line.texts.into_iter();
            (line.hash, texts.map(|text| dom.extent(text)).collect())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of each page that stay, by their first letters.
    fn kept(share: f64, pages: &[&str]) -> Vec<String> {
        let sources: Vec<String> = pages
            .iter()
            .map(|page| page.chars().map(|line| format!("<p>{line} is <b>a</b> line\n")).collect())
            .collect();
        let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
        let lines = Lines::learn(share, &sources);
        let kept = sources.iter().map(|source| {
            let text = render::text(&Dom::parse(*source), &lines.regions(source, true));
            text.lines().filter_map(|line| line.chars().next()).collect()
        });
        kept.collect()
    }

    #[test]
    fn what_another_page_has_goes() {
        assert_eq!(kept(0.0, &["abc", "adde", "af"]), ["bc", "dde", "f"]);
        assert_eq!(kept(0.0, &["ab"]), ["ab"]);
    }

    #[test]
    fn or_what_thirty_percent_of_the_others_have() {
        // Of the ten other pages of each, three have its `b`, and two its `c`.
        let pages = ["abc", "ab", "ab", "ab", "ac", "ac", "a", "a", "a", "a", "a"];
        let kept = kept(0.3, &pages);
        assert_eq!(kept[0], "c");
        assert_eq!(kept[1], "");
        assert_eq!(kept[4], "c");
    }

    #[test]
    fn a_new_page_has_only_other_pages() {
        let lines = Lines::learn(0.0, &["<p>one line<p>another"]);
        let page = "<p>One  line<p>a third";
        let text = |is_counted| render::text(&Dom::parse(page), &lines.regions(page, is_counted));
        assert_eq!(text(false), "a third");
        assert_eq!(text(true), "One line\na third");
    }
}
