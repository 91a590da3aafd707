//! All pages of a report, and the part of it where they are looked at.

use std::fmt::Write as _;

use serde::Serialize;

use crate::{
    escape,
    page::{Packed, Score},
};

/// The pages of a report, in the order in which the picker lists them.
#[derive(Clone, Debug, Default)]
pub struct Pages {
    pages: Vec<Packed>,
    layer: Option<String>,
}

impl Pages {
    /// Returns no pages.
    pub fn new() -> Pages {
        Pages::default()
    }

    /// Adds a page and returns its number, for [`Cell::page`](crate::Cell::page).
    pub fn push(&mut self, page: Packed) -> usize {
        self.pages.push(page);
        self.pages.len() - 1
    }

    /// Sets the layer that pages are shown under until the reader chooses
    /// another. Default: the last one.
    pub fn show(&mut self, layer: impl Into<String>) {
        self.layer = Some(layer.into());
    }

    /// Returns the number of pages.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Writes the viewer, and the pages for its script.
    pub(crate) fn write(&self, html: &mut String) {
        html.push_str(include_str!("../assets/viewer.html"));
        html.push_str("<script type=\"application/json\" id=\"index\">");
        html.push_str(&escape::json(&self.index()));
        html.push_str("</script>\n");
        for (number, page) in self.pages.iter().enumerate() {
            writeln!(
                html,
                "<script type=\"application/octet-stream\" id=\"page-data-{number}\">{}</script>",
                page.data
            )
            .expect("strings take all that is written");
        }
    }

    fn index(&self) -> Index<'_> {
        let (mut layers, mut groups) = (Vec::new(), Vec::new());
        let pages = self
            .pages
            .iter()
            .map(|page| {
                let mut scores = Vec::new();
                for (layer, score) in &page.scores {
                    let at = number(&mut layers, layer);
                    if scores.len() <= at {
                        scores.resize(at + 1, None);
                    }
                    scores[at] = Some(*score);
                }
                Entry {
                    name: &page.name,
                    group: number(&mut groups, &page.group),
                    scores,
                }
            })
            .collect();
        let layer = self.layer.as_ref();
        let shown = layer.and_then(|layer| layers.iter().position(|other| other == layer));
        Index {
            shown: shown.unwrap_or(layers.len().saturating_sub(1)),
            layers,
            groups,
            pages,
        }
    }
}

/// Returns the place of a name in a list, to which it is added if it is new.
///
/// A report has a handful of layers, and its pages come group by group: looking from the end finds them at once.
fn number<'a>(names: &mut Vec<&'a str>, name: &'a str) -> usize {
    names
        .iter()
        .rposition(|other| *other == name)
        .unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        })
}

/// What the picker knows of all pages.
#[derive(Serialize)]
struct Index<'a> {
    layers: Vec<&'a str>,
    /// The number of the layer to begin with.
    shown: usize,
    groups: Vec<&'a str>,
    pages: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    group: usize,
    /// By the number of the layer.
    scores: Vec<Option<Score>>,
}
