//! Writes a report that shows pages, their navigation marked as removed.
//!
//! ```text
//! cargo run -p demold-report --example pages -- report.html datasets/sample/*.html
//! ```

use std::{env, error::Error, fs};

use dom::{Dom, Tag};
use report::{PageView, PageViews, Report, Section, Table};

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = env::args().skip(1);
    let out = paths.next().ok_or("a file to write is needed")?;
    let mut pages = PageViews::new();
    let mut sizes = Table::new(["page", "bytes"]);
    for path in paths {
        let page = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let dom = Dom::parse(page.as_str());
        let menus = dom.nodes().filter(|&node| dom.tag(node) == Tag::NAV);
        pages.push(PageView::of_tree(&path, &dom).removed(menus.map(|node| dom.extent(node))).pack());
        sizes.row([path.clone(), page.len().to_string()]);
    }
    let report = Report::new("Some pages").section(Section::new("Sizes").table(sizes)).pages(pages);
    fs::write(out, report.to_html())?;
    Ok(())
}
