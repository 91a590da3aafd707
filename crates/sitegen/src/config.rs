//! The settings of a site.

use std::ops::RangeInclusive;

use crate::{Error, GeneratedSite, Language, Noise, PageType, prose};

/// The settings of a [`GeneratedSite`]. A configuration is a plain value: change it and build again.
///
/// # Examples
///
/// ```
/// let site = sitegen::Config::new().seed(3).pages(12).template_share(0.6).build()?;
/// assert_eq!(site.pages().count(), 12);
/// # Ok::<(), sitegen::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Config {
    pub(crate) seed: u64,
    content_seed: Option<u64>,
    pub(crate) n_pages: usize,
    pub(crate) n_sections: usize,
    page_bytes: usize,
    template_share: f64,
    pub(crate) mix: Vec<(PageType, u32)>,
    pub(crate) noise: Noise,
    pub(crate) language: Language,
}

/// The least number of template bytes in a page. A bare frame does not fit into fewer. Chosen: by eye.
const LEAST_TEMPLATE: usize = 500;

/// The least number of content bytes in a page: a headline, a name, a date and a sentence. Chosen: by eye.
const LEAST_CONTENT: usize = 300;

/// The greatest sum of the weights of page types. The pages of a mix are laid out one by one. Chosen: by eye.
const MOST_WEIGHT: usize = 1_000;

/// The greatest number of pages. Set by: the addresses, in which page numbers have at most seven digits.
const MOST_PAGES: usize = 10_000_000;

impl Config {
    /// Returns the defaults: 24 pages of 8,000 bytes in 4 sections, 70 % template, three articles to each listing,
    /// English, no noise, seed 0.
    pub fn new() -> Config {
        Config {
            seed: 0,
            content_seed: None,
            n_pages: 24,
            n_sections: 4,
            page_bytes: 8_000,
            template_share: 0.7,
            mix: vec![(PageType::Article, 3), (PageType::Listing, 1)],
            noise: Noise::NONE,
            language: Language::English,
        }
    }

    /// Returns a news site: articles and one listing in twenty, 22,500 bytes a page, with ads, teasers and dates.
    ///
    /// With 9,795 pages it is as large as the news collection of Foschini's thesis, 220 MB.
    pub fn news() -> Config {
        Config::new()
            .page_bytes(22_500)
            .sections(8)
            .mix(&[(PageType::Article, 19), (PageType::Listing, 1)])
            .noise(Noise { ads: true, teasers: true, dates: true, ..Noise::NONE })
    }

    /// Returns a shop: record pages whose labels, and many of whose values, repeat.
    pub fn shop() -> Config {
        Config::new().mix(&[(PageType::Record, 9), (PageType::Listing, 1)]).noise(Noise {
            ads: true,
            teasers: true,
            ..Noise::NONE
        })
    }

    /// Returns a manual with almost no template: what repeats in it is content.
    pub fn manual() -> Config {
        Config::new().mix(&[(PageType::Reference, 1)]).template_share(0.08)
    }

    /// Sets the seed of everything random. Default: 0.
    pub fn seed(mut self, seed: u64) -> Config {
        self.seed = seed;
        self
    }

    /// Sets the seed of the content alone. Default: the seed of the site.
    ///
    /// Two sites of equal content seed, page count, mix, sections, content bytes and language are mirrors: they have
    /// the same content in two templates.
    pub fn content_seed(mut self, seed: u64) -> Config {
        self.content_seed = Some(seed);
        self
    }

    /// Sets the number of pages, 1 to 10,000,000. Default: 24.
    pub fn pages(mut self, n_pages: usize) -> Config {
        self.n_pages = n_pages;
        self
    }

    /// Sets the number of sections, 1 to 8. Default: 4.
    pub fn sections(mut self, n_sections: usize) -> Config {
        self.n_sections = n_sections;
        self
    }

    /// Sets the mean size of a page in bytes of UTF-8. Default: 8,000.
    pub fn page_bytes(mut self, n_bytes: usize) -> Config {
        self.page_bytes = n_bytes;
        self
    }

    /// Sets the share of template in the bytes of all pages, 0 to 1. Default: 0.7.
    ///
    /// In a site of 20 pages or more, the actual share differs from it by at most .03.
    pub fn template_share(mut self, share: f64) -> Config {
        self.template_share = share;
        self
    }

    /// Sets the page types and their weights, together at most 1,000. Default: three articles to one listing.
    pub fn mix(mut self, mix: &[(PageType, u32)]) -> Config {
        self.mix = mix.to_vec();
        self
    }

    /// Sets the disturbances. Default: none.
    pub fn noise(mut self, noise: Noise) -> Config {
        self.noise = noise;
        self
    }

    /// Sets the language of content and template. Default: English.
    pub fn language(mut self, language: Language) -> Config {
        self.language = language;
        self
    }

    /// Checks this configuration and builds the site's template. Pages are made when they are asked for.
    ///
    /// # Errors
    ///
    /// If a value is out of its bounds, or if page size and share leave fewer than 500 bytes of template or 300 of
    /// content.
    pub fn build(self) -> Result<GeneratedSite, Error> {
        check("pages", self.n_pages, 1..=MOST_PAGES)?;
        check("sections", self.n_sections, 1..=prose::N_TOPICS)?;
        // `contains` is false for NaN.
        if !(0.0..=1.0).contains(&self.template_share) {
            return Err(Error("share of template must be a number from 0 to 1".to_owned()));
        }
        // Without a weight the cycle of page types would be empty.
        let weights = self.mix.iter().map(|&(_, weight)| weight as usize);
        check("pages of a cycle", weights.sum(), 1..=MOST_WEIGHT)?;
        // With these limits every page can be made, so that pages need no errors of their own.
        check("bytes of template", self.template_bytes(), LEAST_TEMPLATE..=usize::MAX)?;
        check("bytes of content", self.content_bytes(), LEAST_CONTENT..=usize::MAX)?;
        Ok(GeneratedSite::from_config(self))
    }

    /// Returns the seed of the content.
    pub(crate) fn seed_of_content(&self) -> u64 {
        self.content_seed.unwrap_or(self.seed)
    }

    /// Returns the mean number of template bytes in a page.
    pub(crate) fn template_bytes(&self) -> usize {
        // Exact below 2^53 bytes. Multiplication and rounding give the same result on all machines.
        (self.page_bytes as f64 * self.template_share).round() as usize
    }

    /// Returns the mean number of all other bytes in a page.
    pub(crate) fn content_bytes(&self) -> usize {
        self.page_bytes.saturating_sub(self.template_bytes())
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}

/// Refuses a number that is out of its bounds.
pub(crate) fn check(of: &str, given: usize, bounds: RangeInclusive<usize>) -> Result<(), Error> {
    let (least, most) = bounds.into_inner();
    if given < least || most < given {
        return Err(Error(format!("number of {of} must be from {least} to {most}, got {given}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_values_are_refused() {
        let check = |config: Config, message: &str| {
            assert_eq!(config.build().unwrap_err().to_string(), message);
        };
        check(Config::new().pages(0), "number of pages must be from 1 to 10000000, got 0");
        check(Config::new().template_share(f64::NAN), "share of template must be a number from 0 to 1");
        check(
            Config::new().template_share(0.0),
            &format!("number of bytes of template must be from 500 to {}, got 0", usize::MAX),
        );
        check(Config::new().mix(&[(PageType::Article, 0)]), "number of pages of a cycle must be from 1 to 1000, got 0");
    }
}
