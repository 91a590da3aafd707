/// Why a site or a crawl could not be configured. Generating pages never fails.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct Error(pub(crate) String);
