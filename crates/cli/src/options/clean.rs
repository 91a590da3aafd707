//! `demold clean`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint};
use corpus::Likeness;
use demold::MarkdownOptions;

use super::{
    Format, How, Reading, Using, Wrong,
    format::Suffix,
    values::{date, language},
};

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
    /// WARC [default: text]
    #[arg(long, value_enum, value_delimiter = ',')]
    body: Vec<Body>,
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
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = language)]
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
    #[arg(long, value_name = "DATE", value_parser = date)]
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
    /// Rejects options that contradict each other, or would do nothing.
    pub(crate) fn check(&self) -> Result<(), Wrong> {
        self.reading.check()?;
        self.using.check(&self.how, self.out.as_deref())?;
        let format = self.format()?;
        let has_records = matches!(format, Format::Jsonl | Format::Parquet | Format::Warc);
        let is_in_records = |body| has_records && self.body().contains(&body);
        let has_markdown = format == Format::Markdown || is_in_records(Body::Markdown);
        let has_html = format == Format::Html || is_in_records(Body::Html);
        for (option, is_given, applies, to) in [
            ("--no-links", self.no_links, has_markdown, "Markdown"),
            ("--no-images", self.no_images, has_markdown, "Markdown"),
            ("--sanitize", self.sanitize, has_html, "HTML"),
            ("--blocks", self.blocks, self.writes_records()?, RECORDS),
            (
                "--no-metadata",
                self.no_metadata,
                self.writes_records()?,
                RECORDS,
            ),
            ("--body", !self.body.is_empty(), has_records, ALL_RECORDS),
        ] {
            if is_given && !applies {
                wrong!("{option} applies to {to}, but what is written is {format}");
            }
        }
        if format == Format::Parquet && cfg!(not(feature = "parquet")) {
            wrong!(
                "--format parquet needs a demold that was built with the feature `parquet`, and this one was not"
            );
        }
        if format == Format::Warc && 1 < self.body.len() {
            wrong!("--body takes a single value for WARC: a record holds one body");
        }
        if self.is_to_stdout() && format == Format::Parquet {
            wrong!("--format parquet cannot go to standard output: name a file with --out");
        }
        if self.is_to_stdout() && self.resume {
            wrong!("--resume cannot continue standard output: name a file or a folder with --out");
        }
        Ok(())
    }

    /// Returns what the output is.
    ///
    /// # Errors
    ///
    /// If its suffix is unknown, or contradicts the format.
    pub(crate) fn suffix(&self) -> Result<Option<Suffix>, Wrong> {
        let Some(out) = self.out.as_ref().filter(|_| !self.is_to_stdout()) else {
            return Ok(None);
        };
        let suffix = Suffix::of(out).map_err(Wrong)?;
        let fits = match (suffix, self.format) {
            (_, None) | (Suffix::Folder, Some(Format::Jsonl)) => true,
            (Suffix::Folder, Some(format)) => format.is_single(),
            (Suffix::Many(said), Some(format)) => said == format,
            (Suffix::One(Format::Html), Some(Format::Raw)) => true,
            (Suffix::One(said), Some(format)) => said == format,
        };
        if let Some(format) = self.format.filter(|_| !fits) {
            wrong!(
                "with --format {format}, the name of --out ends in {}, but {} does not",
                format.ends().join(" or "),
                out.display()
            );
        }
        Ok(Some(suffix))
    }

    /// Returns whether pages go to standard output.
    pub(crate) fn is_to_stdout(&self) -> bool {
        self.out.as_ref().is_none_or(|out| out.as_os_str() == "-")
    }

    /// Returns how Markdown is written.
    pub(crate) fn markdown(&self) -> MarkdownOptions {
        MarkdownOptions::new()
            .links(!self.no_links)
            .images(!self.no_images)
    }

    /// Returns what records contain of each page.
    pub(crate) fn body(&self) -> &[Body] {
        match &self.body[..] {
            [] => &[Body::Text],
            given => given,
        }
    }

    /// Returns whether pages become records with metadata and more.
    fn writes_records(&self) -> Result<bool, Wrong> {
        Ok(matches!(self.format()?, Format::Jsonl | Format::Parquet))
    }

    /// Returns whether templates have to hold what is known of the metadata of sites: for records that have metadata,
    /// and for templates that are kept.
    pub(crate) fn needs_metadata(&self) -> Result<bool, Wrong> {
        Ok(self.using.template.is_some() || (self.writes_records()? && !self.no_metadata))
    }

    /// Returns which pages are wanted.
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted {
            languages: self.language.clone(),
            min_words: self.min_words,
            likeness: self.drop_copies.map(|how| match how {
                DropCopies::Exact => Likeness::Exact,
                DropCopies::Near => Likeness::Near,
            }),
        }
    }

    /// Returns what to write: as asked for, or as the name of the output says.
    pub(crate) fn format(&self) -> Result<Format, Wrong> {
        let said = match self.suffix()? {
            Some(Suffix::Many(format) | Suffix::One(format)) => format,
            Some(Suffix::Folder) | None => Format::Html,
        };
        Ok(self.format.unwrap_or(said))
    }
}

/// The formats of records, for messages.
const RECORDS: &str = "records (--format jsonl or parquet)";
const ALL_RECORDS: &str = "records (--format jsonl, parquet or warc)";
