//! Places: where on the pages of a site something is, by what is around it.

use std::collections::{BTreeMap, BTreeSet};

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::page::PageFacts;

/// How many elements a place consists of: the one that holds the text, and those around
/// it.
const DEPTH: usize = 3;
/// Longer classes do not name a place: it would be as long as they are, for each text in it.
const MAX_CLASSES: usize = 2 << 10;
/// How many places are considered on a page, and on a site.
const MAX_PLACED: usize = 40;
const MAX_PLACES: usize = 500;
/// How many different values of a place are distinguished.
const MAX_VALUES: usize = 100;

/// Returns the place of a text or an element: the tags and classes of the innermost elements around it. Numbers in
/// classes are ignored, because they belong to the page.
pub(crate) fn place(page: &PageFacts<'_, '_>, node: NodeId) -> String {
    let dom = page.dom;
    let itself = Some(node).filter(|&node| dom.kind(node) == NodeKind::Element);
    let mut parts = Vec::new();
    for element in itself.into_iter().chain(dom.ancestors(node)).take(DEPTH) {
        if matches!(dom.tag(element), Tag::BODY | Tag::HTML) {
            break;
        }
        parts.push(page.part_of_place(element, |dom| part(dom, element)));
    }
    parts.reverse();
    parts.join(" > ")
}

fn part(dom: &Dom<'_>, element: NodeId) -> String {
    let mut part = dom.name(element).to_owned();
    let class = dom.attribute(element, "class");
    let class = class.filter(|class| class.len() <= MAX_CLASSES);
    let class = class.unwrap_or_default();
    let classes = class.split_ascii_whitespace();
    for class in classes.filter(|class| !class.contains(|c: char| c.is_ascii_digit())) {
        part.push('.');
        part.push_str(class);
    }
    part
}

/// A value on a page, with its place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    place: String,
    value: String,
    /// How many elements contain both it and the headline.
    closeness: usize,
}

impl Placed {
    /// Finds the places of values.
    pub(super) fn all(page: &PageFacts<'_, '_>, values: impl Iterator<Item = (NodeId, String)>) -> Vec<Placed> {
        let headline = page.first_heading().map(|(heading, _)| heading);
        let closeness = |node| {
            let around = page.dom.ancestors(node);
            headline.map_or(0, |it| around.filter(|&above| page.dom.contains(above, it)).count())
        };
        values
            .take(MAX_PLACED)
            .map(|(node, value)| Placed {
                place: place(page, node),
                value,
                closeness: closeness(node),
            })
            .collect()
    }

    /// Returns about how many bytes of memory it takes.
    pub(super) fn memory(&self) -> usize {
        size_of::<Placed>() + self.place.len() + self.value.len()
    }
}

/// What is at the places of a site.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    known: BTreeMap<String, Place>,
}

#[derive(Clone, Debug, Default)]
struct Place {
    n_pages: u32,
    /// Pages with several values there, which means that it is a list.
    n_lists: u32,
    values: BTreeSet<String>,
    closeness: usize,
}

impl Places {
    /// Adds the values of a page.
    pub(super) fn add(&mut self, values: &[Placed]) {
        let mut own: BTreeMap<&str, Vec<&Placed>> = BTreeMap::new();
        for placed in values {
            own.entry(&placed.place).or_default().push(placed);
        }
        for (name, all) in own {
            if MAX_PLACES <= self.known.len() && !self.known.contains_key(name) {
                continue;
            }
            let place = self.known.entry(name.to_owned()).or_default();
            place.n_pages += 1;
            place.n_lists += u32::from(all.iter().any(|other| other.value != all[0].value));
            place.closeness += all[0].closeness;
            if place.values.len() < MAX_VALUES {
                place.values.insert(all[0].value.clone());
            }
        }
    }

    /// Returns the places where many pages have one value each, and these differ: those nearest to the headline first.
    pub(super) fn varying(&self, n_pages: u32, n_values: usize) -> Vec<String> {
        let varies = |place: &Place| {
            n_pages <= 4 * place.n_pages && 4 * place.n_lists <= place.n_pages && n_values <= place.values.len()
        };
        let mut found: Vec<(&String, &Place)> = (self.known.iter()).filter(|(_, place)| varies(place)).collect();
        let closeness = |place: &Place| place.closeness as f64 / f64::from(place.n_pages);
        // The sort is stable: equal ones keep the order of their names.
        found.sort_by(|(_, one), (_, other)| closeness(other).total_cmp(&closeness(one)));
        found.into_iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns the places where most pages have one value, and all of them the same.
    pub(super) fn constant(&self, n_pages: u32) -> Vec<String> {
        let is_constant = |place: &Place| n_pages <= 2 * place.n_pages && place.n_lists == 0 && place.values.len() == 1;
        (self.known.iter())
            .filter(|(_, place)| is_constant(place))
            .map(|(name, _)| name.clone())
            .collect()
    }
}
