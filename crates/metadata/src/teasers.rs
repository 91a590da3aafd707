//! Teasers: adjacent parts of a page that each introduce another page.

use std::ops::Range;

use dom::{Dom, NodeId, Tag};

use crate::page::PageFacts;

/// Returns the node ranges of teasers, sorted and disjoint.
///
/// Teasers are sibling elements with the same tag. Each has a heading of the same rank that links to another page.
/// Nodes between two teasers count as part of the first one. The page's own headline is in none of them.
pub(crate) fn find(page: &PageFacts<'_, '_>, headings: &[NodeId]) -> Vec<Range<usize>> {
    let dom = page.dom;
    let linked = headings.iter().copied().filter(|&it| leads_away(dom, it));
    let linked: Vec<NodeId> = linked.collect();
    let headline = page.headline();
    let is_own = |entry| headline.is_some_and(|headline| dom.contains(entry, headline));
    let mut found: Vec<Range<usize>> = Vec::new();
    // Only neighbours are compared, which keeps this linear in the number of headings.
    for pair in linked.windows(2) {
        let Some((one, other)) = entries(dom, pair[0], pair[1]) else {
            continue;
        };
        let is_alike = dom.tag(pair[0]) == dom.tag(pair[1])
            && dom.tag(one) == dom.tag(other)
            // Without a headline the first heading may be that of the page.
            && (headline.is_some() || dom.attribute(one, "class") == dom.attribute(other, "class"));
        if is_alike && !is_own(one) && !is_own(other) {
            // If the headings themselves are siblings, the text of the last one has no element of its own and extends
            // to the end of the parent.
            let end = match dom.parent(other).filter(|_| other == pair[1]) {
                Some(around) => dom.subtree_end(around),
                None => dom.subtree_end(other),
            };
            found.push(one.index()..end);
        }
    }
    joined(found)
}

/// Sorts ranges and merges those that touch or overlap, so that binary search can find the range of a node.
fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_by_key(|range| range.start);
    let mut found: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match found.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => found.push(range),
        }
    }
    found
}

/// Returns whether a heading contains a link to another page, or is in one. Links to a fragment do not count.
fn leads_away(dom: &Dom<'_>, heading: NodeId) -> bool {
    let inside = dom.descendants(heading);
    // Two levels suffice: cards put the link around the heading, or around one element that holds the heading.
    let around = dom.ancestors(heading).take(2);
    inside.chain(around).any(|node| {
        let target = || dom.attribute(node, "href");
        dom.tag(node) == Tag::A && target().is_some_and(|it| !it.contains('#'))
    })
}

/// Returns the children of the lowest common ancestor of two headings that contain the first and the second heading.
fn entries(dom: &Dom<'_>, one: NodeId, other: NodeId) -> Option<(NodeId, NodeId)> {
    let mut entry = one;
    loop {
        let around = dom.parent(entry)?;
        if dom.contains(around, other) {
            let mut above = std::iter::once(other).chain(dom.ancestors(other));
            let beside = above.find(|&it| dom.parent(it) == Some(around))?;
            return Some((entry, beside));
        }
        entry = around;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Facts;

    /// Returns which of the texts that are in `<i>` are in teasers.
    fn teased(page: &str) -> Vec<String> {
        let dom = Dom::parse(page);
        let facts = Facts::read(&dom);
        let page = PageFacts::new(&dom, &facts);
        let marked = dom.nodes().filter(|&node| dom.tag(node) == Tag::I);
        let teased = marked.filter(|&node| page.is_teaser(node));
        teased.map(|node| dom.descendants(node).map(|it| dom.text(it)).collect()).collect()
    }

    /// Each line of `teasers.txt` has a page, and those of its texts that are in teasers.
    #[test]
    fn teasers_are_alike_and_lead_away() {
        for line in include_str!("teasers.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (page, expected) = line.split_once(" =>").unwrap();
            assert_eq!(teased(page).join(" "), expected.trim_start(), "{page}");
        }
    }
}
