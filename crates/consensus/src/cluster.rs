//! Pages that are built alike, and what was learned from them.

use crate::site::{
    Site, clusters,
    mode::{Mode, Statistics},
};

/// Pages of a site that are built alike, and what was learned from them.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub(crate) statistics: Statistics,
    pub(crate) site: Site,
    /// The number of shared regions on a page, on average.
    regions_each: f64,
}

impl Cluster {
    pub(crate) fn new(statistics: Statistics, site: Site) -> Cluster {
        let regions = site.regions.list();
        let pages: u64 = regions
            .iter()
            .map(|(_, region)| u64::from(region.pages))
            .sum();
        Cluster {
            statistics,
            regions_each: pages as f64 / f64::from(site.n_pages.max(1)),
            site,
        }
    }

    /// Returns how the cluster's pages are read.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.site.mode
    }

    /// Returns the figures that the mode was decided by.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the number of pages that were learned from.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.site.n_pages as usize
    }

    /// Returns the number of regions that are on two pages or more.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.site.regions.len()
    }

    /// Returns the number of lines that repeat.
    #[must_use]
    pub fn repeated_line_count(&self) -> usize {
        self.site.lines.len()
    }

    /// Returns how similar a page's region keys are to those of the cluster's
    /// pages.
    pub(crate) fn likeness(&self, keys: &[u64]) -> f64 {
        clusters::likeness(keys, self.site.n_pages, self.regions_each, |key| {
            self.site.regions.get(key).map_or(0, |region| region.pages)
        })
    }
}
