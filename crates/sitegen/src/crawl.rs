//! Many sites at once, with their pages mixed as a crawler finds them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Config, Error, GeneratedPage, GeneratedSite, Language, Noise, PageType, Random, config::check};

/// A crawl of many sites of different sizes, languages, shares of template and noise.
///
/// It is an iterator over `(index of the site, page)`. The pages of each site are spread over the whole crawl. The
/// template of a site is in memory from its first page to its last. Pages are not stored.
///
/// # Examples
///
/// ```
/// let crawl = sitegen::Crawl::new(7, 5, 60, 6_000)?;
/// let mut n_pages = [0; 5];
/// for (site_idx, _page) in crawl {
///     n_pages[site_idx] += 1;
/// }
/// assert_eq!(n_pages.iter().sum::<i32>(), 60);
/// assert!(n_pages.iter().all(|&n_pages| 0 < n_pages));
/// # Ok::<(), sitegen::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Crawl {
    seed: u64,
    page_bytes: usize,
    sizes: Vec<usize>,
    /// The next page of each unfinished site: its time, the site, and the page. The earliest comes first.
    due: BinaryHeap<Reverse<(u64, usize, usize)>>,
    sites: Vec<Option<GeneratedSite>>,
}

/// The greatest number of sites. Chosen: by eye.
const MOST_SITES: usize = 1_000_000;

/// The least mean number of bytes of a page: with fewer, some sites could not be made. Chosen: by eye.
const LEAST_PAGE: usize = 4_000;

/// The length of a crawl, in units of its own time. Chosen: by eye.
const LENGTH: u64 = 1 << 40;

impl Crawl {
    /// Lays out a crawl of `n_pages` pages of `n_sites` sites, with `page_bytes` bytes per page on average.
    ///
    /// The largest site has about ten times as many pages as the smallest.
    ///
    /// # Errors
    ///
    /// For no sites, for more than 1,000,000, for fewer pages than sites, and for pages of fewer than 4,000 bytes.
    pub fn new(seed: u64, n_sites: usize, n_pages: usize, page_bytes: usize) -> Result<Crawl, Error> {
        check("sites", n_sites, 1..=MOST_SITES)?;
        // Each site gets at least one page.
        check("pages", n_pages, n_sites..=usize::MAX)?;
        Crawl::of_sizes(seed, sizes(n_sites, n_pages), page_bytes)
    }

    /// Lays out a crawl of `n_pages` pages with sizes of sites as in a crawl of the web: the number of a site's pages
    /// is inversely proportional to its rank. Half of the sites have a single page, and a tenth of all pages belong
    /// to the largest site.
    ///
    /// # Errors
    ///
    /// As [`Crawl::new`].
    pub fn ranked(seed: u64, n_pages: usize, page_bytes: usize) -> Result<Crawl, Error> {
        check("pages", n_pages, 1..=usize::MAX)?;
        let sizes = sizes_by_rank(n_pages);
        check("sites", sizes.len(), 1..=MOST_SITES)?;
        Crawl::of_sizes(seed, sizes, page_bytes)
    }

    fn of_sizes(seed: u64, sizes: Vec<usize>, page_bytes: usize) -> Result<Crawl, Error> {
        check("bytes of a page", page_bytes, LEAST_PAGE..=usize::MAX)?;
        let n_sites = sizes.len();
        // Only the first page of each site is queued. The queue never has more entries than there are sites.
        let due = (0..n_sites).map(|site| Reverse((time(seed, site, 0, sizes[site]), site, 0))).collect();
        Ok(Crawl { seed, page_bytes, sizes, due, sites: vec![None; n_sites] })
    }

    /// Returns the number of pages of each site, the largest site first.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// Returns the configuration of a site of this crawl, with which the site can be made again alone.
    ///
    /// # Panics
    ///
    /// If there is no such site.
    pub fn config(&self, site_idx: usize) -> Config {
        // The settings depend on the seed and the site alone, so that no other site has to be made first.
        let mut random = Random::stream(self.seed, &[1, site_idx as u64]);
        let base = match random.below(10) {
            0..=5 => Config::news(),
            6 | 7 => Config::shop(),
            8 => Config::manual().template_share(0.3),
            _ => Config::new().mix(&[(PageType::Article, 2), (PageType::Record, 1), (PageType::Listing, 1)]),
        };
        let share = f64::from(random.between(40, 85)) / 100.0;
        // The mean page size of a site is from two thirds to four thirds of that of the crawl.
        let third = self.page_bytes / 3;
        let spread = random.below(u32::try_from(2 * third).unwrap_or(u32::MAX)) as usize;
        let noise = Noise {
            ads: random.percent(60),
            teasers: random.percent(50),
            dates: random.percent(30),
            missing_blocks: if random.percent(30) { 15 } else { 0 },
            variants: random.percent(10),
            odd_page: random.percent(20),
            broken_markup: random.percent(20),
        };
        let language = if random.percent(60) { Language::English } else { *random.pick(&Language::ALL) };
        base.template_share(share)
            .page_bytes(2 * third + spread)
            .noise(noise)
            .language(language)
            // Host names contain the low half of the seed, and must differ between sites.
            .seed((self.seed << 32) ^ site_idx as u64)
            .pages(self.sizes[site_idx])
    }
}

impl Iterator for Crawl {
    type Item = (usize, GeneratedPage);

    fn next(&mut self) -> Option<(usize, GeneratedPage)> {
        let Reverse((_, site_idx, page_idx)) = self.due.pop()?;
        let site = match self.sites[site_idx].take() {
            Some(site) => site,
            // `new` has checked the bounds.
            None => GeneratedSite::from_config(self.config(site_idx)),
        };
        let page = site.page(page_idx);
        // The site is put back only while it has pages, so that finished templates free their memory.
        let next = page_idx + 1;
        if next < site.n_pages() {
            self.due.push(Reverse((time(self.seed, site_idx, next, site.n_pages()), site_idx, next)));
            self.sites[site_idx] = Some(site);
        }
        Some((site_idx, page))
    }
}

/// Distributes pages among sites: site i gets a weight of n / (i + n / 10 + 1).
fn sizes(n_sites: usize, n_pages: usize) -> Vec<usize> {
    let weights: Vec<u64> = (0..n_sites as u64).map(|site| (1 << 32) / (site + n_sites as u64 / 10 + 1)).collect();
    let total: u64 = weights.iter().sum();
    // Each site gets one page. The rest is distributed by weight, and the first site gets what rounding leaves over.
    let rest = (n_pages - n_sites) as u64;
    let mut sizes: Vec<usize> = weights
        .iter()
        .map(|&weight| 1 + (u128::from(rest) * u128::from(weight) / u128::from(total)) as usize)
        .collect();
    sizes[0] += n_pages - sizes.iter().sum::<usize>();
    sizes
}

/// Distributes pages among sites by rank. The site of rank r has n / r pages, for the greatest n with which the sum
/// does not exceed all pages. The rest becomes sites of one page.
fn sizes_by_rank(n_pages: usize) -> Vec<usize> {
    let total = |first: usize| (1..=first).map(|rank| first / rank).sum::<usize>();
    // Binary search, as the total grows with n.
    let (mut least, mut most) = (0, n_pages + 1);
    while least + 1 < most {
        let middle = least.midpoint(most);
        if total(middle) <= n_pages { least = middle } else { most = middle }
    }
    let mut sizes: Vec<usize> = (1..=least).map(|rank| least / rank).collect();
    sizes.resize(sizes.len() + n_pages - total(least), 1);
    sizes
}

/// Returns when a page comes. The pages of a site have equal distances, and each site has its own offset.
fn time(seed: u64, site: usize, page: usize, n_pages: usize) -> u64 {
    let distance = LENGTH / n_pages as u64;
    let shift = Random::stream(seed, &[2, site as u64]).next_u64() % distance.max(1);
    page as u64 * distance + shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_sites_of_the_web_have_one_page() {
        for n_pages in [1, 2, 10, 1_000, 100_000] {
            let sizes = sizes_by_rank(n_pages);
            assert_eq!(sizes.iter().sum::<usize>(), n_pages);
            assert!(sizes.iter().all(|&size| size > 0));
            let n_single = sizes.iter().filter(|&&size| size == 1).count();
            assert!(sizes.len() <= 2 * n_single, "{n_pages}");
        }
        assert_eq!(sizes_by_rank(10), [5, 2, 1, 1, 1]);
        assert_eq!(Crawl::ranked(1, 50, 4_000).unwrap().count(), 50);
        assert!(Crawl::ranked(1, 0, 4_000).is_err());
    }

    #[test]
    fn every_site_can_be_built() {
        let crawl = Crawl::new(3, 300, 300, 4_000).unwrap();
        for site_idx in 0..300 {
            assert!(crawl.config(site_idx).pages(1).build().is_ok(), "{:?}", crawl.config(site_idx));
        }
    }
}
