//! Tables about sites, and about single statements of the papers.

use super::super::{Results, claims::Learned, facts::Facts};
use super::count;
use crate::{
    measures::{correlation::correlation, ratio::Ratio},
    tables::table::{Table, share},
};

/// Geraci and Maggini's tables 1 and 3, and Vieira et al.'s table 1.
pub(super) fn sites(results: &Results) -> Vec<Table> {
    let mut tokens = Table::new(&["site", "collection", "pages", "tokens a page", "of the template", "share"]);
    let mut articles = Table::new(&["site", "collection", "articles", "categories"]);
    for facts in &results.facts {
        if facts.template_tokens.is_some() {
            tokens.row(vec![
                facts.site.clone(),
                facts.collection.clone(),
                facts.pages.to_string(),
                format!("{:.0}", facts.tokens),
                count(facts.template_tokens),
                share(facts.template_share()),
            ]);
        }
    }
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for row in &results.clustering {
        let key = (row.collection.as_str(), row.site.as_str());
        if !seen.contains(&key) {
            seen.push(key);
            let (pages, sections) = (row.pages.to_string(), row.sections.to_string());
            articles.row(vec![row.site.clone(), row.collection.clone(), pages, sections]);
        }
    }
    let sites = results.categories.iter();
    let most = sites.map(|facts| facts.sections.len()).max().unwrap_or(0);
    let categories: Vec<String> = (1..=most).map(|number| format!("category {number}")).collect();
    let mut head = vec!["site"];
    head.extend(categories.iter().map(String::as_str));
    let mut classes = Table::new(&head);
    for facts in &results.categories {
        let mut row = vec![facts.site.clone()];
        row.extend(facts.sections.iter().map(|(name, n)| format!("{name} {n}")));
        classes.row(row);
    }
    vec![
        tokens.titled("Tokens of a page and of the template (Geraci and Maggini, table 1)"),
        articles.titled("Sites that are clustered (Geraci and Maggini, table 3)"),
        classes.titled("Pages of each category (Vieira et al., table 1)"),
    ]
}

/// Geraci and Maggini's figure 1. The way back is in brackets.
pub(super) fn matrix(results: &Results) -> Table {
    let Some(matrix) = &results.matrix else {
        return Table::new(&[""]);
    };
    let mut head = vec!["", ""];
    head.extend(&matrix.columns);
    let mut table = Table::new(&head);
    for (j, scores) in matrix.scores.iter().enumerate() {
        let name = j.checked_sub(1).map_or("", |before| matrix.rows[before]);
        let mut row = vec![name.to_owned()];
        row.extend(
            scores
                .iter()
                .enumerate()
                .map(|(i, score)| if matrix.path.contains(&(j, i)) { format!("[{score}]") } else { score.to_string() }),
        );
        table.row(row);
    }
    table.titled("The similarity matrix of two snippets, the way back in brackets (Geraci and Maggini, figure 1)")
}

/// What precision and time depend on, by site and as correlations over the sites.
pub(super) fn shares(results: &Results) -> Vec<Table> {
    const T: [usize; 5] = [2, 4, 8, 16, 32];
    let facts = |collection: &str, site: &str| {
        let mut facts = results.facts.iter();
        facts.find(|facts| facts.collection == collection && facts.site == site)
    };
    let mut precision = Table::new(&["subject", "t", "sites", "precision and share", "precision and tokens a page"]);
    let mut time = Table::new(&["subject", "t", "sites", "time and tokens a page", "time and template"]);
    for subject in &results.subjects {
        for t in T {
            let points = results.sweep.iter().filter(|point| point.subject == *subject && point.learned_from == t);
            let with_facts: Vec<(&Facts, f64)> = points
                .filter_map(|point| {
                    let found = point.sequence_precision.or(point.tokens_precision)?;
                    Some((facts(&point.collection, &point.site)?, found))
                })
                .collect();
            let by = |of: fn(&Facts) -> Option<f64>, of_sites: &[(&Facts, f64)]| {
                let pairs = of_sites.iter().filter_map(|(facts, found)| Some((of(facts)?, *found)));
                share(correlation(&pairs.collect::<Vec<_>>()))
            };
            if with_facts.len() > 2 {
                precision.row(vec![
                    subject.clone(),
                    t.to_string(),
                    with_facts.len().to_string(),
                    by(Facts::template_share, &with_facts),
                    by(|facts| Some(facts.tokens), &with_facts),
                ]);
            }
            let timings = results
                .timings_over_pages
                .iter()
                .filter(|timing| timing.subject == *subject && timing.learned_from == Some(t));
            let with_facts: Vec<(&Facts, f64)> = timings
                .filter_map(|timing| Some((facts(&timing.collection, &timing.site)?, timing.learn_seconds)))
                .collect();
            if with_facts.len() > 2 {
                time.row(vec![
                    subject.clone(),
                    t.to_string(),
                    with_facts.len().to_string(),
                    by(|facts| Some(facts.tokens), &with_facts),
                    by(|facts| facts.template_tokens.map(|tokens| tokens as f64), &with_facts),
                ]);
            }
        }
    }
    vec![
        precision.titled("Precision of template tokens against the share of the template: correlation over the sites (Geraci and Maggini, 3.1; of `distill` the sequence itself)"),
        time.titled("Time of learning against the size of pages: correlation over the sites (Geraci and Maggini, 3.1)"),
    ]
}

/// The claims of the thesis.
pub(super) fn claims(results: &Results) -> Vec<Table> {
    let mut tables = Vec::new();
    let figures = |ratio: &Ratio| [ratio.precision, ratio.recall, ratio.f1].map(|figure| share(Some(figure)));
    if let Some(claims) = &results.claims {
        let table = |rows: &[Learned], title| {
            let mut table = Table::new(&["learned from", "cleaned", "subject", "P", "R", "F1"]);
            for row in rows {
                let mut cells = vec![row.learned_from.clone(), row.cleaned.clone(), row.subject.clone()];
                cells.extend(figures(&row.content));
                table.row(cells);
            }
            table.titled(title)
        };
        tables.push(table(&claims.snapshots, "Versions of one page over time (Foschini, 3.1)"));
        tables.push(table(&claims.weeks, "Articles of so many days (Foschini, 5.1: two weeks are more than enough)"));
        tables
            .push(table(&claims.parameters, "One parameter changed (Foschini, abstract and 6: little or no changes)"));
    }
    let mut table = Table::new(&["collection", "sites", "expressions of", "P of bytes", "R of bytes", "F"]);
    for row in &results.similar {
        for (whose, ratio) in [
            ("the site itself", &row.own),
            ("the most similar site", &row.most_similar),
            ("any other site", &row.others),
        ] {
            let mut cells = vec![row.collection.clone(), row.sites.to_string(), whose.to_owned()];
            cells.extend(figures(ratio));
            table.row(cells);
        }
    }
    tables.push(table.titled("Cleaning expressions on other sites (Foschini, abstract: similar sites)"));
    tables
}
