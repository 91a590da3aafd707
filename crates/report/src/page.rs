//! One page: its source, what was removed and why, and what should have been removed.

use std::{borrow::Cow, io::Write as _, ops::Range};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use dom::Dom;
use flate2::{Compression, write::ZlibEncoder};
use serde::Serialize;

use crate::{
    drawing::{self, Step},
    markdown,
    ranges::{Ranges, Units},
};

/// One page, and what different ways of cleaning have done to it.
#[derive(Clone, Debug)]
#[must_use]
pub struct PageView<'a> {
    name: Cow<'a, str>,
    group: Cow<'a, str>,
    source: &'a str,
    dom: Option<&'a Dom<'a>>,
    layers: Vec<Layer<'a>>,
    gold: Option<(Ranges, Ranges)>,
    facts: Vec<(String, String)>,
}

/// What one way of cleaning did to a page.
#[derive(Clone, Debug)]
#[must_use]
pub struct Layer<'a> {
    name: Cow<'a, str>,
    removed: Ranges,
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

impl<'a> Layer<'a> {
    /// Makes a layer of removed byte ranges, in any order. An end beyond the source is moved to the end of the
    /// source, and one inside a character to the start of the character.
    pub fn new(name: impl Into<Cow<'a, str>>, removed: impl IntoIterator<Item = Range<usize>>) -> Layer<'a> {
        Layer {
            name: name.into(),
            removed: Ranges::new(removed),
            stays: Cow::Borrowed(""),
            parts: Vec::new(),
            facts: Vec::new(),
        }
    }

    /// Sets the text that is left, as Markdown. Default: none.
    pub fn stays(mut self, text: impl Into<Cow<'a, str>>) -> Layer<'a> {
        self.stays = text.into();
        self
    }

    /// Adds a part that was removed, with its reason.
    pub fn part(mut self, part: RemovedPart) -> Layer<'a> {
        self.parts.push(part);
        self
    }

    /// Adds a fact about this layer.
    pub fn fact(mut self, name: impl Into<String>, value: impl Into<String>) -> Layer<'a> {
        self.facts.push((name.into(), value.into()));
        self
    }
}

impl<'a> PageView<'a> {
    /// Makes a page without layers, from text without markup.
    pub fn new(name: impl Into<Cow<'a, str>>, source: &'a str) -> PageView<'a> {
        PageView {
            name: name.into(),
            group: Cow::Borrowed(""),
            source,
            dom: None,
            layers: Vec::new(),
            gold: None,
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

    /// Adds the result of one way of cleaning.
    pub fn layer(mut self, layer: Layer<'a>) -> PageView<'a> {
        self.layers.push(layer);
        self
    }

    /// Sets the byte ranges that should be removed, and the neutral ones, which may be removed or not. All other
    /// bytes should stay.
    pub fn gold(
        mut self,
        template: impl IntoIterator<Item = Range<usize>>,
        neutral: impl IntoIterator<Item = Range<usize>>,
    ) -> PageView<'a> {
        self.gold = Some((Ranges::new(template), Ranges::new(neutral)));
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
    ///
    /// # Panics
    ///
    /// Never.
    pub fn pack(self) -> Packed {
        let scores = self.scores();
        let cuts = self.cuts();
        let content = Content {
            source: self.source,
            // Texts are divided at the cuts, so that each of them is removed or stays as a whole.
            drawing: match self.dom {
                Some(dom) => drawing::of(dom, &cuts),
                None => drawing::of_text(self.source, &cuts),
            },
            facts: &self.facts,
            gold: self.gold.as_ref().map(|(template, neutral)| Gold {
                template: template.in_utf16(self.source),
                neutral: neutral.in_utf16(self.source),
            }),
            layers: self
                .layers
                .iter()
                .map(|layer| PackedLayer {
                    name: &layer.name,
                    removed: layer.removed.in_utf16(self.source),
                    stays: markdown::drawing(&layer.stays),
                    parts: self.parts(layer),
                    facts: &layer.facts,
                })
                .collect(),
        };
        let json = serde_json::to_vec(&content).expect("its keys are strings");
        // The format that browsers can decompress without a library.
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        let packed = encoder.write_all(&json).and_then(|()| encoder.finish());
        Packed {
            name: self.name.into_owned(),
            group: self.group.into_owned(),
            scores,
            // Base 64, because the data stands in a script element, whose content is text.
            data: STANDARD.encode(packed.expect("vectors take all that is written")),
        }
    }

    /// Returns the page without its content. It is listed with its figures, but cannot be looked at.
    pub fn listed(self) -> Packed {
        Packed {
            scores: self.scores(),
            name: self.name.into_owned(),
            group: self.group.into_owned(),
            data: String::new(),
        }
    }

    fn scores(&self) -> Vec<(String, Score)> {
        self.layers.iter().map(|layer| (layer.name.to_string(), self.score(&layer.removed))).collect()
    }

    /// Returns the byte positions at which a layer or the gold changes, in ascending order and each once.
    fn cuts(&self) -> Vec<usize> {
        let of_layers = self.layers.iter().flat_map(|layer| layer.removed.ends());
        let gold = self.gold.iter();
        let of_gold = gold.flat_map(|(template, neutral)| template.ends().chain(neutral.ends()));
        let mut cuts: Vec<usize> = of_layers.chain(of_gold).collect();
        cuts.sort_unstable();
        cuts.dedup();
        cuts
    }

    /// Returns a layer's parts with their positions in UTF-16 units.
    fn parts<'b>(&self, layer: &'b Layer<'_>) -> Vec<PackedPart<'b>> {
        let ends = layer.parts.iter().map(|part| &part.range);
        let units = Units::new(self.source, ends.flat_map(|range| [range.start, range.end]));
        let parts = layer.parts.iter().map(|part| {
            let (start, end) = (units.at(part.range.start), units.at(part.range.end));
            (start, end, &*part.element, &*part.reason, part.words, &*part.remedy)
        });
        parts.collect()
    }

    fn score(&self, removed: &Ranges) -> Score {
        let len = self.source.len();
        let share = |part: usize, whole: usize| match whole {
            0 => 0.0,
            // Four digits are enough to sort pages, and keep the list short.
            _ => (part as f64 / whole as f64 * 1e4).round() / 1e4,
        };
        let n_removed = removed.total(len);
        let (mut lost, mut missed) = (None, None);
        if let Some((template, neutral)) = &self.gold {
            let (n_template, n_neutral) = (template.total(len), neutral.total(len));
            let n_right = removed.both(template).total(len);
            // Bytes that are both template and neutral count as template, as they do in the viewer.
            let n_either = removed.both(neutral).total(len) - removed.both(&neutral.both(template)).total(len);
            let n_overlap = neutral.both(template).total(len);
            // The overlap is in both sums, so it is subtracted twice and added once.
            let n_content = (len + n_overlap).saturating_sub(n_template + n_neutral);
            // Not negative: the bytes removed rightly and those that are neutral are disjoint parts of the removed
            // ones.
            lost = Some(share(n_removed - n_right - n_either, n_content));
            missed = Some(share(n_template - n_right, n_template));
        }
        Score { removed: share(n_removed, len), lost, missed }
    }
}

/// A page that is ready for a report: compressed, and with its scores for the list of pages.
#[derive(Clone, Debug)]
pub struct Packed {
    pub(crate) name: String,
    pub(crate) group: String,
    /// The name and the score of each layer.
    pub(crate) scores: Vec<(String, Score)>,
    /// The page's JSON, compressed in the zlib format and encoded in base 64. Empty for a page that is only listed.
    pub(crate) data: String,
}

/// Shares of bytes, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Score {
    /// The share of the source that was removed.
    pub(crate) removed: f64,
    /// The share of the content that was removed by mistake; none without gold.
    pub(crate) lost: Option<f64>,
    /// The share of the template that was not removed; none without gold.
    pub(crate) missed: Option<f64>,
}

/// The data of a page that the report's script reads. Positions are in UTF-16 units.
#[derive(Serialize)]
struct Content<'a> {
    source: &'a str,
    drawing: Vec<Step>,
    facts: &'a [(String, String)],
    gold: Option<Gold>,
    layers: Vec<PackedLayer<'a>>,
}

#[derive(Serialize)]
struct Gold {
    template: Vec<usize>,
    neutral: Vec<usize>,
}

/// The start, the end, the element, the reason, the number of words, and the remedy of a part.
type PackedPart<'a> = (usize, usize, &'a str, &'a str, usize, &'a str);

#[derive(Serialize)]
struct PackedLayer<'a> {
    name: &'a str,
    removed: Vec<usize>,
    stays: Vec<Step>,
    parts: Vec<PackedPart<'a>>,
    facts: &'a [(String, String)],
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "a page often has one range")]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        let source = "0123456789";
        let page = PageView::new("x", source)
            .layer(Layer::new("a", [0..3, 5..6]))
            .layer(Layer::new("b", []))
            .gold([0..4], [5..7]);
        let packed = page.pack();
        let score = |at: usize| packed.scores[at].1;
        // Nothing of the content 4, 7, 8, 9 is lost; of the template 3 stays.
        assert_eq!(score(0), Score { removed: 0.4, lost: Some(0.0), missed: Some(0.25) });
        assert_eq!(score(1).missed, Some(1.0));
        let page = PageView::new("x", source).layer(Layer::new("a", [4..5, 7..8]));
        let of_all = page.clone().gold([0..4], [5..7]).pack().scores[0].1;
        assert_eq!(of_all.lost, Some(0.5));
        assert_eq!(page.pack().scores[0].1.lost, None);
        assert_eq!(PageView::new("x", "").layer(Layer::new("a", [])).pack().scores[0].1.removed, 0.0);
    }
}
