//! Tables of what cleaning is good for: clustering, classification, and the thesis's proposals.

use super::table::{Table, count, percent, share};
use crate::eval::report::Report;

pub(super) fn clustering(report: &Report) -> Vec<Table> {
    let mut tables = Vec::new();
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
    tables.push(table.titled("Furthest-Point-First clustering into sections (Geraci and Maggini, table 4 and figure 3; * as printed)"));
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
    tables.push(means.titled("The same, mean of sites"));
    tables
}

pub(super) fn mining(report: &Report) -> Vec<Table> {
    let mut tables = Vec::new();
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
    tables.push(table.titled("k-means from random starts (Vieira et al., table 2)"));
    let mut table = Table::new(&[
        "pages",
        "subject",
        "runs with F in each twentieth from 0 to 1",
    ]);
    for row in &report.kmeans {
        let bins: Vec<String> = row.histogram.iter().map(ToString::to_string).collect();
        table.row(vec![row.pages.clone(), row.subject.clone(), bins.join(" ")]);
    }
    tables.push(table.titled("Distribution of F (Vieira et al., figure 8)"));
    let Some(bayes) = &report.bayes else {
        return tables;
    };
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
    tables.push(table.titled("Naive Bayes over pairs of sections (Vieira et al., tables 4 to 6)"));
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
    tables.push(table.titled("Naive Bayes over the pages learned from (Vieira et al., figure 9)"));
    tables
}

pub(super) fn thesis(report: &Report) -> Vec<Table> {
    let Some(thesis) = &report.thesis else {
        return Vec::new();
    };
    let mut tables = Vec::new();
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
    tables.push(table.titled("Injected templates (Foschini, section 6.1)"));
    let head = [
        "learn --export",
        "expressions",
        "right",
        "P of bytes",
        "R of bytes",
    ];
    let mut table = Table::new(&head);
    for found in &thesis.expressions {
        table.row(vec![
            found.settings.clone(),
            found.expressions.to_string(),
            share(Some(found.right)),
            share(Some(found.bytes_precision)),
            share(Some(found.bytes_recall)),
        ]);
    }
    tables.push(table.titled("The same by cleaning expressions"));
    let mut table = Table::new(&["pages", "subject", "before", "after"]);
    for row in thesis.mirrors.iter().chain(&thesis.feed) {
        table.row(vec![
            row.pages.clone(),
            row.subject.clone(),
            share(Some(row.before)),
            share(Some(row.after)),
        ]);
    }
    tables.push(table.titled("Edit distance in words: between mirrors, and between a clean feed and its pages (Foschini, section 6.1)"));
    tables
}

pub(super) fn worst(report: &Report) -> Table {
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
    table.titled("The pages that lose most content")
}
