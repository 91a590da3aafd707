//! What kind of block a text belongs to, by the elements around it.

use dom::{Dom, NodeId, Tag};

use super::BlockKind;

/// The kind of block that a text belongs to, by the elements around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) kind: BlockKind,
    pub(super) level: Option<u8>,
    /// In a table of data, the separator before the text: a line feed, a tab or a space. `None` elsewhere.
    pub(super) cell: Option<char>,
    pub(super) is_verbatim: bool,
}

impl Context {
    pub(super) const RUNNING: Context =
        Context { kind: BlockKind::Paragraph, level: None, cell: None, is_verbatim: false };

    /// Returns the context of text in `node`, which is itself in this context.
    pub(super) fn within(self, dom: &Dom<'_>, node: NodeId) -> Context {
        let of = |kind: BlockKind| Context { kind, level: None, ..self };
        if self.kind == BlockKind::Table && self.cell.is_some() {
            // A whole table is one block.
            let cell = match dom.equivalent_tag(node) {
                Tag::TD | Tag::TH => '\t',
                Tag::TR | Tag::CAPTION => '\n',
                _ => ' ',
            };
            return Context { cell: Some(cell), ..self };
        }
        if dom.is_preformatted(node) {
            return Context { is_verbatim: true, ..of(BlockKind::Code) };
        }
        match dom.equivalent_tag(node) {
            tag if tag.is_heading() => {
                Context { kind: BlockKind::Heading, level: tag.name()[1..].parse().ok(), ..self }
            }
            Tag::LI | Tag::DT | Tag::DD => of(BlockKind::ListItem),
            Tag::BLOCKQUOTE => of(BlockKind::Quote),
            Tag::FIGCAPTION | Tag::CAPTION => of(BlockKind::Caption),
            Tag::TABLE if is_data(dom, node) => Context { cell: Some('\n'), ..of(BlockKind::Table) },
            // A table used for layout resets the kind: its text is no part of the item or quotation around it.
            Tag::TABLE => Context::RUNNING,
            _ => self,
        }
    }
}

/// Returns whether a table holds data: it has cells, but no table, heading of levels 1 to 3, preformatted text, form,
/// article or section below it.
fn is_data(dom: &Dom<'_>, table: NodeId) -> bool {
    let mut has_cells = false;
    for node in dom.descendants(table) {
        match dom.equivalent_tag(node) {
            // A table with one of these arranges a page, and its cells are no values in rows and columns.
            Tag::TABLE | Tag::H1 | Tag::H2 | Tag::H3 | Tag::PRE | Tag::FORM | Tag::ARTICLE | Tag::SECTION => {
                return false;
            }
            Tag::TD | Tag::TH => has_cells = true,
            _ => {}
        }
    }
    has_cells
}
