//! Pages with gold: what every adapter makes and every experiment takes.

use std::ops::Range;

use cleaner::Regions;

/// The pages of one web site.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// Unique in its collection.
    pub name: String,
    pub collection: String,
    /// What the whole site is about, where a collection sorts its sites.
    pub category: Option<String>,
    pub pages: Vec<Page>,
}

/// One page: its bytes as served, and what is known of it.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// Unique in its site.
    pub name: String,
    pub bytes: Vec<u8>,
    /// What the server said, or would have said.
    pub charset: Option<String>,
    /// The part of the site that the page belongs to: its class in clustering and classifying.
    pub section: Option<String>,
    pub gold: Gold,
}

/// What a perfect cleaner would do. Every part may be unknown.
#[derive(Clone, Debug, Default)]
pub struct Gold {
    /// The text that should stay.
    pub text: Option<String>,
    /// Text that may stay or go.
    pub neutral: Option<String>,
    /// Strings that must stay, where only these are known.
    pub values: Option<Vec<String>>,
    pub regions: Option<GoldRegions>,
}

/// The bytes that should go and those that may, in the decoded source. All others must stay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoldRegions {
    pub template: Regions,
    pub neutral: Regions,
}

impl Site {
    pub fn n_bytes(&self) -> usize {
        self.pages.iter().map(|page| page.bytes.len()).sum()
    }
}

/// Puts two neighbours of a collection at a time together into one site; one that is left over goes.
pub fn in_pairs(sites: Vec<Site>) -> Vec<Site> {
    let mut pairs = Vec::new();
    let mut waiting: Option<Site> = None;
    for site in sites {
        let Some(first) = waiting.take_if(|first| first.collection == site.collection) else {
            waiting = Some(site);
            continue;
        };
        pairs.push(first.and(site));
    }
    pairs
}

impl Site {
    /// Returns a site with the pages of both, under names that say which.
    fn and(self, other: Site) -> Site {
        let named = |site: &Site| {
            let of_site = |page: &Page| Page { name: format!("{}__{}", site.name, page.name), ..page.clone() };
            site.pages.iter().map(of_site).collect::<Vec<_>>()
        };
        Site { name: format!("{}+{}", self.name, other.name), pages: [named(&self), named(&other)].concat(), ..self }
    }
}

impl Page {
    /// Returns the page as the facade takes it.
    pub fn input(&self) -> demold::Input<'_> {
        let input = demold::Input::new(&self.bytes);
        match &self.charset {
            Some(label) => input.charset(label),
            None => input,
        }
    }

    /// Returns the decoded source.
    pub fn source(&self) -> tokenize::Source<'_> {
        tokenize::decode(&self.bytes, self.charset.as_deref())
    }
}

impl Gold {
    /// Returns whether a page can be judged by its text or its values.
    pub fn is_known(&self) -> bool {
        let text = self.text.as_deref();
        self.values.is_some() || text.is_some_and(|text| !text.trim().is_empty())
    }
}

impl GoldRegions {
    /// Returns all bytes that are not content.
    pub fn not_content(&self) -> Regions {
        self.template.union(&self.neutral)
    }

    /// Returns regions from the ranges of template and neutral bytes.
    pub fn from_ranges(
        template: impl IntoIterator<Item = Range<usize>>,
        neutral: impl IntoIterator<Item = Range<usize>>,
    ) -> GoldRegions {
        GoldRegions { template: Regions::from_ranges(template), neutral: Regions::from_ranges(neutral) }
    }
}
