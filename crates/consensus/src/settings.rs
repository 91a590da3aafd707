//! What a user has asked for, as far as pages are judged by it.

use crate::{profile::Profile, reason::Reason};

/// What a user has asked for, as far as pages are judged by it.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) profile: Profile,
    /// Whether tags, roles and names are heard.
    pub(crate) hints: bool,
    /// Whether the page model is asked about pages that are alone.
    pub(crate) page_model: bool,
    /// For what nothing is removed.
    pub(crate) without: Vec<Reason>,
}

impl Settings {
    /// Says whether something may be removed for a reason.
    pub(crate) fn allows(&self, reason: Reason) -> bool {
        !self.without.contains(&reason)
    }
}
