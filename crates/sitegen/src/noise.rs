//! Disturbances that make real templates hard to learn. Each can be switched on.

/// The disturbances of a site. All are off by default.
///
/// # Examples
///
/// ```
/// let noise = sitegen::Noise::none().ads(true).missing_blocks(20);
/// assert!(noise.get_ads() && !noise.get_dates());
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[must_use]
pub struct Noise {
    ads: bool,
    teasers: bool,
    dates: bool,
    missing_blocks: u32,
    variants: bool,
    odd_page: bool,
    broken_markup: bool,
    spelling: bool,
}

impl Noise {
    /// Returns no disturbance at all.
    pub fn none() -> Noise {
        Noise::default()
    }

    /// Returns every disturbance, with one optional block in six missing.
    pub fn all() -> Noise {
        Noise {
            ads: true,
            teasers: true,
            dates: true,
            missing_blocks: 16,
            variants: true,
            odd_page: true,
            broken_markup: true,
            spelling: true,
        }
    }

    /// Sets whether there are advertisements with changing numbers in the side column and in the text. Default: no.
    pub fn ads(mut self, yes: bool) -> Noise {
        self.ads = yes;
        self
    }

    /// Sets whether every page has a box with a changing selection of other pages' headlines. Default: no.
    pub fn teasers(mut self, yes: bool) -> Noise {
        self.teasers = yes;
        self
    }

    /// Sets whether the header of a page has the day and time at which it was made. Default: no.
    pub fn dates(mut self, yes: bool) -> Noise {
        self.dates = yes;
        self
    }

    /// Sets the percentage of pages on which an optional template block is missing, independently for each block. At
    /// most 100. Default: 0.
    pub fn missing_blocks(mut self, percent: u32) -> Noise {
        // A percentage above 100 is the same as 100.
        self.missing_blocks = percent.min(100);
        self
    }

    /// Sets whether half of the pages have a second variant of the template: another class on the body, one more
    /// block. Default: no.
    pub fn variants(mut self, yes: bool) -> Noise {
        self.variants = yes;
        self
    }

    /// Sets whether the page in the middle of the site has a layout that it shares with no other page. Default: no.
    pub fn odd_page(mut self, yes: bool) -> Noise {
        self.odd_page = yes;
        self
    }

    /// Sets whether markup is broken: end tags are missing, elements overlap, ampersands are bare, and some pages are
    /// cut short. Default: no.
    pub fn broken_markup(mut self, yes: bool) -> Noise {
        self.broken_markup = yes;
        self
    }

    /// Sets whether the same template tags are spelled differently on each page: upper case, order of attributes,
    /// white space. Default: no.
    pub fn spelling(mut self, yes: bool) -> Noise {
        self.spelling = yes;
        self
    }

    /// Returns whether there are advertisements.
    pub fn get_ads(&self) -> bool {
        self.ads
    }

    /// Returns whether there are teasers.
    pub fn get_teasers(&self) -> bool {
        self.teasers
    }

    /// Returns whether there are dates.
    pub fn get_dates(&self) -> bool {
        self.dates
    }

    /// Returns the percentage of pages on which an optional block is missing.
    pub fn get_missing_blocks(&self) -> u32 {
        self.missing_blocks
    }

    /// Returns whether there are two variants.
    pub fn get_variants(&self) -> bool {
        self.variants
    }

    /// Returns whether there is an odd page.
    pub fn get_odd_page(&self) -> bool {
        self.odd_page
    }

    /// Returns whether markup is broken.
    pub fn get_broken_markup(&self) -> bool {
        self.broken_markup
    }

    /// Returns whether the spelling of tags changes.
    pub fn get_spelling(&self) -> bool {
        self.spelling
    }
}
