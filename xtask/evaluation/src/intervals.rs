//! The main figure of each subject with its interval, and beside it how much better or worse it is than another
//! subject on the same sites.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::{
    bootstrap::Interval,
    content::Row,
    subject::Subject,
    tables::table::{Table, share},
};

/// The subject that others are compared with, if it was run.
const BASES: [&str; 2] = ["classify", Subject::KEEP];

/// A subject on a collection.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub collection: String,
    pub subject: String,
    /// Of F1 over the sites.
    pub f1: Interval,
    /// The subject that this one is compared with.
    pub base: String,
    /// Of the difference of F1 on the sites that both have.
    pub difference: Option<Interval>,
}

/// Compares the subjects on each collection that has gold texts.
pub fn compared(content: &[Row], subjects: &[String], seed: u64) -> Vec<Compared> {
    let base = BASES.into_iter().find(|base| subjects.iter().any(|subject| subject == base)).unwrap_or(Subject::KEEP);
    // F1 by collection, subject and site.
    let mut figures: BTreeMap<(&str, &str), BTreeMap<&str, f64>> = BTreeMap::new();
    for row in content {
        if let (Some(collection), Some(site), Some(f1)) = (&row.collection, &row.site, row.f1) {
            figures.entry((collection, &row.subject)).or_default().insert(site, f1);
        }
    }
    let collections: BTreeSet<&str> = figures.keys().map(|(collection, _)| *collection).collect();
    let mut found = Vec::new();
    for collection in collections {
        for subject in subjects {
            let Some(own) = figures.get(&(collection, subject.as_str())) else { continue };
            let values: Vec<f64> = own.values().copied().collect();
            let Some(f1) = Interval::of(&values, seed) else { continue };
            let others = figures.get(&(collection, base)).filter(|_| subject != base);
            let difference = others.and_then(|others| {
                let pairs = own.iter().filter_map(|(site, f1)| Some((*f1, *others.get(site)?)));
                let (own, others): (Vec<f64>, Vec<f64>) = pairs.unzip();
                Interval::of_differences(&own, &others, seed)
            });
            let (collection, subject) = (collection.to_owned(), subject.clone());
            found.push(Compared { collection, subject, f1, base: base.to_owned(), difference });
        }
    }
    found
}

/// Returns the comparisons as a table. A star marks what is not chance.
pub fn table(compared: &[Compared]) -> Table {
    let base = compared.first().map_or(Subject::KEEP, |row| row.base.as_str()).to_owned();
    let over = format!("over {base}");
    let interval = |interval: &Interval| match (interval.low, interval.high) {
        (Some(low), Some(high)) => format!("{low:.4} to {high:.4}"),
        _ => "·".to_owned(),
    };
    let signed = |row: &&Compared| match &row.difference {
        Some(difference) => format!("{:+.4}{}", difference.mean, if difference.is_apart() { "*" } else { " " }),
        None => "·".to_owned(),
    };
    let table = Table::of(
        compared,
        &[
            ("collection", &|row| row.collection.clone()),
            ("subject", &|row| row.subject.clone()),
            ("sites", &|row| row.f1.n.to_string()),
            ("F1", &|row| share(Some(row.f1.mean))),
            ("95 % of redrawn sites", &|row| interval(&row.f1)),
            (&over, &signed),
            ("95 %", &|row| row.difference.as_ref().map_or_else(|| "·".to_owned(), interval)),
        ],
    );
    table.titled(
        "F1 of content words with its interval over sites, and the difference on the same sites (* zero is outside)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(site: &str, subject: &str, f1: f64) -> Row {
        Row {
            collection: Some("c".to_owned()),
            site: Some(site.to_owned()),
            subject: subject.to_owned(),
            f1: Some(f1),
            ..Row::default()
        }
    }

    #[test]
    fn one_site_has_neither_interval_nor_star() {
        let content = [row("a", "classify", 0.9), row("a", "mine", 0.5)];
        let found = compared(&content, &["classify", "mine"].map(str::to_owned), 0);
        assert_eq!(table(&found).rows()[1], ["c", "mine", "1", "0.5000", "·", "-0.4000 ", "·"]);
    }

    #[test]
    fn subjects_are_compared_on_the_same_sites() {
        let content = [
            row("a", "keep", 0.2),
            row("a", "classify", 0.6),
            row("a", "mine", 0.5),
            row("b", "keep", 0.4),
            row("b", "classify", 1.0),
            row("b", "mine", 0.9),
            // Not cleaned by the others.
            row("c", "mine", 0.1),
        ];
        let subjects = ["keep", "classify", "mine"].map(str::to_owned);
        let found = compared(&content, &subjects, 0);
        let names: Vec<&str> = found.iter().map(|row| row.subject.as_str()).collect();
        assert_eq!(names, ["keep", "classify", "mine"]);
        assert!(found.iter().all(|row| row.base == "classify"));
        assert_eq!(found[1].difference, None);
        assert_eq!((found[2].f1.n, found[2].f1.mean), (3, 0.5));
        let difference = found[2].difference.unwrap();
        assert_eq!(difference.n, 2);
        assert!((difference.mean + 0.1).abs() < 1e-12 && difference.is_apart());
        assert_eq!(compared(&content[..1], &subjects[..1], 0)[0].base, "keep");
        let shown = table(&found).rows().iter().map(|row| row[5].clone()).collect::<Vec<_>>();
        assert_eq!(shown, ["-0.5000*", "·", "-0.1000*"]);
    }
}
