//! What a user has asked for, as far as it matters for judging pages.

use crate::{profile::Profile, reason::Reason, site::mode::Mode};

/// What a user has asked for, as far as it matters for judging pages.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) profile: Profile,
    /// How pages are read, if the user says so.
    pub(crate) mode: Option<Mode>,
    /// Whether tags, roles and names are used.
    pub(crate) hints: bool,
    /// Whether the page model is asked about pages that are alone.
    pub(crate) page_model: bool,
    /// Whether the headline is kept.
    pub(crate) headline: bool,
    /// The reasons for which nothing is removed.
    pub(crate) without: Vec<Reason>,
}

impl Settings {
    /// Returns how pages are to be read, whatever they show: as the user says, or as the profile
    /// implies.
    pub(crate) fn mode_asked(&self) -> Option<Mode> {
        self.mode.or(match self.profile {
            Profile::Data => Some(Mode::Data),
            Profile::Article => Some(Mode::Article),
            Profile::Balanced => None,
        })
    }

    /// Returns whether something may be removed for a reason.
    pub(crate) fn allows(&self, reason: Reason) -> bool {
        !self.without.contains(&reason)
    }
}
