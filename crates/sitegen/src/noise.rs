//! What makes real templates hard to learn, each on demand.

/// Which disturbances a site has. All are off unless switched on.
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

    /// Puts advertisements with changing numbers into the side column and the text. Default: no.
    pub fn ads(mut self, yes: bool) -> Noise {
        self.ads = yes;
        self
    }

    /// Puts a box with a changing choice of other pages' headlines on every page. Default: no.
    pub fn teasers(mut self, yes: bool) -> Noise {
        self.teasers = yes;
        self
    }

    /// Writes the day and time at which the page was made into its header. Default: no.
    pub fn dates(mut self, yes: bool) -> Noise {
        self.dates = yes;
        self
    }

    /// Leaves out optional template blocks on this many of 100 pages, each block on its own. Default: 0.
    pub fn missing_blocks(mut self, percent: u32) -> Noise {
        self.missing_blocks = percent.min(100);
        self
    }

    /// Serves half of the pages in a second variant of the template: another class on the body, one more block.
    /// Default: no.
    pub fn variants(mut self, yes: bool) -> Noise {
        self.variants = yes;
        self
    }

    /// Gives the page in the middle of the site a layout that it shares with no other. Default: no.
    pub fn odd_page(mut self, yes: bool) -> Noise {
        self.odd_page = yes;
        self
    }

    /// Leaves out end tags, nests wrongly, writes bare ampersands, and cuts some pages short. Default: no.
    pub fn broken_markup(mut self, yes: bool) -> Noise {
        self.broken_markup = yes;
        self
    }

    /// Spells the same template tags differently on each page: upper case, order of attributes, white space.
    /// Default: no.
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

    /// Returns on how many of 100 pages an optional block is missing.
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
