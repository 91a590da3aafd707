//! A site: its template, and its pages on demand.

use crate::{
    Config, GeneratedPage, Language, PageType, Random,
    body::Body,
    frame::{Frame, FramedPage, slug},
    prose::{N_TOPICS, Prose, Text},
    writer::Writer,
};

/// The purposes of streams of random numbers.
mod purpose {
    /// The streams of random numbers. Set by: their order; other numbers make other pages.
    pub(super) const FRAME: u64 = 1;
    pub(super) const FILLER: u64 = 2;
    pub(super) const NOISE: u64 = 3;
    pub(super) const TITLE: u64 = 5;
    pub(super) const SUMMARY: u64 = 6;
    pub(super) const BODY: u64 = 7;
    pub(super) const STOCK: u64 = 8;
}

/// The greatest number of items of a listing. Chosen: by eye.
const MOST_ITEMS: usize = 20;

/// The number of pages that are made to measure the size of a frame. Chosen: by eye.
const N_PROBES: usize = 8;

/// A generated site. It holds its template only. Pages are made when they are requested, in any order, by any thread.
///
/// # Examples
///
/// ```
/// let site = sitegen::Config::new().pages(8).build()?;
/// let page = site.page(5);
/// assert!(page.html().contains("<title>"));
/// assert!(!page.gold_text().contains('<'));
/// assert_eq!(page.spans().iter().map(|span| span.range.len()).sum::<usize>(), page.html().len());
/// # Ok::<(), sitegen::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GeneratedSite {
    pub(crate) config: Config,
    pub(crate) frame: Frame,
    /// The page types of the first pages. They repeat for the other pages.
    cycle: Vec<PageType>,
    /// For each `i`, the number of listings among the first `i` types of the cycle. One longer than the cycle.
    listings_before: Vec<usize>,
}

impl GeneratedSite {
    pub(crate) fn from_config(config: Config) -> GeneratedSite {
        let cycle: Vec<PageType> = config
            .mix
            .iter()
            .flat_map(|&(page_type, weight)| std::iter::repeat_n(page_type, weight as usize))
            .collect();
        let mut listings_before = vec![0];
        for (index, &page_type) in cycle.iter().enumerate() {
            listings_before.push(listings_before[index] + usize::from(page_type == PageType::Listing));
        }
        let frame = |is_bare| Frame::new(&config, is_bare, &mut Random::stream(config.seed, &[purpose::FRAME]));
        let mut site = GeneratedSite { frame: frame(false), cycle, listings_before, config: config.clone() };
        let wanted = config.template_bytes();
        let mut n_bytes = site.mean_template_bytes();
        // The full frame is too large for the wanted share, so that the bare one is taken. Filler can only add.
        if wanted < n_bytes {
            site.frame = frame(true);
            n_bytes = site.mean_template_bytes();
        }
        // The filler has a stream of its own, so that its size does not change what the frame draws.
        let mut random = Random::stream(config.seed, &[purpose::FILLER]);
        site.frame.fill(wanted.saturating_sub(n_bytes), &mut random);
        site
    }

    /// Returns the host name, under `.example`. It contains the low half of the seed, so that the sites of a crawl
    /// differ in it.
    pub fn host(&self) -> &str {
        &self.frame.host
    }

    /// Returns the number of pages.
    pub fn n_pages(&self) -> usize {
        self.config.n_pages
    }

    /// Returns the names of the sections: [`GeneratedPage::section`] is an index into them.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.frame.sections.iter().map(|section| section.name.as_str())
    }

    /// Makes every page, one after another.
    pub fn pages(&self) -> impl Iterator<Item = GeneratedPage> + '_ {
        (0..self.n_pages()).map(|page_idx| self.page(page_idx))
    }

    /// Makes one page.
    ///
    /// # Complexity
    ///
    /// Linear in the size of the page, whatever the size of the site.
    ///
    /// # Panics
    ///
    /// If there is no such page.
    pub fn page(&self, page_idx: usize) -> GeneratedPage {
        assert!(page_idx < self.n_pages(), "page {page_idx} of a site of {}", self.n_pages());
        let seed = self.config.seed;
        let number = page_idx as u64;
        let page_type = self.page_type(page_idx);
        let section = self.section(page_idx);
        let title = self.title(page_idx);
        let summary = self.prose(page_idx).make(Text::Sentence, &mut self.summary_random(page_idx));
        let mut noise_random = Random::stream(seed, &[purpose::NOISE, number]);
        let mut inside = FramedPage {
            title: &title,
            summary: &summary,
            section,
            teasers: self.teasers(page_idx, &mut noise_random),
            random: noise_random,
        };
        let mut writer = Writer::default();
        writer.is_broken = self.config.noise.broken_markup;
        let mut body = Body {
            site: self,
            page_idx,
            title: &title,
            prose: self.prose(page_idx),
            n_bytes: 0,
            // The content has a seed of its own, so that mirrors have the same content in two templates.
            random: Random::stream(self.config.seed_of_content(), &[purpose::BODY, number]),
        };
        // Headline and summary count here whether or not the frame writes them, so that mirrors have the same
        // content.
        let n_bytes = self.content_bytes(page_idx).saturating_sub(title.len() + summary.len());
        if page_type == PageType::Odd {
            body.n_bytes = n_bytes;
            body.odd(&mut writer);
        } else {
            self.frame.open(&mut inside, &mut writer);
            // The frame may have written hidden content already, which does not count.
            body.n_bytes = writer.n_own() + n_bytes;
            match page_type {
                PageType::Listing => body.listing(&mut writer),
                PageType::Record => body.record(&mut inside, &mut writer),
                PageType::Reference => body.reference(&mut inside, &mut writer),
                PageType::Article | PageType::Odd => body.article(&mut inside, &mut writer),
            }
            self.frame.close(&mut inside, &mut writer);
        }
        let path = self.path(page_idx);
        let url = format!("https://{}/{path}", self.host());
        writer.finish(url, path, page_type, section)
    }

    pub(crate) fn page_type(&self, page_idx: usize) -> PageType {
        let is_odd = self.config.noise.odd_page && page_idx == self.n_pages() / 2;
        if is_odd { PageType::Odd } else { self.cycle[page_idx % self.cycle.len()] }
    }

    /// Returns the section of a page. Pages that are not listings take the sections in turn, and so do listings.
    pub(crate) fn section(&self, page_idx: usize) -> usize {
        let n_listings = self.listings_before(page_idx);
        // The odd page keeps the section of the page that it replaces.
        let ordinal = match self.cycle[page_idx % self.cycle.len()] {
            PageType::Listing => n_listings,
            _ => page_idx - n_listings,
        };
        ordinal % self.config.n_sections
    }

    pub(crate) fn prose(&self, page_idx: usize) -> Prose {
        Prose::new(self.config.language, self.section(page_idx))
    }

    pub(crate) fn title(&self, page_idx: usize) -> String {
        // The title has a stream of its own, because listings and teasers need it without the rest of the page.
        let mut random = Random::stream(self.config.seed_of_content(), &[purpose::TITLE, page_idx as u64]);
        match self.page_type(page_idx) {
            PageType::Reference => identifier(&mut random),
            _ => self.prose(page_idx).make(Text::Title, &mut random),
        }
    }

    pub(crate) fn path(&self, page_idx: usize) -> String {
        let section = &self.frame.sections[self.section(page_idx)].slug;
        match self.page_type(page_idx) {
            PageType::Listing => format!("{section}/list-{page_idx:05}.html"),
            _ => format!("{section}/{page_idx:05}-{}.html", slug(&self.title(page_idx), "page")),
        }
    }

    /// Returns the random numbers of the text that represents a page on other pages.
    pub(crate) fn summary_random(&self, page_idx: usize) -> Random {
        Random::stream(self.config.seed_of_content(), &[purpose::SUMMARY, page_idx as u64])
    }

    /// Returns the random numbers of content that many pages have.
    pub(crate) fn stock_random(&self, item: u64) -> Random {
        Random::stream(self.config.seed_of_content(), &[purpose::STOCK, item])
    }

    /// Returns the pages that a listing lists. The pages of a section are shared among the section's listings.
    ///
    /// If all pages are listings, a listing lists itself.
    pub(crate) fn items(&self, listing_idx: usize) -> Vec<usize> {
        let n_sections = self.config.n_sections;
        let n_listings = self.listings_before(self.n_pages());
        let n_listed = self.n_pages() - n_listings;
        let section = self.section(listing_idx);
        let listing = self.listings_before(listing_idx) / n_sections;
        // Of the numbers below n, how many leave the remainder `section` when divided by the number of sections.
        let of_section = |n: usize| (n + n_sections - 1 - section) / n_sections;
        let (n_own_listed, n_own_listings) = (of_section(n_listed), of_section(n_listings).max(1));
        if n_own_listed == 0 {
            return vec![listing_idx];
        }
        let n_items = n_own_listed.div_ceil(n_own_listings).clamp(1, MOST_ITEMS);
        (0..n_items.min(n_own_listed))
            // The last listings of a section start again with its first pages.
            .map(|item| (listing * n_items + item) % n_own_listed)
            .map(|ordinal| self.listed(ordinal * n_sections + section))
            .collect()
    }

    /// Returns the `ordinal`-th page that is not a listing.
    fn listed(&self, ordinal: usize) -> usize {
        let n_cycle_listings = self.listings_before[self.cycle.len()];
        let n_cycle_listed = self.cycle.len() - n_cycle_listings;
        let (round, rest) = (ordinal / n_cycle_listed, ordinal % n_cycle_listed);
        // The length of the cycle is the sum of the weights, whatever the number of pages.
        let within = (0..self.cycle.len()).filter(|&at| self.cycle[at] != PageType::Listing).nth(rest).unwrap_or(0);
        round * self.cycle.len() + within
    }

    fn listings_before(&self, page_idx: usize) -> usize {
        let (round, rest) = (page_idx / self.cycle.len(), page_idx % self.cycle.len());
        round * self.listings_before[self.cycle.len()] + self.listings_before[rest]
    }

    fn teasers(&self, page_idx: usize, random: &mut Random) -> Vec<(String, String)> {
        // Making titles of other pages takes time, and draws numbers that only teasers need.
        if !self.config.noise.teasers {
            return Vec::new();
        }
        let n_pages = u32::try_from(self.n_pages()).unwrap_or(u32::MAX);
        (0..5)
            .map(|_| random.below(n_pages) as usize)
            .filter(|&other| other != page_idx)
            .map(|other| (self.path(other), self.title(other)))
            .collect()
    }

    /// Returns the number of bytes of a page that are not template, spread evenly from half to three halves of the
    /// mean.
    ///
    /// Multiples of the golden ratio fill the interval more evenly than random numbers, so that the mean of few pages
    /// is close to the mean of all.
    fn content_bytes(&self, page_idx: usize) -> usize {
        let mean = self.config.content_bytes() as u64;
        // The upper half of the product is the fractional part in units of 2^-32.
        let part = (page_idx as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let spread = (part * mean.min(1 << 31)) >> 32;
        (mean / 2 + spread) as usize
    }

    fn mean_template_bytes(&self) -> usize {
        // The probes are spread evenly over the site.
        let n_probes = self.n_pages().min(N_PROBES);
        let total: usize = (0..n_probes)
            .map(|probe| {
                let page = self.page(probe * self.n_pages() / n_probes);
                page.template_ranges().iter().map(ExactSizeIterator::len).sum::<usize>()
            })
            .sum();
        total / n_probes
    }
}

/// Returns an identifier as in programs.
pub(crate) fn identifier(random: &mut Random) -> String {
    let topic = random.below(N_TOPICS as u32) as usize;
    let name = Prose::new(Language::English, topic).make(Text::Label, random);
    let verb = random.pick(&["get", "set", "open", "read", "make", "find", "drop", "sort"]);
    format!("{verb}_{}_{}", slug(&name, "it").replace('-', "_"), random.below(1000))
}
