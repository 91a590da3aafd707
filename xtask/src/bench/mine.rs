//! Mining corpora of growing size: time by stage.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, Patterns, Stage};
use tokenize::{Normalize, Vocabulary};

use super::{clock, pages::Pages, table::Table};

/// What was found in one corpus. Times are in seconds on a processor.
#[derive(Debug, Default)]
struct Measured {
    n_bytes: usize,
    n_pages: usize,
    n_tokens: usize,
    n_strings: usize,
    /// Tokenizing and giving symbols.
    reading: f64,
    array: f64,
    lcp: f64,
    statistics: f64,
    selection: f64,
    /// Everything, in seconds of the day.
    wall: f64,
}

impl Measured {
    fn mining(&self) -> f64 {
        self.array + self.lcp + self.statistics + self.selection
    }

    fn mining_a_byte(&self) -> f64 {
        self.mining() / self.n_bytes as f64
    }
}

pub(crate) fn measure(folders: &[PathBuf], megabytes: &[usize]) -> anyhow::Result<Vec<Table>> {
    let name = Pages::name(folders);
    let of = |input: &str, mine: fn(&Pages) -> anyhow::Result<Measured>| -> anyhow::Result<Table> {
        let parts = growing(megabytes, |megabytes| mine(&Pages::load(folders, megabytes * 1_000_000)?))?;
        Ok(stages(format!("mine: {name}, {input}"), &parts))
    };
    Ok(vec![of("HTML tokens", html)?, of("words", words)?])
}

/// Measures one size after the other, until there are no more pages.
fn growing(megabytes: &[usize], measure: impl Fn(usize) -> anyhow::Result<Measured>) -> anyhow::Result<Vec<Measured>> {
    let mut parts = Vec::new();
    for &megabytes in megabytes {
        let measured = measure(megabytes)?;
        let is_all = measured.n_bytes < megabytes * 1_000_000;
        parts.push(measured);
        if is_all {
            break;
        }
    }
    Ok(parts)
}

/// Seconds of each stage.
fn stages(title: String, parts: &[Measured]) -> Table {
    let head = ["MB", "pages", "tokens", "strings", "read", "array", "lcp", "stats", "select", "all", "wall", "growth"];
    let mut table = Table::new(title, &head);
    for part in parts {
        let figures = [
            part.n_pages as f64,
            part.n_tokens as f64,
            part.n_strings as f64,
            part.reading,
            part.array,
            part.lcp,
            part.statistics,
            part.selection,
            part.reading + part.mining(),
            part.wall,
            part.mining_a_byte() / parts[0].mining_a_byte(),
        ];
        table.push(megabytes(part), figures);
    }
    table
}

fn megabytes(part: &Measured) -> String {
    format!("{:.0}", part.n_bytes as f64 / 1e6)
}

fn html(pages: &Pages) -> anyhow::Result<Measured> {
    let tokenizer = Normalize::new().build();
    let mut vocabulary = Vocabulary::new();
    mine(pages, |corpus| {
        for page in pages.iter() {
            corpus.push(vocabulary.adopt(tokenizer.draft(page)).symbols());
        }
        |_| false
    })
}

fn words(pages: &Pages) -> anyhow::Result<Measured> {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    mine(pages, |corpus| {
        for page in pages.iter() {
            corpus.push(&lexicon.read(page));
        }
        |symbol| lexicon.is_mutable(symbol)
    })
}

/// Reads and mines with the default settings, and watches. `read` returns which symbols are mutable.
fn mine<M: Fn(u32) -> bool>(pages: &Pages, read: impl FnOnce(&mut Corpus) -> M) -> anyhow::Result<Measured> {
    let wall = Instant::now();
    let mut last = clock::on_processor();
    let mut lap = || {
        let now = clock::on_processor();
        let time: Duration = now.saturating_sub(last);
        last = now;
        time.as_secs_f64()
    };

    let mut measured = Measured { n_bytes: pages.n_bytes(), n_pages: pages.iter().len(), ..Measured::default() };
    let mut corpus = Corpus::new();
    let is_mutable = read(&mut corpus);
    measured.reading = lap();
    measured.n_tokens = corpus.n_tokens();
    let mined = Config::new().build()?.mine_corpus(corpus, is_mutable, |stage| {
        let time = lap();
        match stage {
            // Making the text small enough to be sorted is a part of sorting it.
            Stage::Corpus | Stage::SuffixArray => measured.array += time,
            Stage::Lcp => measured.lcp += time,
            Stage::Statistics => measured.statistics += time,
            _ => measured.selection += time,
        }
    })?;
    measured.wall = wall.elapsed().as_secs_f64();
    measured.n_strings = mined.strings().len();
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_grow_until_there_are_no_more_pages() {
        let measure = |megabytes: usize| Ok(Measured { n_bytes: megabytes.min(3) * 1_000_000, ..Measured::default() });
        let parts = growing(&[1, 2, 4, 8], measure).unwrap();
        let sizes: Vec<String> = parts.iter().map(megabytes).collect();
        assert_eq!(sizes, ["1", "2", "3"]);
    }

    #[test]
    fn both_inputs_are_mined() {
        let pages = Pages::load(&[], 200_000).unwrap();
        for measured in [html(&pages).unwrap(), words(&pages).unwrap()] {
            assert!(measured.n_tokens > 0 && measured.n_strings > 0);
        }
    }
}
