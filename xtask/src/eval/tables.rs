//! The report as tables for a terminal.

use super::{
    experiments::{content::Row, sweep::Point},
    measures::ratio::mean,
    report::Report,
};

/// Columns of text, the first flushed left and the rest right.
struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(head: &[&str]) -> Table {
        Table {
            rows: vec![head.iter().map(|&cell| cell.to_owned()).collect()],
        }
    }

    fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn print(&self, title: &str, text: &mut String) {
        if self.rows.len() < 2 {
            return;
        }
        let n_columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..n_columns)
            .map(|at| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(at))
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        text.push_str(&format!("\n{title}\n\n"));
        for (nth, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (at, cell) in row.iter().enumerate() {
                let width = widths[at];
                if at == 0 {
                    line.push_str(&format!("{cell:<width$}"));
                } else {
                    line.push_str(&format!("  {cell:>width$}"));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
            if nth == 0 {
                text.push_str(&"-".repeat(widths.iter().sum::<usize>() + 2 * (n_columns - 1)));
                text.push('\n');
            }
        }
    }
}

fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| format!("{value:.4}"))
}

fn count(value: Option<usize>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| value.to_string())
}

fn percent(value: Option<f64>) -> String {
    value.map_or_else(
        || "·".to_owned(),
        |value| format!("{:+.1} %", 100.0 * value),
    )
}

/// Returns all tables; with `sites`, one row for each site as well.
pub(crate) fn tables(report: &Report, sites: bool) -> String {
    let mut text = String::new();
    content(report, sites, &mut text);
    sweep(report, &mut text);
    tokens(report, &mut text);
    terms(report, &mut text);
    times(report, &mut text);
    clustering(report, &mut text);
    mining(report, &mut text);
    thesis(report, &mut text);
    worst(report, &mut text);
    text
}

fn content(report: &Report, sites: bool, text: &mut String) {
    let mut table = Table::new(&[
        "content words, values",
        "subject",
        "pages",
        "P",
        "R",
        "F1",
        "values",
        "removed",
        "terms F",
        "tokens F",
    ]);
    let name = |row: &Row| match (&row.collection, &row.site) {
        (Some(collection), Some(site)) => format!("{collection}/{site}"),
        (Some(collection), None) => format!("= {collection}"),
        (None, _) => "all sites".to_owned(),
    };
    for row in report
        .content
        .iter()
        .filter(|row| sites || row.site.is_none())
    {
        table.row(vec![
            name(row),
            row.subject.clone(),
            row.pages.to_string(),
            share(row.precision),
            share(row.recall),
            share(row.f1),
            share(row.values),
            share(row.removed),
            share(row.terms_f1),
            share(row.tokens_f1),
        ]);
    }
    table.print(
        "Content words, and values that survive (mean of pages, then of sites)",
        text,
    );
}

/// Prints the means of sites over the number of pages, for each collection.
fn sweep(report: &Report, text: &mut String) {
    let mut table = Table::new(&[
        "collection",
        "subject",
        "pages",
        "sites",
        "tokens P",
        "R",
        "F",
        "# tokens",
        "P*",
        "R*",
        "F*",
        "terms F",
        "content F1",
    ]);
    let rank = |subject: &str| report.subjects.iter().position(|other| other == subject);
    let mut keys: Vec<_> = report
        .sweep
        .iter()
        .map(|point| {
            (
                point.collection.as_str(),
                rank(&point.subject),
                point.learned_from,
            )
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    for key in keys {
        let points: Vec<&Point> = report
            .sweep
            .iter()
            .filter(|point| {
                (
                    point.collection.as_str(),
                    rank(&point.subject),
                    point.learned_from,
                ) == key
            })
            .collect();
        let mean = |figure: fn(&Point) -> Option<f64>| {
            mean(points.iter().filter_map(|point| figure(point)))
        };
        table.row(vec![
            key.0.to_owned(),
            points[0].subject.clone(),
            key.2.to_string(),
            points.len().to_string(),
            share(mean(|point| point.tokens_precision)),
            share(mean(|point| point.tokens_recall)),
            share(mean(|point| point.tokens_f1)),
            mean(|point| point.tokens_kept.map(|kept| kept as f64))
                .map_or_else(|| "·".to_owned(), |kept| format!("{kept:.0}")),
            share(mean(|point| point.sequence_precision)),
            share(mean(|point| point.sequence_recall)),
            share(mean(|point| point.sequence_f1)),
            share(mean(|point| point.terms_f1)),
            share(mean(|point| point.content_f1)),
        ]);
    }
    table.print(
        "Over the pages learned from, mean of the sites that have so many (* the distilled sequence itself)",
        text,
    );
}

/// Prints P, R, F and size over the number of pages, as Geraci and Maggini's table 2 does.
fn tokens(report: &Report, text: &mut String) {
    let mut table = Table::new(&[
        "site",
        "subject",
        "pages",
        "P",
        "R",
        "F",
        "# tokens",
        "# gold",
        "P*",
        "R*",
        "# tokens*",
    ]);
    for point in report
        .sweep
        .iter()
        .filter(|point| point.learned_from.is_power_of_two() && point.learned_from <= 32)
    {
        table.row(vec![
            point.site.clone(),
            point.subject.clone(),
            point.learned_from.to_string(),
            share(point.tokens_precision),
            share(point.tokens_recall),
            share(point.tokens_f1),
            count(point.tokens_kept),
            count(point.tokens_gold),
            share(point.sequence_precision),
            share(point.sequence_recall),
            count(point.sequence_kept),
        ]);
    }
    table.print(
        "Template tokens over the pages learned from (Geraci and Maggini, table 2 and figure 2a; * the distilled sequence itself)",
        text,
    );
}

/// Prints a column for each number of pages, as Vieira et al.'s figure 7 does.
fn terms(report: &Report, text: &mut String) {
    let mut n_pages: Vec<usize> = report
        .sweep
        .iter()
        .map(|point| point.learned_from)
        .collect();
    n_pages.sort_unstable();
    n_pages.dedup();
    let heads: Vec<String> = n_pages.iter().map(ToString::to_string).collect();
    let mut head = vec!["site", "subject"];
    head.extend(heads.iter().map(String::as_str));
    let mut table = Table::new(&head);
    let mut seen: Vec<(&str, &str, &str)> = Vec::new();
    for point in &report.sweep {
        let key = (
            point.collection.as_str(),
            point.site.as_str(),
            point.subject.as_str(),
        );
        if seen.last() == Some(&key) {
            continue;
        }
        seen.push(key);
        let mut row = vec![point.site.clone(), point.subject.clone()];
        for &n in &n_pages {
            let found = report.sweep.iter().find(|other| {
                (
                    other.collection.as_str(),
                    other.site.as_str(),
                    other.subject.as_str(),
                ) == key
                    && other.learned_from == n
            });
            row.push(share(found.and_then(|point| point.terms_f1)));
        }
        table.row(row);
    }
    table.print(
        "Template terms: F over the pages learned from (Vieira et al., figure 7)",
        text,
    );
}

/// Prints times by the number of pages, over all sites that have so many.
fn times(report: &Report, text: &mut String) {
    let mut table = Table::new(&["subject", "pages", "sites", "learning ms", "cleaning MB/s"]);
    let mut keys: Vec<(usize, &str)> = report
        .timings
        .iter()
        .filter_map(|timing| Some((timing.learned_from?, timing.subject.as_str())))
        .collect();
    keys.sort_unstable_by_key(|&(n, subject)| {
        (report.subjects.iter().position(|other| other == subject), n)
    });
    keys.dedup();
    for (n, subject) in keys {
        let of = || {
            report
                .timings
                .iter()
                .filter(move |timing| timing.learned_from == Some(n) && timing.subject == subject)
        };
        let n_sites = of().count();
        let learning: f64 = of().map(|timing| timing.learn_seconds).sum();
        let cleaning: f64 = of().map(|timing| timing.clean_seconds).sum();
        let bytes: usize = of().map(|timing| timing.bytes).sum();
        table.row(vec![
            subject.to_owned(),
            n.to_string(),
            n_sites.to_string(),
            format!("{:.1}", 1_000.0 * learning / n_sites.max(1) as f64),
            format!("{:.1}", bytes as f64 / 1e6 / cleaning.max(1e-9)),
        ]);
    }
    table.print(
        "Time over the pages learned from, mean of sites (Geraci and Maggini, figure 2b)",
        text,
    );
}

fn clustering(report: &Report, text: &mut String) {
    let mut table = Table::new(&[
        "site",
        "cleaned by",
        "pages",
        "sections",
        "F",
        "purity",
        "NMI",
        "NCE",
        "purity*",
        "NCE*",
        "ms",
        "kB",
    ]);
    for row in &report.clustering {
        let quality = &row.quality;
        table.row(vec![
            row.site.clone(),
            row.cleaned.clone(),
            row.pages.to_string(),
            row.sections.to_string(),
            share(Some(quality.f)),
            share(Some(quality.purity)),
            share(Some(quality.nmi)),
            share(Some(quality.nce)),
            format!("{:.2}", quality.purity_as_printed),
            format!("{:.2}", quality.nce_as_printed),
            format!("{:.1}", 1_000.0 * row.seconds),
            format!("{:.0}", row.bytes as f64 / 1e3),
        ]);
    }
    table.print(
        "Furthest-Point-First clustering into sections (Geraci and Maggini, table 4 and figure 3; * as printed)",
        text,
    );
    let mut ways: Vec<&str> = report
        .clustering
        .iter()
        .map(|row| row.cleaned.as_str())
        .collect();
    ways.sort_unstable();
    ways.dedup();
    let mut means = Table::new(&[
        "cleaned by",
        "sites",
        "F",
        "purity",
        "NMI",
        "NCE",
        "ms",
        "kB",
    ]);
    for way in ways {
        let rows: Vec<_> = report
            .clustering
            .iter()
            .filter(|row| row.cleaned == way)
            .collect();
        let mean = |figure: &dyn Fn(usize) -> f64| {
            (0..rows.len()).map(figure).sum::<f64>() / rows.len().max(1) as f64
        };
        means.row(vec![
            way.to_owned(),
            rows.len().to_string(),
            share(Some(mean(&|at| rows[at].quality.f))),
            share(Some(mean(&|at| rows[at].quality.purity))),
            share(Some(mean(&|at| rows[at].quality.nmi))),
            share(Some(mean(&|at| rows[at].quality.nce))),
            format!("{:.1}", mean(&|at| 1_000.0 * rows[at].seconds)),
            format!("{:.0}", mean(&|at| rows[at].bytes as f64 / 1e3)),
        ]);
    }
    means.print("The same, mean of sites", text);
}

fn mining(report: &Report, text: &mut String) {
    let mut table = Table::new(&[
        "pages",
        "subject",
        "runs",
        "mean F",
        "best F",
        "gain",
        "beyond original",
    ]);
    for row in &report.kmeans {
        table.row(vec![
            row.pages.clone(),
            row.subject.clone(),
            row.runs.to_string(),
            share(Some(row.mean_f)),
            share(Some(row.best_f)),
            percent(row.gain),
            format!("{:.1} %", 100.0 * row.beyond_original),
        ]);
    }
    table.print("k-means from random starts (Vieira et al., table 2)", text);
    let mut table = Table::new(&[
        "pages",
        "subject",
        "runs with F in each twentieth from 0 to 1",
    ]);
    for row in &report.kmeans {
        let bins: Vec<String> = row.histogram.iter().map(ToString::to_string).collect();
        table.row(vec![row.pages.clone(), row.subject.clone(), bins.join(" ")]);
    }
    table.print("Distribution of F (Vieira et al., figure 8)", text);
    let Some(bayes) = &report.bayes else { return };
    let mut table = Table::new(&[
        "subject",
        "configuration",
        "F",
        "accuracy",
        "gain of F",
        "gain of accuracy",
    ]);
    for row in &bayes.rows {
        table.row(vec![
            row.subject.clone(),
            row.configuration.to_string(),
            share(Some(row.f)),
            share(Some(row.accuracy)),
            percent(row.gain_f),
            percent(row.gain_accuracy),
        ]);
    }
    table.print(
        "Naive Bayes over pairs of sections (Vieira et al., tables 4 to 6)",
        text,
    );
    let mut table = Table::new(&["subject", "pages", "configuration", "F", "accuracy"]);
    for row in &bayes.over_pages {
        table.row(vec![
            row.subject.clone(),
            count(row.learned_from),
            row.configuration.to_string(),
            share(Some(row.f)),
            share(Some(row.accuracy)),
        ]);
    }
    table.print(
        "Naive Bayes over the pages learned from (Vieira et al., figure 9)",
        text,
    );
}

fn thesis(report: &Report, text: &mut String) {
    let Some(thesis) = &report.thesis else { return };
    let mut table = Table::new(&["subject", "P of bytes", "R of bytes", "F", "blocks found"]);
    for row in &thesis.injected {
        table.row(vec![
            row.subject.clone(),
            share(Some(row.bytes.precision)),
            share(Some(row.bytes.recall)),
            share(Some(row.bytes.f1)),
            share(Some(row.blocks)),
        ]);
    }
    table.print("Injected templates (Foschini, section 6.1)", text);
    let found = &thesis.expressions;
    let mut table = Table::new(&["expressions", "right", "P of bytes", "R of bytes"]);
    table.row(vec![
        found.expressions.to_string(),
        share(Some(found.right)),
        share(Some(found.bytes_precision)),
        share(Some(found.bytes_recall)),
    ]);
    table.print(
        "The same by cleaning expressions, mined from raw text with mutable patterns",
        text,
    );
    let mut table = Table::new(&["pages", "subject", "before", "after"]);
    for row in thesis.mirrors.iter().chain(&thesis.feed) {
        table.row(vec![
            row.pages.clone(),
            row.subject.clone(),
            share(Some(row.before)),
            share(Some(row.after)),
        ]);
    }
    table.print(
        "Edit distance in words: between mirrors, and between a clean feed and its pages (Foschini, section 6.1)",
        text,
    );
}

fn worst(report: &Report, text: &mut String) {
    let mut table = Table::new(&["page", "subject", "rank", "content lost", "words"]);
    for page in &report.worst {
        table.row(vec![
            format!("{}/{}/{}", page.collection, page.site, page.page),
            page.subject.clone(),
            page.rank.to_string(),
            format!("{:.1} %", 100.0 * page.lost_share),
            page.lost_words.to_string(),
        ]);
    }
    table.print("The pages that lose most content", text);
}
