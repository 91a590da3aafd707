//! What stands above the pages.

use report::{Bars, Cell, HistogramPlot, Layer, PageView, PageViews, RemovedPart, Report, Section, Table};

use crate::unpacked;

#[test]
fn a_small_report() {
    let source = "<nav>Home</nav>\n<p>The ferry is late.</p>";
    let removed = Layer::new("mine", [0..15]).stays("The ferry is late.").fact("F", "0.9").part(RemovedPart {
        range: 0..15,
        element: "nav".to_owned(),
        reason: "it repeats".to_owned(),
        words: 1,
        remedy: "--keep 'nav'".to_owned(),
    });
    let mut pages = PageViews::new();
    let dom = dom::Dom::parse(source);
    let page = PageView::of_tree("ferry.html", &dom)
        .group("harbor")
        .fact("bytes", "41")
        .gold([0..10], [10..16])
        .layer(Layer::new("keep", []))
        .layer(removed);
    let ferry = pages.push(page.pack());

    let mut table = Table::new(["page", "F", "note"]);
    table.row([Cell::layer("ferry", ferry, "mine"), "0.9".into(), "late & <slow>".into()]);
    table.row(["missing".into(), "·".into(), Cell::page("see", ferry)]);
    let bars = Bars::new("Clusters", ["F", "purity"])
        .thing("keep", [Some(0.25), Some(f64::NAN)])
        .thing("mine", [Some(0.5), Some(0.75)]);
    let histogram =
        HistogramPlot::new("Strings", [9, 0, 3, 1], 0.0, 100.0).name("share").unit(" %").cut(50.0, "cut at 2 of 4");
    let html = Report::new("Tides & \"times\"")
        .fact("by", "hand")
        .section(
            Section::new("Figures")
                .text("All of it.")
                .table(table.clone())
                .plots([bars.into(), histogram.into()])
                .folded("More", table)
                .listing("Template", "<nav>\n  Home"),
        )
        .pages(pages)
        .to_html();
    let (_, body) = html.split_once("<body>").unwrap();
    let (above, _) = body.split_once("<section id=\"pages\"").unwrap();
    insta::assert_snapshot!("above", above);
    let stored = [unpacked::index(&html), unpacked::page(&html, ferry)];
    insta::assert_snapshot!("stored", serde_json::to_string_pretty(&stored).unwrap());
}
