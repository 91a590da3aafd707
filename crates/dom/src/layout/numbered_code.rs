//! Code in a table with the numbers of its lines.

use super::{IN_LISTING, LINE, MONOSPACE};
use crate::{Namespace, NodeKind, Tag, node::Node};

/// Lays out a table of code as preformatted if a cell with the number of a line begins one of several rows of code: each
/// row is a line, without its number.
pub(super) fn set_code_of_row(nodes: &mut [Node], number: usize) {
    let row = nodes[number].parent as usize;
    let group = nodes[row].parent as usize;
    let is = |at: usize, tag: Tag| nodes[at].tag == tag && nodes[at].namespace == Namespace::Html;
    let is_blank = |at: usize| nodes[at].kind != NodeKind::Element;
    let first_cell = |row: usize| (row + 1..nodes[row].subtree_end as usize).find(|&at| !is_blank(at));
    if !is(row, Tag::TR) || first_cell(row) != Some(number) {
        return;
    }
    let table = if is(group, Tag::TABLE) { group } else { nodes[group].parent as usize };
    if !is(table, Tag::TABLE) {
        return;
    }
    let end = nodes[row].subtree_end as usize;
    let code = (nodes[number].subtree_end as usize..end).find(|&at| !is_blank(at)).filter(|&at| is(at, Tag::TD));
    let is_code = code.is_some_and(|code| {
        let first = (code + 1..nodes[code].subtree_end as usize).find(|&at| !is_blank(at));
        nodes[code].layout & MONOSPACE != 0
            || first.is_some_and(|first| matches!(nodes[first].tag, Tag::CODE | Tag::PRE | Tag::SAMP))
    });
    let has_next = || {
        let next = (end..nodes[group].subtree_end as usize).find(|&at| !is_blank(at)).filter(|&next| is(next, Tag::TR));
        let number = next.and_then(first_cell);
        number.is_some_and(|number| is(number, Tag::TD) && nodes[number].layout & LINE != 0)
    };
    let is_known = nodes[table].equivalent == Tag::PRE;
    let Some(code) = code.filter(|_| is_code && (is_known || has_next())) else {
        return;
    };
    for (part, tag) in [(table, Tag::PRE), (group, Tag::DIV), (row, Tag::DIV)] {
        nodes[part].layout |= IN_LISTING;
        if part != group || group != table {
            nodes[part].equivalent = tag;
        }
    }
    nodes[table].equivalent = Tag::PRE;
    // A template shows nothing.
    nodes[number].equivalent = Tag::TEMPLATE;
    nodes[code].equivalent = Tag::SPAN;
    nodes[code].layout |= IN_LISTING;
}
