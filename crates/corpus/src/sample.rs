//! A few pages of each site, drawn while they stream by.
//!
//! The sample of a site is the k pages whose decoded sources have the smallest
//! seeded hashes; of pages that show the same text, only the first of these
//! counts. It is uniform, and depends neither on the order of the pages nor on
//! their addresses or the file around them: a crawl as WARC, as JSON Lines and
//! as a folder gives the same sample, with any number of threads.

mod cacheable;
mod staged;
mod store;
mod taken;

use std::{borrow::Cow, collections::BTreeMap, fs::File, io};

use tokenize::Fingerprint;

use self::store::{Store, Stored};
pub use self::{cacheable::Cacheable, staged::Staged, taken::Sample};
use crate::Page;

/// Up to `k` pages for each of any number of sites.
///
/// Pages are kept as what they were [read into](Cacheable) while there is [room](Samples::keep) for that, then as what is
/// [needed](Samples::shrink) of it. Beyond that they are compressed: in memory up to a budget, and then in a file. The
/// first page of a site is neither read nor compressed until there is a second one, since most sites of a crawl have no
/// more. If it came from [`open`](crate::open), it is not kept either where it can be read again, which is in plain files of
/// JSON Lines, and in WARC files where it begins a member; otherwise it goes into the file as it came if there is no room for
/// it.
///
/// # Complexity
///
/// `O(log k)` for a page that is not drawn. If a site has n pages in random order, about `k * (1 + ln(n / k))` of them
/// are drawn at first, and most of these are replaced later. Memory: some 350 bytes per site, some 250 per page that is
/// drawn, and the pages up to the budget.
///
/// # Examples
///
/// ```
/// use corpus::{At, Page, Place, Samples};
///
/// let mut samples = Samples::new(2, 0, 1 << 20, || Err(std::io::ErrorKind::Unsupported.into()));
/// for nth in 0..100 {
///     let place = Place { file: "a.jsonl".into(), at: At::Line(nth) };
///     let page = Page::new(place, format!("<p>Rain number {}", nth % 10).into_bytes());
///     samples.offer("a.example", None, &page)?;
/// }
/// let (n_pages, drawn): (u64, Vec<Page>) = samples.take("a.example")?.expect("pages were offered");
/// assert_eq!((n_pages, drawn.len()), (100, 2));
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
    /// The site's only page so far, which has not been read: most sites of a crawl have one page, which is drawn in any
    /// case.
    only: Option<Box<Stored<R>>>,
    /// By rank and text. No text occurs twice. Boxed, because a tree has room for eleven values from the first on, and most
    /// sites have few.
    drawn: BTreeMap<(u64, u64), Box<Stored<R>>>,
    /// The rank of each text that is drawn.
    texts: BTreeMap<u64, u64>,
}

impl<R> Default for Site<R> {
    fn default() -> Site<R> {
        Site {
            n_pages: 0,
            only: None,
            drawn: BTreeMap::new(),
            texts: BTreeMap::new(),
        }
    }
}

impl<R> Site<R> {
    /// Returns whether a page with this rank and text is one of the first k.
    fn wants(&self, rank: u64, text: u64, k: usize) -> bool {
        if let Some(&known) = self.texts.get(&text) {
            return rank < known;
        }
        let last = self.drawn.last_key_value().map(|(key, _)| *key);
        self.drawn.len() < k || last.is_none_or(|last| (rank, text) < last)
    }

    /// Adds a page, and returns one that is no longer drawn.
    fn insert(&mut self, rank: u64, text: u64, stored: Box<Stored<R>>, k: usize) -> Option<Box<Stored<R>>> {
        if let Some(same) = self.drawn.insert((rank, text), stored) {
            return Some(same);
        }
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
    /// Draws up to `k` pages per site. When more than `budget` bytes are in
    /// memory, `open` is called, once, for an empty file to keep the rest.
    pub fn new(k: usize, seed: u64, budget: usize, open: F) -> Samples<F, R> {
        Samples {
            k: k.max(1),
            seed,
            copies: false,
            store: Store::new(budget, open),
            sites: BTreeMap::new(),
        }
    }

    /// Sets how many bytes of the budget may be taken by pages that were read, which have not to be read again.
    /// Compressed ones, and the first of sites that nobody has read, may take all that is left of the budget. Default: none.
    #[must_use]
    pub fn keep(mut self, bytes: usize) -> Samples<F, R> {
        self.store.for_read = bytes;
        self
    }

    /// Sets what takes from a page that was read what need not be kept. It is done where there is no room for the page and
    /// for those that are [to come](Samples::expect). Default: nothing.
    #[must_use]
    pub fn shrink(mut self, shrink: impl Fn(R) -> R + Send + Sync + 'static) -> Samples<F, R> {
        self.store.shrink = Some(Box::new(shrink));
        self
    }

    /// Says how many bytes were read for what was offered until now, and how many there are in all: as much of each is
    /// expected to be drawn. Until something is said to be read, half of the room is left for what is to come.
    pub fn expect(&mut self, before: u64, all: u64) {
        self.store.expect(before, all);
    }

    /// Sets whether every copy counts among pages that show the same text.
    /// Default: false, only the first of them counts.
    #[must_use]
    pub fn copies(mut self, count: bool) -> Samples<F, R> {
        self.copies = count;
        self
    }

    /// Returns the seed of the draw.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns whether a page of the site was offered before.
    pub fn knows(&self, site: &str) -> bool {
        self.sites.contains_key(site)
    }

    /// Returns whether a page with this [`rank`](Page::rank) may be drawn. If not,
    /// it only has to be [counted](Samples::count), whatever else is offered in the
    /// meantime.
    pub fn may_draw(&self, site: &str, rank: u64) -> bool {
        let Some(site) = self.sites.get(site).filter(|site| self.k <= site.drawn.len()) else {
            return true;
        };
        let last = site.drawn.last_key_value();
        last.is_none_or(|(&(last, _), _)| rank <= last)
    }

    /// Takes the [ranks](Page::rank) of pages of a site in ascending order, and returns how many of the first ones have to
    /// be offered. The others have k pages before them, and are drawn only if some of these turn out to be copies: ask
    /// again once they were offered. When none has to be, the rest need only be [counted](Samples::count).
    ///
    /// # Complexity
    ///
    /// `O(k)`.
    pub fn n_wanted(&self, site: &str, ranks: impl IntoIterator<Item = u64>) -> usize {
        let drawn = self.sites.get(site).map(|site| site.drawn.keys());
        let mut drawn = drawn.into_iter().flatten().peekable();
        let mut n_before = 0;
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
        self.sites.entry(site.to_owned()).or_default()
    }

    /// Does what [offering](Samples::offer_prepared) a page takes and needs nothing but the page, and what it was read
    /// into, if it was: there may be no room for it but packed. This can be done by several threads, and changes nothing
    /// but who does it.
    pub fn prepare(&self, page: &Page, read: Option<R>) -> Staged<R> {
        self.store.prepare(page, read)
    }

    /// Counts a page of the site, and keeps it if it is drawn. `read` is the page
    /// if it was read beforehand, for example by another thread; otherwise it is read if
    /// needed, which the first page of a site is when another comes.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer(&mut self, site: &str, read: Option<R>, page: &Page) -> io::Result<()> {
        self.offer_prepared(site, read.into(), page)
    }

    /// As [`offer`](Samples::offer), with a page that was [prepared](Samples::prepare).
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer_prepared(&mut self, site: &str, prepared: Staged<R>, page: &Page) -> io::Result<()> {
        let found = self.site(site);
        found.n_pages += 1;
        if found.n_pages == 1 && prepared.read.is_none() {
            let only = self.store.put(page, prepared)?;
            self.site(site).only = Some(Box::new(only));
            return Ok(());
        }
        if let Some(only) = found.only.take() {
            // A page that cannot be read is reported when it is cleaned.
            match crate::catch_panic(|| self.store.read(&only)) {
                Ok(read) => match read? {
                    Some(read) => self.draw_first(site, *only, read.fingerprint(), Some(read).into())?,
                    None => self.store.forget(&only),
                },
                Err(_) => self.store.forget(&only),
            }
        }
        self.draw(site, prepared, page)
    }

    /// Returns the first page of a site if it waits unread, since no other came, and is in memory or can be read again:
    /// whoever has another one can read it, in parallel with others, and say so by [`read_first`](Samples::read_first).
    pub fn unread(&self, site: &str) -> Option<Cow<'_, Page>> {
        self.sites.get(site)?.only.as_ref()?.unread()
    }

    /// Takes what the [unread](Samples::unread) first page of a site was read into, and [prepared](Samples::prepare) with.
    /// Does nothing if there is none, or if it was not read.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn read_first(&mut self, site: &str, prepared: Staged<R>) -> io::Result<()> {
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

    /// Returns what identifies a page: its rank, and its text or, if copies count, its number.
    fn key(&self, print: Fingerprint, number: u64) -> (u64, u64) {
        let text = if self.copies { number } else { print.text() };
        (print.rank(self.seed), text)
    }

    /// Keeps a page if it is one of the first k.
    fn draw(&mut self, site: &str, mut prepared: Staged<R>, page: &Page) -> io::Result<()> {
        let (k, number) = (self.k, self.site(site).n_pages);
        let read = prepared.read.get_or_insert_with(|| R::read(page));
        let print = read.fingerprint();
        let (rank, text) = self.key(print, number);
        let found = self.site(site);
        let is_wanted = match found.drawn.get(&(rank, text)) {
            // The same page at several addresses: which one came first must not
            // matter.
            Some(known) => {
                let known = known.url.as_deref();
                page.url.is_some() && (known.is_none() || page.url.as_deref() < known)
            }
            None => found.wants(rank, text, k),
        };
        if !is_wanted {
            return Ok(());
        }
        let stored = Box::new(self.store.put(page, prepared)?);
        if let Some(dropped) = self.site(site).insert(rank, text, stored, k) {
            self.store.forget(&dropped);
        }
        Ok(())
    }

    /// Returns the keys of all sites in order, with their numbers of pages.
    pub fn sites(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sites.iter().map(|(key, site)| (key.as_str(), site.n_pages))
    }

    /// Returns how many pages of a site are drawn. If that is less than `k`, it
    /// is the number of pages that show different texts.
    pub fn n_drawn(&self, site: &str) -> usize {
        self.sites
            .get(site)
            .map_or(0, |site| site.drawn.len() + usize::from(site.only.is_some()))
    }

    /// Takes out a site: its number of pages, and the pages drawn, in an order
    /// that depends only on their sources.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn take(&mut self, site: &str) -> io::Result<Option<(u64, Vec<R>)>> {
        let Some(taken) = self.take_stored(site)? else {
            return Ok(None);
        };
        Ok(Some((taken.n_pages(), taken.read()?)))
    }

    /// Takes out a site and leaves its pages as they are stored, so that they can be read elsewhere while
    /// other sites are taken.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn take_stored(&mut self, site: &str) -> io::Result<Option<Sample<R>>> {
        let Some(site) = self.sites.remove(site) else {
            return Ok(None);
        };
        let stored = site.only.into_iter().chain(site.drawn.into_values());
        let pages = stored.map(|stored| {
            self.store.forget(&stored);
            self.store.fetch(*stored)
        });
        Ok(Some(Sample {
            n_pages: site.n_pages,
            pages: pages.collect::<io::Result<_>>()?,
        }))
    }

    /// Returns the number of a site's pages.
    #[must_use]
    pub fn n_pages(&self, site: &str) -> u64 {
        self.sites.get(site).map_or(0, |site| site.n_pages)
    }

    /// Takes out a site of which nothing is needed.
    pub fn forget(&mut self, site: &str) {
        if let Some(site) = self.sites.remove(site) {
            let stored = site.only.into_iter().chain(site.drawn.into_values());
            stored.for_each(|stored| self.store.forget(&stored));
        }
    }

    /// Returns what [`take_stored`](Samples::take_stored) would take out, and keeps the site.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn stored(&mut self, site: &str) -> io::Result<Option<Sample<R>>> {
        let Some(found) = self.sites.get(site) else {
            return Ok(None);
        };
        let stored = found.only.iter().chain(found.drawn.values());
        let pages = stored.map(|stored| self.store.fetch(Stored::clone(stored)));
        Ok(Some(Sample {
            n_pages: found.n_pages,
            pages: pages.collect::<io::Result<_>>()?,
        }))
    }
}
