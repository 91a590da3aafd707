//! The facts about a table that are collected while it is read.

use dom::{Dom, NodeId, Tag};

use super::Align;

/// Tables with more columns than this are not written as grids. Chosen: by eye.
const MAX_COLUMNS: usize = 256;

#[derive(Debug)]
pub(super) struct Draft {
    pub(super) node: NodeId,
    pub(super) end: usize,
    pub(super) cells: Vec<DraftCell>,
    pub(super) n_rows: usize,
    /// The index one past the last node of the last `thead`, and the rows in it.
    pub(super) head_end: usize,
    pub(super) head_rows: Vec<usize>,
    /// For each column, the number of further rows that a cell above covers.
    pub(super) taken: Vec<u32>,
    pub(super) column: usize,
    pub(super) has_caption: bool,
    pub(super) is_wide: bool,
    pub(super) is_presentation: bool,
    /// Whether it is one line of source code, such as the head of a function.
    pub(super) is_signature: bool,
    /// The number of elements in a row, if the table is made of other elements.
    pub(super) n_across: Option<usize>,
    /// All of its rows and cells with the number of their row, also those without content.
    pub(super) parts: Vec<(NodeId, usize)>,
    pub(super) nested: Vec<usize>,
    /// The table and the cell around this table, by their indices.
    pub(super) parent: Option<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct DraftCell {
    pub(super) node: NodeId,
    pub(super) end: usize,
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) is_header: bool,
    pub(super) has_content: bool,
    /// The length of its text, in bytes.
    pub(super) len: usize,
    pub(super) n_items: usize,
    /// Whether it holds something that does not fit between pipes: lines of code, lists in lists.
    pub(super) is_complex: bool,
    pub(super) has_heading: bool,
    pub(super) has_table: bool,
    /// Whether it has lines of its own.
    pub(super) has_blocks: bool,
    /// Whether it covers one column only.
    pub(super) is_single: bool,
    pub(super) align: Option<Align>,
}

impl Draft {
    pub(super) fn new(dom: &Dom<'_>, node: NodeId, parent: Option<(usize, usize)>) -> Draft {
        let role = dom.attribute(node, "role");
        Draft {
            node,
            end: dom.subtree_end(node),
            cells: Vec::new(),
            n_rows: 0,
            head_end: 0,
            head_rows: Vec::new(),
            taken: Vec::new(),
            column: 0,
            has_caption: false,
            is_wide: false,
            is_signature: dom.equivalent_tag(node) == Tag::TABLE && has_class(dom, node, "memname"),
            n_across: n_across(dom, node),
            parts: Vec::new(),
            is_presentation: role.is_some_and(|role| matches!(&*role, "presentation" | "none")),
            nested: Vec::new(),
            parent,
        }
    }

    /// Notes an inner table, and returns the cell around it.
    pub(super) fn nest(&mut self, at: usize, table: usize) -> Option<usize> {
        self.cell_at(at)?;
        self.nested.push(table);
        Some(self.cells.len() - 1)
    }

    pub(super) fn begin_row(&mut self, row: NodeId) {
        self.parts.push((row, self.n_rows));
        if row.index() < self.head_end {
            self.head_rows.push(self.n_rows);
        }
        self.n_rows += 1;
        self.column = 0;
        for taken in &mut self.taken {
            *taken = taken.saturating_sub(1);
        }
    }

    pub(super) fn begin_cell(&mut self, dom: &Dom<'_>, node: NodeId) {
        let (mut n_columns, mut n_rows) = (1, 1);
        let mut is_header = dom.equivalent_tag(node) == Tag::TH;
        let mut align = None;
        // "<td>" has no attributes to read.
        if dom.start_tag(node).is_some_and(|tag| tag.len() > 4) {
            for attribute in dom.attributes(node) {
                match &*attribute.adjusted_name() {
                    "colspan" | "aria-colspan" => n_columns = span(&attribute.value()),
                    "rowspan" | "aria-rowspan" => n_rows = span(&attribute.value()),
                    "align" => align = align.or_else(|| Align::named(&attribute.value())),
                    "style" => align = Align::of_style(&attribute.value()).or(align),
                    "role" => is_header |= matches!(&*attribute.value(), "columnheader" | "rowheader"),
                    "class" if self.n_across.is_some() => is_header |= attribute.value().contains("table-header"),
                    _ => {}
                }
            }
        }
        self.parts.push((node, self.n_rows.saturating_sub(1)));
        // As in HTML's algorithm for forming a table, a cell goes to the next column that no cell above covers.
        while self.taken.get(self.column).is_some_and(|&taken| taken > 0) {
            self.column += 1;
        }
        let column = self.column;
        self.column += n_columns;
        self.is_wide |= MAX_COLUMNS < self.column;
        // The bound on the columns also bounds the work for cells that claim to span many.
        self.column = self.column.min(MAX_COLUMNS);
        if self.taken.len() < self.column {
            self.taken.resize(self.column, 0);
        }
        for taken in self.taken.iter_mut().take(self.column).skip(column) {
            // The count includes this row: each later row subtracts one.
            *taken = n_rows as u32;
        }
        self.cells.push(DraftCell {
            node,
            end: dom.subtree_end(node),
            row: self.n_rows.saturating_sub(1),
            column: column.min(MAX_COLUMNS),
            is_header,
            has_content: false,
            len: 0,
            n_items: 0,
            is_complex: false,
            has_heading: false,
            has_table: false,
            has_blocks: false,
            is_single: n_columns == 1,
            align,
        });
    }

    pub(super) fn cell_at(&mut self, at: usize) -> Option<&mut DraftCell> {
        self.cells.last_mut().filter(|cell| at < cell.end)
    }
}

/// Returns the number of elements in a row, if a block is a table of blocks side by side: a summary of JDK 16 and
/// later.
pub(in super::super) fn n_across(dom: &Dom<'_>, node: NodeId) -> Option<usize> {
    if dom.equivalent_tag(node) != Tag::DIV {
        return None;
    }
    let class = dom.attribute(node, "class")?;
    let mut classes = class.split_ascii_whitespace();
    match classes.find_map(|class| class.strip_suffix(SUMMARY))? {
        "two" => Some(2),
        "three" => Some(3),
        "four" => Some(4),
        _ => None,
    }
}

/// What the class of such a table ends with.
pub(in super::super) const SUMMARY: &str = "-column-summary";

fn has_class(dom: &Dom<'_>, node: NodeId, name: &str) -> bool {
    let class = dom.attribute(node, "class");
    class.is_some_and(|class| class.split_ascii_whitespace().any(|class| class == name))
}

fn span(value: &str) -> usize {
    value.trim().parse().map_or(1, |n: usize| n.clamp(1, 1000))
}
