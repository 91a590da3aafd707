//! A few pages of each site, drawn while they stream by.
//!
//! The sample of a site is the k pages whose URLs have the smallest seeded
//! hashes. It is uniform, and it depends on neither the order of the pages
//! nor the file that they are in: a crawl as WARC, as JSON Lines and as a
//! folder give the same sample, and so does any number of threads.

use std::{
    collections::BTreeMap,
    fmt,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
};

use crate::Page;

/// A hash of text that is the same on every machine: FNV-1a, then the
/// finishing rounds of SplitMix64, since the first alone leaves the high bits
/// of similar texts similar.
pub(crate) fn hash(seed: u64, text: &str) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// A seeded sample of at most k pages for each of any number of sites.
///
/// Pages are kept compressed: in memory up to a budget, and past it in a
/// file.
///
/// # Complexity
///
/// `O(log k)` for a page that is not drawn; one that is drawn is compressed.
/// Of n pages of a site in random order, about `k * (1 + ln(n / k))` are
/// drawn at some time. Memory: some 100 bytes a site, and the pages up to the
/// budget.
///
/// # Examples
///
/// ```
/// use corpus::Samples;
///
/// let mut samples = Samples::new(2, 0, 1 << 20, || Err(std::io::ErrorKind::Unsupported.into()));
/// for nth in 0..100 {
///     let url = format!("http://a.example/{nth}");
///     samples.offer("a.example", &url, b"<p>Rain", Some("utf-8"))?;
/// }
/// let (n_pages, drawn) = samples.take("a.example")?.expect("pages were offered");
/// assert_eq!((n_pages, drawn.len()), (100, 2));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Samples<F> {
    k: usize,
    seed: u64,
    budget: usize,
    n_held: usize,
    open: F,
    spill: Option<Spill>,
    sites: BTreeMap<String, Site>,
    packer: Packer,
}

/// Compresses, each page into the same buffer, so that what is kept is as long as it must be.
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
    /// By hash and URL; of pages with the same URL the one with the smallest
    /// content's hash counts, so that the order of pages does not.
    drawn: BTreeMap<(u64, String), Stored>,
}

#[derive(Debug)]
struct Stored {
    content: u64,
    charset: Option<String>,
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
    /// Its address.
    pub url: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The charset that was declared for it.
    pub charset: Option<String>,
}

/// Fast, and a third of the size that pages have.
const LEVEL: i32 = 1;

impl<F: FnMut() -> io::Result<File>> Samples<F> {
    /// Draws up to `k` pages a site. Past `budget` bytes in memory, `open` is
    /// asked, once, for an empty file to keep the rest.
    pub fn new(k: usize, seed: u64, budget: usize, open: F) -> Samples<F> {
        Samples {
            k: k.max(1),
            seed,
            budget,
            n_held: 0,
            open,
            spill: None,
            sites: BTreeMap::new(),
            packer: Packer::default(),
        }
    }

    /// Counts a page of the site, and keeps it if it is drawn.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer(
        &mut self,
        site: &str,
        url: &str,
        bytes: &[u8],
        charset: Option<&str>,
    ) -> io::Result<()> {
        let hash = hash(self.seed, url);
        if !self.sites.contains_key(site) {
            self.sites.insert(site.to_owned(), Site::default());
        }
        let Some(found) = self.sites.get_mut(site) else {
            return Ok(());
        };
        found.n_pages += 1;
        let is_full = found.drawn.len() == self.k;
        let last = found.drawn.last_key_value().map(|(key, _)| key);
        if is_full && last.is_some_and(|last| (last.0, last.1.as_str()) < (hash, url)) {
            return Ok(());
        }
        let content = content_hash(bytes);
        let key = (hash, url.to_owned());
        if found
            .drawn
            .get(&key)
            .is_some_and(|known| known.content <= content)
        {
            return Ok(());
        }
        let packed = self.packer.pack(bytes)?;
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
        let stored = Stored {
            content,
            charset: charset.map(str::to_owned),
            bytes,
        };
        let mut dropped = found.drawn.insert(key, stored);
        if self.k < found.drawn.len() {
            dropped = found.drawn.pop_last().map(|(_, stored)| stored);
        }
        if let Some(Stored {
            bytes: Bytes::Held(bytes),
            ..
        }) = dropped
        {
            self.n_held -= bytes.len();
        }
        Ok(())
    }

    /// Offers a page as a reader gave it. One without an address is known by
    /// its content.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub fn offer_page(&mut self, site: &str, page: &Page) -> io::Result<()> {
        let charset = page.charset.as_deref();
        match &page.url {
            Some(url) => self.offer(site, url, &page.bytes, charset),
            None => {
                let name = format!("{:016x}", content_hash(&page.bytes));
                self.offer(site, &name, &page.bytes, charset)
            }
        }
    }

    /// Returns the keys of all sites, sorted, with their numbers of pages.
    pub fn sites(&self) -> impl Iterator<Item = (&str, u64)> {
        self.sites
            .iter()
            .map(|(key, site)| (key.as_str(), site.n_pages))
    }

    /// Takes out a site: its number of pages, and the pages drawn, in an
    /// order that follows from their URLs.
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
        let mut pages = Vec::with_capacity(site.drawn.len());
        for ((_, url), stored) in site.drawn {
            let bytes = match stored.bytes {
                Bytes::Held(bytes) => {
                    self.n_held -= bytes.len();
                    bytes
                }
                Bytes::Spilled { offset, length } => {
                    let mut packed = vec![0; length];
                    if let Some(spill) = &mut self.spill {
                        spill.file.seek(SeekFrom::Start(offset))?;
                        spill.file.read_exact(&mut packed)?;
                    }
                    packed.into_boxed_slice()
                }
            };
            pages.push((url, bytes, stored.charset));
        }
        Ok(Some(Packed {
            n_pages: site.n_pages,
            pages,
        }))
    }
}

/// The sample of a site, compressed.
#[derive(Clone, Debug)]
pub struct Packed {
    n_pages: u64,
    pages: Vec<(String, Box<[u8]>, Option<String>)>,
}

impl Packed {
    /// Returns the number of the site's pages.
    #[must_use]
    pub fn n_pages(&self) -> u64 {
        self.n_pages
    }

    /// Unpacks the pages that were drawn, in an order that follows from their URLs.
    ///
    /// # Errors
    ///
    /// What was spilled to a file has been damaged there.
    pub fn unpack(self) -> io::Result<Vec<Drawn>> {
        let unpack = |(url, packed, charset): (String, Box<[u8]>, Option<String>)| {
            Ok(Drawn {
                url,
                bytes: zstd::stream::decode_all(&packed[..])?,
                charset,
            })
        };
        self.pages.into_iter().map(unpack).collect()
    }
}

/// Eight bytes at a time: pages are long, and only ties are broken by this.
fn content_hash(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    for piece in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..piece.len()].copy_from_slice(piece);
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    hash
}
