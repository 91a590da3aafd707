//! `demold rules check`: says which selectors of a file of rules match something.

use std::io::Write as _;

use anyhow::bail;
use demold::{Rules, Site};
use pipeline::{Item, input};
use rayon::prelude::*;

use crate::{
    options::{self, Common},
    pages,
    plan::{Reading, read_rules},
    terminal::{self, count},
};

/// How often a selector was looked for and found.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    /// The number of pages of its hosts, and of those in which it matches.
    n_pages: usize,
    n_matching: usize,
    n_elements: usize,
}

pub(crate) fn run(args: options::Rules, common: &Common) -> anyhow::Result<()> {
    let options::RulesTask::Check = args.task;
    let (rules, reading) = (read_rules(&args.file)?, Reading::of(args.reading)?);
    let inputs = pages::find(&reading, false, common)?;
    let mut all = vec![Found::default(); rules.selectors().len()];
    pages::each("matching", &inputs.files, &reading.pages, common, |batch| {
        let of_pages: Vec<_> = batch.par_iter().map(|item| n_matches(&rules, item)).collect();
        for of_page in &of_pages {
            for (found, n) in all.iter_mut().zip(of_page) {
                let Some(n) = *n else { continue };
                found.n_pages += 1;
                found.n_matching += usize::from(n > 0);
                found.n_elements += n;
            }
        }
        Ok(())
    })?;
    inputs.check_any()?;
    inputs.check()?;
    let mut out = terminal::output()?;
    let mut hosts = "";
    for (rule, found) in rules.selectors().iter().zip(&all) {
        if rule.hosts() != hosts {
            hosts = rule.hosts();
            writeln!(out, "{}: {}", hosts, count(found.n_pages, "page"))?;
        }
        let told = match found.n_matching {
            0 => "matches nothing".to_owned(),
            n => format!("{} in {}", count(found.n_elements, "element"), count(n, "page")),
        };
        writeln!(out, "  {:6} {}: {told}", rule.key(), rule.text())?;
    }
    out.flush()?;
    match all.iter().filter(|found| found.n_matching == 0).count() {
        0 => Ok(()),
        1 => bail!("1 selector matches nothing"),
        n => bail!("{n} selectors match nothing"),
    }
}

/// Returns how many elements of a page each selector matches. What cannot be read has none.
fn n_matches(rules: &Rules, item: &Item) -> Vec<Option<usize>> {
    let of_page = || {
        let cleaned = Site::nothing().clean(input(item.page.as_ref().ok()?)).ok()?;
        Some(rules.n_matches(cleaned.address().as_deref(), cleaned.dom()?))
    };
    formats::catch_panic(of_page).ok().flatten().unwrap_or_default()
}
