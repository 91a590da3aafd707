//! All pages of a report, and the part of it where they are looked at.

use std::{collections::HashMap, fmt::Write as _};

use serde::Serialize;

use crate::{
    escape,
    page::{Packed, Score},
};

/// The pages of a report, in the order in which they are listed.
///
/// A report stays below 50 MB: of the pages beyond that only names and figures
/// are kept, and if there are too many even for that, only their number. The
/// space is divided between the groups: no group loses a page's bytes to one
/// that has more of them.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    pages: Vec<Packed>,
    layer: Option<String>,
    groups: Vec<Stored>,
    by_name: HashMap<String, usize>,
    n_bytes: usize,
    n_listed: usize,
    n_unlisted: usize,
}

/// What is stored of the pages of one group.
#[derive(Clone, Debug, Default)]
struct Stored {
    n_bytes: usize,
    /// The numbers of the pages whose bytes are kept.
    pages: Vec<usize>,
    /// Whether it has lost a page's bytes to another group, and gets no more.
    is_full: bool,
}

impl Pages {
    /// The largest number of compressed bytes of pages in a report, as they are in the file.
    pub const MAX_BYTES: usize = 40_000_000;

    /// The largest number of bytes in the list of pages.
    pub const MAX_LIST: usize = 6_000_000;

    /// What a page takes in the list in addition to its name.
    const ENTRY: usize = 80;

    /// Returns no pages.
    pub fn new() -> Pages {
        Pages::default()
    }

    /// Adds a page and returns its number, for [`Cell::page`](crate::Cell::page).
    ///
    /// If the report is full, the group with the most bytes loses those of its
    /// last page; if groups are equal, the later one does.
    ///
    /// # Complexity
    ///
    /// Linear in the number of groups if the report is full, otherwise
    /// constant.
    pub fn push(&mut self, mut page: Packed) -> usize {
        let number = self.pages.len();
        let takes = Pages::ENTRY + page.name.len();
        if self.n_unlisted > 0 || Pages::MAX_LIST < self.n_listed + takes {
            self.n_unlisted += 1;
            return number;
        }
        self.n_listed += takes;
        let group = match self.by_name.get(&page.group) {
            Some(&group) => group,
            None => {
                self.by_name.insert(page.group.clone(), self.groups.len());
                self.groups.push(Stored::default());
                self.groups.len() - 1
            }
        };
        let stored = &mut self.groups[group];
        if stored.is_full {
            page.data = String::new();
        } else if !page.data.is_empty() {
            stored.n_bytes += page.data.len();
            stored.pages.push(number);
            self.n_bytes += page.data.len();
        }
        self.pages.push(page);
        while Pages::MAX_BYTES < self.n_bytes {
            self.evict();
        }
        number
    }

    /// Drops the bytes of one page.
    fn evict(&mut self) {
        let largest = self.groups.iter_mut().max_by_key(|stored| stored.n_bytes);
        let Some(stored) = largest else { return };
        stored.is_full = true;
        let Some(number) = stored.pages.pop() else {
            return;
        };
        let data = std::mem::take(&mut self.pages[number].data);
        stored.n_bytes -= data.len();
        self.n_bytes -= data.len();
    }

    /// Returns whether the bytes of further pages of a group would be thrown
    /// away, so that packing them is useless. This never becomes false again.
    pub fn is_full(&self, group: &str) -> bool {
        let group = self.by_name.get(group);
        self.n_unlisted > 0 || group.is_some_and(|&group| self.groups[group].is_full)
    }

    /// Sets the layer under which pages are shown until the reader chooses
    /// another. Default: the last one.
    pub fn show(&mut self, layer: impl Into<String>) {
        self.layer = Some(layer.into());
    }

    /// Returns the number of pages, including those of which nothing else is
    /// kept.
    pub fn len(&self) -> usize {
        self.pages.len() + self.n_unlisted
    }

    /// Returns the number of pages that can be looked at.
    pub fn n_stored(&self) -> usize {
        self.groups.iter().map(|stored| stored.pages.len()).sum()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the viewer, and the pages for its script.
    pub(crate) fn write(&self, html: &mut String) {
        const VIEWER: &str = include_str!("../assets/viewer.html");
        const PAPER: &str = include_str!("../assets/paper.css");
        html.push_str(&VIEWER.replace("PAPER", PAPER));
        html.push_str("<script type=\"application/json\" id=\"index\">");
        html.push_str(&escape::json(&self.index()));
        html.push_str("</script>\n");
        for (number, page) in self.pages.iter().enumerate().filter(|(_, page)| !page.data.is_empty()) {
            writeln!(
                html,
                "<script type=\"application/octet-stream\" id=\"page-data-{number}\">{}</script>",
                page.data
            )
            .expect("strings take all that is written");
        }
    }

    fn index(&self) -> Index<'_> {
        let (mut layers, mut groups) = (Names::default(), Names::default());
        let pages = self
            .pages
            .iter()
            .map(|page| {
                let mut scores = Vec::new();
                for (layer, score) in &page.scores {
                    let at = layers.number(layer);
                    if scores.len() <= at {
                        scores.resize(at + 1, None);
                    }
                    scores[at] = Some(*score);
                }
                Entry {
                    name: &page.name,
                    group: groups.number(&page.group),
                    scores,
                }
            })
            .collect();
        let layers = layers.names;
        let layer = self.layer.as_ref();
        let shown = layer.and_then(|layer| layers.iter().position(|other| other == layer));
        Index {
            shown: shown.unwrap_or(layers.len().saturating_sub(1)),
            layers,
            groups: groups.names,
            pages,
            unlisted: self.n_unlisted,
        }
    }
}

/// Names in order of appearance.
#[derive(Default)]
struct Names<'a> {
    names: Vec<&'a str>,
    by_name: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    fn number(&mut self, name: &'a str) -> usize {
        *self.by_name.entry(name).or_insert_with(|| {
            self.names.push(name);
            self.names.len() - 1
        })
    }
}

/// What the list of pages knows about all of them.
#[derive(Serialize)]
struct Index<'a> {
    layers: Vec<&'a str>,
    /// The number of the layer that is shown first.
    shown: usize,
    groups: Vec<&'a str>,
    pages: Vec<Entry<'a>>,
    /// How many pages are not in the list.
    unlisted: usize,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    group: usize,
    /// By the number of the layer.
    scores: Vec<Option<Score>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with this many million bytes of data.
    fn page(group: &str, millions: usize) -> Packed {
        Packed {
            name: "page".to_owned(),
            group: group.to_owned(),
            scores: Vec::new(),
            data: "x".repeat(millions * 1_000_000),
        }
    }

    fn stored(pages: &Pages) -> Vec<bool> {
        pages.pages.iter().map(|page| !page.data.is_empty()).collect()
    }

    #[test]
    fn the_largest_group_loses_its_last_pages() {
        let mut pages = Pages::new();
        for _ in 0..4 {
            pages.push(page("large", 10));
        }
        assert_eq!((pages.n_stored(), pages.is_full("large")), (4, false));
        pages.push(page("small", 10));
        pages.push(page("large", 1));
        pages.push(page("small", 10));
        assert_eq!(stored(&pages), [true, true, false, false, true, false, true]);
        assert!(pages.is_full("large") && !pages.is_full("small"));
        assert_eq!((pages.n_stored(), pages.len()), (4, 7));
    }

    #[test]
    fn a_list_that_is_full_counts() {
        let mut pages = Pages::new();
        let name = "n".repeat(1_000_000);
        for _ in 0..8 {
            let packed = Packed {
                name: name.clone(),
                ..page("site", 0)
            };
            pages.push(packed);
        }
        assert_eq!((pages.pages.len(), pages.len()), (5, 8));
        assert!(pages.is_full("any"));
    }
}
