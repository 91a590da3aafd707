//! Mining corpora of growing size: time by stage, memory at the peak, growth.

use std::{
    path::PathBuf,
    time::{Duration, Instant},
};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, Patterns, Stage};
use tokenize::{Normalize, Vocabulary};

use super::{
    clock, memory,
    pages::Pages,
    part::{self, Part},
    table::Table,
};

/// What a process of its own mines.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Run {
    input: Input,
    megabytes: usize,
    /// Those that read. Mining itself takes one.
    threads: usize,
    pages: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
enum Input {
    Html,
    Words,
}

/// What it found.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct Measured {
    n_bytes: usize,
    n_pages: usize,
    n_tokens: usize,
    n_strings: usize,
    /// Tokenizing and giving symbols, in seconds on a processor.
    reading: f64,
    array: f64,
    lcp: f64,
    statistics: f64,
    selection: f64,
    /// Everything, in seconds of the day.
    wall: f64,
    /// Bytes for vocabulary and corpus, and at the peak, beyond the pages.
    after_reading: Option<u64>,
    peak: Option<u64>,
}

/// Pages that are read side by side.
const CHUNK: usize = 64;

/// Bytes of a symbol, of which the corpus has one for each token.
const SYMBOL: f64 = 4.0;

impl Measured {
    fn mining(&self) -> f64 {
        self.array + self.lcp + self.statistics + self.selection
    }

    /// Seconds for so many bytes, scaled to 100 MB.
    fn a_hundred_megabytes(&self, seconds: f64) -> f64 {
        seconds * 1e8 / self.n_bytes as f64
    }

    /// How much longer a byte takes than it took there.
    fn growth(&self, smallest: &Measured) -> f64 {
        self.a_hundred_megabytes(self.mining()) / smallest.a_hundred_megabytes(smallest.mining())
    }

    fn a_token(&self, bytes: Option<u64>) -> Option<f64> {
        bytes.map(|bytes| bytes as f64 / self.n_tokens as f64)
    }

    /// What mining takes at the peak, its symbols included, the words' letters not.
    fn miner_a_token(&self) -> Option<f64> {
        let beyond = self.peak?.saturating_sub(self.after_reading?);
        Some(self.a_token(Some(beyond))? + SYMBOL)
    }
}

pub(crate) fn measure(folders: &[PathBuf], megabytes: &[usize]) -> anyhow::Result<Vec<Table>> {
    let name = Pages::name(folders);
    let part = |input, megabytes, threads| {
        part::measure(&Part::Mine(Run { input, megabytes, threads, pages: folders.to_vec() }))
    };
    let mut html = growing(megabytes, |megabytes| part(Input::Html, megabytes, 1))?;
    if let Some(&largest) = megabytes.get(html.len().wrapping_sub(1)) {
        html.push(part(Input::Html, largest, 2)?);
    }
    // Words are given their symbols one after the other: there is nothing for a second thread.
    let words = growing(megabytes, |megabytes| part(Input::Words, megabytes, 1))?;
    Ok(vec![
        stages(format!("mine: {name}, HTML tokens; the last row with two threads reading"), &html),
        needs(format!("mine: {name}, HTML tokens, what they need"), &html),
        stages(format!("mine: {name}, words"), &words),
        needs(format!("mine: {name}, words, what they need"), &words),
    ])
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
    let head = ["MB", "pages", "tokens", "read", "array", "lcp", "stats", "select", "all", "wall"];
    let mut table = Table::new(title, &head);
    for part in parts {
        let figures = [
            part.n_pages as f64,
            part.n_tokens as f64,
            part.reading,
            part.array,
            part.lcp,
            part.statistics,
            part.selection,
            part.reading + part.mining(),
            part.wall,
        ];
        table.push(megabytes(part), figures);
    }
    table
}

/// Time for a given size, growth, and bytes a token.
fn needs(title: String, parts: &[Measured]) -> Table {
    let head = [
        "MB",
        "s/100 MB",
        "mining s/100 MB",
        "growth",
        "array share",
        "peak B/token",
        "after reading",
        "miner alone",
        "peak MB",
        "strings",
    ];
    let mut table = Table::new(title, &head);
    for part in parts {
        let figures = [
            Some(part.a_hundred_megabytes(part.reading + part.mining())),
            Some(part.a_hundred_megabytes(part.mining())),
            Some(part.growth(&parts[0])),
            Some(part.array / part.mining()),
            part.a_token(part.peak),
            part.a_token(part.after_reading),
            part.miner_a_token(),
            part.peak.map(|bytes| bytes as f64 / 1e6),
            Some(part.n_strings as f64),
        ];
        table.push(megabytes(part), figures);
    }
    table
}

fn megabytes(part: &Measured) -> String {
    format!("{:.0}", part.n_bytes as f64 / 1e6)
}

impl Run {
    /// Mines in this process.
    pub(crate) fn measure(&self) -> anyhow::Result<Measured> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let pages = Pages::load(&self.pages, self.megabytes * 1_000_000)?;
        pool.install(|| match self.input {
            Input::Html => html(&pages),
            Input::Words => words(&pages),
        })
    }
}

fn html(pages: &Pages) -> anyhow::Result<Measured> {
    let tokenizer = Normalize::new().build();
    let mut vocabulary = Vocabulary::new();
    mine(pages, |corpus| {
        let sources: Vec<&str> = pages.iter().collect();
        for chunk in sources.chunks(CHUNK) {
            let drafts: Vec<_> = chunk.par_iter().map(|page| tokenizer.draft(page)).collect();
            for draft in drafts {
                corpus.push(vocabulary.adopt(draft).symbols());
            }
        }
        |_| false
    })
}

fn words(pages: &Pages) -> anyhow::Result<Measured> {
    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    mine(pages, |corpus| {
        let mut symbols = Vec::new();
        for page in pages.iter() {
            symbols.clear();
            lexicon.read_into(page, &mut symbols);
            corpus.push(&symbols);
        }
        |symbol| lexicon.is_mutable(symbol)
    })
}

/// Reads and mines with the default settings, and watches. `read` returns which symbols are mutable.
fn mine<M: Fn(u32) -> bool>(pages: &Pages, read: impl FnOnce(&mut Corpus) -> M) -> anyhow::Result<Measured> {
    let before = memory::resident();
    let beyond = |bytes: Option<u64>| Some(bytes?.saturating_sub(before?));
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
    measured.after_reading = beyond(memory::resident());
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
    measured.peak = beyond(memory::peak());
    measured.n_strings = mined.len();
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(n_bytes: usize, seconds: f64) -> Measured {
        Measured {
            n_bytes,
            n_tokens: 1_000,
            array: seconds / 2.0,
            lcp: seconds / 4.0,
            statistics: seconds / 8.0,
            selection: seconds / 8.0,
            after_reading: Some(10_000),
            peak: Some(28_000),
            ..Measured::default()
        }
    }

    #[test]
    fn growth_is_of_the_time_of_a_byte() {
        let small = measured(25_000_000, 1.0);
        assert_eq!(small.a_hundred_megabytes(small.mining()), 4.0);
        assert_eq!(measured(50_000_000, 2.0).growth(&small), 1.0);
        assert_eq!(measured(50_000_000, 3.0).growth(&small), 1.5);
    }

    #[test]
    fn the_miner_has_its_symbols_from_the_reader() {
        let one = measured(1, 1.0);
        assert_eq!(one.a_token(one.peak), Some(28.0));
        assert_eq!(one.miner_a_token(), Some(22.0));
        let unknown = Measured::default();
        assert_eq!(unknown.miner_a_token(), None);
    }

    #[test]
    fn sizes_grow_until_there_are_no_more_pages() {
        let measure = |megabytes: usize| Ok(measured(megabytes.min(3) * 1_000_000, 1.0));
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
