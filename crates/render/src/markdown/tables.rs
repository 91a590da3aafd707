//! Finds the tables that hold data, and the places of their cells.

mod draft;
mod forms;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use self::draft::Draft;
pub(super) use self::draft::{SUMMARY, n_across};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A table for the layout, whose cells are blocks like any others.
    Layout,
    /// Rows between pipes.
    Grid,
    /// HTML, because its cells hold what rows between pipes cannot.
    Html,
}

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) node: NodeId,
    pub(crate) form: Form,
    pub(super) n_columns: usize,
    /// For each row, whether it can be a header: everything that it shows is in header cells.
    pub(super) headers: Vec<bool>,
    /// The alignment of each column, if its cells agree.
    pub(super) aligns: Vec<Option<Align>>,
    /// The cells that have content, in the order of the tree.
    pub(super) cells: Vec<Cell>,
    /// In a table for the layout, the rows and cells that continue the line before them, in the order of the tree.
    pub(super) in_line: Vec<NodeId>,
}

/// On which side of its column the text of a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Center,
    Right,
}

impl Align {
    fn named(name: &str) -> Option<Align> {
        let name = name.trim();
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        if is("left") || is("start") {
            Some(Align::Left)
        } else if is("center") {
            Some(Align::Center)
        } else if is("right") || is("end") {
            Some(Align::Right)
        } else {
            None
        }
    }

    fn of_style(style: &str) -> Option<Align> {
        let mut declarations = dom::style::declarations(style);
        let (_, value) = declarations.find(|(name, _)| name.eq_ignore_ascii_case("text-align"))?;
        Align::named(value.split('!').next().unwrap_or(value))
    }
}

/// A cell by its row and column, counting only those that have content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) node: NodeId,
    pub(super) row: usize,
    pub(super) column: usize,
    /// Whether it is alone in its row and a heading, for which the table is interrupted.
    pub(super) is_heading: bool,
}

/// Reads the tables of a page: all its `table` elements and [the elements that form tables otherwise](n_across), in
/// the order of the tree.
///
/// `skips` tells whether an element shows nothing; `keeps` tells for texts, images and formulas whether anything of
/// them stays.
///
/// # Complexity
///
/// Linear in the page.
pub(crate) fn tables(
    dom: &Dom<'_>,
    tables: &[NodeId],
    mut skips: impl FnMut(NodeId) -> bool,
    mut keeps: impl FnMut(NodeId) -> bool,
) -> Vec<Table> {
    let mut coming = tables.iter();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // The open lists, by their first node and the index one past their last.
    let mut lists: Vec<(usize, usize)> = Vec::new();
    let mut pre_end = 0;
    let mut at = 0;
    loop {
        while let Some(table) = open.pop_if(|table| drafts[*table].end <= at) {
            hand_up(&mut drafts, table);
        }
        if open.is_empty() {
            // Nothing outside of tables matters here.
            match coming.find(|table| at <= table.index()) {
                Some(table) => at = table.index(),
                None => break,
            }
        }
        let Some(node) = dom.get(at) else {
            break;
        };
        while lists.pop_if(|(_, end)| *end <= at).is_some() {}
        let here = at;
        at += 1;
        if dom.kind(node) == NodeKind::Element {
            let tag = dom.equivalent_tag(node);
            let is_table = match tag {
                Tag::TABLE => dom.namespace(node) == Namespace::Html,
                Tag::DIV => tables.binary_search(&node).is_ok(),
                _ => false,
            };
            if is_table {
                let nested = drafts.len();
                let outer = open.last().copied();
                let parent = outer.and_then(|outer| drafts[outer].nest(here, nested));
                open.push(nested);
                drafts.push(Draft::new(dom, node, outer.zip(parent)));
                continue;
            }
            if open.is_empty() {
                continue;
            }
            // Some of these elements are hidden but are written in another form, so they count before `skips` is
            // asked.
            if matches!(tag, Tag::IMG | Tag::MATH | Tag::SCRIPT | Tag::AUDIO | Tag::VIDEO | Tag::IFRAME)
                && let Some(cell) = drafts[open[open.len() - 1]].cell_at(here)
                && !cell.has_content
            {
                cell.has_content = keeps(node);
            }
            if skips(node) {
                at = dom.subtree_end(node);
                continue;
            }
        }
        let Some(draft) = open.last().map(|&table| &mut drafts[table]) else {
            continue;
        };
        match dom.kind(node) {
            NodeKind::Element => {
                match dom.equivalent_tag(node) {
                    Tag::CAPTION => draft.has_caption = true,
                    Tag::THEAD => draft.head_end = dom.subtree_end(node),
                    Tag::TR => draft.begin_row(node),
                    Tag::TD | Tag::TH => draft.begin_cell(dom, node),
                    _ if dom.is_preformatted(node) => pre_end = dom.subtree_end(node),
                    Tag::UL | Tag::OL => lists.push((here, dom.subtree_end(node))),
                    _ => {}
                }
                if let Some(n_across) = draft.n_across
                    && dom.parent(node) == Some(draft.node)
                {
                    // The blocks of such a table follow each other without elements for rows.
                    if draft.cells.len() % n_across == 0 {
                        draft.begin_row(node);
                    }
                    draft.begin_cell(dom, node);
                }
                if let Some(cell) = draft.cell_at(here) {
                    let tag = dom.equivalent_tag(node);
                    cell.n_items += usize::from(tag == Tag::LI);
                    cell.has_heading |= tag.is_heading();
                    cell.has_blocks |= cell.node != node && dom.is_block(node);
                }
            }
            NodeKind::Text | NodeKind::RawText if keeps(node) => {
                let text = dom.extent(node);
                let has_lines = here < pre_end && dom.source()[text.clone()].trim().contains('\n');
                if let Some(cell) = draft.cell_at(here) {
                    // Of the open lists, only the last but one matters: if that is in the cell, so is the list in it.
                    let is_nested = matches!(lists[..], [.., (outer, _), _] if cell.node.index() < outer);
                    cell.has_content = true;
                    cell.len += text.len();
                    cell.is_complex |= has_lines || is_nested;
                }
            }
            _ => {}
        }
    }
    // Tables that extend to the end of the page are still open.
    while let Some(table) = open.pop() {
        hand_up(&mut drafts, table);
    }
    forms::finish(drafts)
}

/// Adds what a table holds to the cell around the table.
fn hand_up(drafts: &mut [Draft], table: usize) {
    let Some((outer, cell)) = drafts[table].parent else {
        return;
    };
    let has_content = drafts[table].cells.iter().any(|cell| cell.has_content);
    let len: usize = drafts[table].cells.iter().map(|cell| cell.len).sum();
    let cell = &mut drafts[outer].cells[cell];
    cell.has_content |= has_content;
    cell.has_table = true;
    cell.has_blocks = true;
    cell.len += len;
}
