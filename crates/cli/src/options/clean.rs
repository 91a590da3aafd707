//! `demold clean`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use corpus::Likeness;
use demold::MarkdownOptions;

use super::{Format, How, Reading, Using, format::Suffix};

/// Remove the template from pages
///
/// Each folder is one site, and so are all single files together. Pages in WARC, JSON Lines and
/// Parquet files are grouped by host. Without --template, the template of each site is first
/// learned from its own pages. A page that is alone on its site is judged by itself.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Clean {
    /// Where to write: a folder, which mirrors the input, or a file whose suffix names the format.
    /// By default a single page, JSON Lines and WARC go to standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,
    /// What to write for each page [default: what the name of OUT says, or html]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// What records contain of each page: any of these, separated by commas; only one for
    /// WARC
    #[arg(long, value_enum, value_delimiter = ',', default_value = "text")]
    pub(crate) body: Vec<Body>,
    /// Leave the metadata out of records: title, authors, dates, language and more, each with its
    /// source
    #[arg(long)]
    pub(crate) no_metadata: bool,
    /// Add the page piece by piece to its record: headings, paragraphs, tables and more, kept or
    /// removed, with links
    #[arg(long)]
    pub(crate) blocks: bool,
    /// Write links in Markdown as plain text
    #[arg(long)]
    pub(crate) no_links: bool,
    /// Leave images out of Markdown
    #[arg(long)]
    pub(crate) no_images: bool,
    /// Write HTML anew so that nothing in it runs, loads by itself or hides: without scripts,
    /// styles, forms, frames, and unknown elements and attributes
    #[arg(long)]
    pub(crate) sanitize: bool,
    /// Print what was removed from each page and why, to standard error
    /// (consensus)
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write into a folder that is not empty, or replace a file; start an interrupted run again
    #[arg(long)]
    pub(crate) force: bool,
    /// Continue an interrupted run of the same command
    #[arg(long)]
    pub(crate) resume: bool,
    /// Print what would be read, learned and written, but write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// Write only pages in these languages, as two-letter codes separated by commas
    #[arg(long, value_name = "LANG", value_delimiter = ',')]
    pub(crate) language: Vec<String>,
    /// Write only pages with at least this many words left
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_words: usize,
    /// If several pages are left with the same text, on any site, write only the first
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) drop_copies: Option<DropCopies>,
    /// Fail at the end if a page was skipped or came out empty
    #[arg(long)]
    pub(crate) strict: bool,
    /// The date of WARC records for pages that have none, such as 2026-01-31T12:00:00Z [default:
    /// now]
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<String>,
    #[command(flatten)]
    pub(crate) using: Using,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) how: How,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum DropCopies {
    /// The same words in the same order
    Exact,
    /// Almost the same words
    Near,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Body {
    /// Visible text
    Text,
    /// The page's HTML
    Html,
    /// Markdown
    Markdown,
}

/// Which pages are written.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    /// In lower case; if empty, any language.
    pub(crate) languages: Vec<String>,
    pub(crate) min_words: usize,
    /// How alike pages must be for one of them to be enough, if at all.
    pub(crate) likeness: Option<Likeness>,
}

impl Clean {
    /// Returns what the output is.
    ///
    /// # Errors
    ///
    /// If its suffix is unknown, or contradicts the format.
    pub(crate) fn suffix(&self) -> anyhow::Result<Option<Suffix>> {
        let Some(out) = &self.out else {
            return Ok(None);
        };
        let suffix = Suffix::of(out).map_err(anyhow::Error::msg)?;
        let fits = match (suffix, self.format) {
            (_, None) | (Suffix::Folder, Some(Format::Jsonl)) => true,
            (Suffix::Folder, Some(format)) => format.is_single(),
            (Suffix::Many(said), Some(format)) => said == format,
            (Suffix::One(Format::Html), Some(Format::Raw)) => true,
            (Suffix::One(said), Some(format)) => said == format,
        };
        if let Some(format) = self.format.filter(|_| !fits) {
            anyhow::bail!(
                "{} should end in {}",
                out.display(),
                format.ends().join(" or ")
            );
        }
        Ok(Some(suffix))
    }

    /// Returns how Markdown is written.
    ///
    /// # Errors
    ///
    /// If an option for Markdown is given but no Markdown is written.
    pub(crate) fn markdown(&self) -> anyhow::Result<MarkdownOptions> {
        let format = self.format()?;
        let in_records = self.is_in_records(Body::Markdown)?;
        if (self.no_links || self.no_images) && format != Format::Markdown && !in_records {
            anyhow::bail!("--no-links and --no-images apply to Markdown, but none is written");
        }
        if (self.blocks || self.no_metadata) && !self.writes_records()? {
            anyhow::bail!("--blocks and --no-metadata apply to records: --format jsonl or parquet");
        }
        Ok(MarkdownOptions::new()
            .links(!self.no_links)
            .images(!self.no_images))
    }

    /// Returns whether pages become records with metadata and more.
    fn writes_records(&self) -> anyhow::Result<bool> {
        Ok(matches!(self.format()?, Format::Jsonl | Format::Parquet))
    }

    /// Returns whether templates have to hold what is known of the metadata of sites: for records that have metadata,
    /// and for templates that are kept.
    pub(crate) fn needs_metadata(&self) -> anyhow::Result<bool> {
        Ok(self.using.template.is_some() || (self.writes_records()? && !self.no_metadata))
    }

    /// Returns which pages are wanted.
    ///
    /// # Errors
    ///
    /// If a language is not a code.
    pub(crate) fn wanted(&self) -> anyhow::Result<Wanted> {
        let is_code = |code: &String| {
            (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        if let Some(other) = self.language.iter().find(|code| !is_code(code)) {
            anyhow::bail!("--language takes codes like en or de, but {other} is not one");
        }
        Ok(Wanted {
            languages: self
                .language
                .iter()
                .map(|code| code.to_ascii_lowercase())
                .collect(),
            min_words: self.min_words,
            likeness: self.drop_copies.map(|how| match how {
                DropCopies::Exact => Likeness::Exact,
                DropCopies::Near => Likeness::Near,
            }),
        })
    }

    /// Returns whether HTML is written so that nothing in it runs.
    ///
    /// # Errors
    ///
    /// If that is asked for but no HTML is written.
    pub(crate) fn is_sanitized(&self) -> anyhow::Result<bool> {
        if self.sanitize && self.format()? != Format::Html && !self.is_in_records(Body::Html)? {
            anyhow::bail!("--sanitize applies to HTML, but none is written");
        }
        Ok(self.sanitize)
    }

    fn is_in_records(&self, body: Body) -> anyhow::Result<bool> {
        let has_records = matches!(
            self.format()?,
            Format::Jsonl | Format::Parquet | Format::Warc
        );
        Ok(has_records && self.body.contains(&body))
    }

    /// Returns what to write: as asked for, or as the name of the output says.
    pub(crate) fn format(&self) -> anyhow::Result<Format> {
        let said = match self.suffix()? {
            Some(Suffix::Many(format) | Suffix::One(format)) => format,
            Some(Suffix::Folder) | None => Format::Html,
        };
        Ok(self.format.unwrap_or(said))
    }
}
