//! Places: positions on the pages of a site, described by the elements around them.

use std::collections::{BTreeMap, BTreeSet};

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::page::PageFacts;

/// The number of elements that make a place: the one that holds the text, and its nearest ancestors. Chosen: by eye.
const DEPTH: usize = 3;
/// The longest class attribute that is part of a place, in bytes. Each text in the element would repeat it. Chosen: by
/// eye.
const MAX_CLASSES: usize = 2 << 10;
/// The most values that are taken from a page, and the most places of a site. Chosen: by eye.
const MAX_PLACED: usize = 40;
const MAX_PLACES: usize = 500;
/// The most values of a place that are counted as different. Chosen: by eye.
const MAX_VALUES: usize = 100;

/// Returns the place of a text or an element: the tags and classes of the innermost elements around it.
///
/// Classes that contain digits are left out, because they often belong to one page only.
pub(crate) fn place(page: &PageFacts<'_, '_>, node: NodeId) -> String {
    let dom = page.dom;
    let itself = Some(node).filter(|&node| dom.kind(node) == NodeKind::Element);
    let mut parts = Vec::new();
    for element in itself.into_iter().chain(dom.ancestors(node)).take(DEPTH) {
        // All places are in these two, whose classes often differ by page.
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

/// A value on a page, and its place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    place: String,
    value: String,
    /// The number of elements that contain both the value and the headline.
    closeness: usize,
}

impl Placed {
    /// Returns values with their places, at most [`MAX_PLACED`] of them.
    pub(super) fn all(page: &PageFacts<'_, '_>, values: impl Iterator<Item = (NodeId, String)>) -> Vec<Placed> {
        let headline = page.first_heading().map(|(heading, _)| heading);
        let closeness = |node| {
            let around = page.dom.ancestors(node);
            headline.map_or(0, |it| around.filter(|&above| page.dom.contains(above, it)).count())
        };
        values
            .take(MAX_PLACED)
            .map(|(node, value)| Placed { place: place(page, node), value, closeness: closeness(node) })
            .collect()
    }
}

/// The values at the places of a site.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    known: BTreeMap<String, Place>,
}

#[derive(Clone, Debug, Default)]
struct Place {
    n_pages: u32,
    /// The number of pages with several different values at this place, which are lists.
    n_lists: u32,
    values: BTreeSet<String>,
    closeness: usize,
}

impl Places {
    /// Adds the values of one page.
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
            // Only the first value of a page is stored, which bounds what a list contributes.
            if place.values.len() < MAX_VALUES {
                place.values.insert(all[0].value.clone());
            }
        }
    }

    /// Returns the places where many pages have one value each and these values differ, the nearest to the headline
    /// first.
    pub(super) fn varying(&self, n_pages: u32, n_values: usize) -> Vec<String> {
        let varies = |place: &Place| {
            // At least a quarter of all pages have the place, on at most a quarter of these it is a list, and enough
            // values differ.
            n_pages <= 4 * place.n_pages && 4 * place.n_lists <= place.n_pages && n_values <= place.values.len()
        };
        let mut found: Vec<(&String, &Place)> = (self.known.iter()).filter(|(_, place)| varies(place)).collect();
        let closeness = |place: &Place| place.closeness as f64 / f64::from(place.n_pages);
        // The sort is stable: equal ones keep the order of their names.
        found.sort_by(|(_, one), (_, other)| closeness(other).total_cmp(&closeness(one)));
        found.into_iter().map(|(name, _)| name.clone()).collect()
    }

    /// Returns the places where at least half of the pages have a value and all values are the same.
    pub(super) fn constant(&self, n_pages: u32) -> Vec<String> {
        let is_constant = |place: &Place| n_pages <= 2 * place.n_pages && place.n_lists == 0 && place.values.len() == 1;
        (self.known.iter()).filter(|(_, place)| is_constant(place)).map(|(name, _)| name.clone()).collect()
    }
}
