//! Mining corpora of growing size: time by stage.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, Patterns, Stage};
use tokenize::{Normalize, Vocabulary};

use super::{clock, pages, table::Table};

/// The figures of one corpus, beside its size. Times are in seconds on a processor.
type Figures = [(&'static str, f64); 9];

pub(crate) fn measure(folders: &[PathBuf], megabytes: &[usize]) -> anyhow::Result<Vec<Table>> {
    let of = |input: &str, mine: fn(&[String]) -> anyhow::Result<(Figures, f64)>| {
        let mut table = Table::new(format!("mine: {}, {input}", pages::name(folders)), &["MB"]);
        let mut first = None;
        for &megabytes in megabytes {
            let pages = pages::load(folders, megabytes * 1_000_000)?;
            let n_bytes = pages::n_bytes(&pages);
            let (figures, mining) = mine(&pages)?;
            let mining_a_byte = mining / n_bytes as f64;
            let growth = mining_a_byte / *first.get_or_insert(mining_a_byte);
            let figures = [("pages", pages.len() as f64)].into_iter().chain(figures).chain([("growth", growth)]);
            table.row(format!("{:.0}", n_bytes as f64 / 1e6), figures.map(|(column, figure)| (column, Some(figure))));
            // There are no more pages.
            if n_bytes < megabytes * 1_000_000 {
                break;
            }
        }
        anyhow::Ok(table)
    };
    Ok(vec![of("HTML tokens", html)?, of("words", words)?])
}

fn html(pages: &[String]) -> anyhow::Result<(Figures, f64)> {
    let tokenizer = Normalize::new().build();
    let mut vocabulary = Vocabulary::new();
    mine(|corpus| {
        for page in pages {
            corpus.push(vocabulary.adopt(tokenizer.draft(page)).symbols());
        }
        |_| false
    })
}

fn words(pages: &[String]) -> anyhow::Result<(Figures, f64)> {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    mine(|corpus| {
        for page in pages {
            corpus.push(&lexicon.read(page));
        }
        |symbol| lexicon.is_mutable(symbol)
    })
}

/// Reads and mines with the default settings, and watches. `read` returns which symbols are mutable. Returns the
/// figures, and the time of mining alone.
fn mine<M: Fn(u32) -> bool>(read: impl FnOnce(&mut Corpus) -> M) -> anyhow::Result<(Figures, f64)> {
    let wall = Instant::now();
    let mut last = clock::on_processor();
    let mut lap = || {
        let now = clock::on_processor();
        let time: Duration = now.saturating_sub(last);
        last = now;
        time.as_secs_f64()
    };
    let mut corpus = Corpus::new();
    let is_mutable = read(&mut corpus);
    let (reading, n_tokens) = (lap(), corpus.n_tokens());
    let [mut array, mut lcp, mut statistics, mut selection] = [0.0; 4];
    let mined = Config::new().build()?.mine_corpus(corpus, is_mutable, |stage| {
        let time = lap();
        match stage {
            // Making the text small enough to be sorted is a part of sorting it.
            Stage::Corpus | Stage::SuffixArray => array += time,
            Stage::Lcp => lcp += time,
            Stage::Statistics => statistics += time,
            _ => selection += time,
        }
    })?;
    let wall = wall.elapsed().as_secs_f64();
    let mining = array + lcp + statistics + selection;
    let figures = [
        ("tokens", n_tokens as f64),
        ("strings", mined.strings().len() as f64),
        // Tokenizing and giving symbols.
        ("read", reading),
        ("array", array),
        ("lcp", lcp),
        ("stats", statistics),
        ("select", selection),
        ("all", reading + mining),
        // In seconds of the day.
        ("wall", wall),
    ];
    Ok((figures, mining))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_inputs_are_mined_until_there_are_no_more_pages() {
        let folder = tempfile::tempdir().unwrap();
        for (nth, page) in pages::load(&[], 200_000).unwrap().iter().enumerate() {
            std::fs::write(folder.path().join(nth.to_string()), page).unwrap();
        }
        for table in measure(&[folder.path().to_owned()], &[1, 2]).unwrap() {
            assert_eq!(table.rows.len(), 1);
            assert!(table.rows[0].figures[..3].iter().all(|figure| figure.is_some_and(|figure| figure > 0.0)));
        }
    }
}
