//! Keeps what holds values, whatever it is called: prices, sizes, amounts, rows of a table, years to choose from.

use crate::{evidence::Line, site::View};

/// At least this many values …
const MIN_VALUES: u32 = 3;
/// … in this share of the lines, or this share of lines in tables, belong to a
/// record.
const MIN_VALUE_LINES: f64 = 0.25;
const MIN_TABLE_LINES: f64 = 0.5;

/// Returns for each element whether it holds values.
pub(crate) fn holders(view: &View<'_>) -> Vec<bool> {
    let values = view.page.sum(|_, line| u32::from(line.is_value()));
    let in_tables = |line: &Line| line.in_table && line.link_words == 0;
    let tables = view.page.sum(|_, line| u32::from(in_tables(line)));
    super::each(view, |i| {
        let lines = f64::from(view.sums.lines[i]);
        let has_values = MIN_VALUES <= values[i] && MIN_VALUE_LINES * lines <= f64::from(values[i]);
        has_values || (0 < tables[i] && MIN_TABLE_LINES * lines <= f64::from(tables[i]))
    })
}
