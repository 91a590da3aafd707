//! From lines to byte ranges: what is removed, and why.

use std::ops::Range;

use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind, Tag};
use gbdt::PROBABILITY_ONE;

use super::{Decision, Removal, line_decisions::LineDecisions, thousandths::Thousandths, words};
use crate::{
    evidence::{Evidence, Line, hints::Hints, keys},
    features::Group,
    reason::Reason,
};

/// The number of parts whose reasons are found together. Chosen: as many as lines whose features are computed together.
const PARTS: usize = 1024;

/// The content is in the smallest element that holds this share of the words that stay, in hundredths. Parts without
/// words outside of it are removed. It is less than all words, since the headline may be far above the rest. Chosen: by
/// eye.
const CONTAINER: u64 = 95;

/// Turns a judgement of lines into ranges.
///
/// An element is removed as a whole if none of its lines stays. Elements without lines (pictures,
/// scripts) go with what is around them: inside the content they stay.
pub(crate) fn of(dom: &Dom<'_>, decisions: &LineDecisions<'_>) -> Decision {
    let page = decisions.view.page;
    let body = page.elements[0].node;
    let container = page.elements[container(page, &decisions.keep)].node;
    let mut counts = Counts::new(dom.len());
    let hidden = hidden_within_lines(dom, page);
    let stays = |nth: u32, keep: bool| keep && !is_within(&hidden, nth);
    for (line, &keep) in page.lines.iter().zip(&decisions.keep) {
        for nth in line.texts.0..line.texts.1 {
            let text = page.texts[nth as usize];
            // The counts are shifted by one, so that the sums up to a node leave out the node itself.
            counts.visible[text as usize + 1] = 1;
            counts.kept[text as usize + 1] = u32::from(stays(nth, keep));
        }
    }
    counts.accumulate();
    let mut parts: Vec<NodeId> = Vec::new();
    let mut at = body.index() + 1;
    while let Some(node) = dom.get(at).filter(|&node| dom.contains(body, node)) {
        let end = dom.subtree_end(node);
        let (visible, kept) = counts.within(at, end);
        // Something in the node stays, so its children are looked at one by one.
        if kept > 0 {
            at += 1;
            continue;
        }
        at = end;
        if visible == 0 && dom.kind(node) == NodeKind::Text {
            // White space is removed in `ranges`, if what is on both sides of it is.
            continue;
        }
        // Inside the content, what has no words stays, such as a picture; but for buttons whose label says what they do,
        // which may be inside it. An implied element has no bytes to remove.
        let outside = !dom.contains(container, node);
        if visible == 0 && !outside && !dom.is_command(node) && has_command(dom, node) {
            at = node.index() + 1;
            continue;
        }
        if (visible > 0 || outside || dom.is_command(node)) && !dom.extent(node).is_empty() {
            parts.push(node);
        }
    }
    drop(counts);
    let removed = Regions::from_ranges(ranges(dom, &parts));
    // Where tags are nested wrongly, the range of what is removed can extend over what stays. Only such texts are listed:
    // there may be millions of others.
    let kept_lines = page.lines.iter().zip(&decisions.keep);
    let kept_texts = kept_lines
        .flat_map(|(line, &keep)| (line.texts.0..line.texts.1).filter(move |&nth| stays(nth, keep)))
        .filter_map(|nth| dom.get(page.texts[nth as usize] as usize))
        .map(|text| dom.extent(text))
        .filter(|text| removed.overlaps(text.clone()));
    let regions = removed.intersection(&Regions::from_ranges(kept_texts).complement(dom.source().len()));
    Decision {
        regions,
        removals: removals(dom, decisions, &parts),
        container: Some(dom.extent(container)),
        confidence: decisions.confidence,
        fit: decisions.view.fit(),
    }
}

/// Returns whether a [command](Dom::commands) is inside a node.
fn has_command(dom: &Dom<'_>, node: NodeId) -> bool {
    let commands = dom.commands();
    let next = commands.partition_point(|&command| command <= node);
    commands.get(next).is_some_and(|&command| dom.contains(node, command))
}

/// Returns which texts are hidden in the midst of a line that shows, as ascending ranges of the page's texts: sort keys,
/// tooltips, dates for machines. No reader sees them, and they would be glued to the words beside them.
///
/// A line that is hidden as a whole is judged like any other: scripts show it, such as a panel of tabs.
fn hidden_within_lines(dom: &Dom<'_>, page: &Evidence) -> Vec<Range<u32>> {
    let mut hidden: Vec<Range<u32>> = Vec::new();
    let place = |node: usize| page.texts.partition_point(|&text| (text as usize) < node) as u32;
    for (at, element) in page.elements.iter().enumerate() {
        if !element.hints.has(Hints::HIDDEN) || element.tag.is_block() {
            continue;
        }
        let texts = place(element.node.index())..place(dom.subtree_end(element.node));
        let is_inside = hidden.last().is_some_and(|last| texts.end <= last.end);
        if texts.is_empty() || is_inside {
            continue;
        }
        let line = page.lines.partition_point(|line| line.texts.1 <= texts.start);
        let is_part = page.lines.get(line).is_some_and(|line| {
            let is_around = line.texts.0 <= texts.start && texts.end <= line.texts.1;
            is_around && (line.texts.0..line.texts.1) != texts && page.contains(line.owner, at as u32)
        });
        // A formula is hidden from those who see the picture of it. Beside another form of it, which is text, it is a copy.
        // What is beside the picture in the sentence is none.
        let is_alone = || {
            let around = dom.parent(element.node).filter(|&around| !dom.tag(around).is_block());
            around.is_none_or(|around| {
                place(around.index()) == texts.start && place(dom.subtree_end(around)) == texts.end
            })
        };
        let is_formula = || dom.descendants(element.node).any(|inner| dom.tag(inner) == Tag::MATH);
        if is_part && !(is_formula() && is_alone()) {
            hidden.push(texts);
        }
    }
    hidden
}

/// Returns whether one of ascending ranges contains a number.
fn is_within(ranges: &[Range<u32>], number: u32) -> bool {
    let after = ranges.partition_point(|range| range.end <= number);
    ranges.get(after).is_some_and(|range| range.contains(&number))
}

/// Returns where removed parts are, with the white space between them.
fn ranges(dom: &Dom<'_>, parts: &[NodeId]) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::with_capacity(parts.len());
    for &part in parts {
        let range = dom.extent(part);
        match ranges.last_mut() {
            Some(last) if touches(dom, last, &range) => last.end = range.end,
            _ => ranges.push(range),
        }
    }
    ranges
}

/// Returns whether there is nothing but white space between one range and the next.
fn touches(dom: &Dom<'_>, one: &Range<usize>, next: &Range<usize>) -> bool {
    // Where tags are nested wrongly, the ranges of two parts can overlap: then there is nothing between them.
    let gap = dom.source().get(one.end..next.start);
    gap.is_some_and(|gap| gap.trim_ascii().is_empty())
}

/// Lists the removed parts with their reasons, if reasons are asked for.
fn removals(dom: &Dom<'_>, decisions: &LineDecisions<'_>, parts: &[NodeId]) -> Vec<Removal> {
    let mut removals = Vec::new();
    let Some(grounds) = &decisions.grounds else {
        return removals;
    };
    for parts in parts.chunks(PARTS) {
        let of_parts: Vec<OfLines> =
            parts.iter().map(|&part| OfLines::sum(decisions, part.index(), dom.subtree_end(part))).collect();
        let longest: Vec<u32> = of_parts.iter().filter_map(|of_lines| of_lines.longest).collect();
        let mut against = decisions.forest.against(grounds, &longest).into_iter();
        for (&part, of_lines) in std::iter::zip(parts, of_parts) {
            let against = of_lines.longest.and_then(|_| against.next());
            push(dom, decisions, &mut removals, part, of_lines, against);
        }
    }
    removals
}

/// Returns the smallest element that holds most of the words that stay.
fn container(page: &Evidence, keep: &[bool]) -> usize {
    let kept = page.sum(|i, line| if keep[i] { line.words } else { 0 });
    let least = u64::from(kept[0]) * CONTAINER;
    let mut at = 0;
    // Elements are in pre-order: the next one that is large enough is a child of the last, or
    // in another part of the page.
    for (i, element) in page.elements.iter().enumerate().skip(1) {
        if kept[0] > 0 && least <= 100 * u64::from(kept[i]) && element.parent as usize == at {
            at = i;
        }
    }
    at
}

/// For each node, and for the end, the number of texts before it.
struct Counts {
    visible: Vec<u32>,
    kept: Vec<u32>,
}

impl Counts {
    fn new(n_nodes: usize) -> Counts {
        Counts { visible: vec![0; n_nodes + 1], kept: vec![0; n_nodes + 1] }
    }

    fn accumulate(&mut self) {
        for i in 1..self.visible.len() {
            self.visible[i] += self.visible[i - 1];
            self.kept[i] += self.kept[i - 1];
        }
    }

    fn within(&self, start: usize, end: usize) -> (u32, u32) {
        (self.visible[end] - self.visible[start], self.kept[end] - self.kept[start])
    }
}

/// What is known about a removed part from its lines.
struct OfLines {
    /// The line with the most words, or the first of several.
    longest: Option<u32>,
    /// Whether it has a text, of these or of other lines.
    has_text: bool,
    words: usize,
    /// The probability that a word is content, if there are words.
    probability: Option<Thousandths>,
}

impl OfLines {
    /// Sums up the lines whose first text is among these nodes.
    fn sum(decisions: &LineDecisions<'_>, start: usize, end: usize) -> OfLines {
        let page = decisions.view.page;
        let first_node = |line: &Line| page.texts[line.texts.0 as usize] as usize;
        // Lines are in the order of the document, and so are their first texts.
        let first = page.lines.partition_point(|line| first_node(line) < start);
        let inside = page.lines[first..].partition_point(|line| first_node(line) < end);
        let (mut words, mut weighed, mut most) = (0_u64, 0_u64, None);
        for (i, line) in page.lines.iter().enumerate().skip(first).take(inside) {
            words += u64::from(line.words);
            weighed += u64::from(line.words) * u64::from(decisions.probabilities[i]);
            if most.is_none_or(|(_, words)| words < line.words) {
                most = Some((i, line.words));
            }
        }
        // A part without lines is one outside the content, or one within a line.
        let has_text = page.texts[page.texts.partition_point(|&text| (text as usize) < start)..]
            .first()
            .is_some_and(|&text| (text as usize) < end);
        OfLines {
            longest: most.map(|(line, _)| line as u32),
            has_text,
            words: words as usize,
            probability: (words > 0).then(|| Thousandths::of(weighed, words * u64::from(PROBABILITY_ONE))),
        }
    }
}

/// Adds a removal, or widens the last one if it has the same reason and only white space is between them. `against` are
/// the groups that speak against its longest line.
fn push(
    dom: &Dom<'_>,
    decisions: &LineDecisions<'_>,
    removals: &mut Vec<Removal>,
    node: NodeId,
    of_lines: OfLines,
    against: Option<Vec<Group>>,
) {
    let OfLines { longest, has_text, words, probability } = of_lines;
    let why = Option::zip(longest, against).map(|(line, against)| words::why(decisions, line as usize, against));
    let (reason, against) = why.unzip();
    let reason = reason.unwrap_or(match has_text {
        true => Reason::Hidden,
        false if dom.is_command(node) => Reason::Button,
        false => Reason::Outside,
    });
    let range = dom.extent(node);
    if let Some(last) = removals.last_mut()
        && last.reason == reason
        && touches(dom, &last.range, &range)
    {
        last.range.end = range.end;
        // The mean of both probabilities, weighed by the words.
        last.probability = match (last.probability, probability) {
            (Some(last_one), Some(this)) => Some(Thousandths::of(
                u64::from(last_one.number()) * last.words as u64 + u64::from(this.number()) * words as u64,
                1000 * (last.words + words) as u64,
            )),
            (last_one, this) => last_one.or(this),
        };
        last.words += words;
        return;
    }
    // A text has no selector: its parent is named.
    let named = if dom.kind(node) == NodeKind::Element { Some(node) } else { dom.parent(node) };
    let selector = named.map_or(String::new(), |node| keys::selector(dom, node));
    let because = against.map(|against| against.in_words(dom, decisions));
    removals.push(Removal { range, reason, selector, words, because: because.unwrap_or_default(), probability });
}

#[cfg(test)]
mod tests {
    use crate::testing::{first, pages, story};

    /// Returns what is left of the first page.
    fn left(sources: &[String]) -> String {
        let regions = first(sources).into_regions();
        regions.complement(sources[0].len()).iter().map(|range| &sources[0][range]).collect()
    }

    #[test]
    fn buttons_go_from_elements_without_other_words() {
        let sources = pages(|page| {
            let bar = "<div class=bar><img src=icon><div><button>Copy</button></div></div>";
            format!("<body>{}{bar}{}", story(page), story(page + 9))
        });
        let left = left(&sources);
        assert!(left.contains("<div class=bar><img src=icon><div></div></div>"), "{left}");
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
    fn white_space_between_removed_parts_goes_whatever_their_reasons() {
        let sources = pages(|page| {
            format!(
                "<body>{}\n\n<footer>All rights reserved by us</footer>\n<aside><a href=/{page}>w{page}</a></aside>",
                story(page)
            )
        });
        let decision = first(&sources);
        let [one, other] = decision.removals() else {
            panic!("{:?}", decision.removals());
        };
        assert_ne!(one.reason(), other.reason());
        let whole = one.range().start..other.range().end;
        assert_eq!(decision.regions().iter().collect::<Vec<_>>(), [whole]);
    }

    #[test]
    fn what_is_hidden_within_a_line_goes() {
        let sources = pages(|page| {
            let words: String = (0..20).map(|word| format!("v{page}x{word} ")).collect();
            let line = format!(
                "<p>Ada<i style='display: none'>(1952)</i> {words}<b hidden>TIP</b>the book\
                <i hidden><math><mi>x</mi></math></i> of <u>y<i hidden><math><mi>y</mi></math></i></u>.</p>"
            );
            format!("<body>{}{line}{}", story(page), story(page + 9))
        });
        let left = left(&sources);
        assert!(left.contains("<p>Ada v0x0 ") && left.contains("v0x19 the book<i hidden><math><mi>x</mi>"), "{left}");
        // A formula beside its own text is a copy.
        assert!(left.contains("of <u>y</u>."), "{left}");
        let decision = first(&sources);
        let reasons: Vec<_> = decision.removals().iter().map(|removal| removal.reason()).collect();
        assert_eq!(reasons, [crate::Reason::Hidden; 3], "{:?}", decision.removals());
    }

    #[test]
    fn no_body_no_decision() {
        let decision = first(&["<frameset><frame></frameset>".to_owned()]);
        assert!(decision.regions().is_empty() && decision.container().is_none());
    }
}
