//! The walk over a tree that writes Markdown.

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::{
    grid::Grid, listing::Listing, math::Math, notes::Notes, options::MarkdownOptions, sections::Sections, spans::Span,
    survey::Survey, tables::Table, words::keeps, writer::Writer,
};
use crate::{
    Error, Regions,
    cuts::Cuts,
    {dropped::Dropped, work::Work},
};

/// What to do where an element ends.
#[derive(Debug)]
pub(super) enum End {
    Border,
    Span,
    Code,
    /// A quotation or an item, with the number of containers around it.
    Container(usize),
    List(usize),
    Terms(usize),
    Heading,
    Listing,
    Grid,
    Cell,
}

/// A list of terms and their definitions.
#[derive(Debug)]
pub(super) struct Terms {
    pub(super) depth: usize,
    pub(super) has_term: bool,
    pub(super) in_list: bool,
}

/// A walk over a tree, with what it knows about the page.
#[derive(Debug)]
pub(super) struct Walk<'d> {
    pub(super) dom: &'d Dom<'d>,
    pub(super) options: &'d MarkdownOptions,
    pub(super) base: Option<String>,
    pub(super) dropped: Dropped<'d>,
    pub(super) cuts: Cuts<'d>,
    pub(super) math: Math,
    pub(super) notes: Notes,
    pub(super) sections: Sections,
    pub(super) tables: Vec<Table>,
    /// The number of the next table to come.
    pub(super) next_table: usize,
    /// Whether some of the tables are made of blocks.
    pub(super) has_summaries: bool,
    /// The rows and cells that continue the line before them, and the next of them to come.
    pub(super) in_line: Vec<NodeId>,
    pub(super) next_in_line: usize,
    pub(super) writer: Writer,
    pub(super) ends: Vec<(usize, End)>,
    /// For each open list, the number of containers around its items.
    pub(super) lists: Vec<usize>,
    pub(super) terms: Vec<Terms>,
    pub(super) listing: Option<Listing>,
    /// The table whose rows are being written, its number, and its next cell.
    pub(super) grid: Option<(Grid, usize, usize)>,
    /// The title of the callout that began last, until it comes, and whether it only repeats the kind.
    pub(super) title: Option<(NodeId, bool)>,
    /// The table that frames the callout.
    pub(super) frame: Option<NodeId>,
    /// The address of the last image, empty if it had none.
    pub(super) last_image: Option<String>,
    pub(super) work: Work,
    /// The number of documents around this one.
    pub(super) depth: usize,
}

impl<'d> Walk<'d> {
    /// Returns a walk over a page, or over a document that is in as many others.
    pub(super) fn new(dom: &'d Dom<'d>, regions: &Regions, options: &'d MarkdownOptions, depth: usize) -> Walk<'d> {
        let work = Work::of(dom);
        let mut cuts = Cuts::new(dom.source(), regions);
        let survey = Survey::of(dom);
        let notes = Notes::of(dom, &survey.links, |node| {
            let mut below = dom.descendants(node);
            below.any(|node| keeps(dom, &mut cuts, node))
        });
        let mut tables = survey.tables(dom, &mut cuts);
        let lines = tables.iter_mut().map(|table| std::mem::take(&mut table.in_line));
        let mut in_line: Vec<NodeId> = lines.flatten().collect();
        // A table within another one comes between its cells, so that the lists of the tables interleave.
        in_line.sort_unstable();
        Walk {
            dom,
            options,
            base: survey.base(dom, options.get_base()),
            dropped: Dropped::new(dom),
            cuts,
            math: Math::of(dom.source()),
            notes,
            sections: Sections::of(dom),
            tables,
            next_table: 0,
            has_summaries: survey.has_summaries,
            in_line,
            next_in_line: 0,
            writer: Writer::new(dom.source().len() / 8, work.limit()),
            ends: Vec::new(),
            lists: Vec::new(),
            terms: Vec::new(),
            listing: None,
            grid: None,
            title: None,
            frame: None,
            last_image: None,
            work,
            depth,
        }
    }

    pub(super) fn run(mut self) -> Result<String, Error> {
        self.walk(0, self.dom.len())?;
        let markdown = self.writer.finish();
        // Closing the last blocks writes as well, after the last check in the walk.
        let last = self.dom.nodes().next_back().unwrap_or(self.dom.root());
        self.work.check(self.dom, last, markdown.len())?;
        Ok(markdown)
    }

    /// Reads the nodes from one index up to another.
    pub(super) fn walk(&mut self, from: usize, to: usize) -> Result<(), Error> {
        let n_open = self.ends.len();
        let mut at = from;
        while at < to
            && let Some(node) = self.dom.get(at)
        {
            self.end_before(at);
            self.work.check(self.dom, node, self.writer.out.len())?;
            at += 1;
            // What is in the heading of a post is not repeated below it. The walk that writes the heading begins with
            // such a node.
            if from < node.index() && self.sections.is_moved(node) {
                at = self.dom.subtree_end(node);
                continue;
            }
            match self.dom.kind(node) {
                NodeKind::Element if self.element(node)? => {}
                NodeKind::Element => at = self.dom.subtree_end(node),
                NodeKind::Text | NodeKind::RawText => self.text(node),
                _ => {}
            }
        }
        // The ends of elements that were open before come later, even if they are at the same place.
        while n_open < self.ends.len()
            && let Some((_, end)) = self.ends.pop()
        {
            self.end(end);
        }
        Ok(())
    }

    /// Ends the elements that end before a place in the tree.
    fn end_before(&mut self, at: usize) {
        while let Some((_, end)) = self.ends.pop_if(|(end, _)| *end <= at) {
            self.end(end);
        }
    }

    /// Notes what to do at the end of an element.
    pub(super) fn at_end_of(&mut self, node: NodeId, end: End) {
        self.ends.push((self.dom.subtree_end(node), end));
    }

    /// Begins an element, and returns whether its content is to be read.
    fn element(&mut self, node: NodeId) -> Result<bool, Error> {
        let dom = self.dom;
        // Listings show formulas as they are.
        if self.listing.is_none() && self.math.write(dom, &mut self.cuts, node, &mut self.writer) {
            return Ok(false);
        }
        if dom.hides(node) {
            match dom.equivalent_tag(node) {
                Tag::NOSCRIPT => self.late_image(node),
                Tag::AUDIO | Tag::VIDEO => self.media(node),
                Tag::IFRAME => self.frame(node)?,
                _ => {}
            }
            return Ok(false);
        }
        if self.dropped.is_dropped(node) {
            return Ok(false);
        }
        if self.notes.is_number(node) {
            return Ok(false);
        }
        if self.title == Some((node, true)) {
            // The mark of the callout already names the kind.
            self.title = None;
            return Ok(false);
        }
        if let Some(label) = self.notes.reference(node) {
            if !self.cuts.cover(&dom.extent(node)) {
                self.writer.reference(label);
            }
            return Ok(false);
        }
        if dom.namespace(node) != Namespace::Html {
            return Ok(true);
        }
        if self.listing.is_some() {
            self.element_in_listing(node);
            return Ok(true);
        }
        if dom.is_block(node) {
            if self.is_only_a_border(node) {
                self.border();
                return Ok(false);
            }
            let is_read = self.block(node)?;
            // A link or emphasis whose style makes it a block is also what it is in a line.
            if !dom.equivalent_tag(node).is_block() {
                self.inline(node);
            }
            return Ok(is_read);
        }
        if self.is_title(node) {
            self.span(node, Span::Strong);
        }
        self.inline(node);
        Ok(true)
    }

    /// Returns whether a block is removed whole, and only its border matters for what is around it.
    ///
    /// Items, definitions and parts of tables count even without words: they end what is before them.
    fn is_only_a_border(&mut self, block: NodeId) -> bool {
        let is_part = matches!(
            self.dom.equivalent_tag(block),
            Tag::LI
                | Tag::DT
                | Tag::DD
                | Tag::TD
                | Tag::TH
                | Tag::TR
                | Tag::TBODY
                | Tag::THEAD
                | Tag::TFOOT
                | Tag::CAPTION
                | Tag::BR
                | Tag::HR
        );
        let extent = self.dom.extent(block);
        // An implied element can have an empty extent, which `cover` does not accept.
        !is_part && !extent.is_empty() && self.cuts.cover(&extent)
    }

    pub(super) fn end(&mut self, end: End) {
        match end {
            End::Border => self.border(),
            End::Span => self.writer.spans.leave(),
            End::Code => self.writer.spans.leave_code(),
            End::Container(depth) => self.writer.leave_to(depth),
            End::List(depth) => {
                self.lists.pop();
                self.writer.leave_to(depth);
            }
            End::Terms(depth) => {
                self.terms.pop();
                self.writer.leave_to(depth);
            }
            End::Heading => {
                self.writer.end_run();
                self.writer.heading = None;
            }
            End::Listing => self.end_listing(),
            End::Grid => {
                if let Some((mut grid, ..)) = self.grid.take() {
                    grid.end_row(&mut self.writer);
                }
            }
            End::Cell => {
                if let Some((grid, ..)) = &mut self.grid {
                    grid.end_cell(&mut self.writer);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{MarkdownOptions, Regions, markdown};

    use super::*;

    #[test]
    fn removed_blocks_leave_what_empty_blocks_leave() {
        let blocks = [
            "<div>x<br>y<hr></div>",
            "<ul><li>x<ul><li>y</ul></ul>",
            "<ol start=7><li value=3>x</ol>",
            "<table><tr><th>x<th>y<tr><td>1<td>2</table>",
            "<pre>x\n y</pre>",
            "<blockquote>x<p>y</blockquote>",
            "<dl><dt>x<dd>y</dl>",
            "<section><h2>x</h2><a href=/y><b>y</b></a> <code>`</code></section>",
        ];
        let places = [
            ("a", "b"),
            ("<p><b>a", "b</b> c"),
            ("<ul><li>a", "b<li>c</ul>"),
            ("<ol><li>a</ol>", "<ol><li>b</ol>"),
            ("<dl><dt>a<dd>b", "c<dt>d<dd>e</dl>"),
            ("<blockquote>a", "b</blockquote>c"),
            ("<table><tr><th>a<th>b<tr><td>c", "d<td>e</table>"),
            ("<h1>a ", " b</h1>"),
        ];
        for block in blocks {
            for (before, after) in places {
                let before = format!("<!doctype html>{before}");
                let page = format!("{before}{block}{after}");
                let removed = before.len()..before.len() + block.len();
                let regions = Regions::from_ranges([removed]);
                let empty = format!("{before}<div></div>{after}");
                let written = |page: &str, regions: &Regions| {
                    markdown(&Dom::parse(page), regions, &MarkdownOptions::new()).unwrap()
                };
                let expected = written(&empty, &Regions::from_ranges([]));
                assert_eq!(written(&page, &regions), expected, "{page}");
            }
        }
    }
}
