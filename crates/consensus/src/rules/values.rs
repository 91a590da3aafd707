//! What holds values stays, whatever it is called: prices, sizes, amounts, rows of a table, years to choose from.

use crate::{evidence::Line, site::View};

/// So many values …
const MIN_VALUES: u32 = 3;
/// … in so many of the lines, or so many lines of tables, are a record's.
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
