//! A few pages of each site, drawn while they stream by.
//!
//! The sample of a site is the k pages whose decoded sources have the smallest
//! seeded hashes; of pages that show the same text, only the first of these
//! counts. It is uniform, and depends neither on the order of the pages nor on
//! their addresses or the file around them: a crawl as WARC, as JSON Lines and
//! as a folder gives the same sample, with any number of threads.

use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
};

use dom::Dom;
use tokenize::Fingerprint;

use crate::Page;

/// A seeded sample of at most k pages for each of any number of sites.
///
/// Pages are kept compressed: in memory up to a budget, and beyond it in a
/// file.
///
/// # Complexity
///
/// `O(log k)` for a page that is not drawn. A page that is drawn is compressed, and so is the first page of each
/// site. If a site has n pages in random order, about `k * (1 + ln(n / k))` of them are drawn at first, and most of
/// these are replaced later. Memory: some 100 bytes per site, and the pages up to the budget.
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
/// let (n_pages, drawn) = samples.take("a.example")?.expect("pages were offered");
/// assert_eq!((n_pages, drawn.len()), (100, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Samples<F> {
    k: usize,
    seed: u64,
    copies: bool,
    budget: usize,
    n_held: usize,
    open: F,
    spill: Option<Spill>,
    sites: BTreeMap<String, Site>,
    packer: Packer,
}

/// Compresses every page into the same buffer, so that what is kept is no longer than
/// necessary.
#[derive(Default)]
struct Packer {
    compressor: zstd::bulk::Compressor<'static>,
    buffer: Vec<u8>,
}

impl fmt::Debug for Packer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Packer").finish_non_exhaustive()
    }
}

impl Packer {
    fn pack(&mut self, bytes: &[u8]) -> io::Result<&[u8]> {
        let bound = zstd::zstd_safe::compress_bound(bytes.len());
        self.buffer.clear();
        self.buffer.reserve(bound);
        self.compressor.set_compression_level(LEVEL)?;
        self.compressor
            .compress_to_buffer(bytes, &mut self.buffer)?;
        Ok(&self.buffer)
    }
}

#[derive(Debug, Default)]
struct Site {
    n_pages: u64,
    /// The site's only page so far, which has not been read: most sites of a crawl have one page, which is drawn in any
    /// case.
    only: Option<Stored>,
    /// By rank and text. No text occurs twice.
    drawn: BTreeMap<(u64, u64), Stored>,
    /// The rank of each text that is drawn.
    texts: BTreeMap<u64, u64>,
}

impl Site {
    /// Returns whether a page with this rank and text is one of the first k.
    fn wants(&self, rank: u64, text: u64, k: usize) -> bool {
        if let Some(&known) = self.texts.get(&text) {
            return rank < known;
        }
        let last = self.drawn.last_key_value().map(|(key, _)| *key);
        self.drawn.len() < k || last.is_none_or(|last| (rank, text) < last)
    }

    /// Adds a page, and returns one that is no longer drawn.
    fn insert(&mut self, rank: u64, text: u64, stored: Stored, k: usize) -> Option<Stored> {
        self.drawn.insert((rank, text), stored);
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

#[derive(Debug)]
struct Stored {
    url: Option<String>,
    charset: Option<String>,
    is_text: bool,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Held(Box<[u8]>),
    Spilled { offset: u64, length: usize },
}

#[derive(Debug)]
struct Spill {
    file: File,
    length: u64,
}

/// One page of a sample.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Drawn {
    /// Its address, if it has one.
    pub url: Option<String>,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The charset that was declared for it.
    pub charset: Option<String>,
    /// Whether it is plain text.
    pub is_text: bool,
}

/// Fast, and reduces pages to a third of their size.
const LEVEL: i32 = 1;

impl<F: FnMut() -> io::Result<File>> Samples<F> {
    /// Draws up to `k` pages per site. When more than `budget` bytes are in
    /// memory, `open` is called, once, for an empty file to keep the rest.
    pub fn new(k: usize, seed: u64, budget: usize, open: F) -> Samples<F> {
        Samples {
            k: k.max(1),
            seed,
            copies: false,
            budget,
            n_held: 0,
            open,
            spill: None,
            sites: BTreeMap::new(),
            packer: Packer::default(),
        }
    }

    /// Sets whether every copy counts among pages that show the same text.
    /// Default: false, only the first of them counts.
    #[must_use]
    pub fn copies(mut self, count: bool) -> Samples<F> {
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
        let Some(site) = self
            .sites
            .get(site)
            .filter(|site| self.k <= site.drawn.len())
        else {
            return true;
        };
        let last = site.drawn.last_key_value();
        last.is_none_or(|(&(last, _), _)| rank <= last)
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
        self.sites.entry(site.to_owned()).or_default()
    }

    /// Counts a page of the site, and keeps it if it is drawn. `print` is the
    /// page's own [`fingerprint`](Page::fingerprint) if it was computed
    /// beforehand, for example by another thread; otherwise it is computed if
    /// needed.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer(&mut self, site: &str, print: Option<Fingerprint>, page: &Page) -> io::Result<()> {
        let found = self.site(site);
        found.n_pages += 1;
        if found.n_pages == 1 {
            let only = self.store(page)?;
            self.site(site).only = Some(only);
            return Ok(());
        }
        if let Some(only) = found.only.take() {
            // A page that cannot be read is reported when it is cleaned.
            if let Ok(print) = crate::caught(|| self.print_of(&only)) {
                let print = print?;
                let (rank, text) = self.key(print, 1);
                let k = self.k;
                self.site(site).insert(rank, text, only, k);
            }
        }
        let print = print.unwrap_or_else(|| page.fingerprint());
        self.draw(site, print, page)
    }

    /// Returns what identifies a page: its rank, and its text or, if copies count, its number.
    fn key(&self, print: Fingerprint, number: u64) -> (u64, u64) {
        let text = match self.copies {
            true => number,
            false => print.text(),
        };
        (print.rank(self.seed), text)
    }

    /// Keeps a page if it is one of the first k.
    fn draw(&mut self, site: &str, print: Fingerprint, page: &Page) -> io::Result<()> {
        let (k, number) = (self.k, self.site(site).n_pages);
        let (rank, text) = self.key(print, number);
        let found = self.site(site);
        if let Some(known) = found.drawn.get_mut(&(rank, text)) {
            // The same page at several addresses: which one came first must not
            // matter.
            if page.url.is_some() && (known.url.is_none() || page.url < known.url) {
                known.url.clone_from(&page.url);
            }
            return Ok(());
        }
        if !found.wants(rank, text, k) {
            return Ok(());
        }
        let stored = self.store(page)?;
        let dropped = self.site(site).insert(rank, text, stored, k);
        if let Some(Stored {
            bytes: Bytes::Held(bytes),
            ..
        }) = dropped
        {
            self.n_held -= bytes.len();
        }
        Ok(())
    }

    /// Packs a page.
    fn store(&mut self, page: &Page) -> io::Result<Stored> {
        let packed = self.packer.pack(&page.bytes)?;
        let bytes = if self.n_held + packed.len() <= self.budget {
            self.n_held += packed.len();
            Bytes::Held(packed.into())
        } else {
            let spill = match &mut self.spill {
                Some(spill) => spill,
                none => none.insert(Spill {
                    file: (self.open)()?,
                    length: 0,
                }),
            };
            let offset = spill.length;
            spill.file.seek(SeekFrom::Start(offset))?;
            spill.file.write_all(packed)?;
            spill.length += packed.len() as u64;
            Bytes::Spilled {
                offset,
                length: packed.len(),
            }
        };
        Ok(Stored {
            url: page.url.clone(),
            charset: page.charset.clone(),
            is_text: page.is_text,
            bytes,
        })
    }

    /// Computes the fingerprint of a packed page.
    fn print_of(&mut self, stored: &Stored) -> io::Result<Fingerprint> {
        let bytes = match &stored.bytes {
            Bytes::Held(packed) => zstd::stream::decode_all(&packed[..])?,
            &Bytes::Spilled { offset, length } => {
                zstd::stream::decode_all(&self.read_back(offset, length)?[..])?
            }
        };
        let source = tokenize::decode(&bytes, stored.charset.as_deref());
        Ok(match stored.is_text {
            true => Fingerprint::of_plain(source.text()),
            false => Fingerprint::of(&Dom::parse(source.into_text())),
        })
    }

    fn read_back(&mut self, offset: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut packed = vec![0; length];
        if let Some(spill) = &mut self.spill {
            spill.file.seek(SeekFrom::Start(offset))?;
            spill.file.read_exact(&mut packed)?;
        }
        Ok(packed)
    }

    /// Returns the keys of all sites in order, with their numbers of pages.
    pub fn sites(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sites
            .iter()
            .map(|(key, site)| (key.as_str(), site.n_pages))
    }

    /// Returns how many pages of a site are drawn. If that is less than `k`, it
    /// is the number of pages that show different texts.
    pub fn n_drawn(&self, site: &str) -> usize {
        self.sites.get(site).map_or(0, |site| {
            site.drawn.len() + usize::from(site.only.is_some())
        })
    }

    /// Takes out a site: its number of pages, and the pages drawn, in an order
    /// that depends only on their sources.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn take(&mut self, site: &str) -> io::Result<Option<(u64, Vec<Drawn>)>> {
        let Some(taken) = self.take_packed(site)? else {
            return Ok(None);
        };
        Ok(Some((taken.n_pages(), taken.unpack()?)))
    }

    /// Takes out a site and leaves its pages compressed, so that they can be unpacked elsewhere while
    /// other sites are taken.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn take_packed(&mut self, site: &str) -> io::Result<Option<Packed>> {
        let Some(site) = self.sites.remove(site) else {
            return Ok(None);
        };
        let mut pages = Vec::with_capacity(site.drawn.len().max(1));
        for mut stored in site.only.into_iter().chain(site.drawn.into_values()) {
            let packed = std::mem::replace(&mut stored.bytes, Bytes::Held(Box::default()));
            let bytes = match packed {
                Bytes::Held(bytes) => {
                    self.n_held -= bytes.len();
                    bytes
                }
                Bytes::Spilled { offset, length } => {
                    self.read_back(offset, length)?.into_boxed_slice()
                }
            };
            pages.push((bytes, stored));
        }
        Ok(Some(Packed {
            n_pages: site.n_pages,
            pages,
        }))
    }

    /// Returns what [`take_packed`](Samples::take_packed) would take out, and keeps the site.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn packed(&mut self, site: &str) -> io::Result<Option<Packed>> {
        // Taken out meanwhile, since reading back needs the file.
        let Some(found) = self.sites.remove(site) else {
            return Ok(None);
        };
        let stored = found.only.iter().chain(found.drawn.values());
        let pages = stored.map(|stored| {
            let bytes = match &stored.bytes {
                Bytes::Held(bytes) => bytes.clone(),
                &Bytes::Spilled { offset, length } => {
                    self.read_back(offset, length)?.into_boxed_slice()
                }
            };
            let about = Stored {
                url: stored.url.clone(),
                charset: stored.charset.clone(),
                is_text: stored.is_text,
                bytes: Bytes::Held(Box::default()),
            };
            Ok((bytes, about))
        });
        let pages: io::Result<_> = pages.collect();
        let n_pages = found.n_pages;
        self.sites.insert(site.to_owned(), found);
        Ok(Some(Packed {
            n_pages,
            pages: pages?,
        }))
    }
}

/// The sample of a site, compressed.
#[derive(Debug)]
pub struct Packed {
    n_pages: u64,
    pages: Vec<(Box<[u8]>, Stored)>,
}

impl Packed {
    /// Returns the number of the site's pages.
    #[must_use]
    pub fn n_pages(&self) -> u64 {
        self.n_pages
    }

    /// Returns how many pages were drawn. If that is less than `k`, it is the
    /// number of pages that show different texts.
    #[must_use]
    pub fn n_drawn(&self) -> usize {
        self.pages.len()
    }

    /// Unpacks the pages that were drawn, in an order that depends only on their sources.
    ///
    /// # Errors
    ///
    /// If what was spilled to a file has been damaged there.
    pub fn unpack(self) -> io::Result<Vec<Drawn>> {
        let unpack = |(packed, about): (Box<[u8]>, Stored)| {
            Ok(Drawn {
                url: about.url,
                bytes: zstd::stream::decode_all(&packed[..])?,
                charset: about.charset,
                is_text: about.is_text,
            })
        };
        self.pages.into_iter().map(unpack).collect()
    }
}
