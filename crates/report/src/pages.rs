//! All pages of a report, and the viewer in which they are looked at.

use std::{collections::HashMap, fmt::Write as _};

use serde::Serialize;

use crate::{escape, page::Packed};

/// The pages of a report, in the order in which they are listed.
///
/// A report stays below 50 MB. Of pages for which there is no room only names and figures are kept. If there are too
/// many even for that, only their number is kept. The room is divided between the groups: no group loses the content
/// of a page to a group that has more of it.
#[derive(Clone, Debug, Default)]
pub struct PageViews {
    pages: Vec<Packed>,
    groups: Vec<Stored>,
    by_name: HashMap<String, usize>,
    n_bytes: usize,
    n_listed: usize,
    n_unlisted: usize,
}

/// The pages of one group whose content is kept.
#[derive(Clone, Debug, Default)]
struct Stored {
    n_bytes: usize,
    /// The numbers of these pages.
    pages: Vec<usize>,
    /// Whether the group has lost the content of a page to another one. It gets no more then.
    is_full: bool,
}

impl PageViews {
    /// The largest number of bytes of the contents of pages, compressed and encoded as they are in the file. Chosen: by
    /// eye.
    pub const MAX_BYTES: usize = 40_000_000;

    /// The largest number of bytes in the list of pages. Chosen: by eye.
    pub const MAX_LIST: usize = 6_000_000;

    /// The bytes of a page in the list, without its name. Chosen: by eye.
    const ENTRY: usize = 80;

    /// Returns no pages.
    pub fn new() -> PageViews {
        PageViews::default()
    }

    /// Adds a page.
    ///
    /// If the report is full, the group with the most bytes loses the content of its last page. If several groups
    /// have the most, it is the latest of them.
    ///
    /// # Complexity
    ///
    /// Linear in the number of groups if the report is full, otherwise constant.
    pub fn push(&mut self, mut page: Packed) {
        let number = self.pages.len();
        let takes = PageViews::ENTRY + page.name.len();
        // Once a page is not listed, no later one is, so that the list has no gaps and numbers are those of the list.
        if self.n_unlisted > 0 || PageViews::MAX_LIST < self.n_listed + takes {
            self.n_unlisted += 1;
            return;
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
        // A group that has lost a page must not store a smaller one instead: which pages stay would depend on their
        // sizes.
        if stored.is_full {
            page.data = String::new();
        } else if !page.data.is_empty() {
            stored.n_bytes += page.data.len();
            stored.pages.push(number);
            self.n_bytes += page.data.len();
        }
        self.pages.push(page);
        while PageViews::MAX_BYTES < self.n_bytes {
            self.evict();
        }
    }

    /// Drops the content of one page.
    fn evict(&mut self) {
        // Of equal groups `max_by_key` returns the last one.
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

    /// Returns whether the content of further pages of a group would be dropped, so that packing them is useless.
    /// Once it is true, it stays true.
    pub fn is_full(&self, group: &str) -> bool {
        let group = self.by_name.get(group);
        self.n_unlisted > 0 || group.is_some_and(|&group| self.groups[group].is_full)
    }

    /// Returns the number of pages, including those that are only counted.
    pub fn len(&self) -> usize {
        self.pages.len() + self.n_unlisted
    }

    /// Returns the number of pages that can be looked at.
    pub fn n_stored(&self) -> usize {
        self.groups.iter().map(|stored| stored.pages.len()).sum()
    }

    /// Returns whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the viewer, and the data of the pages for its script.
    pub(crate) fn write(&self, html: &mut String) {
        const VIEWER: &str = include_str!("../assets/viewer.html");
        const PAPER: &str = include_str!("../assets/paper.css");
        // The style of the page itself, which the sandboxed frame needs a copy of.
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

    fn index<'a>(&'a self) -> Index<'a> {
        let mut groups = Names::default();
        let entry =
            |page: &'a Packed| Entry { name: &page.name, group: groups.number(&page.group), removed: page.removed };
        let pages = self.pages.iter().map(entry).collect();
        Index { groups: groups.names, pages, unlisted: self.n_unlisted }
    }
}

/// Names in the order in which they first occur, each with its number.
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

/// The data of the list of pages.
#[derive(Serialize)]
struct Index<'a> {
    groups: Vec<&'a str>,
    pages: Vec<Entry<'a>>,
    /// The number of pages that are not in the list.
    unlisted: usize,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    group: usize,
    /// The share of the source that was removed.
    removed: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a page with this many million bytes of data.
    fn page(group: &str, millions: usize) -> Packed {
        Packed {
            name: "page".to_owned(),
            group: group.to_owned(),
            removed: 0.0,
            data: "x".repeat(millions * 1_000_000),
        }
    }

    fn stored(pages: &PageViews) -> Vec<bool> {
        pages.pages.iter().map(|page| !page.data.is_empty()).collect()
    }

    #[test]
    fn the_largest_group_loses_its_last_pages() {
        let mut pages = PageViews::new();
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
        let mut pages = PageViews::new();
        let name = "n".repeat(1_000_000);
        for _ in 0..8 {
            let packed = Packed { name: name.clone(), ..page("site", 0) };
            pages.push(packed);
        }
        assert_eq!((pages.pages.len(), pages.len()), (5, 8));
        assert!(pages.is_full("any"));
    }
}
