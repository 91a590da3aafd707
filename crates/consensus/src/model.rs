//! What was learned of a site: plain data, enough to clean pages never seen.

use cleaner::Regions;
use rtdm_tree_mapping::dom::Dom;
use serde::{Deserialize, Serialize};

use crate::{
    decision::{self, Decision},
    evidence::Evidence,
    keep,
    lines::LineTable,
    mode::{Mode, Statistics},
    profile::Profile,
    regions::{Region, RegionTable},
    site::Site,
};

/// A learned site.
///
/// It holds the mode with its figures, the sums of every region that stands on two pages or more, and
/// the lines that repeat (as hashes: no text of the site is in it). Applying it to a page needs no
/// other page. Serialized it is a few numbers for each region.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored", into = "Stored")]
pub struct Model {
    profile: Profile,
    statistics: Statistics,
    site: Site,
}

impl Model {
    pub(crate) fn new(profile: Profile, statistics: Statistics, site: Site) -> Model {
        Model {
            profile,
            statistics,
            site,
        }
    }

    /// Returns the profile that the site was learned for.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }

    /// Returns how the site's pages are read.
    #[must_use]
    pub fn mode(&self) -> Mode {
        self.site.mode
    }

    /// Returns the figures that the mode was decided by.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Returns the number of pages that the site was learned from. With one page or none there is
    /// no site to speak of, and pages are judged by their own evidence alone.
    #[must_use]
    pub fn page_count(&self) -> usize {
        self.site.n_pages as usize
    }

    /// Returns the number of regions that stand on two pages or more.
    #[must_use]
    pub fn region_count(&self) -> usize {
        self.site.regions.len()
    }

    /// Returns the number of lines that repeat.
    #[must_use]
    pub fn repeated_line_count(&self) -> usize {
        self.site.lines.len()
    }

    /// Decides what of a page is to be removed.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text of the page.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use consensus::{Evidence, Learner};
    /// use rtdm_tree_mapping::dom::Dom;
    ///
    /// let page = |own: &str| format!("<body><ul><li><a href=/>Home</a></ul><div><h1>{own}</h1><p>All about {own}.</div>");
    /// let sources: Vec<String> = ["ash", "elm", "fir", "oak"].map(page).into();
    /// let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source))).collect();
    /// let model = Learner::new().learn(&pages);
    ///
    /// let unseen = page("yew");
    /// let regions = model.apply(&Dom::parse(&unseen)).into_regions();
    /// assert_eq!(cleaner::text(&unseen, &tokenize::scan(&unseen), &regions), "yew\nAll about yew.");
    /// ```
    #[must_use]
    pub fn apply(&self, dom: &Dom<'_>) -> Decision {
        self.apply_to(dom, &Evidence::read(dom))
    }

    /// Returns how well a page fits the site, from 0 to 1: the share of its words that stand in
    /// regions which the site knows. A site without regions is fitted by every page, and so is any
    /// site by a page without words.
    ///
    /// # Complexity
    ///
    /// Linear in the lines of the page.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn fit(&self, evidence: &Evidence) -> f64 {
        let (mut known, mut all) = (0_u64, 0_u64);
        for line in &evidence.lines {
            let words = u64::from(line.words);
            all += words;
            let owner = evidence.elements.get(line.owner as usize);
            if owner.is_some_and(|owner| self.site.regions.get(owner.key).is_some()) {
                known += words;
            }
        }
        if all == 0 || self.site.regions.len() == 0 {
            return 1.0;
        }
        known as f64 / all as f64
    }

    /// As [`Model::apply`], with the page's evidence read before. It must be of the same page.
    #[must_use]
    pub fn apply_to(&self, dom: &Dom<'_>, evidence: &Evidence) -> Decision {
        if evidence.elements.is_empty() {
            return Decision::new(Regions::from_ranges([]), Vec::new(), None);
        }
        let view = self.site.view(evidence);
        let verdict = keep::decide(evidence, &view);
        decision::of(dom, evidence, &verdict)
    }
}

/// The serialized form.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Stored {
    profile: Profile,
    mode: Mode,
    statistics: Statistics,
    pages: u32,
    hints: bool,
    /// Key, then the region's sums.
    regions: Vec<(Hex, Region)>,
    /// Hash of the line, pages that have it.
    lines: Vec<(Hex, u32)>,
    /// The same without the lines in dead elements.
    live_lines: Vec<(Hex, u32)>,
}

impl From<Stored> for Model {
    fn from(stored: Stored) -> Model {
        let regions: Vec<(u64, Region)> = stored
            .regions
            .into_iter()
            .map(|(key, region)| (key.0, region))
            .collect();
        let table = |list: Vec<(Hex, u32)>| {
            let list: Vec<(u64, u32)> = list
                .into_iter()
                .map(|(hash, pages)| (hash.0, pages))
                .collect();
            LineTable::from_list(&list)
        };
        Model {
            profile: stored.profile,
            statistics: stored.statistics,
            site: Site {
                mode: stored.mode,
                n_pages: stored.pages,
                hints: stored.hints,
                lines: table(stored.lines),
                live_lines: table(stored.live_lines),
                regions: RegionTable::from_list(&regions),
            },
        }
    }
}

impl From<Model> for Stored {
    fn from(model: Model) -> Stored {
        let site = model.site;
        let list = |table: &LineTable| -> Vec<(Hex, u32)> {
            table
                .list()
                .into_iter()
                .map(|(hash, pages)| (Hex(hash), pages))
                .collect()
        };
        Stored {
            profile: model.profile,
            mode: site.mode,
            statistics: model.statistics,
            pages: site.n_pages,
            hints: site.hints,
            regions: site
                .regions
                .list()
                .into_iter()
                .map(|(key, region)| (Hex(key), region))
                .collect(),
            lines: list(&site.lines),
            live_lines: list(&site.live_lines),
        }
    }
}

/// A hash in a file: 16 hexadecimal digits, since many readers of JSON round large numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hex(u64);

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Hex, D::Error> {
        let digits = String::deserialize(deserializer)?;
        let is_hash = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        match u64::from_str_radix(&digits, 16) {
            Ok(hash) if is_hash => Ok(Hex(hash)),
            _ => Err(serde::de::Error::custom(
                "a hash must have 16 hexadecimal digits",
            )),
        }
    }
}
