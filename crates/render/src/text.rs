use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use crate::{
    Regions,
    chunks::is_coded,
    cuts::{Cuts, Part, decode},
    dropped::Dropped,
    embedded::embedded,
    gone::{Gone, break_at},
    layout::is_box,
    linear::Linear,
    lines::{Break, Lines},
    verbatim::Verbatim,
};

/// Returns the visible text of what the regions leave of a page.
///
/// * Texts come in the order of the tree, which is the order on the screen:
///   text between the rows of a table comes before the table.
/// * Blocks, `br` and `hr` have lines of their own; there are no empty lines except in
///   `pre`, and no line feed at the end. The blocks are those of the whole page: one
///   that is removed still breaks the line that it was in. Roles and `style` attributes count: see
///   [`Dom::equivalent_tag`], [`Dom::is_block`] and [`Dom::keeps_lines`].
/// * The cells of a table row share a line, separated by one tab each, unless one of them has more than one line. An
///   empty cell keeps its place if a cell with text comes after it: a value never moves under another column. Empty
///   cells of tables with tables in them, which arrange a page, leave no trace.
/// * What is raised or lowered is written in the line: `10^6`, `H_2O`, `x^(n+1)`, and so are formulas in MathML:
///   `x = 1/2`, `√(a+b)`. Ordinals (`1st`) and abbreviations (`Mme`) have no mark, and references to notes stand
///   in brackets: `word[1]`.
/// * Character references are decoded. White space, non-breaking spaces
///   included, becomes one space, except in `pre`, whose line breaks and
///   indentation stay. Outside of `pre`, soft hyphens, spaces without width and byte order marks are left out. Joiners
///   stay beside letters that they shape: in Arabic script, in those of India and in emoji.
/// * Not visible are comments, `head`, `title`, `script`, `style`, `template`,
///   `iframe` (unless the page holds its document in `srcdoc`), `svg`, `canvas`, `audio`, `video`, `datalist`, `textarea`, the
///   annotations of formulas, and each `noscript` that adds nothing to the page
///   (see [`Dom::fallbacks`]). Buttons and the options of a
///   `select` are visible.
/// * Also left out are permalinks (`¶`, `#`), the section edit links of wikis,
///   line numbers of listings, and the arrows that lead back from notes.
/// * Style sheets are not evaluated: text in elements that are hidden by a `hidden`
///   attribute or by CSS counts as visible. Whether such text belongs
///   to the page is decided by the code that finds the regions.
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
/// use render::Regions;
/// use dom::Dom;
///
/// let source = "<nav>Menu</nav><h1>Q&amp;A</h1><table><tr><td>one<td> two </table>";
/// let regions = Regions::from_ranges([0..15]);
/// assert_eq!(render::text(&Dom::parse(source), &regions), "Q&A\none\ttwo");
/// ```
#[must_use]
pub fn text(dom: &Dom<'_>, regions: &Regions) -> String {
    #[cfg(feature = "counters")]
    dom::counters::count_step("text");
    start_of_text(dom, regions, usize::MAX)
}

/// Returns the beginning of [`text`], for those who need to see what it is like: the text up to the end of the node
/// with which it has so many bytes, or the whole text.
///
/// # Complexity
///
/// As [`text`], for the part of the page that is read.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// let dom = dom::Dom::parse("<nav>Menu</nav><p>They rose <b>all night</b>.<p>Then they fell.");
/// let regions = render::Regions::from_ranges([0..15]);
/// assert_eq!(render::start_of_text(&dom, &regions, 12), "They rose all night");
/// ```
#[must_use]
pub fn start_of_text(dom: &Dom<'_>, regions: &Regions, n_bytes: usize) -> String {
    text_at(dom, regions, n_bytes, 0)
}

/// Returns the text of a page, or of a document that is in as many others.
pub(crate) fn text_at(dom: &Dom<'_>, regions: &Regions, n_bytes: usize, depth: usize) -> String {
    let mut gone = Gone::default();
    text_but(dom, regions, n_bytes, depth, |cuts, block, kind| gone.is_gone(dom, cuts, block, kind))
}

/// As [`start_of_text`], but skips the content of blocks for which `is_gone` holds: they do nothing but break the line.
#[inline]
fn text_but<'d>(
    dom: &'d Dom<'d>,
    regions: &Regions,
    n_bytes: usize,
    depth: usize,
    mut is_gone: impl FnMut(&mut Cuts<'d>, NodeId, Break) -> bool,
) -> String {
    let mut dropped = Dropped::new(dom);
    let mut reader = Reader {
        dom,
        cuts: Cuts::new(dom.source(), regions),
        lines: Lines::new(),
        verbatim: Verbatim::default(),
        linear: Linear::default(),
    };
    // The ends of the surrounding blocks, in nodes, with the breaks that they cause.
    let mut open: Vec<(usize, Break)> = Vec::new();
    let (mut preformatted_end, mut data_table_end) = (0, 0);
    let mut at = 0;
    while let Some(node) = dom.get(at).filter(|_| reader.lines.written().len() < n_bytes) {
        reader.linear.end_before(dom, at, reader.lines.written());
        while let Some((_, kind)) = open.pop_if(|(end, _)| *end <= at) {
            reader.interrupt(kind);
        }
        at += 1;
        match dom.kind(node) {
            NodeKind::Element if dom.hides(node) || dropped.is_dropped(node) => {
                if let Some(inner) = embedded(dom, node, depth)
                    && !reader.cuts.cover(&dom.extent(node))
                {
                    reader.interrupt(Break::Line);
                    reader.lines.push_verbatim(&text_at(&inner, &Regions::new(), n_bytes, depth + 1));
                    reader.interrupt(Break::Line);
                }
                at = dom.subtree_end(node);
            }
            NodeKind::Element if dom.is_block(node) => {
                let kind = break_at(dom.equivalent_tag(node));
                reader.interrupt(kind);
                match kind {
                    Break::Row if dom.equivalent_tag(node) == Tag::TABLE && holds_no_table(dom, node) => {
                        data_table_end = dom.subtree_end(node);
                    }
                    // A cell that is removed is not in the cleaned page.
                    Break::Cell if at <= data_table_end && !reader.cuts.cover(&dom.extent(node)) => {
                        reader.lines.begin_cell();
                    }
                    _ => {}
                }
                // Removed words in preformatted text take white space with them, so a removed block there does more
                // than break the line.
                if preformatted_end < at && is_gone(&mut reader.cuts, node, kind) {
                    at = dom.subtree_end(node);
                    continue;
                }
                open.push((dom.subtree_end(node), kind));
                if dom.is_preformatted(node) {
                    preformatted_end = preformatted_end.max(dom.subtree_end(node));
                }
            }
            NodeKind::Element if is_box(dom, node) && preformatted_end < at => {
                // Removed, it separates nothing.
                let stays = !reader.cuts.cover(&dom.extent(node));
                reader.lines.interrupt(if stays { Break::Space } else { Break::None });
            }
            NodeKind::Element => reader.linear.enter(dom, node, reader.lines.written()),
            NodeKind::Text | NodeKind::RawText => {
                match dom.kind(node) {
                    NodeKind::RawText => reader.raw_text(node),
                    _ if at <= preformatted_end && dom.is_between_cells(node) => {}
                    _ if at <= preformatted_end => {
                        let push = |part: &str| reader.lines.push_verbatim(part);
                        reader.verbatim.read(dom, &mut reader.cuts, node, push);
                    }
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

/// Returns whether there is no table in a table. All calls for the tables of a page are linear together, since the
/// search ends at the first one, where the next search begins.
fn holds_no_table(dom: &Dom<'_>, table: NodeId) -> bool {
    let mut inside = (table.index() + 1..dom.subtree_end(table)).filter_map(|at| dom.get(at));
    !inside.any(|node| dom.equivalent_tag(node) == Tag::TABLE)
}

struct Reader<'d> {
    dom: &'d Dom<'d>,
    cuts: Cuts<'d>,
    lines: Lines,
    verbatim: Verbatim,
    linear: Linear,
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
        // White space at the ends of a formula's text only arranges the source; between words that stay it counts.
        self.lines.push(kept.trim());
    }

    fn text(&mut self, node: NodeId) {
        if self.dom.keeps_lines(node) {
            self.lines_of_text(node);
            return;
        }
        let range = self.dom.extent(node);
        if !self.cuts.touch(&range) {
            let source = &self.dom.source()[range];
            // Borrowing the source saves decoding, which most texts do not need. A CR in it is white space, as the
            // line feed is that decoding would make of it.
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

    /// Reads a text whose lines count although it is not preformatted.
    fn lines_of_text(&mut self, node: NodeId) {
        let (dom, lines) = (self.dom, &mut self.lines);
        self.cuts.split(dom.extent(node), |part| match part {
            Part::Space(space) => lines.push_lines(&dom.source()[space]),
            Part::Words(words) => lines.push_lines(&decode(dom, node, words)),
            Part::Gone(_) => {}
        });
        // The positions that the parts remember are of no use in another line.
        if dom.text(node).contains('\n') {
            self.linear.interrupt();
        }
    }

    /// The contents of `xmp` and `plaintext`, and sections of CDATA.
    fn raw_text(&mut self, node: NodeId) {
        if self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let text = self.dom.text(node);
        // An `xmp` and a `plaintext` are preformatted. CDATA occurs only in foreign content, whose white space
        // collapses.
        match self.dom.parent(node).map(|above| self.dom.namespace(above)) {
            Some(Namespace::Html) => self.lines.push_verbatim(&text),
            _ => self.lines.push(&text),
        }
        self.verbatim.passed(&text);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use proptest::prelude::*;

    use super::*;

    /// Pieces of a page: all that a block may hold that does more than to be gone.
    const PIECES: &str = "<div>|</div>|<ul><li>|</ul>|<p>|<table>|<tr>|<td>|</table>|<pre>|</pre>|\
        <xmp> x\n</xmp>|<sup>|</sup>|<a href=#n>|</a>|<math><mi>|</math>|<svg><title>|</svg>| |word|x\n\n y|\
        &amp;1|<script>s</script>|<hr>";

    fn page() -> impl Strategy<Value = String> {
        let piece = proptest::sample::select(PIECES.split('|').collect::<Vec<_>>());
        proptest::collection::vec(piece, 1..60).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        /// Whatever is passed over, the text is that of a page that is read node by node.
        #[test]
        fn what_is_passed_over_says_nothing(
            page in page(),
            picks in proptest::collection::vec(any::<proptest::sample::Index>(), 1..6),
            cut in any::<[proptest::sample::Index; 2]>(),
        ) {
            let dom = Dom::parse(&*page);
            let elements: Vec<NodeId> = dom.nodes().filter(|&node| dom.kind(node) == NodeKind::Element).collect();
            let extent = |pick: &proptest::sample::Index| {
                (!elements.is_empty()).then(|| dom.extent(elements[pick.index(elements.len())]))
            };
            let mut ranges: Vec<Range<usize>> = picks.iter().filter_map(extent).collect();
            let [one, other] = cut.map(|at| at.index(page.len()));
            ranges.push(one.min(other)..one.max(other));
            let regions = Regions::from_ranges(ranges);
            let naive = text_but(&dom, &regions, usize::MAX, 0, |_, _, _| false);
            prop_assert_eq!(text(&dom, &regions), naive);
        }
    }

    #[test]
    fn blocks_that_are_gone_are_passed_over() {
        let page = "<p>a</p><div><b>x</b><ul><li>y</ul></div><div>z<table><td>t</table></div>b";
        let dom = Dom::parse(page);
        let regions = Regions::from_ranges(Some(8..page.len() - 1));
        let mut gone = Gone::default();
        let mut passed = Vec::new();
        let text = text_but(&dom, &regions, usize::MAX, 0, |cuts, block, kind| {
            let is_gone = gone.is_gone(&dom, cuts, block, kind);
            passed.extend(is_gone.then(|| dom.name(block)));
            is_gone
        });
        // The second is read for the table in it, which breaks more than a line.
        assert_eq!((text.as_str(), passed), ("a\nb", vec!["div", "table"]));
    }
}
