//! A site's whole set of expressions over its pages.

#[path = "../../../crates/expressions/benches/mined/mod.rs"]
mod mined;

use std::path::PathBuf;

use ::expressions::{Config, Engine, Expressions};

use super::{clock, pages::Pages, table::Table};

/// The pages that are mined, in bytes, and how many of them are cleaned.
const MINED: usize = 10_000_000;
const CLEANED: usize = 50;

pub(crate) fn measure(folders: &[PathBuf]) -> anyhow::Result<Vec<Table>> {
    let pages = Pages::load(folders, MINED)?;
    let expressions = mine(&pages)?;
    let cleaned: Vec<&str> = pages.iter().take(CLEANED).collect();
    let n_bytes: usize = cleaned.iter().map(|page| page.len()).sum();
    let title = format!(
        "expressions: {} of {}, over {} pages, best of several",
        expressions.lines().len(),
        Pages::name(folders),
        cleaned.len()
    );
    let mut table = Table::new(title, &["engine", "MB/s", "of the least"]);
    // Cutting the pages into words and doing nothing with them.
    let least = clock::best(|| {
        let words = cleaned.iter().map(|page| page.split_whitespace().count());
        words.sum::<usize>()
    });
    table.push("words alone", [clock::rate(n_bytes, least), 1.0]);
    for (name, engine) in [("default", Engine::Auto), ("automaton", Engine::Automaton)] {
        let matcher = Config::new().engine(engine).build(&expressions);
        // Where there are too many for an engine there is no figure for it.
        let Ok(matcher) = matcher else {
            table.push(name, [None, None]);
            continue;
        };
        if cleaned.iter().any(|page| matcher.regions(page).is_err()) {
            table.push(name, [None, None]);
            continue;
        }
        let seconds = clock::best(|| {
            let regions = cleaned.iter().map(|page| matcher.regions(page));
            regions.flatten().map(|regions| regions.total()).sum::<usize>()
        });
        table.push(name, [clock::rate(n_bytes, seconds), least / seconds]);
    }
    Ok(vec![table])
}

/// Mines with the default settings.
fn mine(pages: &Pages) -> anyhow::Result<Expressions> {
    mined::mine(pages.iter(), suffixarray_miner::Config::new()).map_err(anyhow::Error::from_boxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_have_expressions_that_find_themselves() {
        let pages = Pages::load(&[], 300_000).unwrap();
        let expressions = mine(&pages).unwrap();
        let matcher = Config::new().build(&expressions).unwrap();
        assert!(pages.iter().any(|page| !matcher.regions(page).unwrap().is_empty()));
    }
}
