//! From lines to byte ranges: what is removed, and why.

use std::{collections::BTreeMap, ops::Range};

use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind};

use super::{Decision, Removal, verdict::Verdict};
use crate::{
    evidence::{Evidence, Line, keys},
    page_model::CERTAIN,
    reason::Reason,
};

/// Turns a verdict on lines into ranges.
///
/// An element is removed as a whole if none of its lines stays. Elements without lines (pictures,
/// scripts) go with what is around them: inside the content they stay.
pub(crate) fn of(dom: &Dom<'_>, page: &Evidence, verdict: &Verdict) -> Decision {
    let body = page.elements[0].node;
    let container = page.elements[verdict.container as usize].node;
    let mut counts = Counts::new(dom.len());
    let mut kept_texts = Vec::new();
    for (line, gone) in page.lines.iter().zip(&verdict.gone) {
        for &text in &page.texts[line.texts.0 as usize..line.texts.1 as usize] {
            counts.visible[text as usize + 1] = 1;
            if gone.is_none() {
                counts.kept[text as usize + 1] = 1;
                kept_texts.extend(dom.get(text as usize).map(|node| dom.extent(node)));
            }
        }
    }
    counts.accumulate();
    let mut removals: Vec<Removal> = Vec::new();
    let mut next_element = 0;
    let mut at = body.index() + 1;
    while let Some(node) = dom.get(at).filter(|&node| dom.contains(body, node)) {
        let end = dom.subtree_end(node);
        let (visible, kept) = counts.within(at, end);
        if 0 < kept {
            at += 1;
            continue;
        }
        if visible == 0 && dom.kind(node) == NodeKind::Text {
            // White space is removed if what is on both sides of it is.
            at = end;
            continue;
        }
        while page
            .elements
            .get(next_element)
            .is_some_and(|element| element.node < node)
        {
            next_element += 1;
        }
        let element = page
            .elements
            .get(next_element)
            .filter(|element| element.node == node);
        let dead = element.and_then(|_| verdict.dead[next_element]);
        let outside = !dom.contains(container, node);
        let range = dom.extent(node);
        if (0 < visible || outside || dead.is_some()) && !range.is_empty() {
            let of_lines = OfLines::sum(page, verdict, at, end);
            let reason = dead.or(of_lines.reason).unwrap_or(Reason::Outside);
            push(dom, &mut removals, node, range, reason, of_lines);
        }
        at = end;
    }
    let kept = Regions::from_ranges(kept_texts);
    let removed = Regions::from_ranges(removals.iter().map(Removal::range));
    // Where tags are nested wrongly, the range of what is removed can extend over what
    // stays.
    let regions = removed.intersection(&kept.complement(dom.source().len()));
    Decision::new(regions, removals, Some(dom.extent(container)))
}

/// For each node, and for the end, the number of texts before it.
struct Counts {
    visible: Vec<u32>,
    kept: Vec<u32>,
}

impl Counts {
    fn new(n_nodes: usize) -> Counts {
        Counts {
            visible: vec![0; n_nodes + 1],
            kept: vec![0; n_nodes + 1],
        }
    }

    fn accumulate(&mut self) {
        for i in 1..self.visible.len() {
            self.visible[i] += self.visible[i - 1];
            self.kept[i] += self.kept[i - 1];
        }
    }

    fn within(&self, start: usize, end: usize) -> (u32, u32) {
        (
            self.visible[end] - self.visible[start],
            self.kept[end] - self.kept[start],
        )
    }
}

/// What the lines of a removed part have to say about it.
struct OfLines {
    /// The reason with the most words.
    reason: Option<Reason>,
    words: usize,
    /// The probability that a word is content, in thousandths, if it is known.
    probability: Option<u16>,
}

impl OfLines {
    /// Sums the lines that begin at these nodes.
    fn sum(page: &Evidence, verdict: &Verdict, start: usize, end: usize) -> OfLines {
        let first_node = |line: &Line| page.texts[line.texts.0 as usize] as usize;
        let first = page.lines.partition_point(|line| first_node(line) < start);
        let mut words: BTreeMap<Reason, usize> = BTreeMap::new();
        let mut weighed = 0;
        for (i, line) in page.lines.iter().enumerate().skip(first) {
            if end <= first_node(line) {
                break;
            }
            if let Some(reason) = verdict.gone[i] {
                *words.entry(reason).or_default() += line.words as usize;
                let probability = verdict.probabilities.get(i).copied().unwrap_or(0);
                weighed += u64::from(line.words) * u64::from(probability);
            }
        }
        let total: usize = words.values().sum();
        let most = words.into_iter().rev().max_by_key(|&(_, words)| words);
        let is_known = !verdict.probabilities.is_empty() && 0 < total;
        OfLines {
            reason: most.map(|(reason, _)| reason),
            words: total,
            probability: is_known.then(|| thousandths(weighed, total as u64 * u64::from(CERTAIN))),
        }
    }
}

fn thousandths(part: u64, whole: u64) -> u16 {
    (1000 * part / whole.max(1)).min(1000) as u16
}

/// Adds a removal, or widens the last one if only white space is between them.
fn push(
    dom: &Dom<'_>,
    removals: &mut Vec<Removal>,
    node: NodeId,
    range: Range<usize>,
    reason: Reason,
    of_lines: OfLines,
) {
    let OfLines {
        words, probability, ..
    } = of_lines;
    if let Some(last) = removals.last_mut() {
        let gap = dom.source().get(last.range.end..range.start);
        if last.reason == reason && gap.is_some_and(|gap| gap.trim_ascii().is_empty()) {
            last.range.end = range.end;
            last.probability = match (last.probability, probability) {
                (Some(last_one), Some(this)) => Some(thousandths(
                    u64::from(last_one) * last.words as u64 + u64::from(this) * words as u64,
                    1000 * (last.words + words) as u64,
                )),
                (last_one, this) => last_one.or(this),
            };
            last.words += words;
            return;
        }
    }
    let named = if dom.kind(node) == NodeKind::Element {
        Some(node)
    } else {
        dom.parent(node)
    };
    let selector = named.map_or(String::new(), |node| keys::selector(dom, node));
    removals.push(Removal {
        range,
        reason,
        selector,
        words,
        probability,
    });
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode,
        testing::{first, pages, story},
    };

    /// Returns what is left of the first page.
    fn left(sources: &[String]) -> String {
        let regions = first(Mode::Reference, sources).into_regions();
        regions
            .complement(sources[0].len())
            .iter()
            .map(|range| &sources[0][range])
            .collect()
    }

    #[test]
    fn pictures_stay_in_the_content_and_go_with_what_is_around_them() {
        let sources = pages(|page| {
            format!(
                "<body><nav><img src=logo></nav><div id=t><img src=pic>{}<hr></div><div><img src=ad></div>",
                story(page)
            )
        });
        let left = left(&sources);
        assert!(left.contains("src=pic") && left.contains("<hr>"));
        assert!(!left.contains("src=ad") && !left.contains("src=logo"));
    }

    #[test]
    fn wrong_nesting_takes_nothing_with_it() {
        // The text in the table comes before it in the tree, and inside it in the source.
        let sources = pages(|page| {
            format!(
                "<body><table>own text o{page} of it<tr><td>the same row</table><p>{}",
                story(page)
            )
        });
        let left = left(&sources);
        assert!(left.contains("own text o0 of it") && !left.contains("the same row"));
    }

    #[test]
    fn a_page_of_template_alone_loses_all() {
        let own = pages(|page| format!("<body><p>Not found<p>Go back<p>own o{page}"));
        let sources = [&own[..], &["<body><p>Not found<p>Go back".to_owned()]].concat();
        assert!(left(&sources).contains("own o0") && !left(&sources).contains("Go back"));
    }

    #[test]
    fn copies_of_one_page_are_one_page() {
        let sources = pages(|_| format!("<body><h1>Tides</h1>{}", story(0)));
        assert_eq!(left(&sources), sources[0]);
    }

    #[test]
    fn no_body_no_decision() {
        let decision = first(Mode::Article, &["<frameset><frame></frameset>".to_owned()]);
        assert!(decision.regions().is_empty() && decision.container().is_none());
    }
}
