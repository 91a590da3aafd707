//! Tables of what cleaning is good for: clustering, classification, and the thesis's proposals.

use super::super::{Results, clustering::Clustering};
use super::{count, percent};
use crate::{
    subject::Subject,
    tables::table::{Table, share},
};

pub(super) fn clustering(results: &Results) -> Vec<Table> {
    let mut tables = Vec::new();
    let table = Table::of(
        &results.clustering,
        &[
            ("site", &|row| row.site.clone()),
            ("cleaned by", &|row| row.cleaned.clone()),
            ("pages", &|row| row.pages.to_string()),
            ("sections", &|row| row.sections.to_string()),
            ("F", &|row| share(Some(row.quality.f))),
            ("purity", &|row| share(Some(row.quality.purity))),
            ("NMI", &|row| share(Some(row.quality.nmi))),
            ("NCE", &|row| share(Some(row.quality.nce))),
            ("purity*", &|row| format!("{:.2}", row.quality.purity_as_printed)),
            ("NCE*", &|row| format!("{:.2}", row.quality.nce_as_printed)),
            ("ms", &|row| format!("{:.1}", 1_000.0 * row.seconds)),
            ("kB", &|row| format!("{:.0}", row.bytes as f64 / 1e3)),
        ],
    );
    tables.push(table.titled(
        "Furthest-Point-First clustering into sections (Geraci and Maggini, table 4 and figure 3; * as printed)",
    ));
    let mut ways: Vec<&str> = results.clustering.iter().map(|row| row.cleaned.as_str()).collect();
    ways.sort_unstable();
    ways.dedup();
    type Rows<'a> = (&'a str, Vec<&'a Clustering>);
    let of_ways = ways.iter().map(|&way| -> Rows<'_> {
        let rows = results.clustering.iter().filter(|row| row.cleaned == way);
        (way, rows.collect())
    });
    let mean = |(_, rows): &Rows<'_>, figure: fn(&Clustering) -> f64| {
        rows.iter().map(|row| figure(row)).sum::<f64>() / rows.len().max(1) as f64
    };
    let means = Table::of(
        of_ways,
        &[
            ("cleaned by", &|(way, _)| (*way).to_owned()),
            ("sites", &|(_, rows)| rows.len().to_string()),
            ("F", &|of| share(Some(mean(of, |row| row.quality.f)))),
            ("over keep", &|(way, _)| gain(results, way, |row| row.quality.f)),
            ("purity", &|of| share(Some(mean(of, |row| row.quality.purity)))),
            ("NMI", &|of| share(Some(mean(of, |row| row.quality.nmi)))),
            ("NCE", &|of| share(Some(mean(of, |row| row.quality.nce)))),
            ("F by counts", &|of| share(Some(mean(of, |row| row.f_by_counts)))),
            ("over keep", &|(way, _)| gain(results, way, |row| row.f_by_counts)),
            ("ms", &|of| format!("{:.1}", mean(of, |row| 1_000.0 * row.seconds))),
            ("kB", &|of| format!("{:.0}", mean(of, |row| row.bytes as f64 / 1e3))),
        ],
    );
    tables.push(means.titled("The same, mean of sites; over keep with its standard error over the sites"));
    tables
}

/// Returns how much better a way is than the pages as they are: the mean over the sites, and its standard error. What
/// is smaller than twice the error may be chance.
fn gain(results: &Results, way: &str, figure: fn(&Clustering) -> f64) -> String {
    let of = |way: &str| {
        let rows = results.clustering.iter().filter(|row| row.cleaned == way);
        rows.map(figure).collect::<Vec<f64>>()
    };
    let gains: Vec<f64> = std::iter::zip(of(way), of(Subject::KEEP)).map(|(now, before)| now - before).collect();
    match deviation(&gains) {
        Some((mean, error)) => format!("{mean:+.4} ± {error:.4}"),
        None => "·".to_owned(),
    }
}

/// Returns a mean and its standard error, `√(Σ (x − x̄)² / (n − 1) / n)`.
fn deviation(values: &[f64]) -> Option<(f64, f64)> {
    if values.len() < 2 {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, (squares / (n - 1.0) / n).sqrt()))
}

pub(super) fn mining(results: &Results) -> Vec<Table> {
    let mut tables = Vec::new();
    let table = Table::of(
        &results.kmeans,
        &[
            ("pages", &|row| row.pages.clone()),
            ("subject", &|row| row.subject.clone()),
            ("runs", &|row| row.runs.to_string()),
            ("mean F", &|row| share(Some(row.mean_f))),
            ("best F", &|row| share(Some(row.best_f))),
            ("gain", &|row| percent(row.gain)),
            ("beyond original", &|row| format!("{:.1} %", 100.0 * row.beyond_original)),
        ],
    );
    tables.push(table.titled("k-means from random starts (Vieira et al., table 2)"));
    let mut table = Table::new(&["pages", "subject", "runs with F in each twentieth from 0 to 1"]);
    for row in &results.kmeans {
        let bins: Vec<String> = row.histogram.iter().map(ToString::to_string).collect();
        table.row(vec![row.pages.clone(), row.subject.clone(), bins.join(" ")]);
    }
    tables.push(table.titled("Distribution of F (Vieira et al., figure 8)"));
    let Some(bayes) = &results.bayes else {
        return tables;
    };
    let table = Table::of(
        &bayes.rows,
        &[
            ("subject", &|row| row.subject.clone()),
            ("configuration", &|row| row.configuration.to_string()),
            ("F", &|row| share(Some(row.f))),
            ("accuracy", &|row| share(Some(row.accuracy))),
            ("gain of F", &|row| percent(row.gain_f)),
            ("gain of accuracy", &|row| percent(row.gain_accuracy)),
        ],
    );
    tables.push(table.titled("Naive Bayes over pairs of sections, means (Vieira et al., table 6)"));
    let mut table = Table::new(&["categories", "subject", "F 1", "F 2", "F 3", "A 1", "A 2", "A 3"]);
    let mut pairs: Vec<_> = bayes.pairs.iter().collect();
    pairs.sort_by_key(|pair| pair.categories);
    for pair in pairs {
        let [one, other] = pair.categories;
        let figures = pair.f.iter().chain(&pair.accuracy);
        let mut row = vec![format!("{one} and {other}"), pair.subject.clone()];
        row.extend(figures.map(|&figure| share(Some(figure))));
        table.row(row);
    }
    tables.push(table.titled("Naive Bayes for each pair of sections: F and accuracy in the three configurations (Vieira et al., tables 4 and 5)"));
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

pub(super) fn thesis(results: &Results) -> Vec<Table> {
    let Some(thesis) = &results.thesis else {
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
    let head = ["learn --export", "expressions", "right", "P of bytes", "R of bytes"];
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
        table.row(vec![row.pages.clone(), row.subject.clone(), share(Some(row.before)), share(Some(row.after))]);
    }
    tables.push(table.titled(
        "Edit distance in words: between mirrors, and between a clean feed and its pages (Foschini, section 6.1)",
    ));
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_mean_by_hand() {
        assert_eq!(deviation(&[1.0]), None);
        // Deviations −2, 0, 2: 8 / 2 / 3.
        assert_eq!(deviation(&[1.0, 3.0, 5.0]), Some((3.0, (8.0_f64 / 6.0).sqrt())));
    }
}
