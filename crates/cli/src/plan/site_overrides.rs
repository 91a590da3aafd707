//! What overrides templates, by the host of a page.

use std::{fs, path::Path};

use anyhow::Context as _;
use demold::{Cleaned, Overrides, Rules};

use crate::options::Using;

/// Selectors for all pages, and rules for those of known sites.
#[derive(Clone, Debug)]
pub(crate) struct SiteOverrides {
    for_all: Overrides,
    rules: Option<Rules>,
}

impl SiteOverrides {
    /// Takes the options, and reads the file of rules.
    pub(super) fn of(using: &Using) -> anyhow::Result<SiteOverrides> {
        let rules = using.rules.as_deref().map(read).transpose()?;
        Ok(SiteOverrides { for_all: using.overrides()?, rules })
    }

    /// Changes what is removed from a page.
    pub(crate) fn apply<'p>(&self, cleaned: Cleaned<'p>) -> Cleaned<'p> {
        let Some(rules) = &self.rules else {
            return cleaned.overridden(&self.for_all);
        };
        // The rules are the user's, so that a page which declares another site's address gets nothing but selectors that
        // match nothing in it.
        let mut overrides = rules.overrides(cleaned.address().as_deref());
        overrides.extend(&self.for_all);
        cleaned.overridden(&overrides)
    }
}

/// Reads a file of rules.
pub(super) fn read(path: &Path) -> anyhow::Result<Rules> {
    let failed = || format!("cannot use the rules {}", path.display());
    let text = fs::read_to_string(path).with_context(failed)?;
    Rules::from_toml(&text).with_context(failed)
}
