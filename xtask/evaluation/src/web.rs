//! `target/eval/report.html`: the tables, the plots, and pages to look at with the gold's colors.

mod plots;

use dom::Dom;
use render::MarkdownOptions;
use report::{Cell, Layer, Packed, PageView, PageViews, Report as Document, Section, Table};

use crate::{
    report::{PageRow, Report},
    subject::Subject,
    tables,
    views::{Ranges, View},
};

/// Returns the report as a page for a browser.
pub fn page(report: &Report) -> String {
    let made = &report.made;
    let mut document =
        Document::new(if report.quick { "Evaluation of demold, the quick run" } else { "Evaluation of demold" })
            .fact("version", made.version)
            .fact("commit", made.commit.as_deref().unwrap_or("none"))
            .fact("date", &*made.date)
            .fact("seed", report.seed.to_string());
    for collection in &report.collections {
        let plural = if collection.sites == 1 { "" } else { "s" };
        let (sites, pages) = (collection.sites, collection.pages);
        let size = format!("{sites} site{plural}, {pages} pages");
        document = document.fact(&*collection.name, size);
    }
    document = document.section(verdict(report)).section(content(report)).section(worst(report)).pages(pages(report));
    if !report.cutoffs.is_empty() {
        document = document.section(cutoffs(report));
    }
    #[cfg(feature = "papers")]
    if let Some(results) = &report.papers {
        for section in crate::papers::web::sections(results) {
            document = document.section(section);
        }
    }
    document.to_html()
}

fn verdict(report: &Report) -> Section {
    let section = Section::new("Verdict");
    let Some(verdict) = &report.verdict else {
        return section.text("This run was compared with nothing.");
    };
    let mut section = section.text(format!(
        "{} figures and {} floors were checked, {} fell; {} floors are of what was not run.",
        verdict.figures,
        verdict.floors,
        verdict.failures.len(),
        verdict.waiting
    ));
    if !verdict.failures.is_empty() {
        let mut table = Table::new(["what fell"]);
        for failure in &verdict.failures {
            table.row([failure.as_str()]);
        }
        section = section.table(table);
    }
    section
}

fn content(report: &Report) -> Section {
    let section = Section::new("Content words and values").text(
        "P, R and F1 compare the words that stay with the words that should. Values are strings that should survive; \
         removed is the share of visible words that went. Means are over pages, then over sites.",
    );
    section
        .plots(plots::content(report))
        .table(shown(&tables::content(report, false)))
        .folded("Every site", shown(&tables::content(report, true)))
}

/// The pages that lose most, each a link to where it can be looked at.
fn worst(report: &Report) -> Section {
    let mut table = Table::new(["subject", "rank", "page", "lost", "words"]);
    for page in report.worst.iter().filter(|page| page.subject != Subject::KEEP) {
        let name = format!("{}/{}/{}", page.collection, page.site, page.page);
        table.row([
            page.subject.as_str().into(),
            page.rank.into(),
            match page.view {
                Some(view) => Cell::layer(name, view, &*page.subject),
                None => name.into(),
            },
            Cell::from(format!("{:.1} %", 100.0 * page.lost_share)),
            page.lost_words.into(),
        ]);
    }
    let section = Section::new("The pages that lose most content");
    if table.is_empty() { section.text("No page loses any.") } else { section.table(table) }
}

fn cutoffs(report: &Report) -> Section {
    let text = "Strings that pages repeat, by the share of the pages that have them. Those at the cut or above it may \
                become template.";
    Section::new("Histograms of mined strings, and the cut")
        .text(text)
        .plots(plots::cutoffs(report, true))
        .folded_plots("Every site", plots::cutoffs(report, false))
}

pub fn shown(table: &tables::Table) -> Table {
    let mut shown = Table::new(table.head().iter().map(String::as_str));
    for row in table.rows() {
        shown.row(row.iter().map(String::as_str));
    }
    shown
}

/// The views, under the numbers that they have in the report.
fn pages(report: &Report) -> PageViews {
    let mut pages = PageViews::new();
    for (number, view) in report.views.iter().enumerate() {
        let rows: Vec<&PageRow> = report.pages.iter().filter(|row| row.view == Some(number)).collect();
        pages.push(pack(view, &report.subjects, &rows));
    }
    pages.show(demold::Method::default().name());
    pages
}

fn pack(view: &View, subjects: &[String], rows: &[&PageRow]) -> Packed {
    let dom = Dom::parse(&*view.source);
    let mut page = PageView::of_tree(&*view.page, &dom)
        .group(format!("{}/{}", view.collection, view.site))
        .fact("bytes", view.source.len().to_string());
    if let Some(template) = &view.template {
        let neutral = view.neutral.as_ref();
        page = page.gold(ranges(template), neutral.into_iter().flat_map(ranges));
    }
    for subject in subjects {
        let Some(removed) = view.removed.get(subject) else {
            continue;
        };
        let regions = cleaner::Regions::from_ranges(ranges(removed));
        let markdown =
            render::markdown(&dom, &regions, &MarkdownOptions::new()).unwrap_or_else(|_| render::text(&dom, &regions));
        let mut layer = Layer::new(&**subject, ranges(removed)).stays(markdown);
        if let Some(row) = rows.iter().find(|row| row.subject == *subject) {
            let figures = [("P", row.precision), ("R", row.recall), ("F1", row.f1), ("values", row.values)];
            for (name, figure) in figures {
                if let Some(figure) = figure {
                    layer = layer.fact(name, format!("{figure:.4}"));
                }
            }
        }
        page = page.layer(layer);
    }
    page.pack()
}

fn ranges(ranges: &Ranges) -> impl Iterator<Item = std::ops::Range<usize>> {
    ranges.iter().map(|&[start, end]| start..end)
}
