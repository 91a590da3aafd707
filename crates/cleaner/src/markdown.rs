mod reduce;
mod spans;
mod tables;

use std::sync::LazyLock;

use htmd::{
    Element, HtmlToMarkdown,
    element_handler::Handlers,
    options::{BulletListMarker, Options},
};
use tokenize::Token;

use self::reduce::reduce;
use crate::Regions;

/// Returns what the regions leave of a page as Markdown (CommonMark with
/// GitHub's tables), with the help of the crate `htmd`.
///
/// * What is visible is what [`text`](crate::text()) shows: no scripts, styles
///   or head. The elements are those that [`html`](crate::html()) leaves.
/// * Headings, lists, quotations, links, emphasis, code and images become what
///   Markdown has for them. Images without an address of their own (`data:`)
///   are left out.
/// * Tables become tables if they have a header cell and neither tables nor
///   lists inside; others were made for layout, and their cells become
///   paragraphs. A cell that went leaves an empty cell.
/// * Lists and quotations that are nested too deeply become paragraphs, which
///   bounds the recursion of the converter: a page of any depth is safe on a
///   stack of 512 KiB.
///
/// `tokens` must be what [`tokenize::scan`] found in `source`.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions; the converter copies text once
/// for each list or quotation around it.
///
/// # Panics
///
/// If `tokens` are not of this `source`.
///
/// # Examples
///
/// ```
/// use cleaner::Regions;
///
/// let source = "<nav>Menu</nav><h2>News</h2><p>See <a href='/x'><b>x</b></a>.";
/// let tokens = tokenize::scan(source);
/// let regions = Regions::from_ranges([0..15]);
/// let markdown = cleaner::markdown(source, &tokens, &regions);
/// assert_eq!(markdown, "## News\n\nSee [**x**](/x).");
/// ```
#[must_use]
pub fn markdown(source: &str, tokens: &[Token], regions: &Regions) -> String {
    static CONVERTER: LazyLock<HtmlToMarkdown> = LazyLock::new(|| {
        let options = Options {
            bullet_list_marker: BulletListMarker::Dash,
            ul_bullet_spacing: 1,
            ol_number_spacing: 1,
            ..Options::default()
        };
        HtmlToMarkdown::builder()
            .options(options)
            .add_handler(vec!["table"], table)
            .add_handler(vec!["tr"], row)
            .add_handler(vec!["td"], cell)
            .build()
    });
    let reduced = reduce(source, tokens, regions);
    // Reading from memory does not fail; if it ever did, text is Markdown too.
    CONVERTER
        .convert(&reduced)
        .unwrap_or_else(|_| crate::text(&dom::Dom::parse(source), regions))
}

type Converted = Option<htmd::element_handler::HandlerResult>;

/// `htmd` pads every cell to the widest of its column, which takes memory in
/// the product of the two. Rows are written one by one here.
fn table(handlers: &dyn Handlers, element: Element) -> Converted {
    let rows = handlers.walk_children(element.node).content;
    Some(format!("\n\n{}\n\n", rows.trim_matches('\n')).into())
}

/// The first row, the header, says how many columns the table has: what a
/// later row has beyond the header would not be shown.
fn row(handlers: &dyn Handlers, element: Element) -> Converted {
    let mut cells = handlers.walk_children(element.node).content;
    let n_columns = element
        .attrs
        .iter()
        .find(|attribute| &attribute.name.local == "title");
    if let Some(n_columns) = n_columns.and_then(|attribute| attribute.value.parse::<usize>().ok()) {
        let n_cells = element.node.children.borrow().len();
        cells.extend(std::iter::repeat_n(
            "  |",
            n_columns.saturating_sub(n_cells),
        ));
        cells.push_str("\n|");
        cells.extend(std::iter::repeat_n(" --- |", n_columns));
    }
    Some(format!("\n|{cells}").into())
}

fn cell(handlers: &dyn Handlers, element: Element) -> Converted {
    let text = handlers.walk_children(element.node).content;
    let text = text.trim().replace('|', "\\|").replace('\n', " ");
    Some(format!(" {text} |").into())
}
