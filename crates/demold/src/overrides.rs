//! What a user knows better than the method.

use std::{collections::BinaryHeap, ops::Range};

use classify::{Evidence, Removal, Structures};
use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind, Tag};
use select::{Matcher, Selector};

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
    /// [`Error::Selector`] if it is not one.
    pub fn keep(mut self, selector: &str) -> Result<Overrides, Error> {
        self.keep.push(parse(selector)?);
        Ok(self)
    }

    /// Removes the elements that a list of selectors matches.
    ///
    /// # Errors
    ///
    /// [`Error::Selector`] if it is not one.
    pub fn drop(mut self, selector: &str) -> Result<Overrides, Error> {
        self.drop.push(parse(selector)?);
        Ok(self)
    }

    /// Keeps the elements that a list of selectors matches, and removes the rest of the page. With several lists,
    /// what any of them matches stays.
    ///
    /// # Errors
    ///
    /// [`Error::Selector`] if it is not one.
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
    /// [`Error::Selector`] if it is not one.
    pub fn title(mut self, selector: &str) -> Result<Overrides, Error> {
        self.metadata.title.push(parse(selector)?);
        Ok(self)
    }

    /// Takes the authors from the elements that a list of selectors matches, one from each.
    ///
    /// # Errors
    ///
    /// [`Error::Selector`] if it is not one.
    pub fn author(mut self, selector: &str) -> Result<Overrides, Error> {
        self.metadata.author.push(parse(selector)?);
        Ok(self)
    }

    /// Takes the date of publication from the first element that a list of selectors matches and that has a date.
    ///
    /// # Errors
    ///
    /// [`Error::Selector`] if it is not one.
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
        let dropped = matches.iter().filter_map(|found| match found.wish {
            Wish::Keep => None,
            Wish::Drop(selector) => {
                let range = dom.extent(found.node);
                let text = &source[range.clone()];
                Some(Removal::by_selector(range, selector.text(), text))
            }
        });
        removals.extend(dropped);
        if has_only {
            removals.extend(self.not_named(source, regions, &named));
        }
        // A heading goes by the selector that names its section.
        let mut drops: Vec<(usize, &Selector)> = (matches.iter())
            .filter_map(|found| match found.wish {
                Wish::Keep => None,
                Wish::Drop(selector) => Some((dom.extent(found.node).start, selector)),
            })
            .collect();
        drops.sort_by_key(|&(start, _)| start);
        removals.extend(followed.iter().filter_map(|range| {
            let after = drops.partition_point(|&(start, _)| start < range.end);
            let (_, selector) = drops.get(after).or(drops.last())?;
            Some(Removal::by_selector(range.clone(), selector.text(), &source[range]))
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
        let matcher = Matcher::new(dom);
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
    Selector::parse(selector).map_err(Error::Selector)
}

/// Two selectors that drop ask for the same.
fn is_same(left: Wish<'_>, right: Wish<'_>) -> bool {
    (left == Wish::Keep) == (right == Wish::Keep)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cleans a page from which a template removed the `<nav>`.
    fn check(keep: &[&str], drop: &[&str], page: &str, text: &str) {
        let mut overrides = Overrides::new();
        for selector in keep {
            overrides = overrides.keep(selector).unwrap();
        }
        for selector in drop {
            overrides = overrides.drop(selector).unwrap();
        }
        let nav = page.find("<nav").map(|start| {
            let end = page.find("</nav>").map_or(page.len(), |end| end + 6);
            start..end
        });
        let mut regions = Regions::from_ranges(nav);
        let dom = Dom::parse(page);
        overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut Vec::new());
        assert_eq!(render::text(&dom, &regions), text, "{page}");
    }

    #[test]
    fn selectors_win_over_the_template() {
        let page = "<nav>Menu</nav><p id=x>One</p><p class='a b'>Two</p>";
        check(&[], &[], page, "One\nTwo");
        check(&["nav"], &[], page, "Menu\nOne\nTwo");
        check(&[], &["p"], page, "");
        check(&[], &["#x"], page, "Two");
        check(&["nav"], &[".b.a"], page, "Menu\nOne");
        check(&["p, nav"], &["p"], page, "Menu\nOne\nTwo");
    }

    #[test]
    fn the_innermost_match_counts() {
        let page = "<div>a<section>b<div>c<b>d</b></div></section></div>";
        check(&["section"], &["div"], page, "b");
        check(&["section, b"], &["div"], page, "b\nd");
        check(&["div div"], &["section"], page, "a\ncd");
    }

    /// Cleans a page of which only what the first selector matches is to stay.
    fn check_only(only: &str, keep: &[&str], drop: &[&str], page: &str, text: &str) {
        let mut overrides = Overrides::new().only(only).unwrap();
        for selector in keep {
            overrides = overrides.keep(selector).unwrap();
        }
        for selector in drop {
            overrides = overrides.drop(selector).unwrap();
        }
        let dom = Dom::parse(page);
        let mut regions = Regions::from_ranges(page.find("<nav").map(|start| start..page.find("</nav>").unwrap() + 6));
        overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut Vec::new());
        assert_eq!(render::text(&dom, &regions), text, "{page}");
    }

    #[test]
    fn only_what_is_named_stays() {
        let page = "<title>T</title><nav>Menu</nav><main><h1>H</h1>One<aside>Two</aside></main><p>Three";
        check_only("main", &[], &[], page, "H\nOne\nTwo");
        check_only("main", &[], &["aside"], page, "H\nOne");
        check_only("main", &["nav"], &["aside"], page, "Menu\nH\nOne");
        check_only("h1, p", &[], &[], page, "H\nThree");
        // What a template removes stays if it is named.
        check_only("nav", &[], &[], page, "Menu");
        // The innermost match counts, and an outer one of the same kind changes nothing.
        check_only("aside", &[], &["main"], page, "Two");
        // A page in which it matches nothing is cleaned as without it.
        check_only("article", &[], &[], page, "H\nOne\nTwo\nThree");
        check_only("article", &[], &["p"], page, "H\nOne\nTwo");
    }

    #[test]
    fn the_rest_of_the_page_has_a_reason() {
        let page = "<title>T</title><nav>Menu</nav><main>One</main><p>Two three";
        let overrides = Overrides::new().only("main").unwrap();
        let mut regions = Regions::from_ranges(Some(16..31));
        let mut removals = vec![Removal::by_selector(16..31, "nav", "Menu")];
        let dom = Dom::parse(page);
        overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut removals);
        let found: Vec<_> = removals.iter().map(|removal| (removal.selector(), removal.words())).collect();
        assert_eq!(found, [(":not(main)", 1), (":not(main)", 2)]);
    }

    #[test]
    fn selectors_of_structure() {
        let page = "<ul><li>1<li>2<li title=x>3</ul><h2>H</h2><p>4";
        check(&[], &["li:nth-child(2)"], page, "1\n3\nH\n4");
        check(&[], &["li:first-child, li + li + li"], page, "2\nH\n4");
        check(&[], &["[title]"], page, "1\n2\nH\n4");
        check(&[], &["ul:has([title])"], page, "H\n4");
        // Nothing of the section of the heading stays.
        check(&[], &["h2 ~ p"], page, "1\n2\n3");
        check(&[], &["body > :not(ul)"], page, "1\n2\n3");
        check(&[], &["LI:last-of-type"], page, "1\n2\nH\n4");
        check(&[], &[":root"], page, "");
    }

    #[test]
    fn what_belongs_to_a_match_follows_it() {
        let table = "<table><thead><tr><th>Sea<th>Tide</thead><tr><td>North<td class=x>4 m<tr><td>Baltic<td>0</table>";
        let page = format!("<nav><h2>Tides</h2>{table}</nav><p>Rest");
        check(&[".x"], &[], &page, "Tides\nSea\tTide\nNorth\t4 m\nRest");
        // What is named goes, and nothing else of its row.
        let page = format!("{table}<p>Rest");
        check(&[], &[".x"], &page, "Sea\tTide\nNorth\nBaltic\t0\nRest");
        check(&["dt"], &["dd"], "<dl><dt>Tide<dd>Water</dl>", "Tide");
    }

    #[test]
    fn reasons_follow_the_regions() {
        let page = "<nav>Menu</nav><p>One two";
        let overrides = Overrides::new().drop("p").unwrap().keep("nav").unwrap();
        let mut regions = Regions::from_ranges(Some(0..15));
        let mut removals = vec![Removal::by_selector(0..15, "nav", "Menu")];
        let dom = Dom::parse(page);
        overrides.apply(&dom, &Evidence::read(&dom), &mut regions, &mut removals);
        assert_eq!(regions, Regions::from_ranges(Some(15..25)));
        let [removal] = &removals[..] else {
            panic!("one part is removed: {removals:?}");
        };
        assert_eq!((removal.selector(), removal.words()), ("p", 2));
    }

    #[test]
    fn words_of_dropped_parts_end_with_their_blocks() {
        assert_eq!(Removal::by_selector(0..24, "div", "<p>One</p><p><b>T</b>wo").words(), 2);
    }

    #[test]
    fn what_is_no_selector_is_named() {
        for wrong in ["", "p >", "..x", "p::before", "a:hover", "[x=]"] {
            let error = Overrides::new().keep(wrong).unwrap_err().to_string();
            assert!(error.contains(&format!("{wrong:?}")), "{error}");
        }
    }
}
