//! Draws a few pages of each site from a stream of pages.
//!
//! The sample of a site consists of the k pages whose decoded sources have the smallest seeded hashes. Of pages that
//! show the same text, only the one with the smallest hash counts. The sample is uniform, and depends neither on the
//! order of the pages nor on their addresses or the file around them: a crawl as WARC, as JSON Lines and as a folder
//! gives the same sample, with any number of threads.

use std::{collections::BTreeMap, io, sync::Arc};

use formats::Page;
use tokenize::Fingerprint;

use crate::store::{Drawn, Needed, PageForm, PageStore, Staged, Stored};

/// Up to `k` pages for each of any number of sites.
///
/// Pages are kept in a [`PageStore`]: as [what is needed](crate::Needed) of them while there is room for that, and beyond
/// that compressed, in memory up to a budget, and then in a file.
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
/// use pipeline::{PageStore, Samples, Sampling, Staged};
///
/// let sampling = Sampling { k: 2, ..Sampling::default() };
/// let mut samples = Samples::new(sampling, PageStore::new(1 << 20).into());
/// for nth in 0..100 {
///     let place = Place { file: "a.jsonl".into(), at: At::Line(nth) };
///     let page = Page::new(place, format!("<p>Rain number {}", nth % 10).into_bytes());
///     samples.offer("a.example", Staged::default(), &page)?;
/// }
/// let sample = samples.take("a.example").expect("pages were offered");
/// assert_eq!((sample.n_pages(), sample.read()?.len()), (100, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Samples {
    sampling: Sampling,
    store: Arc<PageStore>,
    sites: BTreeMap<String, Site>,
}

/// How [`Samples`](crate::Samples) draw pages. By default one page of each site is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    /// The number of pages to draw from each site; at least 1.
    pub k: usize,
    /// The seed of the draw.
    pub seed: u64,
    /// Whether each of several pages that show the same text counts, and not only the first of them.
    pub copies: bool,
    /// What is needed of the pages.
    pub needed: Needed,
}

impl Default for Sampling {
    fn default() -> Sampling {
        Sampling { k: 1, seed: 0, copies: false, needed: Needed::default() }
    }
}

#[derive(Debug, Default)]
struct Site {
    n_pages: u64,
    /// The site's only page so far, not parsed yet. Most sites of a crawl have one page, which is drawn in any case.
    only: Option<Box<Stored>>,
    /// The pages drawn, by rank and text. No text occurs twice.
    drawn: BTreeMap<(u64, u64), Arc<Stored>>,
    /// The rank of each text that is drawn.
    texts: BTreeMap<u64, u64>,
}

impl Site {
    /// Returns whether a page with this rank and text is among the first k.
    fn wants(&self, rank: u64, text: u64, k: usize) -> bool {
        // The text is drawn already, and only the copy with the smallest rank represents it.
        if let Some(&known) = self.texts.get(&text) {
            return rank < known;
        }
        let last = self.drawn.last_key_value().map(|(key, _)| *key);
        self.drawn.len() < k || last.is_none_or(|last| (rank, text) < last)
    }

    /// Adds a page. Drops the one that is no longer drawn because of it, if any.
    fn insert(&mut self, rank: u64, text: u64, stored: Stored, k: usize) {
        if self.drawn.insert((rank, text), Arc::new(stored)).is_some() {
            // The same source was drawn before, and its address is replaced.
        } else if let Some(known) = self.texts.insert(text, rank) {
            // Another page with the same text had a larger rank, and gives its place to this one.
            self.drawn.remove(&(known, text));
        } else if self.drawn.len() > k
            && let Some(((_, text), _)) = self.drawn.pop_last()
        {
            self.texts.remove(&text);
        }
    }
}

impl Samples {
    /// Draws pages of any number of sites, and keeps them in this store.
    #[must_use]
    pub fn new(sampling: Sampling, store: Arc<PageStore>) -> Samples {
        let sampling = Sampling { k: sampling.k.max(1), ..sampling };
        Samples { sampling, store, sites: BTreeMap::new() }
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
            n_before <= self.sampling.k
        };
        ranks.into_iter().take_while(is_wanted).count()
    }

    /// Counts a page of the site that cannot be drawn.
    pub fn count(&mut self, site: &str) {
        self.site(site).n_pages += 1;
    }

    fn site(&mut self, site: &str) -> &mut Site {
        // Most pages belong to a known site, and need no key of their own.
        if !self.sites.contains_key(site) {
            self.sites.insert(site.to_owned(), Site::default());
        }
        self.sites.get_mut(site).expect("it was inserted if it was missing")
    }

    /// Does the part of [offering](Samples::offer) a page that needs only the page and what is needed of it: for
    /// instance, it may have to be compressed for lack of room. Several threads can do this at a time. The result is the
    /// same as without it.
    #[must_use]
    pub fn prepare(&self, page: &Page, form: PageForm) -> Staged {
        self.store.prepare(page, form)
    }

    /// Counts a page of the site, and keeps it if it is drawn. `staged` is the page as it was
    /// [prepared](Samples::prepare), or `Staged::default()`. Such a page is read when it is needed: the first page of a
    /// site is read when a second one comes.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer(&mut self, site: &str, staged: Staged, page: &Page) -> io::Result<()> {
        let found = self.site(site);
        found.n_pages += 1;
        if found.n_pages == 1 && staged.form.is_none() {
            let only = self.store.put(page, staged)?;
            self.site(site).only = Some(Box::new(only));
            return Ok(());
        }
        if let Some(only) = found.only.take() {
            // A page whose parsing panics is skipped here; the panic is reported when the page is cleaned.
            let form = formats::catch_panic(|| only.form(self.sampling.needed)).ok();
            if let Some(form) = form.transpose()?.flatten() {
                self.draw_first(site, *only, Some(form).into())?;
            }
        }
        self.draw(site, staged, page)
    }

    /// Reads and [prepares](Samples::prepare) the first page of a site, if that was not done yet because no other page
    /// came, and if it is in memory or can be read again. A thread that has the second page can do this, and pass the
    /// result to [`put_first`](Samples::put_first).
    #[must_use]
    pub fn prepare_first(&self, site: &str) -> Option<Staged> {
        let first = self.sites.get(site)?.only.as_ref()?.unparsed()?;
        Some(self.prepare(&first, PageForm::read(&first, self.sampling.needed)))
    }

    /// Accepts the first page of a site as [`prepare_first`](Samples::prepare_first) has returned it. Does nothing if
    /// it was accepted before.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn put_first(&mut self, site: &str, staged: Staged) -> io::Result<()> {
        let first = self.sites.get_mut(site).and_then(|site| site.only.take());
        first.map_or(Ok(()), |first| self.draw_first(site, *first, staged))
    }

    fn draw_first(&mut self, site: &str, first: Stored, staged: Staged) -> io::Result<()> {
        if let Some(form) = &staged.form {
            let (rank, text) = self.key(form.fingerprint(), 1);
            let first = self.store.replace(first, staged)?;
            let k = self.sampling.k;
            self.site(site).insert(rank, text, first, k);
        }
        Ok(())
    }

    /// Returns what identifies a page: its rank, and its text or, if copies count, its number within the site.
    fn key(&self, print: Fingerprint, number: u64) -> (u64, u64) {
        let text = if self.sampling.copies { number } else { print.text() };
        (print.rank(self.sampling.seed), text)
    }

    /// Keeps a page if it is among the first k.
    fn draw(&mut self, site: &str, mut staged: Staged, page: &Page) -> io::Result<()> {
        let (k, number) = (self.sampling.k, self.site(site).n_pages);
        let form = staged.form.get_or_insert_with(|| PageForm::read(page, self.sampling.needed));
        let (rank, text) = self.key(form.fingerprint(), number);
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
        let stored = self.store.put(page, staged)?;
        self.site(site).insert(rank, text, stored, k);
        Ok(())
    }

    /// Returns the keys of all sites in ascending order, with their numbers of pages.
    pub fn sites(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sites.iter().map(|(key, site)| (key.as_str(), site.n_pages))
    }

    /// Removes a site and returns its sample. Compressed pages are decompressed, and those in the file are read, only by
    /// [`Sample::read`], which can be done elsewhere while other sites are taken.
    pub fn take(&mut self, site: &str) -> Option<Sample> {
        let site = self.sites.remove(site)?;
        let only = site.only.map(|only| Arc::new(*only));
        let pages = only.into_iter().chain(site.drawn.into_values()).collect();
        Some(Sample { n_pages: site.n_pages, pages, needed: self.sampling.needed })
    }
}

/// The sample of a site, as it was stored.
#[derive(Clone, Debug)]
pub struct Sample {
    n_pages: u64,
    pages: Vec<Arc<Stored>>,
    needed: Needed,
}

impl Sample {
    /// Returns the number of the site's pages.
    #[must_use]
    pub fn n_pages(&self) -> u64 {
        self.n_pages
    }

    /// Returns how many pages were drawn. If that is less than `k`, it is the number of different texts among the
    /// site's pages.
    #[must_use]
    pub fn n_drawn(&self) -> usize {
        self.pages.len()
    }

    /// Returns the pages that were drawn, with what is needed of them, in an order that depends only on their sources.
    /// Pages in the file are read, and compressed pages are decompressed first. A page that should be read again from
    /// the input, and is not there any more, is left out.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has been damaged.
    pub fn read(self) -> io::Result<Vec<Drawn>> {
        let read = self.pages.into_iter().map(|page| Drawn::read(page, self.needed));
        read.filter_map(Result::transpose).collect()
    }
}
