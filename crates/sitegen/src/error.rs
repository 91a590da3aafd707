/// Why a site could not be configured. Generating one never fails.
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
    /// Template or content would get too few bytes a page to be made at all.
    #[error("{of} needs at least {least} bytes a page, page size and share leave {given}")]
    NoRoom {
        /// Which of the two: `template` or `content`.
        of: &'static str,
        /// The bytes that page size and share leave for it.
        given: usize,
        /// The least that it takes.
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
    /// The charset label had a character that no label has.
    #[error("not a charset label: {given:?}")]
    Charset {
        /// The label that was given.
        given: String,
    },
}
