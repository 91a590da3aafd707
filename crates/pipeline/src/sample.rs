//! Draws a few pages of each site from a stream of pages.
//!
//! The sample of a site consists of the k pages whose decoded sources have the smallest seeded hashes. Of pages that
//! show the same text, only the one with the smallest hash counts. The sample is uniform, and depends neither on the
//! order of the pages nor on their addresses or the file around them: a crawl as WARC, as JSON Lines and as a folder
//! gives the same sample, with any number of threads.

mod cacheable;
mod packing;
mod sampling;
mod staged;
mod store;
mod taken;

use std::{collections::BTreeMap, fs::File, io};

use formats::Page;
use tokenize::Fingerprint;

use self::store::{Store, Stored};
pub use self::{cacheable::Cacheable, sampling::Sampling, staged::Staged, taken::Sample};

/// Up to `k` pages for each of any number of sites.
///
/// Pages are kept as what they were [parsed into](Cacheable) while there is [room](Sampling::parsed) for that, and then
/// [reduced](Sampling::shrink) to what is needed of it. Beyond that they are compressed: in memory up to a budget, and
/// then in a file.
///
/// The first page of a site is neither parsed nor compressed until there is a second one, since most sites of a crawl
/// have only one. If it came from [`formats::open`], it is not kept at all where it can be read again: in
/// uncompressed files of JSON Lines, and in WARC files where it begins a member. Otherwise its unchanged bytes go
/// into the file if there is no room for it.
///
/// # Complexity
///
/// `O(log k)` for a page that is not drawn. If a site has n pages in random order, about `k * (1 + ln(n / k))` of
/// them are drawn at first, and most of these are replaced later. Memory: some 350 bytes per site, some 250 per page
/// that is drawn, and the pages up to the budget.
///
/// # Examples
///
/// ```
/// use formats::{At, Page, Place};
/// use pipeline::{Samples, Sampling};
///
/// let sampling = Sampling::<Page> { k: 2, budget: 1 << 20, ..Sampling::default() };
/// let mut samples = Samples::new(sampling, || Err(std::io::ErrorKind::Unsupported.into()));
/// for nth in 0..100 {
///     let place = Place { file: "a.jsonl".into(), at: At::Line(nth) };
///     let page = Page::new(place, format!("<p>Rain number {}", nth % 10).into_bytes());
///     samples.offer("a.example", None, &page)?;
/// }
/// let sample = samples.take("a.example").expect("pages were offered");
/// assert_eq!((sample.n_pages(), sample.read()?.len()), (100, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Samples<F, R = Page> {
    k: usize,
    seed: u64,
    copies: bool,
    store: Store<F, R>,
    sites: BTreeMap<String, Site<R>>,
}

#[derive(Debug)]
struct Site<R> {
    n_pages: u64,
    /// The site's only page so far, not parsed yet. Most sites of a crawl have one page, which is drawn in any case.
    only: Option<Box<Stored<R>>>,
    /// The pages drawn, by rank and text. No text occurs twice. Boxed, because a tree node has space for eleven
    /// values from the start, and most sites have few.
    drawn: BTreeMap<(u64, u64), Box<Stored<R>>>,
    /// The rank of each text that is drawn.
    texts: BTreeMap<u64, u64>,
}

impl<R> Default for Site<R> {
    fn default() -> Site<R> {
        Site { n_pages: 0, only: None, drawn: BTreeMap::new(), texts: BTreeMap::new() }
    }
}

impl<R> Site<R> {
    /// Returns whether a page with this rank and text is among the first k.
    fn wants(&self, rank: u64, text: u64, k: usize) -> bool {
        // The text is drawn already, and only the copy with the smallest rank represents it.
        if let Some(&known) = self.texts.get(&text) {
            return rank < known;
        }
        let last = self.drawn.last_key_value().map(|(key, _)| *key);
        self.drawn.len() < k || last.is_none_or(|last| (rank, text) < last)
    }

    /// Adds a page, and returns the one that is no longer drawn because of it, if any.
    fn insert(&mut self, rank: u64, text: u64, stored: Box<Stored<R>>, k: usize) -> Option<Box<Stored<R>>> {
        // The same source was drawn before, and its address is replaced.
        if let Some(same) = self.drawn.insert((rank, text), stored) {
            return Some(same);
        }
        // Another page with the same text had a larger rank, and gives its place to this one.
        if let Some(known) = self.texts.insert(text, rank) {
            return self.drawn.remove(&(known, text));
        }
        if self.drawn.len() <= k {
            return None;
        }
        let ((_, text), dropped) = self.drawn.pop_last()?;
        self.texts.remove(&text);
        Some(dropped)
    }
}

impl<F: FnMut() -> io::Result<File>, R: Cacheable> Samples<F, R> {
    /// Draws pages of any number of sites. When more than the budget would be in memory, `open` is called, once, for an
    /// empty file that holds the rest.
    pub fn new(sampling: Sampling<R>, open: F) -> Samples<F, R> {
        Samples {
            k: sampling.k.max(1),
            seed: sampling.seed,
            copies: sampling.copies,
            store: Store::new(sampling, open),
            sites: BTreeMap::new(),
        }
    }

    /// Reports the progress of reading: `before` bytes were read for the pages that were offered until now, of `all`
    /// bytes. The remaining bytes are expected to need memory in the same proportion. Before the first report, half
    /// of the room is reserved for later pages.
    pub fn expect(&mut self, before: u64, all: u64) {
        self.store.expect(before, all);
    }

    /// Returns how many pages of the site were offered or counted.
    #[must_use]
    pub fn n_pages(&self, site: &str) -> u64 {
        self.sites.get(site).map_or(0, |site| site.n_pages)
    }

    /// Takes the [ranks](Page::rank) of pages of a site in ascending order, and returns how many of the first ones
    /// have to be offered. The others have k pages before them, and can be drawn only if some of these turn out to be
    /// copies: call this again after offering them. Once it returns 0, the remaining pages need only be
    /// [counted](Samples::count).
    ///
    /// # Complexity
    ///
    /// `O(k)`.
    pub fn n_wanted(&self, site: &str, ranks: impl IntoIterator<Item = u64>) -> usize {
        let drawn = self.sites.get(site).map(|site| site.drawn.keys());
        let mut drawn = drawn.into_iter().flatten().peekable();
        let mut n_before = 0;
        // Merges two ascending sequences: a page counts together with the drawn pages before it.
        let is_wanted = |rank: &u64| {
            while drawn.next_if(|(known, _)| known < rank).is_some() {
                n_before += 1;
            }
            n_before += 1;
            n_before <= self.k
        };
        ranks.into_iter().take_while(is_wanted).count()
    }

    /// Counts a page of the site that cannot be drawn.
    pub fn count(&mut self, site: &str) {
        self.site(site).n_pages += 1;
    }

    fn site(&mut self, site: &str) -> &mut Site<R> {
        // Most pages belong to a known site, and need no key of their own.
        if !self.sites.contains_key(site) {
            self.sites.insert(site.to_owned(), Site::default());
        }
        self.sites.get_mut(site).expect("it was inserted if it was missing")
    }

    /// Does the part of [offering](Samples::offer) a page that needs only the page and, if it was parsed,
    /// the result of that: for instance, it may have to be compressed for lack of room. Several threads can do this
    /// at a time. The result is the same as without it.
    pub fn prepare(&self, page: &Page, read: Option<R>) -> Staged<R> {
        self.store.prepare(page, read)
    }

    /// Counts a page of the site, and keeps it if it is drawn. `read` is the page that was [prepared](Samples::prepare),
    /// or `Some` parsed page. With `None` it is parsed when needed: the first page of a site is parsed when a second
    /// one comes.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer(&mut self, site: &str, read: impl Into<Staged<R>>, page: &Page) -> io::Result<()> {
        let prepared = read.into();
        let found = self.site(site);
        found.n_pages += 1;
        if found.n_pages == 1 && prepared.read.is_none() {
            let only = self.store.put(page, prepared)?;
            self.site(site).only = Some(Box::new(only));
            return Ok(());
        }
        if let Some(only) = found.only.take() {
            // A page whose parsing panics is skipped here; the panic is reported when the page is cleaned.
            match formats::catch_panic(|| self.store.read(&only)) {
                Ok(read) => match read? {
                    Some(read) => self.draw_first(site, *only, read.fingerprint(), Some(read).into())?,
                    None => self.store.forget(&only),
                },
                Err(_) => self.store.forget(&only),
            }
        }
        self.draw(site, prepared, page)
    }

    /// Parses and [prepares](Samples::prepare) the first page of a site, if it is still unparsed because no other page
    /// came, and if it is in memory or can be read again. A thread that has the second page can do this, and pass the
    /// result to [`put_first`](Samples::put_first).
    pub fn prepare_first(&self, site: &str) -> Option<Staged<R>> {
        let first = self.sites.get(site)?.only.as_ref()?.unread()?;
        Some(self.prepare(&first, Some(R::read(&first))))
    }

    /// Accepts the first page of a site as [`prepare_first`](Samples::prepare_first) has returned it. Does nothing if
    /// it was accepted before.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn put_first(&mut self, site: &str, prepared: Staged<R>) -> io::Result<()> {
        let Some(print) = prepared.read.as_ref().map(Cacheable::fingerprint) else {
            return Ok(());
        };
        let first = self.sites.get_mut(site).and_then(|site| site.only.take());
        first.map_or(Ok(()), |first| self.draw_first(site, *first, print, prepared))
    }

    fn draw_first(&mut self, site: &str, first: Stored<R>, print: Fingerprint, prepared: Staged<R>) -> io::Result<()> {
        let (rank, text) = self.key(print, 1);
        let first = self.store.put_read(first, prepared)?;
        let k = self.k;
        self.site(site).insert(rank, text, Box::new(first), k);
        Ok(())
    }

    /// Returns what identifies a page: its rank, and its text or, if copies count, its number within the site.
    fn key(&self, print: Fingerprint, number: u64) -> (u64, u64) {
        let text = if self.copies { number } else { print.text() };
        (print.rank(self.seed), text)
    }

    /// Keeps a page if it is among the first k.
    fn draw(&mut self, site: &str, mut prepared: Staged<R>, page: &Page) -> io::Result<()> {
        let (k, number) = (self.k, self.site(site).n_pages);
        let read = prepared.read.get_or_insert_with(|| R::read(page));
        let print = read.fingerprint();
        let (rank, text) = self.key(print, number);
        let found = self.site(site);
        let is_wanted = match found.drawn.get(&(rank, text)) {
            // The same source was found at several addresses. The smallest address is kept, so that the order of the
            // pages does not matter.
            Some(known) => {
                let known = known.url.as_deref();
                page.url.is_some() && (known.is_none() || page.url.as_deref() < known)
            }
            None => found.wants(rank, text, k),
        };
        if !is_wanted {
            return Ok(());
        }
        // Stored before it is inserted: if that fails, the sample is unchanged.
        let stored = Box::new(self.store.put(page, prepared)?);
        if let Some(dropped) = self.site(site).insert(rank, text, stored, k) {
            self.store.forget(&dropped);
        }
        Ok(())
    }

    /// Returns the keys of all sites in ascending order, with their numbers of pages.
    pub fn sites(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sites.iter().map(|(key, site)| (key.as_str(), site.n_pages))
    }

    /// Removes a site and returns its sample. Compressed pages are decompressed, and those in the file are read, only by
    /// [`Sample::read`], which can be done elsewhere while other sites are taken.
    pub fn take(&mut self, site: &str) -> Option<Sample<R>> {
        let site = self.sites.remove(site)?;
        let stored = site.only.into_iter().chain(site.drawn.into_values());
        let pages: Vec<Stored<R>> = stored.map(|stored| *stored).collect();
        pages.iter().for_each(|stored| self.store.forget(stored));
        Some(Sample::new(site.n_pages, pages, &self.store))
    }

    /// Returns what [`take`](Samples::take) would return, but keeps the site.
    pub fn get(&self, site: &str) -> Option<Sample<R>> {
        let site = self.sites.get(site)?;
        let stored = site.only.iter().chain(site.drawn.values());
        let pages = stored.map(|stored| Stored::clone(stored)).collect();
        Some(Sample::new(site.n_pages, pages, &self.store))
    }
}
