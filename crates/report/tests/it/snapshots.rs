//! What stands above the pages.

use report::{PageView, PageViews, RemovedPart, Report, Section, Table};

use crate::unpacked;

#[test]
fn a_small_report() {
    let source = "<nav>Home</nav>\n<p>The ferry is late.</p>";
    let mut pages = PageViews::new();
    let dom = dom::Dom::parse(source);
    let page = PageView::of_tree("ferry.html", &dom)
        .group("harbor")
        .fact("bytes", "41")
        .removed([0..15])
        .stays("The ferry is late.")
        .part(RemovedPart {
            range: 0..15,
            element: "nav".to_owned(),
            reason: "it repeats".to_owned(),
            words: 1,
            remedy: "--keep 'nav'".to_owned(),
        });
    pages.push(page.pack());

    let mut table = Table::new(["page", "F", "note"]);
    table.row(["ferry", "0.9", "late & <slow>"]);
    let html = Report::new("Tides & \"times\"")
        .fact("by", "hand")
        .section(Section::new("Figures").text("All of it.").table(table).listing("Template", "<nav>\n  Home"))
        .pages(pages)
        .to_html();
    let (_, body) = html.split_once("<body>").unwrap();
    let (above, _) = body.split_once("<section id=\"pages\"").unwrap();
    insta::assert_snapshot!("above", above);
    let stored = [unpacked::index(&html), unpacked::page(&html, 0)];
    insta::assert_snapshot!("stored", serde_json::to_string_pretty(&stored).unwrap());
}
