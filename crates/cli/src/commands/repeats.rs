//! `demold repeats`: finds long strings that pages of different sites share.
//!
//! Everything is read twice. In the first pass, a [`Sieve`] of fixed size learns which strings of words several sites
//! may share. In the second pass, the strings that the sieve lets through are indexed, and the index is exact.
//!
//! The output has at most twice as many words as the pages, see [`Index::shared_by_groups`].

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::Write,
    ops::Range,
};

use anyhow::bail;
use pipeline::{Item, PageFiles, ReadOptions};
use serde::Serialize;
use suffixarray_miner::{Corpus, Index, Lexer, Lexicon, Patterns, Shared, Sieve, UNKNOWN, Word};

use crate::{
    options::{self, Common},
    output::Checked,
    pages,
    plan::{Destination, Reading, half_of_the_machine},
    terminal::{bytes, count},
};

/// The bytes of memory for each indexed token: the corpus, its suffix array and prefixes, and what the search for the
/// longest strings takes. Set by: the types of these.
const BYTES_A_TOKEN: usize = 56;

/// The bytes of memory for each word of the lexicon besides its letters: its entry, its slot in the table, and the
/// allocation. Set by: the types of these.
const BYTES_A_WORD: usize = 96;

/// The memory is divided by this to give the part for the sieve: a quarter. Chosen: by eye.
const SIEVE_PART: usize = 4;

/// The most pages that are named for each string. Chosen: by eye.
const N_EXAMPLES: usize = 5;

/// The most occurrences of a string among which examples are sought. To look at all occurrences of all strings would
/// take time that grows with their product. Chosen: by eye.
const N_LOOKED_AT: usize = 1_000;

/// The most bytes of an address that names a page: 2 KiB. Pages with longer addresses are named by their place in the
/// input, because each may be an example of many strings. Chosen: by eye.
const LONGEST_NAME: usize = 2 << 10;

/// One line of the output.
#[derive(Serialize)]
struct Line<'a> {
    sites: u32,
    pages: u32,
    occurrences: usize,
    words: u32,
    text: &'a str,
    /// Pages of different sites that have the string. These are the first in the input among the occurrences that are
    /// looked at.
    examples: Vec<&'a str>,
}

pub(crate) fn run(mut args: options::Repeats, common: &Common) -> anyhow::Result<()> {
    // What is found must fit into memory too, which can be much more than the pages that templates are learned from.
    let memory = *(args.reading.memory).get_or_insert_with(half_of_the_machine);
    // It is taken at once, whatever the input is, so it has to be there.
    let for_sieve = (memory / SIEVE_PART).min(half_of_the_machine());
    let (to, reading) = (args.out.map_or(Destination::Stdout, Destination::of), Reading::of(args.reading)?);
    let out = Checked::of(&to, &reading.inputs, args.force)?;
    let inputs = pages::find(&reading, true, common)?;
    let out = out.begin()?;
    let (min_words, min_sites) = (args.min_words, args.min_sites);
    let mut search = Search {
        options: &reading.pages,
        min_words,
        min_sites,
        files: &inputs.files,
        common,
        lexicon: Lexicon::new(Lexer::new(Patterns::none())),
        sites: BTreeMap::new(),
        n_pages: 0,
    };
    let sieve = search.sift(for_sieve)?;
    let kept = search.keep(&sieve, memory - for_sieve)?;
    inputs.check_any()?;
    // The index needs the memory.
    drop(sieve);
    let (names, groups): (Vec<String>, Vec<u32>) = kept.pages.into_iter().unzip();
    let index = Index::new(kept.corpus)?;
    let mut found = index.shared_by_groups(&groups, min_sites, min_words);
    // The most widely shared strings come first. The sort is stable, and the strings were ordered before by length
    // and then by position, so that the order is the same on every machine.
    found.sort_by_key(|shared| Reverse((shared.groups, shared.documents)));
    out.write(|out| {
        for shared in &found {
            search.write(shared, &index, &names, &groups, out)?;
        }
        Ok(())
    })?;
    if !common.quiet {
        say!(
            "{} shared, of {} of {}",
            count(found.len(), "string"),
            count(search.n_pages, "page"),
            count(search.sites.len(), "site")
        );
    }
    inputs.check()
}

/// The state of both passes over the pages.
struct Search<'a> {
    options: &'a ReadOptions,
    min_words: u32,
    min_sites: u32,
    files: &'a PageFiles,
    common: &'a Common,
    lexicon: Lexicon,
    /// The numbers of the sites.
    sites: BTreeMap<String, u32>,
    n_pages: usize,
}

/// The words that the sieve let through.
#[derive(Default)]
struct Kept {
    corpus: Corpus,
    /// The name of each document, and the number of its site.
    pages: Vec<(String, u32)>,
}

/// The words of a page.
struct Read {
    text: String,
    words: Vec<Range<usize>>,
    windows: Vec<u64>,
}

impl Search<'_> {
    /// Reads all pages, and remembers which windows of words several sites have.
    fn sift(&mut self, memory: usize) -> anyhow::Result<Sieve> {
        let mut sieve = Sieve::new(self.min_words as usize, memory);
        let one_site = self.min_sites == 1;
        let (mut sites, mut n_pages) = (BTreeMap::new(), 0_u32);
        self.each("reading", |search, batch| {
            for (site, read) in search.read(batch, &sieve).into_iter().flatten() {
                let next = u32::try_from(sites.len()).expect("memory ends before 2^32 sites");
                let site = *sites.entry(site).or_insert(next);
                // With `--min-sites 1`, a string that two pages of one site share is enough, so each page counts as a
                // site.
                sieve.add(if one_site { n_pages } else { site }, &read.windows);
                n_pages += 1;
            }
            Ok(())
        })?;
        self.sites = sites;
        self.n_pages = n_pages as usize;
        Ok(sieve)
    }

    /// Reads all pages again, and keeps the words that the sieve lets through.
    fn keep(&mut self, sieve: &Sieve, memory: usize) -> anyhow::Result<Kept> {
        let mut kept = Kept::default();
        let mut lexicon = self.lexicon.clone();
        let mut n_bytes = 0;
        self.each("looking", |search, batch| {
            let read = search.read(batch, sieve);
            for (item, read) in batch.iter().zip(read) {
                let Some((site, read)) = read else { continue };
                let mut tokens = Vec::new();
                for range in sieve.shared(&read.windows) {
                    let n_words = lexicon.len();
                    let words = read.words[range].iter().map(|word| &read.text[word.clone()]);
                    for word in words {
                        tokens.push(lexicon.intern(word));
                        // Only a word that is new to the lexicon takes memory there.
                        if n_words < lexicon.len() {
                            n_bytes += word.len() + BYTES_A_WORD;
                        }
                    }
                    // A separator, so that no string extends across words that were left out.
                    tokens.push(UNKNOWN);
                }
                if tokens.is_empty() {
                    continue;
                }
                let name = name(item);
                n_bytes += tokens.len() * BYTES_A_TOKEN + name.len();
                // Checked while reading, because the index would exceed the memory only at the very end.
                if memory < n_bytes {
                    bail!(
                        "what sites may share does not fit into the memory of {}: give more by \
                         --memory, or ask for longer strings by --min-words",
                        bytes(memory as u64)
                    );
                }
                kept.corpus.push(&tokens);
                kept.pages
                    // A site without a number was not there in the first pass. Then the input has changed, and the
                    // run fails in the end.
                    .push((name, search.sites.get(&site).copied().unwrap_or(0)));
            }
            Ok(())
        })?;
        self.lexicon = lexicon;
        Ok(kept)
    }

    fn each(
        &self,
        what: &'static str,
        mut work: impl FnMut(&Self, &[Item]) -> anyhow::Result<()> + Send,
    ) -> anyhow::Result<()> {
        pages::each(what, self.files, self.options, self.common, |batch| work(self, batch))
    }

    /// Splits pages into words, in parallel. Items that are no pages have none.
    fn read(&self, batch: &[Item], sieve: &Sieve) -> Vec<Option<(String, Read)>> {
        pages::texts(batch, self.options, |text| {
            let words: Vec<Range<usize>> = self.lexicon.lexer().tokens(&text).collect();
            let hashes: Vec<u64> = words.iter().map(|word| hash(&text[word.clone()])).collect();
            let windows = sieve.windows(&hashes);
            Read { text, words, windows }
        })
    }

    fn write(
        &self,
        shared: &Shared,
        index: &Index,
        names: &[String],
        groups: &[u32],
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let symbols = index.string(shared.ranks.start, shared.tokens);
        let words: Vec<&str> = symbols
            .iter()
            .map(|&symbol| match self.lexicon.word(symbol) {
                Some(Word::Literal(word)) => word,
                // Does not occur, because the lexer has no patterns, and no shared string contains a separator.
                Some(Word::Pattern(_) | Word::Parts(_)) | None => "",
            })
            .collect();
        // Spread evenly over all occurrences. A shared string occurs, so the step is at least one.
        let step = shared.ranks.len().div_ceil(N_LOOKED_AT);
        let mut documents: Vec<usize> =
            (shared.ranks.clone().step_by(step)).map(|rank| index.occurrence(rank).document).collect();
        // Occurrences are in the order of the suffix array. The examples are to be the first pages of the input.
        documents.sort_unstable();
        documents.dedup();
        let mut named: Vec<usize> = Vec::new();
        for document in documents {
            let is_new = named.iter().all(|&other| groups[other] != groups[document]);
            if is_new && named.len() < N_EXAMPLES {
                named.push(document);
            }
        }
        let line = Line {
            sites: shared.groups,
            pages: shared.documents,
            occurrences: shared.ranks.len(),
            words: shared.tokens,
            text: &words.join(" "),
            examples: named.iter().map(|&at| names[at].as_str()).collect(),
        };
        serde_json::to_writer(&mut *out, &line)?;
        Ok(out.write_all(b"\n")?)
    }
}

/// Returns the address of a page, or else the place where it was found.
fn name(item: &Item) -> String {
    match &item.page {
        Ok(page) => match &page.url {
            Some(url) if url.len() <= LONGEST_NAME => url.clone(),
            _ => page.place.to_string(),
        },
        Err(_) => String::new(),
    }
}

/// Hashes a word without a random key, so that every run has the same hashes.
fn hash(word: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    word.hash(&mut hasher);
    hasher.finish()
}
