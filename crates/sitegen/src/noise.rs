//! Disturbances that make real templates hard to learn. Each can be switched on.

/// The disturbances of a site.
///
/// # Examples
///
/// ```
/// use sitegen::Noise;
///
/// let noise = Noise { ads: true, missing_blocks: 20, ..Noise::NONE };
/// assert!(!noise.dates);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Noise {
    /// Whether there are advertisements with changing numbers in the side column and in the text.
    pub ads: bool,
    /// Whether every page has a box with a changing selection of other pages' headlines.
    pub teasers: bool,
    /// Whether the header of a page has the day and time at which it was made.
    pub dates: bool,
    /// The percentage of pages on which an optional template block is missing, independently for each block.
    pub missing_blocks: u32,
    /// Whether half of the pages have a second variant of the template: another class on the body, one more block.
    pub variants: bool,
    /// Whether the page in the middle of the site has a layout that it shares with no other page.
    pub odd_page: bool,
    /// Whether markup is broken: end tags are missing, elements overlap, ampersands are bare, and some pages are cut
    /// short.
    pub broken_markup: bool,
}

impl Noise {
    /// No disturbance at all.
    pub const NONE: Noise = Noise {
        ads: false,
        teasers: false,
        dates: false,
        missing_blocks: 0,
        variants: false,
        odd_page: false,
        broken_markup: false,
    };

    /// Every disturbance, with one optional block in six missing.
    pub const ALL: Noise = Noise {
        ads: true,
        teasers: true,
        dates: true,
        missing_blocks: 16,
        variants: true,
        odd_page: true,
        broken_markup: true,
    };
}
