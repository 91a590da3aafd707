//! `demold clean`.

use std::path::PathBuf;

use clap::{ValueEnum, ValueHint, builder::PossibleValuesParser};
use demold::Record;

use super::{
    Format, LearningArgs, Reading, Using, examples,
    values::{address, date, language, share},
};

/// Remove the template from pages
///
/// Each folder is one site, and so are all single files together. Pages in WARC, JSON Lines and
/// Parquet files are grouped by host. Without --template, the template of each site is first
/// learned from its own pages. A page that is alone on its site is judged by itself.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::CLEAN)]
pub(crate) struct Clean {
    /// Where to write: a folder, which mirrors the input, or a file whose suffix names the format.
    /// By default a single page, JSON Lines and WARC go to standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,
    /// What to write for each page [default: what the name of OUT says, or html; text if a page goes
    /// to a terminal]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// What records contain of each page: any of these, separated by commas; only one for
    /// WARC [default: text]
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) body: Vec<Body>,
    /// The address of the page, if it is a single one from a file or standard input: links become
    /// absolute, metadata may use it, and its host is the site
    #[arg(long, value_name = "URL", value_parser = address, value_hint = ValueHint::Url)]
    pub(crate) url: Option<String>,
    /// Write only these fields of records, separated by commas, such as url,text; what else the input says about a page
    /// stays. What is not written is not looked for, which saves time [default: all, with the text of the page]
    #[arg(long, value_name = "FIELD", value_delimiter = ',', value_parser = PossibleValuesParser::new(Record::FIELDS),
        conflicts_with_all = ["body", "no_metadata", "blocks"])]
    pub(crate) fields: Vec<String>,
    /// Leave the metadata out of records: title, authors, dates, language and more, each with its
    /// source
    #[arg(long)]
    pub(crate) no_metadata: bool,
    /// Add the page piece by piece to its record: headings, paragraphs, tables and more, kept or
    /// removed, with links
    #[arg(long)]
    pub(crate) blocks: bool,
    /// Write links in Markdown and TEI as plain text
    #[arg(long)]
    pub(crate) no_links: bool,
    /// Leave images out of Markdown, TEI and HTML. HTML that is not sanitized can still load images by
    /// styles, scripts, frames and posters
    #[arg(long)]
    pub(crate) no_images: bool,
    /// Write HTML anew so that nothing in it runs or hides, and only images load by themselves: without
    /// scripts, styles, forms, frames, and unknown elements and attributes. With --no-images nothing
    /// loads
    #[arg(long)]
    pub(crate) sanitize: bool,
    /// Print what was removed from each page and why, to standard error: the first and last words of
    /// each part (classify)
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
    /// Write only pages in these languages, separated by commas: codes such as de, or names such
    /// as German. A wrong one is answered with the list
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = language)]
    pub(crate) language: Vec<String>,
    /// Write only pages with at least this many words left
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_words: usize,
    /// Write only pages whose result is expected to be at least so good: an F1 from 0 to 1
    /// (classify)
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    pub(crate) min_confidence: f64,
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
    pub(crate) how: LearningArgs,
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
    #[value(alias = "md")]
    Markdown,
}
