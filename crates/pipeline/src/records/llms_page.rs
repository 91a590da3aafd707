//! A page as a file for language models has it.

use demold::MarkdownOptions;
use serde::{Deserialize, Serialize};

use crate::{cleaned::CleanedPage, error::Error};

/// What the list of pages and the text need of a page, kept as a line of JSON until all pages are cleaned.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct LlmsPage {
    pub(super) title: String,
    /// The address, or the path below the folder of the site; none if neither is known.
    pub(super) url: Option<String>,
    pub(super) description: Option<String>,
    pub(super) site_name: Option<String>,
    pub(super) markdown: String,
}

impl LlmsPage {
    pub(super) fn of(made: &CleanedPage<'_>, options: &MarkdownOptions) -> Result<LlmsPage, Error> {
        let metadata = made.cleaned.metadata();
        let url = made.cleaned.address().or_else(|| made.page.url.clone());
        let place = || made.page.place.to_string();
        Ok(LlmsPage {
            title: metadata.title.or_else(|| url.clone()).unwrap_or_else(place),
            url,
            description: metadata.description,
            site_name: metadata.site_name,
            markdown: made.cleaned.markdown_with(options)?,
        })
    }

    pub(super) fn line(&self) -> Result<Vec<u8>, Error> {
        let mut line = serde_json::to_vec(self).map_err(Error::record)?;
        line.push(b'\n');
        Ok(line)
    }
}
