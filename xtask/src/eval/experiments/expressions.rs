//! Injected templates found again by cleaning expressions, as Foschini's thesis (section 6.1) asks.
//!
//! Strings are mined from the raw text of the pages with the thesis's mutable patterns, written as expressions, and
//! each expression is matched on every page by itself.

use ::expressions::{Expressions, Piece, Separator};
use cleaner::Regions;
use regex::Regex;
use serde::{Deserialize, Serialize};
use suffixarray_miner::{Config, Lexer, Lexicon, Patterns, Word};

use crate::eval::{
    measures::ratio::{mean, share},
    reading::Reading,
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Matched {
    pub(crate) expressions: usize,
    /// The share of expressions that match in injected blocks only.
    pub(crate) right: f64,
    /// Injected bytes among the matched, and matched among the injected; means over the pages.
    pub(crate) bytes_precision: f64,
    pub(crate) bytes_recall: f64,
}

/// Mines a site whose gold template is what was injected.
pub(crate) fn matched(reading: &Reading) -> anyhow::Result<Matched> {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    let documents: Vec<Vec<u32>> = reading
        .pages
        .iter()
        .map(|page| lexicon.read(&page.source))
        .collect();
    let documents: Vec<&[u32]> = documents.iter().map(Vec::as_slice).collect();
    let mined = Config::new().build()?.mine(&documents)?;
    let strings: Vec<Vec<Piece<'_>>> = mined
        .iter()
        .map(|string| {
            let words = string
                .symbols
                .iter()
                .filter_map(|&symbol| lexicon.word(symbol));
            words
                .map(|word| match word {
                    Word::Literal(text) => Piece::Literal(text),
                    Word::Pattern(pattern) => Piece::Pattern(pattern),
                })
                .collect()
        })
        .collect();
    let expressions = Expressions::from_pieces(Separator::white_space(), strings)?;
    let mut regions = vec![Vec::new(); reading.pages.len()];
    let mut n_right = 0;
    for line in expressions.lines() {
        let expression = Regex::new(line)?;
        let mut is_right = true;
        for (page, regions) in std::iter::zip(&reading.pages, &mut regions) {
            let injected = page.regions.as_ref().map(|gold| &gold.template);
            for found in expression.find_iter(&page.source) {
                // What separates the tokens belongs to both sides.
                let text = found.as_str();
                let start = found.start() + text.len() - text.trim_start().len();
                let range = start..start + text.trim().len();
                is_right &= injected.is_some_and(|injected| injected.covers(range.clone()));
                regions.push(range);
            }
        }
        n_right += usize::from(is_right);
    }
    let (mut precision, mut recall) = (Vec::new(), Vec::new());
    for (page, regions) in std::iter::zip(&reading.pages, regions) {
        let Some(gold) = &page.regions else { continue };
        let matched = Regions::from_ranges(regions);
        let hits = matched.intersection(&gold.template).total();
        precision.push(share(hits, matched.total()));
        recall.push(share(hits, gold.template.total()));
    }
    Ok(Matched {
        expressions: expressions.lines().len(),
        right: share(n_right, expressions.lines().len()),
        bytes_precision: mean(precision).unwrap_or(0.0),
        bytes_recall: mean(recall).unwrap_or(0.0),
    })
}
