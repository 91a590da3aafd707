/// Why a site or a crawl could not be configured. Generating pages never fails.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Error {
    /// The number of pages, sites or sections was out of its bounds.
    #[error("number of {of} must be from {least} to {most}, got {given}")]
    Count {
        /// What was counted: `pages`, `sites` or `sections`.
        of: &'static str,
        /// The number that was given.
        given: usize,
        /// The least number allowed.
        least: usize,
        /// The greatest number allowed.
        most: usize,
    },
    /// The share of template was not a number from 0 to 1.
    #[error("share of template must be a number from 0 to 1")]
    Share,
    /// Template, content or a page of a crawl would get too few bytes.
    #[error("{of} needs at least {least} bytes a page, page size and share leave {given}")]
    NoRoom {
        /// Which of these: `template`, `content` or `page`.
        of: &'static str,
        /// The number of bytes that is left for it.
        given: usize,
        /// The least number of bytes that it needs.
        least: usize,
    },
    /// No page type had a weight above zero.
    #[error("no page type has a weight above zero")]
    EmptyMix,
    /// A page type had too great a weight.
    #[error("weight of a page type must be at most {most}, got {given}")]
    Weight {
        /// The weight that was given.
        given: u32,
        /// The greatest weight allowed.
        most: u32,
    },
}
