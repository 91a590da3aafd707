//! The site style tree of Yi, Liu and Li, "Eliminating noisy information in web pages for data mining" (2003): the
//! baseline of both of Vieira et al.'s tables. A method of the evaluation only.
//!
//! The trees of all pages are merged into one. An *element* is a tag at one position, a *style* is one sequence of
//! children that an element has on some pages. An element with many styles, or with other text on every page, is
//! important. An element with the same markup and text on all pages is noise.
//!
//! - An element of `m` pages with styles of the shares `p_i` has the importance `−Σ p_i log_m p_i`, or 1 where `m = 1`.
//! - Its composite importance is `(1 − γ^l) · own + γ^l · Σ p_i · mean of the children of style i`, with `l` styles.
//! - A leaf has `1 − mean of H(a)` over its words `a`, with `H(a) = −Σ p_ij log_m p_ij` over the pages `j`, or 1 where
//!   `m = 1`. A leaf without words says nothing: 0.
//! - An element is noise if it and all below it lie under a threshold. A page's elements that are noise go.
//!
//! The paper sets γ = 0.9 and leaves the threshold to the user, site by site. Ours is one for all sites.

use std::collections::HashMap;

use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind};

use crate::measures::words;

/// The attenuating factor of the paper.
const GAMMA: f64 = 0.9;

/// The least composite importance of what stays.
const THRESHOLD: f64 = 0.2;

/// The attributes that say how something looks: two tags that differ in one of them are two elements.
const DISPLAY: [&str; 9] = ["align", "bgcolor", "border", "class", "color", "height", "size", "style", "width"];

/// A tag in one place of the site.
#[derive(Debug, Default)]
struct Element {
    n_pages: usize,
    styles: Vec<usize>,
    /// For each word of a leaf, how often each page has it.
    words: HashMap<String, Vec<(usize, usize)>>,
}

/// One sequence of children.
#[derive(Debug)]
struct Style {
    labels: Vec<String>,
    n_pages: usize,
    elements: Vec<usize>,
}

/// A site's pages, laid over each other.
#[derive(Debug)]
pub struct StyleTree {
    /// Children come after their parents.
    elements: Vec<Element>,
    styles: Vec<Style>,
    is_noise: Vec<bool>,
}

impl StyleTree {
    /// Lays pages over each other and judges the elements.
    pub fn learn<'a>(sources: impl Iterator<Item = &'a str>) -> StyleTree {
        let mut tree = StyleTree { elements: vec![Element::default()], styles: Vec::new(), is_noise: Vec::new() };
        for (page, source) in sources.enumerate() {
            tree.add(page, &Dom::parse(source));
        }
        tree.judge();
        tree
    }

    fn add(&mut self, page: usize, dom: &Dom<'_>) {
        let mut open = vec![(dom.root(), 0)];
        while let Some((node, element)) = open.pop() {
            self.elements[element].n_pages += 1;
            let children = children(dom, node);
            if children.is_empty() {
                self.read_words(page, dom, node, element);
                continue;
            }
            let labels: Vec<String> = children.iter().map(|&child| label(dom, child)).collect();
            let style = self.find(element, &labels).unwrap_or_else(|| {
                let first = self.elements.len();
                self.elements.resize_with(first + labels.len(), Element::default);
                self.styles.push(Style { elements: (first..first + labels.len()).collect(), labels, n_pages: 0 });
                self.elements[element].styles.push(self.styles.len() - 1);
                self.styles.len() - 1
            });
            self.styles[style].n_pages += 1;
            open.extend(std::iter::zip(children, self.styles[style].elements.iter().copied()));
        }
    }

    fn find(&self, element: usize, labels: &[String]) -> Option<usize> {
        let mut styles = self.elements[element].styles.iter();
        styles.find(|&&style| self.styles[style].labels == labels).copied()
    }

    fn read_words(&mut self, page: usize, dom: &Dom<'_>, node: NodeId, element: usize) {
        let mut features = match dom.kind(node) {
            NodeKind::Text => words::list(&dom.text(node)),
            _ => Vec::new(),
        };
        // Pictures and links are features as words are.
        for name in ["src", "href"] {
            features.extend(dom.attribute(node, name).map(|value| value.into_owned()));
        }
        for feature in features {
            let counts = self.elements[element].words.entry(feature).or_default();
            match counts.last_mut() {
                Some((last, n)) if *last == page => *n += 1,
                _ => counts.push((page, 1)),
            }
        }
    }

    fn judge(&mut self) {
        let importance = self.importance();
        self.is_noise = vec![false; self.elements.len()];
        for at in (0..self.elements.len()).rev() {
            let styles = self.elements[at].styles.iter();
            let mut below = styles.flat_map(|&style| &self.styles[style].elements);
            self.is_noise[at] = importance[at] < THRESHOLD && below.all(|&child| self.is_noise[child]);
        }
    }

    /// Returns the composite importance of each element.
    fn importance(&self) -> Vec<f64> {
        let mut importance = vec![0.0; self.elements.len()];
        for at in (0..self.elements.len()).rev() {
            let element = &self.elements[at];
            importance[at] = if element.styles.is_empty() {
                leaf_importance(element)
            } else {
                let n_pages = element.n_pages as f64;
                let shares: Vec<f64> =
                    element.styles.iter().map(|&style| self.styles[style].n_pages as f64 / n_pages).collect();
                let below: f64 = std::iter::zip(&element.styles, &shares)
                    .map(|(&style, share)| {
                        let children = &self.styles[style].elements;
                        let sum: f64 = children.iter().map(|&child| importance[child]).sum();
                        share * sum / children.len() as f64
                    })
                    .sum();
                let weight = GAMMA.powi(i32::try_from(shares.len()).unwrap_or(i32::MAX));
                (1.0 - weight) * entropy(&shares, element.n_pages) + weight * below
            };
        }
        importance
    }

    /// Returns what of a page is noise. What the tree has not seen stays.
    pub fn regions(&self, source: &str) -> Regions {
        let dom = Dom::parse(source);
        let mut ranges = Vec::new();
        let mut open = vec![(dom.root(), 0)];
        while let Some((node, element)) = open.pop() {
            if self.is_noise[element] {
                ranges.push(dom.extent(node));
                continue;
            }
            let children = children(&dom, node);
            let labels: Vec<String> = children.iter().map(|&child| label(&dom, child)).collect();
            if let Some(style) = self.find(element, &labels) {
                let elements = self.styles[style].elements.iter().copied();
                open.extend(std::iter::zip(children, elements));
            }
        }
        Regions::from_ranges(ranges)
    }
}

/// The elements in an element, and the texts that are more than white space.
fn children(dom: &Dom<'_>, node: NodeId) -> Vec<NodeId> {
    dom.children(node)
        .filter(|&child| match dom.kind(child) {
            NodeKind::Element => true,
            NodeKind::Text => !dom.text(child).trim().is_empty(),
            _ => false,
        })
        .collect()
}

fn label(dom: &Dom<'_>, node: NodeId) -> String {
    if dom.kind(node) == NodeKind::Text {
        return "#text".to_owned();
    }
    let mut label = dom.name(node).to_owned();
    for name in DISPLAY {
        if let Some(value) = dom.attribute(node, name) {
            label.extend([" ", name, "=", &value]);
        }
    }
    label
}

fn leaf_importance(leaf: &Element) -> f64 {
    if leaf.n_pages <= 1 {
        return 1.0;
    }
    if leaf.words.is_empty() {
        return 0.0;
    }
    // In one order, so that the sum is the same on every machine.
    let mut words: Vec<_> = leaf.words.iter().collect();
    words.sort_unstable();
    let sum: f64 = words
        .iter()
        .map(|(_, counts)| {
            let total: usize = counts.iter().map(|(_, n)| n).sum();
            let shares: Vec<f64> = counts.iter().map(|(_, n)| *n as f64 / total as f64).collect();
            entropy(&shares, leaf.n_pages)
        })
        .sum();
    1.0 - sum / words.len() as f64
}

/// Returns the entropy of shares to the base of the number of pages; 1 for a single page.
fn entropy(shares: &[f64], n_pages: usize) -> f64 {
    if n_pages <= 1 {
        return 1.0;
    }
    let base = (n_pages as f64).ln();
    -shares.iter().map(|p| p * p.ln() / base).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_reads_alike_everywhere_is_noise() {
        let pages: Vec<String> = ["cats and dogs", "stocks fell hard", "rain will follow"]
            .iter()
            .map(|text| format!("<body><div class=menu><a href=/>Home</a> <b>News</b></div><p>{text}</p>"))
            .collect();
        let tree = StyleTree::learn(pages.iter().map(String::as_str));
        let kept = |page: &str| render::text(&Dom::parse(page), &tree.regions(page));
        assert_eq!(kept(&pages[0]).trim(), "cats and dogs");
        assert_eq!(kept("<body><div class=menu><a href=/>Home</a> <b>News</b></div><p>new</p>").trim(), "new");
    }

    /// The formulas of the paper, element by element and from the top.
    fn naive(tree: &StyleTree, at: usize) -> f64 {
        let element = &tree.elements[at];
        let m = element.n_pages as f64;
        if element.styles.is_empty() {
            return leaf_importance(element);
        }
        let (mut own, mut below) = (0.0, 0.0);
        for &style in &element.styles {
            let style = &tree.styles[style];
            let p = style.n_pages as f64 / m;
            own -= if m == 1.0 { 0.0 } else { p * p.log(m) };
            let children = style.elements.iter().map(|&child| naive(tree, child));
            below += p * (children.sum::<f64>() / style.labels.len() as f64);
        }
        if m == 1.0 {
            own = 1.0;
        }
        let attenuated = 0.9_f64.powf(element.styles.len() as f64);
        (1.0 - attenuated) * own + attenuated * below
    }

    #[test]
    fn composite_importance_by_a_twin() {
        let pages = [
            "<body><div>a b</div><p>one</p>",
            "<body><div>a c</div><p>two</p>",
            "<body><div>a b</div><p>one<b>x</b></p>",
            "<body><div><i>a</i></div>",
            "<body><table><tr><td>1<td>2</table>",
        ];
        for n in 1..=pages.len() {
            let tree = StyleTree::learn(pages[..n].iter().copied());
            for (at, found) in tree.importance().into_iter().enumerate() {
                let expected = naive(&tree, at);
                assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
            }
        }
    }

    #[test]
    fn noise_is_under_a_fifth() {
        // A leaf of as many words as are given on both pages, and one more on one of them.
        let is_noise = |both: &str| {
            let pages = [format!("<body><p>{both} own</p>"), format!("<body><p>{both}</p>")];
            let tree = StyleTree::learn(pages.iter().map(String::as_str));
            render::text(&Dom::parse(&*pages[0]), &tree.regions(&pages[0])).is_empty()
        };
        assert!(is_noise("a b c d e"), "1 of 6 is .167");
        assert!(!is_noise("a b c"), "1 of 4 is .25");
    }

    #[test]
    fn leaves_are_as_important_as_in_the_paper() {
        let importance = |words: &[(&str, &[(usize, usize)])]| {
            let words = words.iter().map(|(word, counts)| ((*word).to_owned(), counts.to_vec())).collect();
            leaf_importance(&Element { n_pages: 2, styles: Vec::new(), words })
        };
        // One word on both of two pages: H = 1, so nothing. On one of them: H = 0.
        let (both, one): (&[_], &[_]) = (&[(0, 1), (1, 1)], &[(0, 3)]);
        assert!(importance(&[("a", both)]).abs() < 1e-12);
        assert_eq!(importance(&[("a", one)]), 1.0);
        assert!((importance(&[("a", both), ("b", one)]) - 0.5).abs() < 1e-12);
    }
}
