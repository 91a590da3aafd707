//! One page: its source, and what was removed and why.

use std::{borrow::Cow, io::Write as _, ops::Range};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use cleaner::Regions;
use dom::Dom;
use flate2::{Compression, write::ZlibEncoder};
use serde::Serialize;

use crate::{
    drawing::{self, Step},
    markdown,
    ranges::Units,
};

/// One page, and what was removed from it.
#[derive(Clone, Debug)]
#[must_use]
pub struct PageView<'a> {
    name: Cow<'a, str>,
    group: Cow<'a, str>,
    source: &'a str,
    dom: Option<&'a Dom<'a>>,
    removed: Regions,
    stays: Cow<'a, str>,
    parts: Vec<RemovedPart>,
    facts: Vec<(String, String)>,
}

/// A removed part of a page, with the reason.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RemovedPart {
    /// The byte range.
    pub range: Range<usize>,
    /// The element, for people who know the page's source.
    pub element: String,
    /// The reason, as a sentence.
    pub reason: String,
    /// The number of visible words.
    pub words: usize,
    /// What the reader can type to change the result, for copying. Empty if there is nothing to type.
    pub remedy: String,
}

impl<'a> PageView<'a> {
    /// Makes a page of which nothing is removed, from text without markup.
    pub fn new(name: impl Into<Cow<'a, str>>, source: &'a str) -> PageView<'a> {
        PageView {
            name: name.into(),
            group: Cow::Borrowed(""),
            source,
            dom: None,
            removed: Regions::new(),
            stays: Cow::Borrowed(""),
            parts: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Sets the group that the page belongs to, such as its site. Default:
    /// none.
    pub fn group(mut self, name: impl Into<Cow<'a, str>>) -> PageView<'a> {
        self.group = name.into();
        self
    }

    /// Makes a page from a tree, which also contains the source. A page without a tree is drawn as text without
    /// markup.
    pub fn of_tree(name: impl Into<Cow<'a, str>>, dom: &'a Dom<'a>) -> PageView<'a> {
        PageView { dom: Some(dom), ..PageView::new(name, dom.source()) }
    }

    /// Sets the removed byte ranges, in any order. An end beyond the source is moved to the end of the source, and one
    /// inside a character to the start of the character. Default: none.
    pub fn removed(mut self, ranges: impl IntoIterator<Item = Range<usize>>) -> PageView<'a> {
        let length = self.source.len();
        self.removed = Regions::from_ranges(ranges.into_iter().map(|range| range.start..range.end.min(length)));
        self
    }

    /// Sets the text that is left, as Markdown. Default: none.
    pub fn stays(mut self, text: impl Into<Cow<'a, str>>) -> PageView<'a> {
        self.stays = text.into();
        self
    }

    /// Adds a part that was removed, with its reason.
    pub fn part(mut self, part: RemovedPart) -> PageView<'a> {
        self.parts.push(part);
        self
    }

    /// Adds a fact about the page.
    pub fn fact(mut self, name: impl Into<String>, value: impl Into<String>) -> PageView<'a> {
        self.facts.push((name.into(), value.into()));
        self
    }

    /// Compresses the page.
    ///
    /// # Complexity
    ///
    /// Linear in the source, and `O(n log n)` in the number of ranges.
    pub fn pack(self) -> Packed {
        let cuts: Vec<usize> = self.removed.iter().flat_map(|range| [range.start, range.end]).collect();
        let units = Units::new(self.source, cuts.iter().copied());
        let content = Content {
            source: self.source,
            // Texts are divided at the cuts, so that each of them is removed or stays as a whole.
            drawing: match self.dom {
                Some(dom) => drawing::of(dom, &cuts),
                None => drawing::of_text(self.source, &cuts),
            },
            facts: &self.facts,
            removed: cuts.iter().map(|&cut| units.at(cut)).collect(),
            stays: markdown::drawing(&self.stays),
            parts: self.parts(),
        };
        let json = serde_json::to_vec(&content).expect("its keys are strings");
        // The format that browsers can decompress without a library.
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
        let packed = packed.expect("vectors take all that is written");
        // Base 64, because the data stands in a script element, whose content is text.
        Packed { data: STANDARD.encode(packed), ..self.listed() }
    }

    /// Returns the page without its content. It is listed with its figures, but cannot be looked at.
    pub fn listed(self) -> Packed {
        let share = match self.source.len() {
            0 => 0.0,
            // Four digits are enough to sort pages, and keep the list short.
            len => (self.removed.total() as f64 / len as f64 * 1e4).round() / 1e4,
        };
        Packed { name: self.name.into_owned(), group: self.group.into_owned(), removed: share, data: String::new() }
    }

    /// Returns the parts with their positions in UTF-16 units.
    fn parts(&self) -> Vec<PackedPart<'_>> {
        let ends = self.parts.iter().map(|part| &part.range);
        let units = Units::new(self.source, ends.flat_map(|range| [range.start, range.end]));
        let parts = self.parts.iter().map(|part| {
            let (start, end) = (units.at(part.range.start), units.at(part.range.end));
            (start, end, &*part.element, &*part.reason, part.words, &*part.remedy)
        });
        parts.collect()
    }
}

/// A page that is ready for a report: compressed, and with its figure for the list of pages.
#[derive(Clone, Debug)]
pub struct Packed {
    pub(crate) name: String,
    pub(crate) group: String,
    /// The share of the source's bytes that was removed, from 0 to 1.
    pub(crate) removed: f64,
    /// The page's JSON, compressed in the zlib format and encoded in base 64. Empty for a page that is only listed.
    pub(crate) data: String,
}

/// The data of a page that the report's script reads. Positions are in UTF-16 units.
#[derive(Serialize)]
struct Content<'a> {
    source: &'a str,
    drawing: Vec<Step>,
    facts: &'a [(String, String)],
    removed: Vec<usize>,
    stays: Vec<Step>,
    parts: Vec<PackedPart<'a>>,
}

/// The start, the end, the element, the reason, the number of words, and the remedy of a part.
type PackedPart<'a> = (usize, usize, &'a str, &'a str, usize, &'a str);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        let removed = |source| PageView::new("x", source).removed([0..3, 5..6]).listed().removed;
        assert_eq!((removed("0123456789"), removed("0123"), removed("")), (0.4, 0.75, 0.0));
    }
}
