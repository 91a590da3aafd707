use std::{borrow::Cow, ops::Range};

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::{
    chunks::is_coded,
    dropped::Dropped,
    layout::{is_block, is_preformatted},
    linear::Linear,
    lines::{Break, Lines},
};
use crate::{
    Regions,
    regions::cuts::{Cuts, Part},
};

/// Returns the visible text of what the regions leave of a page.
///
/// * Texts come in the order of the tree, which is the order on the screen:
///   text between the rows of a table comes before the table.
/// * Blocks, `br` and `hr` have lines of their own; there are no empty lines except in
///   `pre`, and no line feed at the end. The blocks are those of the whole page: one
///   that is removed still breaks the line that it was in.
/// * The cells of a table row share a line, separated by tabs, unless one of
///   them has more than one line. Cells without text leave no trace.
/// * What is raised or lowered is written in the line: `10^6`, `H_2O`, `x^(n+1)`, and so are formulas in MathML:
///   `x = 1/2`, `√(a+b)`. Ordinals (`1st`) and abbreviations (`Mme`) have no mark, and references to notes stand
///   in brackets: `word[1]`.
/// * Character references are decoded. White space, non-breaking spaces
///   included, becomes one space, except in `pre`, whose line breaks and
///   indentation stay.
/// * Not visible are comments, `head`, `title`, `script`, `style`, `template`,
///   `iframe`, `svg`, `canvas`, `audio`, `video`, `datalist`, `textarea`, the
///   annotations of formulas, and each `noscript` that adds nothing to the page
///   (see [`Dom::fallbacks`]). Buttons and the options of a
///   `select` are visible.
/// * Also left out are permalinks (`¶`, `#`), the section edit links of wikis,
///   line numbers of listings, and the arrows that lead back from notes.
/// * Styles are not evaluated: text in elements that are hidden by a `hidden`
///   attribute or by CSS counts as visible. Whether it is the page's own is for
///   the template to decide.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions, whatever the nesting; for texts
/// that the parser moved ahead of others, a search among the regions is added.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use cleaner::Regions;
/// use dom::Dom;
///
/// let source = "<nav>Menu</nav><h1>Q&amp;A</h1><table><tr><td>one<td> two </table>";
/// let regions = Regions::from_ranges([0..15]);
/// assert_eq!(cleaner::text(&Dom::parse(source), &regions), "Q&A\none\ttwo");
/// ```
#[must_use]
pub fn text(dom: &Dom<'_>, regions: &Regions) -> String {
    let mut dropped = Dropped::new(dom);
    let mut reader = Reader {
        dom,
        cuts: Cuts::new(dom.source(), regions),
        lines: Lines::new(),
        verbatim: Verbatim::default(),
        linear: Linear::default(),
    };
    // The ends of the surrounding blocks, with what they do to the line.
    let mut open: Vec<(usize, Break)> = Vec::new();
    let mut preformatted_end = 0;
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        reader.linear.end_before(dom, at, reader.lines.written());
        while let Some((_, kind)) = open.pop_if(|(end, _)| *end <= at) {
            reader.interrupt(kind);
        }
        at += 1;
        match dom.kind(node) {
            NodeKind::Element if dom.hides(node) || dropped.is_dropped(node) => {
                at = dom.subtree_end(node);
            }
            NodeKind::Element if is_block(dom, node) => {
                let kind = break_at(dom.tag(node));
                reader.interrupt(kind);
                open.push((dom.subtree_end(node), kind));
                if is_preformatted(dom, node) {
                    preformatted_end = preformatted_end.max(dom.subtree_end(node));
                }
            }
            NodeKind::Element => reader.linear.enter(dom, node, reader.lines.written()),
            NodeKind::Text | NodeKind::RawText => {
                match dom.kind(node) {
                    NodeKind::RawText => reader.raw_text(node),
                    _ if at <= preformatted_end => reader.verbatim_text(node),
                    _ if reader.linear.is_in_formula(dom, node) => reader.in_formula(node),
                    _ => reader.text(node),
                }
                reader.linear.set_apart(reader.lines.written());
            }
            _ => {}
        }
    }
    reader.linear.end_before(dom, at, reader.lines.written());
    reader.lines.finish()
}

fn break_at(block: Tag) -> Break {
    match block {
        Tag::TD | Tag::TH => Break::Cell,
        Tag::TR | Tag::TABLE | Tag::TBODY | Tag::THEAD | Tag::TFOOT | Tag::CAPTION => Break::Row,
        _ => Break::Line,
    }
}

struct Reader<'d> {
    dom: &'d Dom<'d>,
    cuts: Cuts<'d>,
    lines: Lines,
    verbatim: Verbatim,
    linear: Linear,
}

/// What happened in preformatted text since the last words that stay: what is
/// removed takes the white space on one side with it.
#[derive(Debug, Default)]
struct Verbatim {
    spaced: bool,
    lost: bool,
}

impl Reader<'_> {
    fn interrupt(&mut self, kind: Break) {
        self.linear.interrupt();
        self.lines.interrupt(kind);
    }

    fn in_formula(&mut self, node: NodeId) {
        let (dom, mut kept) = (self.dom, String::new());
        self.cuts.split(dom.extent(node), |part| match part {
            Part::Space(_) => kept.push(' '),
            Part::Words(words) => kept.push_str(&decode(dom, node, words)),
            Part::Gone(_) => {}
        });
        self.lines.push(kept.trim());
    }

    fn text(&mut self, node: NodeId) {
        let range = self.dom.extent(node);
        if !self.cuts.touch(&range) {
            let source = &self.dom.source()[range];
            if is_coded(source) {
                self.lines.push(&self.dom.text(node));
            } else {
                self.lines.push(source);
            }
            return;
        }
        let (dom, lines) = (self.dom, &mut self.lines);
        self.cuts.split(range, |part| match part {
            Part::Space(_) => lines.interrupt(Break::Space),
            Part::Words(words) => lines.push(&decode(dom, node, words)),
            Part::Gone(_) => {}
        });
    }

    fn verbatim_text(&mut self, node: NodeId) {
        let range = self.dom.extent(node);
        let (dom, lines, state) = (self.dom, &mut self.lines, &mut self.verbatim);
        let source = dom.source();
        if !self.cuts.touch(&range) && !state.lost {
            state.spaced = source[range].ends_with(|letter: char| letter.is_ascii_whitespace());
            lines.push_verbatim(&self.dom.text(node));
            return;
        }
        self.cuts.split(range, |part| match part {
            Part::Space(_) if state.lost && state.spaced => {}
            Part::Space(space) => {
                lines.push_verbatim(&source[space]);
                state.spaced = true;
            }
            Part::Words(words) => {
                lines.push_verbatim(&decode(dom, node, words));
                *state = Verbatim::default();
            }
            Part::Gone(_) => state.lost = true,
        });
    }

    /// The contents of `xmp` and `plaintext`, and sections of CDATA.
    fn raw_text(&mut self, node: NodeId) {
        if self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let text = self.dom.text(node);
        match self.dom.parent(node).map(|above| self.dom.namespace(above)) {
            Some(Namespace::Html) => self.lines.push_verbatim(&text),
            _ => self.lines.push(&text),
        }
    }
}

/// Returns the characters of a part of a text.
pub(crate) fn decode<'d>(dom: &'d Dom<'_>, text: NodeId, part: Range<usize>) -> Cow<'d, str> {
    let decoded = dom::decode_references(&dom.source()[part]);
    if !decoded.contains('\0') {
        return decoded;
    }
    let shown = if dom.counts_nul(text) { "\u{FFFD}" } else { "" };
    Cow::Owned(decoded.replace('\0', shown))
}
