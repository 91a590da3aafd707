//! What a user has asked for, as far as it matters for judging pages.

use serde::{Deserialize, Serialize};

use crate::profile::Profile;

/// What a user has asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) profile: Profile,
    /// Whether the headline is kept.
    pub(crate) headline: bool,
}
