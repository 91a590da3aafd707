//! What a user knows better than the method.

use std::{collections::BinaryHeap, ops::Range};

use classify::{Evidence, Removal, Structures};
use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind, Tag};
use select::{ElementMatcher, Selector};

use crate::{Error, named_metadata::MetadataSelectors};

/// Elements that stay or go whatever a template says, named by CSS selectors.
///
/// A match applies to an element with everything in it, except where an element
/// inside it is matched too: the innermost match counts. If two selectors match
/// the same element, the one that keeps it wins.
///
/// With [`only`](Overrides::only), everything else goes. A page in which that matches nothing is cleaned as without it,
/// because a page is not to be lost when its site renames a class.
///
/// Otherwise what belongs to a matched element [follows it](Structures), unless it is matched as well: with a cell, the rest of its
/// row and the header of its table stay, and without its section a heading goes.
///
/// Supported are the selectors that ask for structure and attributes: types,
/// `#id`, `.class`, `[attribute]`, combinators, `:nth-child()` and its kin,
/// `:is()`, `:where()`, `:not()`, `:has()`. Quirks mode, in which class names
/// match in either case, is ignored.
///
/// # Examples
///
/// ```
/// use demold::{Learner, Overrides};
///
/// let pages = [1, 2, 3].map(|n| format!("<nav>Home</nav><p>News {n}.</p><i>Imprint</i>"));
/// let site = Learner::new().learn(&pages)?;
/// let overrides = Overrides::new().keep("nav")?.drop("p")?;
/// let cleaned = site.clean(&pages[0])?.overridden(&overrides);
/// assert_eq!(cleaned.text(), "Home");
/// # Ok::<(), demold::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    keep: Vec<Selector>,
    drop: Vec<Selector>,
    only: Vec<Selector>,
    pub(crate) metadata: MetadataSelectors,
}

/// What a selector asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wish<'a> {
    Keep,
    Drop(&'a Selector),
}

/// A matched element, and how many of the matched elements around it ask for
/// the opposite of the one around them.
struct Match<'a> {
    node: NodeId,
    level: usize,
    wish: Wish<'a>,
}

impl Overrides {
    /// Overrides nothing.
    #[must_use]
    pub fn new() -> Overrides {
        Overrides::default()
    }

    /// Keeps the elements that a list of selectors matches.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not one.
    pub fn keep(mut self, selector: &str) -> Result<Overrides, Error> {
        self.keep.push(parse(selector)?);
        Ok(self)
    }

    /// Removes the elements that a list of selectors matches.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not one.
    pub fn drop(mut self, selector: &str) -> Result<Overrides, Error> {
        self.drop.push(parse(selector)?);
        Ok(self)
    }

    /// Keeps the elements that a list of selectors matches, and removes the rest of the page. With several lists,
    /// what any of them matches stays.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not one.
    ///
    /// # Examples
    ///
    /// ```
    /// use demold::{Learner, Overrides};
    ///
    /// let overrides = Overrides::new().only("article")?.drop("aside")?;
    /// let page = "<p>Home<article>Rain is on its way.<aside>Share this</aside></article>";
    /// assert_eq!(Learner::new().clean_alone(page).overridden(&overrides).text(), "Rain is on its way.");
    /// # Ok::<(), demold::Error>(())
    /// ```
    pub fn only(mut self, selector: &str) -> Result<Overrides, Error> {
        self.only.push(parse(selector)?);
        Ok(self)
    }

    /// Takes the title from the first element that a list of selectors matches.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not one.
    pub fn title(mut self, selector: &str) -> Result<Overrides, Error> {
        self.metadata.title.push(parse(selector)?);
        Ok(self)
    }

    /// Takes the authors from the elements that a list of selectors matches, one from each.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not one.
    pub fn author(mut self, selector: &str) -> Result<Overrides, Error> {
        self.metadata.author.push(parse(selector)?);
        Ok(self)
    }

    /// Takes the date of publication from the first element that a list of selectors matches and that has a date.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if it is not one.
    pub fn date(mut self, selector: &str) -> Result<Overrides, Error> {
        self.metadata.date.push(parse(selector)?);
        Ok(self)
    }

    /// Adds all that others override.
    pub fn extend(&mut self, others: &Overrides) {
        for (all, more) in [
            (&mut self.keep, &others.keep),
            (&mut self.drop, &others.drop),
            (&mut self.only, &others.only),
            (&mut self.metadata.title, &others.metadata.title),
            (&mut self.metadata.author, &others.metadata.author),
            (&mut self.metadata.date, &others.metadata.date),
        ] {
            all.extend(more.iter().cloned());
        }
    }

    /// Returns whether nothing is overridden.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes_nothing() && self.metadata.is_empty()
    }

    /// Returns whether the same parts are removed as without it.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.keep.is_empty() && self.drop.is_empty() && self.only.is_empty()
    }

    /// Changes the regions of a page, and the reasons for them.
    pub(crate) fn apply(&self, dom: &Dom<'_>, page: &Evidence, regions: &mut Regions, removals: &mut Vec<Removal>) {
        if self.changes_nothing() {
            return;
        }
        let source = dom.source();
        let (matches, has_only) = self.matches(dom);
        if matches.is_empty() {
            return;
        }
        if has_only {
            // The elements themselves are among the matches that stay.
            *regions = regions.union(&Regions::from_ranges([content(dom)]));
            removals.clear();
        }
        let before = regions.clone();
        let [dropped, kept] = decided(dom, &matches);
        *regions = regions.union(&dropped).intersection(&kept.complement(source.len()));
        // What a selector names is as the selector says, whatever it belongs to.
        let named = Regions::from_ranges(matches.iter().map(|found| dom.extent(found.node)));
        // With `only`, nothing else of its structure stays either.
        let united = if has_only { regions.clone() } else { Structures::find(dom, page).follow(&before, regions) };
        let united = united.intersection(&named.complement(source.len())).union(&regions.intersection(&named));
        let followed = united.intersection(&before.union(regions).complement(source.len()));
        *regions = united;
        let removed_by =
            |range: Range<usize>, by: &Selector| Removal::by_selector(range.clone(), by.text(), &source[range]);
        let drops = matches.iter().filter_map(|found| match found.wish {
            Wish::Keep => None,
            Wish::Drop(selector) => Some((dom.extent(found.node), selector)),
        });
        removals.extend(drops.clone().map(|(range, selector)| removed_by(range, selector)));
        if has_only {
            removals.extend(self.not_named(source, regions, &named));
        }
        // A heading goes by the selector that names its section.
        let mut drops: Vec<(usize, &Selector)> = drops.map(|(range, selector)| (range.start, selector)).collect();
        drops.sort_by_key(|&(start, _)| start);
        removals.extend(followed.iter().filter_map(|range| {
            let after = drops.partition_point(|&(start, _)| start < range.end);
            let &(_, selector) = drops.get(after).or(drops.last())?;
            Some(removed_by(range, selector))
        }));
        let removed: Vec<Range<usize>> = regions.iter().collect();
        removals.retain(|removal| {
            let range = removal.range();
            let first = removed.partition_point(|part| part.end <= range.start);
            removed.get(first).is_some_and(|part| part.start < range.end)
        });
        removals.sort_by_key(|removal| removal.range().start);
    }

    /// Returns the removed parts that are outside the matched elements.
    fn not_named(&self, source: &str, regions: &Regions, named: &Regions) -> Vec<Removal> {
        let only: Vec<&str> = self.only.iter().map(Selector::text).collect();
        let selector = format!(":not({})", only.join(", "));
        let parts = regions.intersection(&named.complement(source.len()));
        let removed = |range: Range<usize>| Removal::by_selector(range.clone(), &selector, &source[range]);
        parts.iter().map(removed).filter(|removal| removal.words() > 0).collect()
    }

    /// Finds the elements that change what applies around them. Also returns whether a selector of
    /// [`only`](Overrides::only) matches any.
    fn matches<'a>(&'a self, dom: &Dom<'_>) -> (Vec<Match<'a>>, bool) {
        // If several selectors match an element, the first of these decides.
        let keep = self.keep.iter().chain(&self.only).map(|selector| (selector, Wish::Keep));
        let wishes: Vec<_> = keep.chain(self.drop.iter().map(|selector| (selector, Wish::Drop(selector)))).collect();
        let only = self.keep.len()..self.keep.len() + self.only.len();
        let matcher = ElementMatcher::new(dom);
        let mut has_only = false;
        let mut first = vec![u32::MAX; dom.len()];
        for (nth, (selector, _)) in wishes.iter().enumerate() {
            let found = matcher.select(selector);
            has_only |= only.contains(&nth) && !found.is_empty();
            for node in found {
                let first = &mut first[node.index()];
                *first = (*first).min(nth as u32);
            }
        }
        let mut matches: Vec<Match<'a>> = Vec::new();
        // Indices of matches around the node, the innermost last.
        let mut around: Vec<usize> = Vec::new();
        for node in dom.nodes() {
            let Some(&(_, wish)) = wishes.get(first[node.index()] as usize) else {
                continue;
            };
            while around.last().is_some_and(|&outer| !dom.contains(matches[outer].node, node)) {
                around.pop();
            }
            let outer = around.last().map(|&outer| &matches[outer]);
            if outer.is_some_and(|outer| is_same(outer.wish, wish)) {
                continue;
            }
            let level = outer.map_or(0, |outer| outer.level + 1);
            around.push(matches.len());
            matches.push(Match { node, level, wish });
        }
        (matches, has_only)
    }
}

/// Returns where the innermost of the matches drops, and where it keeps. Bytes of elements that are not in each other, as
/// of a table and of what a browser moves out of it, belong to the match of the higher level, and of one level to the one
/// that keeps.
fn decided(dom: &Dom<'_>, matches: &[Match<'_>]) -> [Regions; 2] {
    let mut starts: Vec<(Range<usize>, &Match<'_>)> =
        matches.iter().map(|found| (dom.extent(found.node), found)).collect();
    starts.sort_by_key(|(range, _)| range.start);
    let mut starts = starts.into_iter().peekable();
    // The matches around a byte: level, whether it keeps, and end.
    let mut around: BinaryHeap<(usize, bool, usize)> = BinaryHeap::new();
    let mut parts = [Vec::new(), Vec::new()];
    let mut at = 0;
    loop {
        while around.peek().is_some_and(|&(.., end)| end <= at) {
            around.pop();
        }
        let innermost = around.peek();
        let ends = innermost.map(|&(.., end)| end);
        let Some(next) = ends.into_iter().chain(starts.peek().map(|(range, _)| range.start)).min() else {
            return parts.map(Regions::from_ranges);
        };
        if let Some(&(_, keeps, _)) = innermost {
            parts[usize::from(keeps)].push(at..next);
        }
        at = next;
        while let Some((range, found)) = starts.next_if(|(range, _)| range.start <= at) {
            around.push((found.level, found.wish == Wish::Keep, range.end));
        }
    }
}

/// Returns the bytes of a page that can show: those of its body, if it has one.
fn content(dom: &Dom<'_>) -> Range<usize> {
    let body = dom.nodes().find(|&node| dom.kind(node) == NodeKind::Element && dom.tag(node) == Tag::BODY);
    dom.extent(body.unwrap_or_else(|| dom.root()))
}

fn parse(selector: &str) -> Result<Selector, Error> {
    Selector::parse(selector).map_err(|error| Error::Unusable(error.to_string()))
}

/// Two selectors that drop ask for the same.
fn is_same(left: Wish<'_>, right: Wish<'_>) -> bool {
    (left == Wish::Keep) == (right == Wish::Keep)
}

#[cfg(test)]
mod tests;
