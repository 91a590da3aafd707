//! The settings of a site.

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

/// The greatest weight of a page type. The pages of a mix are laid out one by one. Chosen: by eye.
const MOST_WEIGHT: u32 = 1_000;

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

    /// Sets the page types and their weights, each at most 1,000. Default: three articles to one listing.
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

    /// Returns the language.
    pub fn get_language(&self) -> Language {
        self.language
    }

    /// Checks this configuration and builds the site's template. Pages are made when they are asked for.
    ///
    /// # Errors
    ///
    /// [`Error::Count`], [`Error::Share`], [`Error::EmptyMix`] and [`Error::Weight`] for values out of their
    /// bounds; [`Error::NoRoom`] if page size and share leave fewer than 500 bytes of template or 300 of
    /// content.
    pub fn build(self) -> Result<GeneratedSite, Error> {
        check_count("pages", self.n_pages, MOST_PAGES)?;
        check_count("sections", self.n_sections, prose::N_TOPICS)?;
        // `contains` is false for NaN.
        if !(0.0..=1.0).contains(&self.template_share) {
            return Err(Error::Share);
        }
        // Without a weight the cycle of page types would be empty.
        if self.mix.iter().all(|&(_, weight)| weight == 0) {
            return Err(Error::EmptyMix);
        }
        for &(_, weight) in &self.mix {
            if MOST_WEIGHT < weight {
                return Err(Error::Weight { given: weight, most: MOST_WEIGHT });
            }
        }
        // With these limits every page can be made, so that pages need no errors of their own.
        check_room("template", self.template_bytes(), LEAST_TEMPLATE)?;
        check_room("content", self.content_bytes(), LEAST_CONTENT)?;
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

pub(crate) fn check_count(of: &'static str, given: usize, most: usize) -> Result<(), Error> {
    if given < 1 || most < given {
        return Err(Error::Count { of, given, least: 1, most });
    }
    Ok(())
}

fn check_room(of: &'static str, given: usize, least: usize) -> Result<(), Error> {
    if given < least {
        return Err(Error::NoRoom { of, given, least });
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
        check(Config::new().sections(9), "number of sections must be from 1 to 8, got 9");
        check(Config::new().template_share(f64::NAN), "share of template must be a number from 0 to 1");
        check(
            Config::new().template_share(0.0),
            "template needs at least 500 bytes a page, page size and share leave 0",
        );
        check(Config::new().mix(&[(PageType::Article, 0)]), "no page type has a weight above zero");
        check(Config::new().mix(&[(PageType::Article, 1_001)]), "weight of a page type must be at most 1000, got 1001");
    }
}
