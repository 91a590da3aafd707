//! Figures over the number of pages learned from: Geraci and Maggini's tables 1 and 2, figure 2 and what section 3.1 says
//! of them, and Vieira et al.'s figure 7.

use std::collections::BTreeMap;

use indicatif::ProgressBar;

use crate::{
    content::Measure,
    datasets::site::Site,
    measures::ratio::mean,
    outcome::{Outcome, outcome},
    reading::Reading,
    run::Settings,
    subject::Subject,
    table::{Table, or_dot, share},
};

/// The numbers of pages. 2 to 32 by doubling are those of table 2; figure 7 goes up to 100.
const N_PAGES: [usize; 9] = [2, 4, 8, 16, 24, 32, 48, 64, 100];
const N_PAGES_QUICK: [usize; 4] = [2, 4, 8, 16];

/// The pages that a site needs for its times to be shown, so that a line is of the same sites from end to end.
const FULL: usize = 64;

/// What a site is like.
struct Facts<'a> {
    reading: &'a Reading,
    /// Of a page, in the mean.
    tokens: f64,
    /// Nothing where the gold is not known.
    template_tokens: Option<usize>,
}

/// One site, subject and number of pages.
struct Point<'a> {
    facts: &'a Facts<'a>,
    /// The place of the subject, and its name.
    subject: (usize, &'static str),
    n_pages: usize,
    outcome: Outcome,
}

impl Facts<'_> {
    /// Returns the share of a page's tokens that are template.
    fn template_share(&self) -> Option<f64> {
        let template = self.template_tokens.filter(|_| self.tokens > 0.0)?;
        Some(template as f64 / self.tokens)
    }
}

/// A figure of the tables, by its head; `*` is the distilled sequence itself.
type Figure = (&'static str, fn(&Outcome) -> Option<f64>);

const FIGURES: [Figure; 11] = [
    ("P", |outcome| Some(outcome.tokens?.ratio.precision)),
    ("R", |outcome| Some(outcome.tokens?.ratio.recall)),
    ("F", |outcome| Some(outcome.tokens?.ratio.f1)),
    ("# tokens", |outcome| Some(outcome.tokens?.kept as f64)),
    ("# gold", |outcome| Some(outcome.tokens?.gold as f64)),
    ("P*", |outcome| Some(outcome.sequence?.ratio.precision)),
    ("R*", |outcome| Some(outcome.sequence?.ratio.recall)),
    ("F*", |outcome| Some(outcome.sequence?.ratio.f1)),
    ("# tokens*", |outcome| Some(outcome.sequence?.kept as f64)),
    ("terms F", |outcome| outcome.figures.get(Measure::TermsF1)),
    ("content F1", |outcome| outcome.figures.get(Measure::F1)),
];

/// Runs every method with each number of pages that a site has.
pub(super) fn tables(
    readings: &[Reading],
    subjects: &[&'static Subject],
    outcomes: &[Vec<Outcome>],
    settings: &Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<Table>> {
    let facts = readings.iter().enumerate().map(|(at, reading)| Facts {
        reading,
        tokens: mean(reading.pages.iter().map(|page| page.tokens.len() as f64)).unwrap_or(0.0),
        // The gold is the same for all subjects.
        template_tokens: outcomes.first().and_then(|of_sites| of_sites[at].tokens).map(|found| found.gold),
    });
    let facts: Vec<Facts<'_>> = facts.collect();
    let n_pages: &[usize] = if settings.quick { &N_PAGES_QUICK } else { &N_PAGES };
    let mut points = Vec::new();
    for facts in &facts {
        bar.set_message(format!("over the pages: {}", facts.reading.site.name));
        let learning = subjects.iter().enumerate().filter(|(_, subject)| !subject.is_keep());
        for (rank, subject) in learning.filter(|_| facts.reading.has_text()) {
            for &n_pages in n_pages.iter().filter(|&&n| n <= facts.reading.pages.len()) {
                let outcome = outcome(facts.reading, subject, Some(n_pages), settings.seed)?;
                let outcome = Outcome { pages: Vec::new(), ..outcome };
                points.push(Point { facts, subject: (rank, subject.name), n_pages, outcome });
            }
        }
        bar.inc(1);
    }
    let mut tables = vec![sites(&facts), terms(&points), times(&points)];
    tables.extend(tokens(&points));
    tables.extend(correlations(subjects, &points));
    Ok(tables)
}

fn sites(facts: &[Facts<'_>]) -> Table {
    Table::of(
        "Tokens of a page and of the template (Geraci and Maggini, table 1)",
        facts.iter().filter(|facts| facts.template_tokens.is_some()),
        &[
            ("site", &|facts| facts.reading.site.name.clone()),
            ("collection", &|facts| facts.reading.site.collection.clone()),
            ("pages", &|facts| facts.reading.pages.len().to_string()),
            ("tokens a page", &|facts| format!("{:.0}", facts.tokens)),
            ("of the template", &|facts| or_dot(facts.template_tokens, |tokens| tokens.to_string())),
            ("share", &|facts| share(facts.template_share())),
        ],
    )
}

/// Shows the means of some points in each row, behind its names.
fn table<'a>(
    title: &str,
    names: [&str; 4],
    rows: impl IntoIterator<Item = ([String; 4], Vec<&'a Point<'a>>)>,
) -> Table {
    let mut table = Table::new(title, names.into_iter().chain(FIGURES.map(|(head, _)| head)));
    for (names, points) in rows {
        let figures = FIGURES.map(|(head, of)| {
            let figure = mean(points.iter().filter_map(|point| of(&point.outcome)));
            if head.starts_with('#') { or_dot(figure, |figure| format!("{figure:.0}")) } else { share(figure) }
        });
        table.row(names.into_iter().chain(figures));
    }
    table
}

/// Shows P, R, F and size of the sites, as Geraci and Maggini's table 2 does, and their means for each collection.
fn tokens(points: &[Point<'_>]) -> [Table; 2] {
    let doubled = points.iter().filter(|point| point.n_pages.is_power_of_two() && point.n_pages <= 32);
    let of_sites = doubled.map(|point| {
        let Site { name, collection, .. } = &point.facts.reading.site;
        ([name.clone(), collection.clone(), point.subject.1.to_owned(), point.n_pages.to_string()], vec![point])
    });
    let mut groups: BTreeMap<_, Vec<&Point<'_>>> = BTreeMap::new();
    for point in points {
        groups.entry((&point.facts.reading.site.collection, point.subject, point.n_pages)).or_default().push(point);
    }
    let of_collections = groups.into_iter().map(|((collection, (_, subject), n_pages), points)| {
        ([collection.clone(), points.len().to_string(), subject.to_owned(), n_pages.to_string()], points)
    });
    [
        table(
            "Template tokens over the pages learned from (Geraci and Maggini, table 2 and figure 2a; * the distilled sequence itself)",
            ["site", "collection", "subject", "pages"],
            of_sites,
        ),
        table(
            "The same, mean of the sites that have so many pages",
            ["collection", "sites", "subject", "pages"],
            of_collections,
        ),
    ]
}

/// Shows a column for each number of pages, as Vieira et al.'s figure 7 does.
fn terms(points: &[Point<'_>]) -> Table {
    let mut n_pages: Vec<usize> = points.iter().map(|point| point.n_pages).collect();
    n_pages.sort_unstable();
    n_pages.dedup();
    let head = ["site", "subject"].map(str::to_owned).into_iter().chain(n_pages.iter().map(ToString::to_string));
    let mut table = Table::new("Template terms: F over the pages learned from (Vieira et al., figure 7)", head);
    let is_same = |a: &Point<'_>, b: &Point<'_>| std::ptr::eq(a.facts, b.facts) && a.subject == b.subject;
    for own in points.chunk_by(is_same) {
        let figure = |n: &usize| own.iter().find(|point| point.n_pages == *n)?.outcome.figures.get(Measure::TermsF1);
        let names = [own[0].facts.reading.site.name.clone(), own[0].subject.1.to_owned()];
        table.row(names.into_iter().chain(n_pages.iter().map(|n| share(figure(n)))));
    }
    table
}

/// Shows times, over the sites that have [`FULL`] pages.
fn times(points: &[Point<'_>]) -> Table {
    let mut groups: BTreeMap<_, Vec<&Point<'_>>> = BTreeMap::new();
    for point in points.iter().filter(|point| point.n_pages <= FULL && FULL <= point.facts.reading.pages.len()) {
        groups.entry((point.subject, point.n_pages)).or_default().push(point);
    }
    let sum = |points: &[&Point<'_>], of: fn(&Point<'_>) -> f64| points.iter().map(|point| of(point)).sum::<f64>();
    let speed = |points: &[&Point<'_>]| {
        let bytes = sum(points, |point| point.facts.reading.site.n_bytes() as f64);
        bytes / 1e6 / sum(points, |point| point.outcome.clean_seconds).max(1e-9)
    };
    let milliseconds =
        |points: &[&Point<'_>]| 1_000.0 * sum(points, |point| point.outcome.learn_seconds) / points.len() as f64;
    Table::of(
        "Time over the pages learned from, mean of the sites that have 64 (Geraci and Maggini, figure 2b)",
        groups,
        &[
            ("subject", &|((subject, _), _)| subject.1.to_owned()),
            ("pages", &|((_, n_pages), _)| n_pages.to_string()),
            ("sites", &|(_, points)| points.len().to_string()),
            ("learning ms", &|(_, points)| format!("{:.1}", milliseconds(points))),
            ("cleaning MB/s", &|(_, points)| format!("{:.1}", speed(points))),
        ],
    )
}

/// What precision and time depend on, as correlations over the sites.
fn correlations(subjects: &[&Subject], points: &[Point<'_>]) -> [Table; 2] {
    const T: [usize; 5] = [2, 4, 8, 16, 32];
    let mut precisions = Table::new(
        "Precision of template tokens against the share of the template: correlation over the sites (Geraci and Maggini, 3.1; of `distill` the sequence itself)",
        ["subject", "t", "sites", "precision and share", "precision and tokens a page"],
    );
    let mut times = Table::new(
        "Time of learning against the size of pages: correlation over the sites (Geraci and Maggini, 3.1)",
        ["subject", "t", "sites", "time and tokens a page", "time and template"],
    );
    type By = fn(&Facts<'_>) -> Option<f64>;
    let share_of: By = |facts| facts.template_share();
    let size: By = |facts| Some(facts.tokens);
    let template: By = |facts| facts.template_tokens.map(|tokens| tokens as f64);
    for (rank, subject) in subjects.iter().enumerate() {
        for t in T {
            let own = || points.iter().filter(|point| point.subject.0 == rank && point.n_pages == t);
            let found = |point: &Point<'_>| point.outcome.sequence.or(point.outcome.tokens);
            let of_precision = own().filter_map(|point| Some((point.facts, found(point)?.ratio.precision)));
            let of_precision: Vec<_> = of_precision.collect();
            let of_time: Vec<_> = own().map(|point| (point.facts, point.outcome.learn_seconds)).collect();
            for (table, of_sites, by) in
                [(&mut precisions, of_precision, [share_of, size]), (&mut times, of_time, [size, template])]
            {
                if of_sites.len() > 2 {
                    let correlated = by.map(|by| {
                        let pairs = of_sites.iter().filter_map(|(facts, found)| Some((by(facts)?, *found)));
                        share(correlation(&pairs.collect::<Vec<_>>()))
                    });
                    let names = [subject.name.to_owned(), t.to_string(), of_sites.len().to_string()];
                    table.row(names.into_iter().chain(correlated));
                }
            }
        }
    }
    [precisions, times]
}

/// Returns Pearson's correlation, `Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² · Σ (y − ȳ)²)`; nothing of fewer than three pairs, or
/// where a figure is always the same.
fn correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let (x, y) = (mean(pairs.iter().map(|pair| pair.0))?, mean(pairs.iter().map(|pair| pair.1))?);
    let sum = |of: &dyn Fn(f64, f64) -> f64| pairs.iter().map(|&(a, b)| of(a - x, b - y)).sum::<f64>();
    let (xs, ys) = (sum(&|a, _| a * a), sum(&|_, b| b * b));
    (pairs.len() > 2 && xs > 0.0 && ys > 0.0).then(|| sum(&|a, b| a * b) / (xs * ys).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_by_hand() {
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 0.0), (3.0, -1.0)]), Some(-1.0));
        // Means 2 and 2; deviations (−1, −1), (0, 2), (1, −1): nothing together.
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 4.0), (3.0, 1.0)]), Some(0.0));
        // Deviations (−1, −1), (0, 1), (1, 0): 1 / √(2 · 2).
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 3.0), (3.0, 2.0)]), Some(0.5));
        assert_eq!(correlation(&[(1.0, 1.0), (2.0, 2.0)]), None);
        assert_eq!(correlation(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }
}
