//! Finds the `noscript` elements that add nothing to a page.

use std::{cell::OnceCell, collections::HashSet, ops::Range};

use super::texts_below;
use crate::{Dom, Namespace, NodeId, NodeKind, Tag};

/// Names of scripts and scripting, one per line, in lower case.
const SCRIPTING: &str = include_str!("scripting.txt");

/// The largest length of a plea to switch scripts on, in characters. Chosen: of 230 pleas that were read, only one is
/// longer, and a menu follows in it; forums that serve their threads in `noscript` have more than a thousand
/// characters.
const LONGEST_PLEA: usize = 400;

/// Returns the `noscript` elements that add nothing to a page, in document order: see [`Dom::fallbacks`].
pub(super) fn fallbacks(dom: &Dom<'_>) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = dom.nodes().filter(|&node| is_noscript(dom, node)).collect();
    if !found.is_empty() {
        let contents = Contents::read(dom);
        found.retain(|&noscript| contents.add_nothing(noscript));
    }
    found
}

fn is_noscript(dom: &Dom<'_>, node: NodeId) -> bool {
    dom.tag(node) == Tag::NOSCRIPT && dom.namespace(node) == Namespace::Html
}

/// The text of one block in a `noscript`.
struct Line {
    /// The first of its texts.
    first: NodeId,
    text: String,
    /// Whether all of the text is the label of a control, such as a button.
    is_control: bool,
}

impl Line {
    fn length(&self) -> usize {
        self.text.trim().chars().count()
    }

    fn names_scripting(&self) -> bool {
        let text = self.text.to_lowercase();
        SCRIPTING.lines().any(|name| text.contains(name))
    }
}

/// The texts in all `noscript` elements of a page. As these may be nested, each is a range of lines, and a sum over a
/// range is the difference of two prefix sums.
struct Contents<'d> {
    dom: &'d Dom<'d>,
    lines: Vec<Line>,
    /// All texts, in document order.
    texts: Vec<NodeId>,
    lengths: Sums,
    /// Counts the lines that are more than labels.
    not_controls: Sums,
    /// The lengths of the lines that name scripting, and 0 for the others.
    naming: OnceCell<Sums>,
    /// The trimmed texts outside all `noscript` elements.
    outside: OnceCell<HashSet<String>>,
    /// Counts the texts that do not stand outside as well.
    unsaid: OnceCell<Sums>,
}

impl<'d> Contents<'d> {
    /// Reads the page in one pass.
    fn read(dom: &'d Dom<'_>) -> Contents<'d> {
        let mut lines: Vec<Line> = Vec::new();
        let mut texts = Vec::new();
        // For each open element: where it ends, the block that text in it belongs to, and whether that text is a
        // label. The first entry stands for what is outside all `noscript` elements.
        let mut open = vec![(dom.len(), dom.root(), false)];
        let mut noscript_end = 0;
        let mut last_block = None;
        let mut at = 0;
        while let Some(node) = dom.get(at) {
            at += 1;
            while open.len() > 1 && open.last().is_some_and(|&(end, ..)| end <= node.index()) {
                open.pop();
            }
            let &(_, block, is_label) = open.last().unwrap_or(&(0, dom.root(), false));
            match dom.kind(node) {
                NodeKind::Element => {
                    let end = dom.subtree_end(node);
                    let is_control =
                        matches!(dom.tag(node), Tag::BUTTON | Tag::LABEL | Tag::OPTION | Tag::OPTGROUP | Tag::SELECT);
                    if dom.hides_by_name(node) {
                        at = end;
                    } else if is_noscript(dom, node) {
                        // A nested `noscript` ends before the outer one, whose text goes on after it.
                        noscript_end = noscript_end.max(end);
                        open.push((end, node, false));
                    } else if dom.tag(node).is_block() {
                        open.push((end, node, is_control));
                    } else if is_control {
                        // A label inside a line does not break it, so its text is added to the line of the block
                        // around it.
                        open.push((end, block, true));
                    }
                }
                NodeKind::Text | NodeKind::RawText if node.index() < noscript_end => {
                    let written = dom.text(node);
                    if written.trim().is_empty() {
                        continue;
                    }
                    texts.push(node);
                    // Inline elements cut the text of a block into several nodes, which are one line to a reader.
                    match lines.last_mut().filter(|_| last_block == Some(block)) {
                        Some(line) => {
                            line.text.push_str(&written);
                            line.is_control &= is_label;
                        }
                        None => lines.push(Line { first: node, text: written.into_owned(), is_control: is_label }),
                    }
                    last_block = Some(block);
                }
                _ => {}
            }
        }
        Contents {
            dom,
            lengths: Sums::of(lines.iter().map(Line::length)),
            not_controls: Sums::of(lines.iter().map(|line| usize::from(!line.is_control))),
            lines,
            texts,
            naming: OnceCell::new(),
            outside: OnceCell::new(),
            unsaid: OnceCell::new(),
        }
    }

    fn add_nothing(&self, noscript: NodeId) -> bool {
        let end = self.dom.subtree_end(noscript);
        let before = |end: usize| self.lines.partition_point(|line| line.first.index() < end);
        let lines = before(noscript.index())..before(end);
        // The conditions that need more of the page come last, and what they need is computed only once.
        lines.is_empty()
            || self.not_controls.over(&lines) == 0
            || self.is_plea(&lines)
            || self.is_markup(&lines)
            || self.repeat_others(noscript)
            || self.outside().is_empty() && self.lengths.over(&lines) <= LONGEST_PLEA
    }

    fn is_plea(&self, lines: &Range<usize>) -> bool {
        let length = self.lengths.over(lines);
        if LONGEST_PLEA < length {
            return false;
        }
        let naming = self.naming.get_or_init(|| {
            Sums::of(self.lines.iter().map(|line| match line.length() {
                // A line that is too long for a plea is in none, so its text need not be searched.
                length if LONGEST_PLEA < length => 0,
                length => length * usize::from(line.names_scripting()),
            }))
        });
        // The range has a first line, since contents without lines are not asked about.
        naming.over(&(lines.start..lines.start + 1)) > 0 || length < 2 * naming.over(lines)
    }

    /// Returns whether the lines are one piece of markup that was escaped once too often: nobody is meant to read it.
    fn is_markup(&self, lines: &Range<usize>) -> bool {
        let [line] = &self.lines[lines.clone()] else {
            return false;
        };
        let text = line.text.trim();
        let tag = text.strip_prefix('<').unwrap_or_default();
        tag.starts_with(|letter: char| letter.is_ascii_alphabetic()) && text.ends_with('>')
    }

    /// Returns whether each text of a `noscript` is outside it as well.
    fn repeat_others(&self, noscript: NodeId) -> bool {
        let unsaid = self.unsaid.get_or_init(|| {
            let is_unsaid = |&text| !self.outside().contains(self.dom.text(text).trim());
            Sums::of(self.texts.iter().map(|text| usize::from(is_unsaid(text))))
        });
        let before = |end: usize| self.texts.partition_point(|text| text.index() < end);
        unsaid.over(&(before(noscript.index())..before(self.dom.subtree_end(noscript)))) == 0
    }

    fn outside(&self) -> &HashSet<String> {
        let dom = self.dom;
        self.outside.get_or_init(|| {
            let skips = |node| dom.hides_by_name(node) || dom.tag(node) == Tag::NOSCRIPT;
            texts_below(dom, dom.root(), skips)
                .map(|text| dom.text(text).trim().to_owned())
                .filter(|text| !text.is_empty())
                .collect()
        })
    }
}

/// Prefix sums of a list: entry `i` is the sum of its first `i` items.
struct Sums(Vec<usize>);

impl Sums {
    fn of(items: impl Iterator<Item = usize>) -> Sums {
        let mut sum = 0;
        let sums = items.map(|item| {
            sum += item;
            sum
        });
        Sums([0].into_iter().chain(sums).collect())
    }

    fn over(&self, items: &Range<usize>) -> usize {
        self.0[items.end] - self.0[items.start]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn the_last_one_of_a_page_adds_something_or_nothing() {
        for [page, expected] in cases(include_str!("fallback.txt")) {
            let dom = Dom::parse(&*page);
            let last = dom.nodes().rfind(|&node| dom.tag(node) == Tag::NOSCRIPT).unwrap();
            let found = if fallbacks(&dom).contains(&last) { "nothing" } else { "content" };
            assert_eq!(found, expected, "{page}");
        }
    }

    #[test]
    fn the_outer_one_of_nested_ones_stays() {
        let page = "<p>x<noscript>Tides at noon, and again<noscript>Enable JavaScript</noscript></noscript>";
        assert_eq!(fallbacks(&Dom::parse(page)).len(), 1);
    }
}
