//! Makes one file for language models of all pages: the list of them as in [llms.txt](https://llmstxt.org/), then the
//! Markdown of each.

use std::io::{self, BufRead, Seek, Write};

use demold::{MarkdownOptions, markdown_link, markdown_text};
use serde::{Deserialize, Serialize};

use crate::{cleaned::CleanedPage, error::Error};

/// The title of a file whose pages do not say of which site they are.
const UNNAMED: &str = "Pages";

/// A page as the file has it: what the list of pages and the text need of it, kept as a line of JSON until all pages
/// are cleaned.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct LlmsPage {
    title: String,
    /// The address, or the path below the folder of the site; none if neither is known.
    url: Option<String>,
    description: Option<String>,
    site_name: Option<String>,
    markdown: String,
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

/// Makes a [file for language models](crate::Format::Llms) of the lines that [`Style::render`](crate::Style::render)
/// has made of all pages. They are read twice, one at a time.
///
/// # Errors
///
/// If a line cannot be read or is another one, or if the file cannot be written.
pub(crate) fn write_llms(mut lines: impl BufRead + Seek, file: &mut impl Write) -> io::Result<()> {
    let mut is_first = true;
    each(&mut lines, |page| {
        if is_first {
            is_first = false;
            let name = page.site_name.as_deref().unwrap_or(UNNAMED);
            write!(file, "# {}\n\n## Pages\n\n", markdown_text(name))?;
        }
        match &page.url {
            Some(url) => write!(file, "- {}", markdown_link(&page.title, url))?,
            None => write!(file, "- {}", markdown_text(&page.title))?,
        }
        match page.description.as_deref().map(markdown_text).filter(|description| !description.is_empty()) {
            Some(description) => writeln!(file, ": {description}"),
            None => writeln!(file),
        }
    })?;
    each(&mut lines, |page| {
        write!(file, "\n---\n\nTitle: {}\n", markdown_text(&page.title))?;
        if let Some(url) = &page.url {
            writeln!(file, "URL: {}", markdown_text(url))?;
        }
        write!(file, "\n{}\n", page.markdown.trim_end())
    })
}

/// Reads all lines from the beginning.
fn each(lines: &mut (impl BufRead + Seek), mut take: impl FnMut(LlmsPage) -> io::Result<()>) -> io::Result<()> {
    lines.rewind()?;
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        take(serde_json::from_str(&line)?)?;
        line.clear();
    }
    Ok(())
}
