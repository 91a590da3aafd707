//! Which site a page belongs to.

use corpus::Grouper;

use super::item::Item;
use crate::plan::Reading;

/// Gives each page the key of its site.
pub(crate) struct Grouping<'a> {
    asked: Option<&'a Grouper>,
    default: Grouper,
    /// Whether the address of a single file is its own, and not its name.
    has_address: bool,
}

impl<'a> Grouping<'a> {
    pub(crate) fn new(reading: &'a Reading) -> Grouping<'a> {
        Grouping {
            asked: reading.group.as_ref(),
            default: Grouper::host(),
            has_address: reading.address.is_some(),
        }
    }

    /// Returns the key of the site; `None` if a pattern was given and does not
    /// match. Single files, pages without an address, and those without a host
    /// in it are one site together.
    pub(crate) fn key(&self, item: &Item) -> Option<String> {
        if let Some(folder) = &item.folder {
            return Some(folder.display().to_string());
        }
        let url = item.page.as_ref().ok()?.url.as_deref().unwrap_or("");
        match self.asked {
            Some(asked) => asked.key(url).or_else(|| (!url.contains("//")).then(String::new)),
            None if item.listed.is_some() && !self.has_address => Some(String::new()),
            None => Some(self.default.key(url).unwrap_or_default()),
        }
    }
}

/// Returns the key in the form for people.
pub(crate) fn shown(key: &str) -> &str {
    match key {
        "" => "the pages without a host",
        key => key,
    }
}
