//! The addresses that were given, and what became of them.

#[cfg(feature = "crawl")]
use std::io::{BufRead as _, BufReader};
use std::{fmt, fs::File, io::Read, sync::Arc};

#[cfg(feature = "crawl")]
use crate::plan::listed;
use crate::{
    options::Common,
    plan::Reading,
    terminal::{count, one_line},
};

/// The addresses that were given.
#[derive(Debug)]
pub(super) struct Addresses {
    given: Vec<Given>,
    fetched: Fetched,
}

/// An address that was given.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) url: String,
    /// The list that has it, and its line there.
    line: Option<(Arc<str>, usize)>,
}

/// What became of all addresses.
#[derive(Debug, Default)]
pub(super) struct Fetched {
    /// The pages in the form of WARC, those of the given addresses in their order.
    pub(super) pages: Option<File>,
    /// The given addresses that gave no page, with the reason.
    pub(super) lost: Vec<String>,
    /// Why not all addresses were asked.
    pub(super) cut: Option<String>,
    /// The number of further addresses that gave no page: those in sitemaps, feeds and links.
    pub(super) n_others: usize,
    /// The number of given addresses whose page another one has given.
    pub(super) n_repeated: usize,
    /// Whether each lost address is named at once, and not only at the end of the run.
    names: bool,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of(&one_line(&self.url)))
    }
}

impl Given {
    /// Puts the place before what is said about the address.
    pub(super) fn of(&self, said: &str) -> String {
        match &self.line {
            Some((list, line)) => format!("{}, line {line}: {said}", one_line(list)),
            None => said.to_owned(),
        }
    }
}

impl Fetched {
    /// Notes that an address gave no page.
    #[cfg(feature = "crawl")]
    pub(super) fn lose(&mut self, what: String) {
        if self.names {
            say!("skipped: {what}");
        }
        self.lost.push(what);
    }

    /// Returns the lines that say what the output lacks.
    pub(super) fn lines(&self) -> Vec<String> {
        let lost = match self.lost.len() {
            // They were named before.
            n if self.names && n > 1 => vec![format!("{} gave no page", count(n, "URL"))],
            _ => self.lost.clone(),
        };
        lost.into_iter().chain(self.cut.clone()).collect()
    }
}

impl Addresses {
    pub(super) fn new(reading: &Reading, common: &Common) -> Addresses {
        let are_many = reading.inputs.len() > 1 || !reading.lists.is_empty();
        let fetched = Fetched { names: are_many && !common.quiet, ..Fetched::default() };
        Addresses { given: Vec::new(), fetched }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.given.is_empty() && self.fetched.lost.is_empty()
    }

    /// Returns what their pages are called as an input.
    pub(super) fn name(&self) -> Arc<str> {
        match &self.given[..] {
            [one] => one.url.as_str().into(),
            _ => "the fetched pages".into(),
        }
    }

    pub(super) fn add(&mut self, url: &str) {
        self.given.push(Given { url: url.to_owned(), line: None });
    }

    /// Adds the addresses of a list. Its lines that have no address are lost.
    #[cfg(feature = "crawl")]
    pub(super) fn add_list(&mut self, name: &str, list: impl Read) -> std::io::Result<()> {
        let name = Arc::<str>::from(name);
        let mut nth = 0;
        let mut list = BufReader::new(list);
        // What the shell of Windows writes with `>`.
        if list.fill_buf()?.starts_with(b"\xFF\xFE") || list.fill_buf()?.starts_with(b"\xFE\xFF") {
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, "it is UTF-16; save it as UTF-8"));
        }
        crawl::each_line(list, |line| {
            nth += 1;
            if let Some(text) = listed(line) {
                let given = Given { url: text.to_owned(), line: Some((name.clone(), nth)) };
                match demold::is_address(text) {
                    true => self.given.push(given),
                    // What is no address may be a file that was taken for a list, of whatever length.
                    false => self.fetched.lose(given.of(&format!("{} is no http(s) address", short(text)))),
                }
            }
            true
        })?;
        Ok(())
    }

    /// A program that cannot fetch has no options that name lists.
    #[cfg(not(feature = "crawl"))]
    pub(super) fn add_list(&mut self, _: &str, _: impl Read) -> std::io::Result<()> {
        Ok(())
    }

    /// Returns the addresses, and what is known of lines that have none.
    pub(super) fn take(self) -> (Vec<Given>, Fetched) {
        (self.given, self.fetched)
    }
}

/// Says that a program without fetching has no pages of the addresses.
#[cfg(not(feature = "crawl"))]
pub(super) fn gather(addresses: Addresses, _: &Reading, _: &Common) -> anyhow::Result<Fetched> {
    let (given, fetched) = addresses.take();
    if let Some(first) = given.first() {
        anyhow::bail!("{first} cannot be fetched: build demold with the feature `crawl`, as it is by default");
    }
    Ok(fetched)
}

/// The most characters of a line that are shown.
///
/// Chosen: what fits on one line of a terminal.
#[cfg(feature = "crawl")]
const MOST_SHOWN: usize = 80;

/// Returns the beginning of a text, on one line.
#[cfg(feature = "crawl")]
fn short(text: &str) -> String {
    let line = one_line(&text);
    match line.char_indices().nth(MOST_SHOWN) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
