//! Makes one file for language models of all pages: the list of them as in [llms.txt](https://llmstxt.org/), then the
//! Markdown of each.

use std::{
    fs::File,
    io::{BufRead as _, BufReader, BufWriter, Seek as _, Write},
    path::Path,
};

use anyhow::Context as _;
use demold::{markdown_link, markdown_text};

use crate::{cleaned::LlmsPage, files::Work};

/// The title of a file whose pages do not say of which site they are.
const UNNAMED: &str = "Pages";

/// Makes the file from the lines of a run, and renames it to `out`. The lines are read twice, one at a time.
pub(super) fn make(work: &Work, out: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", out.display());
    let mut lines = BufReader::new(work.lines()?);
    let mut file = BufWriter::new(work.new_table().with_context(failed)?);
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
    })
    .with_context(failed)?;
    each(&mut lines, |page| {
        write!(file, "\n---\n\nTitle: {}\n", markdown_text(&page.title))?;
        if let Some(url) = &page.url {
            writeln!(file, "URL: {}", markdown_text(url))?;
        }
        write!(file, "\n{}\n", page.markdown.trim_end())
    })
    .with_context(failed)?;
    file.flush().with_context(failed)?;
    file.get_ref().sync_all().with_context(failed)?;
    drop(file);
    work.name_table(out).with_context(failed)
}

/// Reads all lines from the beginning.
fn each(lines: &mut BufReader<File>, mut take: impl FnMut(LlmsPage) -> std::io::Result<()>) -> anyhow::Result<()> {
    lines.rewind()?;
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        take(serde_json::from_str(&line)?)?;
        line.clear();
    }
    Ok(())
}
