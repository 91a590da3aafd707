//! Pages that are built alike, and what was learned from them.

use crate::site::{Site, clusters};

/// Pages of a site that are built alike, and what was learned from them.
#[derive(Clone, Debug)]
pub(crate) struct PageCluster {
    pub(crate) site: Site,
    /// The number of shared regions on a page, on average.
    regions_each: f64,
}

impl PageCluster {
    pub(crate) fn new(site: Site) -> PageCluster {
        let shared = site.regions.values().map(|region| region.pages).filter(|&pages| pages >= 2);
        // Saturating, since a template file may hold any number.
        let pages: u64 = shared.fold(0, u64::saturating_add);
        // The default site has no pages, and nothing can be divided by 0.
        PageCluster { regions_each: pages as f64 / f64::from(site.n_pages.max(1)), site }
    }

    /// Returns how similar a page's region keys are to those of the cluster's
    /// pages.
    pub(crate) fn likeness(&self, keys: &[u64]) -> f64 {
        clusters::likeness(keys, self.site.n_pages, self.regions_each, |key| {
            let pages = self.site.regions.get(&key).map_or(0, |region| region.pages);
            // As in `regions_each`, a region on a single page is not shared.
            if pages >= 2 { u32::try_from(pages).unwrap_or(u32::MAX) } else { 0 }
        })
    }
}
