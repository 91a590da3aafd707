//! Structures in what another method, or a user, removes from a page.

use std::ops::Range;

use cleaner::Regions;
use dom::{Dom, Tag};

use super::{Tables, UnitKind, Units, settle, verdicts::unite};
use crate::evidence::{Evidence, Line};

/// What belongs together on a page: rows of data tables, terms with their definitions, blocks of code, labels with their
/// values, and headings with their sections.
///
/// [`Model::apply_to`](crate::Model::apply_to) lets these stay or go together. This does the same for what something else
/// removes.
///
/// # Examples
///
/// ```
/// use classify::{Evidence, Regions, Structures, dom::Dom};
///
/// let dom = Dom::parse("<table><tr><td>Mass<td>7 kg<tr><td>Price<td>5</table>");
/// let page = Evidence::read(&dom);
/// // Other pages have the label as well, but not the value.
/// let label = dom.source().find("Mass").map(|at| at..at + 4);
/// assert!(Structures::find(&dom, &page).unite(&Regions::from_ranges(label)).is_empty());
/// ```
#[derive(Debug)]
pub struct Structures<'p> {
    dom: &'p Dom<'p>,
    page: &'p Evidence,
    tables: Tables,
    units: Units,
}

/// How much of a line is removed.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Whole,
    Partial,
    Gone,
}

impl<'p> Structures<'p> {
    /// Finds the structures of a page. The evidence must be that of the same page.
    ///
    /// # Complexity
    ///
    /// Linear in the lines and elements of the page, and `n log n` in what is found.
    #[must_use]
    pub fn find(dom: &'p Dom<'p>, page: &'p Evidence) -> Structures<'p> {
        let tables = Tables::find(page);
        let units = Units::find(page, &tables);
        Structures { dom, page, tables, units }
    }

    /// Returns what is removed if structures stay as a whole of which something stays, and headings go of whose sections
    /// nothing stays.
    ///
    /// # Complexity
    ///
    /// As [`find`](Structures::find).
    #[must_use]
    pub fn unite(&self, removed: &Regions) -> Regions {
        let states = self.states(removed);
        let settled = self.settled(&states);
        let verdict = |line: usize| match (settled[line], states[line]) {
            (true, State::Gone) => Some(true),
            // Elsewhere, a part of a line may go.
            (true, State::Partial) if self.kind_of(line).is_some() => Some(true),
            (false, State::Whole | State::Partial) => Some(false),
            _ => None,
        };
        self.change(removed, &states, verdict)
    }

    /// Returns the regions to remove after a change from `before` to `after`: the rest of a structure follows its changed
    /// lines, and all other lines are as in `after`.
    ///
    /// # Complexity
    ///
    /// As [`find`](Structures::find).
    #[must_use]
    pub fn follow(&self, before: &Regions, after: &Regions) -> Regions {
        let states = self.states(after);
        let (old, new) = (self.settled(&self.states(before)), self.settled(&states));
        let verdict = |line: usize| {
            let differs = old[line] != new[line] && new[line] == (states[line] == State::Gone);
            differs.then_some(new[line])
        };
        self.change(after, &states, verdict)
    }

    fn kind_of(&self, line: usize) -> Option<UnitKind> {
        self.units.kind_of(line)
    }

    fn states(&self, removed: &Regions) -> Vec<State> {
        let state = |line: &Line| {
            let (mut some, mut all) = (false, true);
            for text in self.texts(line) {
                let is_gone = removed.covers(text);
                some |= is_gone;
                all &= is_gone;
            }
            match (some, all) {
                (_, true) => State::Gone,
                (true, false) => State::Partial,
                (false, false) => State::Whole,
            }
        };
        self.page.lines.iter().map(state).collect()
    }

    /// Returns which lines stay.
    fn settled(&self, states: &[State]) -> Vec<bool> {
        let mut keep: Vec<bool> = states.iter().map(|&state| state != State::Gone).collect();
        unite(&self.units, &mut keep);
        settle(self.page, &self.tables, None, &mut keep);
        keep
    }

    /// Adds the lines with the verdict `false` to the regions, and takes out those with `true`.
    fn change(&self, removed: &Regions, states: &[State], verdict: impl Fn(usize) -> Option<bool>) -> Regions {
        let verdicts: Vec<Option<bool>> = (0..states.len()).map(verdict).collect();
        if verdicts.iter().all(Option::is_none) {
            return removed.clone();
        }
        let keep = |line: usize| verdicts[line].unwrap_or(states[line] != State::Gone);
        let n_lines = self.page.sum(|_, _| 1);
        let n_kept = self.page.sum(|line, _| u32::from(keep(line)));
        let (mut restored, mut dropped) = (Vec::new(), Vec::new());
        for (line, verdict) in self.page.lines.iter().zip(&verdicts) {
            let Some(stays) = *verdict else {
                continue;
            };
            let ranges = if stays { &mut restored } else { &mut dropped };
            let is_one = |element: u32| {
                let (lines, kept) = (n_lines[element as usize], n_kept[element as usize]);
                kept == if stays { lines } else { 0 }
            };
            let mut around = self.page.upwards(line.owner).take_while(|&element| element > 0 && is_one(element));
            let owner = around.next();
            let parts = around.take_while(|&element| is_part(self.page.elements[element as usize].tag));
            match parts.last().or(owner) {
                Some(top) => ranges.push(self.dom.extent(self.page.elements[top as usize].node)),
                // Something else in its element does not follow it.
                None => ranges.extend(self.texts(line)),
            }
        }
        let restored = Regions::from_ranges(restored).complement(self.dom.source().len());
        removed.union(&Regions::from_ranges(dropped)).intersection(&restored)
    }

    /// Returns where the texts of a line are.
    fn texts(&self, line: &Line) -> impl Iterator<Item = Range<usize>> {
        let texts = &self.page.texts[line.texts.0 as usize..line.texts.1 as usize];
        texts.iter().filter_map(|&text| self.dom.get(text as usize)).map(|text| self.dom.extent(text))
    }
}

/// Returns whether an element is a part of a structure and follows the lines in it, together with its tags.
fn is_part(tag: Tag) -> bool {
    tag.is_heading()
        || !tag.is_block()
        || matches!(tag, Tag::TR | Tag::TD | Tag::TH | Tag::LI | Tag::DT | Tag::DD | Tag::PRE)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the parts of a page that stay after some of them were removed, which are written in brackets.
    fn marked(html: &str) -> (String, Regions) {
        let (mut source, mut ranges, mut start) = (String::new(), Vec::new(), 0);
        for c in html.chars() {
            if c == '[' {
                start = source.len();
            } else if c == ']' {
                ranges.push(start..source.len());
            } else {
                source.push(c);
            }
        }
        (source, Regions::from_ranges(ranges))
    }

    fn left(source: &str, regions: &Regions) -> String {
        regions.complement(source.len()).iter().map(|range| &source[range]).collect()
    }

    #[track_caller]
    fn united(html: &str, expected: &str) {
        let (source, regions) = marked(html);
        let dom = Dom::parse(&*source);
        let page = Evidence::read(&dom);
        assert_eq!(left(&source, &Structures::find(&dom, &page).unite(&regions)), expected, "{html}");
    }

    #[test]
    fn what_belongs_together_stays() {
        let rest = "<tr><td>Rest</td><td>1</td></tr></table>";
        let table = format!("<table><tr><td>Mass</td><td>7 kg</td></tr>{rest}");
        united(&format!("<table><tr>[<td>Mass</td>]<td>7 kg</td></tr>{rest}"), &table);
        united(&format!("<table>[<tr><td>Mass</td><td>]7 kg</td></tr>{rest}"), &table);
        united(&format!("<table>[<tr><td>Mass</td><td>7 kg</td></tr>]{rest}"), &format!("<table>{rest}"));
        united("<dl>[<dt>Tide</dt>]<dd>Water</dd></dl>", "<dl><dt>Tide</dt><dd>Water</dd></dl>");
        united("<pre><i>a</i>\n[<div>{</div>]<div>}</div></pre>", "<pre><i>a</i>\n<div>{</div><div>}</div></pre>");
        united("<p>One [two] three</p>", "<p>One  three</p>");
    }

    #[test]
    fn headings_follow() {
        united("[<h2>Tides</h2>]<p>They rise</p>", "<h2>Tides</h2><p>They rise</p>");
        united("<h2><a>Tides</a></h2>[<p>They rise</p>]<h2>Surf</h2><p>Foam</p>", "<h2>Surf</h2><p>Foam</p>");
    }

    #[track_caller]
    fn followed(before: &str, after: &str, expected: &str) {
        let ((source, before), (_, after)) = (marked(before), marked(after));
        let dom = Dom::parse(&*source);
        let page = Evidence::read(&dom);
        assert_eq!(left(&source, &Structures::find(&dom, &page).follow(&before, &after)), expected, "{after:?}");
    }

    #[test]
    fn what_nobody_changed_is_as_it_was() {
        // The heading was gone before.
        followed(
            "[<h2>Tides</h2>]<p>They rise</p><h2>Surf</h2><p>Foam</p>",
            "[<h2>Tides</h2>]<p>They rise</p><h2>Surf</h2>[<p>Foam</p>]",
            "<p>They rise</p>",
        );
        followed(
            "[<h2>Tides</h2><p>They rise</p>]<p>And fall</p>",
            "[<h2>Tides</h2>]<p>They rise</p><p>And fall</p>",
            "<p>They rise</p><p>And fall</p>",
        );
    }
}
