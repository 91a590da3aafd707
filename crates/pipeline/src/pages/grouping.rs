//! Finds the site to which a page belongs.

use super::{item::Item, read_options::ReadOptions};
use crate::group::Grouper;

/// Gives each page the key of its site.
#[derive(Debug)]
pub struct Grouping<'a> {
    asked: Option<&'a Grouper>,
    default: Grouper,
    /// Whether the user gives the address of the only page, so that a single file has a host.
    has_address: bool,
}

impl<'a> Grouping<'a> {
    /// Groups pages as the options say.
    #[must_use]
    pub fn new(options: &'a ReadOptions) -> Grouping<'a> {
        Grouping { asked: options.group.as_ref(), default: Grouper::host(), has_address: options.address.is_some() }
    }

    /// Returns the key of the site; none if a pattern was given and does not match. Single files, pages without an
    /// address, and pages whose address has no host are one site together.
    #[must_use]
    pub fn key(&self, item: &Item) -> Option<String> {
        if let Some(site) = &item.site {
            return Some(site.to_string());
        }
        let url = item.page.as_ref().ok()?.url.as_deref().unwrap_or("");
        match self.asked {
            // An address without `//` has no host that a pattern could be meant for, so it is not the pattern that
            // excludes it.
            Some(asked) => asked.key(url).or_else(|| (!url.contains("//")).then(String::new)),
            None if item.listed.is_some() && !self.has_address => Some(String::new()),
            None => Some(self.default.key(url).unwrap_or_default()),
        }
    }
}
