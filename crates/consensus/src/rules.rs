//! Why parts of pages are removed: a file for each reason.
//!
//! A rule marks elements of a page, or judges a line, independently of other rules. Which rules apply to a page,
//! and in what order, is in `decision/table.rs`.

pub(crate) mod comments;
pub(crate) mod copies;
pub(crate) mod edge;
pub(crate) mod frame;
pub(crate) mod hint;
pub(crate) mod leads_away;
pub(crate) mod link_block;
pub(crate) mod link_line;
pub(crate) mod link_list;
pub(crate) mod links;
pub(crate) mod margin;
pub(crate) mod name;
pub(crate) mod navigation;
pub(crate) mod outside;
pub(crate) mod overlay;
pub(crate) mod property;
pub(crate) mod repeated;
pub(crate) mod reviews;
pub(crate) mod tag;
pub(crate) mod teasers;
mod values;

use crate::site::View;

/// Decides for each element of a page whether it is removed, with everything in it.
pub(crate) type Marks = fn(&View<'_>) -> Vec<bool>;

/// Applies a test to each element.
fn each(view: &View<'_>, goes: impl Fn(usize) -> bool) -> Vec<bool> {
    (0..view.page.elements.len()).map(goes).collect()
}
