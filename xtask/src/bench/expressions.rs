//! A site's whole set of expressions over its pages.

use std::path::PathBuf;

use ::expressions::{Config, Engine, Expressions, Piece, Separator};
use suffixarray_miner::{Corpus, Lexer, Lexicon, Patterns, Word};

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

/// Mines the words of pages with the patterns of the thesis and the default settings, and writes what was found as
/// expressions.
fn mine(pages: &Pages) -> anyhow::Result<Expressions> {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    let corpus: Corpus = pages.iter().map(|page| lexicon.read(page)).collect();
    let miner = suffixarray_miner::Config::new().build()?;
    let mined = miner.mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |_| {})?;
    let piece = |word| match word {
        Word::Literal(text) => Piece::Literal(text),
        Word::Pattern(pattern) => Piece::Pattern(pattern),
        Word::Parts(_) => unreachable!("patterns match whole words only"),
    };
    let strings = mined.iter().map(|string| -> Vec<_> {
        let words = string.symbols.iter().filter_map(|&symbol| lexicon.word(symbol));
        words.map(piece).collect()
    });
    Ok(Expressions::from_pieces(Separator::white_space(), strings.collect::<Vec<_>>())?)
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
