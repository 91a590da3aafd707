//! A report of pages that would do harm if anything took them for more than text.

use std::iter::once;

use dom::Dom;
use report::{PageView, PageViews, RemovedPart, Report, Section, Table};

/// What a page might try; each sets `trapped` if it runs.
const TRAPS: [&str; 4] = [
    "<script>window.trapped = 1</script>",
    "</script><script>window.trapped = 2</script><!--<script>",
    "<img src=x onerror='window.trapped = 3'>",
    "</span></pre></style><svg onload='window.trapped = 4'>",
];

/// Returns a report with traps in every place that takes text.
pub(super) fn report() -> String {
    let mut pages = PageViews::new();
    let mut table = Table::new(["trap", TRAPS[2]]);
    for (number, trap) in TRAPS.into_iter().enumerate() {
        let source = format!("<nav>Menu {trap}</nav>\n<p>ä🦭 {trap} of text {number}</p>\n");
        let end = source.find('\n').unwrap_or(0);
        let part = RemovedPart {
            range: 0..end,
            element: trap.to_owned(),
            reason: trap.to_owned(),
            words: 2,
            remedy: trap.to_owned(),
        };
        let dom = Dom::parse(&*source);
        let page = PageView::of_tree(format!("trap-{number}-{trap}"), &dom)
            .group(trap)
            .removed(once(0..end))
            .stays(trap)
            .fact(trap, trap)
            .part(part);
        pages.push(page.pack());
        table.row([trap, trap]);
    }
    Report::new(TRAPS[1])
        .fact(TRAPS[2], TRAPS[3])
        .section(Section::new(TRAPS[1]).table(table).listing(TRAPS[0], TRAPS[1]))
        .pages(pages)
        .to_html()
}
