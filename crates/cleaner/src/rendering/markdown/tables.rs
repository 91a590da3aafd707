//! Which tables hold data, and where their cells are.

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Its cells are blocks of text like any others.
    Layout,
    /// Rows between pipes.
    Grid,
    /// HTML, because its cells hold what rows between pipes cannot.
    Html,
}

#[derive(Debug)]
pub(super) struct Table {
    pub(super) node: NodeId,
    pub(super) form: Form,
    pub(super) n_columns: usize,
    /// Whether the first row is the header.
    pub(super) has_header: bool,
    /// The cells that have content, in the order of the tree.
    pub(super) cells: Vec<Cell>,
}

/// A cell by its row and column, counting only those that have content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) node: NodeId,
    pub(super) row: usize,
    pub(super) column: usize,
}

/// Tables with more columns are not grids.
const MAX_COLUMNS: usize = 256;

/// A table without header cells holds data if no cell has more bytes of text than this.
/// Cells that hold columns of a page have thousands.
const MAX_PLAIN_CELL: usize = 400;

/// The same for a table with headers and tables inside.
const MAX_NESTING_CELL: usize = 2000;

#[derive(Debug)]
struct Draft {
    node: NodeId,
    end: usize,
    cells: Vec<DraftCell>,
    n_rows: usize,
    /// Where the last `thead` ends, and the rows in it.
    head_end: usize,
    head_rows: Vec<usize>,
    /// For how many more rows each column is covered by a cell above.
    taken: Vec<u32>,
    column: usize,
    has_caption: bool,
    is_wide: bool,
    is_presentation: bool,
    nested: Vec<usize>,
    /// The cell around the table.
    parent: Option<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct DraftCell {
    node: NodeId,
    end: usize,
    row: usize,
    column: usize,
    is_header: bool,
    has_content: bool,
    /// The bytes of its text.
    len: usize,
    n_items: usize,
    /// Something that does not fit between pipes: lines of code, lists in lists.
    is_complex: bool,
    has_heading: bool,
}

/// Reads the tables of a page, which are all its `table` elements in the order of the tree.
///
/// `skips` gives the elements that show nothing; `keeps` tells for texts, images and
/// formulas whether anything of them stays.
///
/// # Complexity
///
/// Linear in the page.
pub(super) fn tables(
    dom: &Dom<'_>,
    tables: &[NodeId],
    mut skips: impl FnMut(NodeId) -> bool,
    mut keeps: impl FnMut(NodeId) -> bool,
) -> Vec<Table> {
    let mut coming = tables.iter();
    let mut drafts: Vec<Draft> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    // Where the open lists begin and end.
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
            let tag = dom.tag(node);
            if tag == Tag::TABLE && dom.namespace(node) == Namespace::Html {
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
            if matches!(tag, Tag::IMG | Tag::MATH | Tag::SCRIPT)
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
                match dom.tag(node) {
                    Tag::CAPTION => draft.has_caption = true,
                    Tag::THEAD => draft.head_end = dom.subtree_end(node),
                    Tag::TR => draft.begin_row(here),
                    Tag::TD | Tag::TH => draft.begin_cell(dom, node),
                    Tag::PRE => pre_end = dom.subtree_end(node),
                    Tag::UL | Tag::OL => lists.push((here, dom.subtree_end(node))),
                    _ => {}
                }
                if let Some(cell) = draft.cell_at(here) {
                    let tag = dom.tag(node);
                    cell.n_items += usize::from(tag == Tag::LI);
                    cell.has_heading |= tag.is_heading();
                }
            }
            NodeKind::Text if keeps(node) => {
                let text = dom.extent(node);
                let has_lines = here < pre_end && dom.source()[text.clone()].trim().contains('\n');
                if let Some(cell) = draft.cell_at(here) {
                    let is_nested =
                        matches!(lists[..], [.., (outer, _), _] if cell.node.index() < outer);
                    cell.has_content = true;
                    cell.len += text.len();
                    cell.is_complex |= has_lines || is_nested;
                }
            }
            _ => {}
        }
    }
    while let Some(table) = open.pop() {
        hand_up(&mut drafts, table);
    }
    finish(drafts)
}

/// Tells the cell around a table what is in the table.
fn hand_up(drafts: &mut [Draft], table: usize) {
    let Some((outer, cell)) = drafts[table].parent else {
        return;
    };
    let has_content = drafts[table].cells.iter().any(|cell| cell.has_content);
    let len: usize = drafts[table].cells.iter().map(|cell| cell.len).sum();
    let cell = &mut drafts[outer].cells[cell];
    cell.has_content |= has_content;
    cell.len += len;
}

impl Draft {
    fn new(dom: &Dom<'_>, node: NodeId, parent: Option<(usize, usize)>) -> Draft {
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
            is_presentation: role.is_some_and(|role| matches!(&*role, "presentation" | "none")),
            nested: Vec::new(),
            parent,
        }
    }

    /// Notes an inner table, and returns the cell around it.
    fn nest(&mut self, at: usize, table: usize) -> Option<usize> {
        self.cell_at(at)?;
        self.nested.push(table);
        Some(self.cells.len() - 1)
    }

    fn begin_row(&mut self, at: usize) {
        if at < self.head_end {
            self.head_rows.push(self.n_rows);
        }
        self.n_rows += 1;
        self.column = 0;
        for taken in &mut self.taken {
            *taken = taken.saturating_sub(1);
        }
    }

    fn begin_cell(&mut self, dom: &Dom<'_>, node: NodeId) {
        let (mut n_columns, mut n_rows) = (1, 1);
        // "<td>" has no attributes to read.
        if dom.start_tag(node).is_some_and(|tag| 4 < tag.len()) {
            for attribute in dom.attributes(node) {
                let name = attribute.name();
                if name.eq_ignore_ascii_case("colspan") {
                    n_columns = span(&attribute.value());
                } else if name.eq_ignore_ascii_case("rowspan") {
                    n_rows = span(&attribute.value());
                }
            }
        }
        while self.taken.get(self.column).is_some_and(|&taken| 0 < taken) {
            self.column += 1;
        }
        let column = self.column;
        self.column += n_columns;
        self.is_wide |= MAX_COLUMNS < self.column;
        self.column = self.column.min(MAX_COLUMNS);
        if self.taken.len() < self.column {
            self.taken.resize(self.column, 0);
        }
        for taken in self.taken.iter_mut().take(self.column).skip(column) {
            // This row counts too.
            *taken = n_rows as u32;
        }
        self.cells.push(DraftCell {
            node,
            end: dom.subtree_end(node),
            row: self.n_rows.saturating_sub(1),
            column: column.min(MAX_COLUMNS),
            is_header: dom.tag(node) == Tag::TH,
            has_content: false,
            len: 0,
            n_items: 0,
            is_complex: false,
            has_heading: false,
        });
    }

    fn cell_at(&mut self, at: usize) -> Option<&mut DraftCell> {
        self.cells.last_mut().filter(|cell| at < cell.end)
    }
}

fn span(value: &str) -> usize {
    value.trim().parse().map_or(1, |n: usize| n.clamp(1, 1000))
}

fn finish(drafts: Vec<Draft>) -> Vec<Table> {
    let mut forms = vec![Form::Layout; drafts.len()];
    let mut tables = Vec::with_capacity(drafts.len());
    // Inner tables are decided about first.
    for (at, draft) in drafts.iter().enumerate().rev() {
        let nests_data = draft
            .nested
            .iter()
            .any(|&inner| forms[inner] != Form::Layout);
        let table = decide(draft, nests_data);
        forms[at] = table.form;
        tables.push(table);
    }
    tables.reverse();
    tables
}

fn decide(draft: &Draft, nests_data: bool) -> Table {
    let filled: Vec<&DraftCell> = draft.cells.iter().filter(|cell| cell.has_content).collect();
    let rows = ranks(filled.iter().map(|cell| cell.row));
    let columns = ranks(filled.iter().map(|cell| cell.column));
    let rank = |ranks: &[usize], value: usize| ranks.binary_search(&value).unwrap_or(0);
    let n_headers = filled.iter().filter(|cell| cell.is_header).count();
    let in_first_row = || filled.iter().filter(|cell| Some(&cell.row) == rows.first());
    let is_header_row = in_first_row().all(|cell| cell.is_header)
        || rows
            .first()
            .is_some_and(|first| draft.head_rows.contains(first));
    let size = (rows.len(), columns.len());
    // A full row above rows with headers of their own describes the columns.
    let is_full_row = 2 < columns.len()
        && in_first_row().count() == columns.len()
        && in_first_row().all(|cell| !cell.is_header);
    Table {
        node: draft.node,
        form: form(draft, &filled, size, n_headers, nests_data),
        n_columns: columns.len(),
        has_header: is_header_row || n_headers == 0 || is_full_row,
        cells: filled
            .iter()
            .map(|cell| Cell {
                node: cell.node,
                row: rank(&rows, cell.row),
                column: rank(&columns, cell.column),
            })
            .collect(),
    }
}

/// Returns the values that occur, in order.
fn ranks(values: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut ranks: Vec<usize> = values.collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

fn form(
    draft: &Draft,
    filled: &[&DraftCell],
    (n_rows, n_columns): (usize, usize),
    n_headers: usize,
    nests_data: bool,
) -> Form {
    let longest = filled.iter().map(|cell| cell.len).max().unwrap_or(0);
    let is_small = n_columns < 2 || n_rows < 2 && (n_headers == 0 || n_headers == filled.len());
    if is_small || draft.is_presentation {
        return Form::Layout;
    }
    let is_said_to_be = 0 < n_headers || draft.has_caption || !draft.head_rows.is_empty();
    let has_blocks = || {
        let mut cells = filled.iter();
        cells.any(|cell| cell.is_complex || cell.has_heading || 1 < cell.n_items)
    };
    let is_data = if is_said_to_be {
        draft.nested.is_empty() || longest <= MAX_NESTING_CELL
    } else {
        // If nothing declares it, cells that hold little and leave few gaps are data.
        let n_texts = filled.iter().filter(|cell| 0 < cell.len).count();
        draft.nested.is_empty()
            && !has_blocks()
            && longest <= MAX_PLAIN_CELL
            && n_rows * n_columns <= 2 * filled.len()
            && filled.len() <= 2 * n_texts
    };
    if !is_data {
        return Form::Layout;
    }
    let is_complex = nests_data || filled.iter().any(|cell| cell.is_complex);
    let is_sparse = 4 * filled.len() + 64 < n_rows * n_columns;
    if is_complex || is_sparse || draft.is_wide {
        Form::Html
    } else {
        Form::Grid
    }
}

#[cfg(test)]
mod tests {
    use super::{super::survey::Survey, *};

    fn found(page: &str) -> Vec<Table> {
        let dom = Dom::parse(page);
        tables(
            &dom,
            &Survey::of(&dom).tables,
            |_| false,
            |node| dom.tag(node) == Tag::IMG || !dom.text(node).trim().is_empty(),
        )
    }

    #[test]
    fn data_is_told_from_layout() {
        let check = |page: &str, expected: &[Form]| {
            let forms: Vec<Form> = found(page).iter().map(|table| table.form).collect();
            assert_eq!(forms, expected, "{page}");
        };
        check("<table><tr><th>a<th>b<tr><td>1<td>2</table>", &[Form::Grid]);
        check("<table><tr><td>a<td>b<tr><td>1<td>2</table>", &[Form::Grid]);
        check("<table><tr><td>a<tr><td>b</table>", &[Form::Layout]);
        check("<table><tr><td>a<td>b</table>", &[Form::Layout]);
        check(
            "<table role=presentation><tr><th>a<th>b<tr><td>1<td>2</table>",
            &[Form::Layout],
        );
        check(
            "<table><tr><td>a<td><h2>b</h2><tr><td>1<td>2</table>",
            &[Form::Layout],
        );
        check(
            "<table><tr><th>a<th>b<tr><td>1<td><pre>a\nb</pre></table>",
            &[Form::Html],
        );
        check(
            "<table><tr><th>a<th>b<tr><td>1<td><ul><li>a<ul><li>b</ul></ul></table>",
            &[Form::Html],
        );
        check(
            "<table><tr><th>a<th>b<tr><td>1<td><ul><li>a<li>b</ul></table>",
            &[Form::Grid],
        );
        check(
            "<table><tr><th>a<th>b<tr><td>1<td><table><tr><th>c<th>d<tr><td>2<td>3</table></table>",
            &[Form::Html, Form::Grid],
        );
        check(
            "<table><tr><td>a<td>b<tr><td>1<td><table><tr><th>c<th>d<tr><td>2<td>3</table></table>",
            &[Form::Layout, Form::Grid],
        );
        check(
            &format!(
                "<table><tr><th>a<th>b<tr>{}",
                "<td colspan=1000>x".repeat(9)
            ),
            &[Form::Html],
        );
    }

    #[test]
    fn spans_move_the_cells_beside_them() {
        let tables = found(
            "<table><tr><th rowspan=2>a<th colspan=2>b<tr><td>c<td>d<tr><td>e<td> <td>f</table>",
        );
        let cells = tables[0].cells.iter();
        let places: Vec<_> = cells.map(|cell| (cell.row, cell.column)).collect();
        assert_eq!(places, [(0, 0), (0, 1), (1, 1), (1, 2), (2, 0), (2, 2)]);
    }
}
