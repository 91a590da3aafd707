//! What a user knows better than the method.

use std::ops::Range;

use classify::{Evidence, Removal, Structures};
use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind};
use select::{Matcher, Selector};

use crate::Error;

/// Elements that stay or go whatever a template says, named by CSS selectors.
///
/// A match applies to an element with everything in it, except where an element
/// inside it is matched too: the innermost match counts. If two selectors match
/// the same element, the one that keeps it wins.
///
/// What belongs to a matched element [follows it](Structures), unless it is matched as well: with a cell, the rest of its
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

    /// Returns whether nothing is overridden.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keep.is_empty() && self.drop.is_empty()
    }

    /// Changes the regions of a page, and the reasons for them.
    pub(crate) fn apply(&self, dom: &Dom<'_>, page: &Evidence, regions: &mut Regions, removals: &mut Vec<Removal>) {
        if self.is_empty() {
            return;
        }
        let source = dom.source();
        let matches = self.matches(dom);
        if matches.is_empty() {
            return;
        }
        let before = regions.clone();
        let deepest = matches.iter().map(|found| found.level).max();
        // From the outermost level to the innermost, later ones over earlier ones.
        for level in 0..deepest.map_or(0, |deepest| deepest + 1) {
            let here = || matches.iter().filter(|found| found.level == level);
            let extents = |keep: bool| {
                let wanted = here().filter(move |found| (found.wish == Wish::Keep) == keep);
                Regions::from_ranges(wanted.map(|found| dom.extent(found.node)))
            };
            let kept = extents(true).complement(source.len());
            *regions = regions.union(&extents(false)).intersection(&kept);
        }
        // What a selector names is as the selector says, whatever it belongs to.
        let named = Regions::from_ranges(matches.iter().map(|found| dom.extent(found.node)));
        let united = Structures::find(dom, page).follow(&before, regions);
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
        // A heading goes by the selector that names its section.
        removals.extend(followed.iter().filter_map(|range| {
            let mut drops = matches.iter().filter_map(|found| match found.wish {
                Wish::Keep => None,
                Wish::Drop(selector) => Some((dom.extent(found.node).start, selector)),
            });
            let (_, selector) = drops.clone().find(|(start, _)| *start >= range.end).or_else(|| drops.next_back())?;
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

    /// Finds the elements that change what applies around them.
    fn matches<'a>(&'a self, dom: &Dom<'_>) -> Vec<Match<'a>> {
        let mut matches: Vec<Match<'a>> = Vec::new();
        // Indices of matches around the node, the innermost last.
        let mut around: Vec<usize> = Vec::new();
        let mut matcher = Matcher::new(dom);
        for node in dom.nodes() {
            while around.last().is_some_and(|&outer| !dom.contains(matches[outer].node, node)) {
                around.pop();
            }
            if dom.kind(node) != NodeKind::Element {
                continue;
            }
            let mut any = |selectors: &'a [Selector]| selectors.iter().find(|selector| matcher.matches(selector, node));
            let wish = match any(&self.keep) {
                Some(_) => Some(Wish::Keep),
                None => any(&self.drop).map(Wish::Drop),
            };
            let Some(wish) = wish else { continue };
            let outer = around.last().map(|&outer| &matches[outer]);
            if outer.is_some_and(|outer| is_same(outer.wish, wish)) {
                continue;
            }
            let level = outer.map_or(0, |outer| outer.level + 1);
            around.push(matches.len());
            matches.push(Match { node, level, wish });
        }
        matches
    }
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
