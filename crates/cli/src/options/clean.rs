//! `demold clean`.

use std::{ffi::OsStr, num::NonZeroUsize, path::PathBuf};

use clap::{
    ValueEnum, ValueHint,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
    error::ErrorKind,
};
use demold::{Record, parse_language};
use jiff::civil::Date;
use pipeline::{Body, Format};

use super::{
    LearningArgs, Reading, Using, examples,
    headings::{INPUT, OUTPUT, RUNNING, SELECTION},
    values::{address, count, date, day, formats, share},
};

/// Remove the template from pages
///
/// Each folder is one site, unless its pages declare addresses of several hosts. All single files
/// together are one site too. Pages in WARC, JSON Lines and Parquet files are grouped by host. Without
/// --template, the template of each site is first learned from its own pages. The only page of a site
/// is judged by itself.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = examples::short(examples::CLEAN), after_long_help = examples::CLEAN)]
pub(crate) struct Clean {
    /// File or folder to write
    ///
    /// The suffix of a file names its format. A folder gets one file for each page, and mirrors the
    /// input. By default, a single page, JSON Lines and WARC go to standard output.
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath, help_heading = OUTPUT)]
    pub(crate) out: Option<PathBuf>,
    /// Format of what is written [default: by the name of OUT, or else html]
    ///
    /// On a terminal the default is text.
    #[arg(long, value_parser = formats(), help_heading = OUTPUT)]
    pub(crate) format: Option<Format>,
    /// Write only these fields of records, separated by commas, such as url,text [default: all]
    ///
    /// What is not written is not computed, which saves time. Fields that the input says about a page
    /// are copied in any case. Of text, html, markdown, comments and blocks, only text is written by default.
    #[arg(long, value_name = "FIELD", value_delimiter = ',', value_parser = field(),
        conflicts_with_all = ["body", "no_metadata", "blocks", "comments"], help_heading = OUTPUT)]
    pub(crate) fields: Vec<String>,
    /// How records contain the page: one or more, separated by commas [default: text]
    ///
    /// A WARC record has only one of them.
    #[arg(long, value_parser = bodies(), value_delimiter = ',', help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) body: Vec<Body>,
    /// Leave the metadata out of records
    ///
    /// The metadata is the title, authors, dates, language and more, each with its source.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) no_metadata: bool,
    /// Add the blocks of the page to its record
    ///
    /// Blocks are headings, paragraphs, tables and more, with their links. Each says whether it was kept
    /// or removed.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) blocks: bool,
    /// Add the comments, posts and answers on the page to its record, with author and date
    ///
    /// Those of an article are there although they are not part of its text.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) comments: bool,
    /// Write pieces of pages of up to this many words, cut at headings, in place of records
    ///
    /// Each is a line of JSON with the URL, the title, the headings above it and its text. A paragraph
    /// is never cut.
    #[arg(long, value_name = "WORDS", value_parser = count::<NonZeroUsize>,
        conflicts_with_all = ["fields", "body", "no_metadata", "blocks", "comments"], help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) chunk: Option<NonZeroUsize>,
    /// Begin Markdown and text with the page's metadata in YAML, between lines of three hyphens
    ///
    /// The keys are title, authors, published, modified, url, site_name, language, description, categories,
    /// tags, image and licence. What is not known is left out.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) front_matter: bool,
    /// Write links in Markdown and TEI as plain text
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) no_links: bool,
    /// Leave images out of Markdown, TEI and HTML
    ///
    /// HTML without --sanitize can still load images by styles, scripts, frames and posters.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) no_images: bool,
    /// Write HTML in which nothing runs or hides, and which loads only images
    ///
    /// Scripts, styles, forms, frames, and unknown elements and attributes are left out. With
    /// --no-images, nothing is loaded.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) sanitize: bool,
    /// Date of WARC records for pages that have none, such as 2026-01-31T12:00:00Z [default: now]
    #[arg(long, value_name = "DATE", value_parser = date, help_heading = OUTPUT, hide_short_help = true)]
    pub(crate) date: Option<String>,
    #[command(flatten)]
    pub(crate) using: Using,
    /// Write only pages in these languages, separated by commas
    ///
    /// A language is a code such as de, or an English name such as German. An unknown one is answered with
    /// the list of those that are known.
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = parse_language, help_heading = SELECTION,
        hide_short_help = true)]
    pub(crate) language: Vec<String>,
    /// Write only pages with at least this many words after cleaning
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = SELECTION, hide_short_help = true)]
    pub(crate) min_words: usize,
    /// Write only pages that are expected to be cleaned at least this well: an F1 from 0 to 1
    ///
    /// Only the method classify states its confidence. Pages of other methods are all written.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share, help_heading = SELECTION,
        hide_short_help = true)]
    pub(crate) min_confidence: f64,
    /// Write only pages of this day or later, such as 2026-01-31
    ///
    /// The day is that of publication, or else that of the last change. Pages whose day is not known
    /// are not written.
    #[arg(long, value_name = "DAY", value_parser = day, help_heading = SELECTION, hide_short_help = true)]
    pub(crate) min_date: Option<Date>,
    /// Write only pages of this day or earlier
    ///
    /// As --min-date.
    #[arg(long, value_name = "DAY", value_parser = day, help_heading = SELECTION, hide_short_help = true)]
    pub(crate) max_date: Option<Date>,
    /// Write only the first of the pages that have the same text after cleaning
    ///
    /// Pages of all sites are compared, in bounded memory. Near copies are found by the SimHash that records
    /// have in simhash.
    #[arg(long, value_enum, value_name = "HOW", help_heading = SELECTION, hide_short_help = true)]
    pub(crate) dedup: Option<Dedup>,
    /// URL of the page, if there is a single one from a file or standard input
    ///
    /// Links become absolute by it, metadata may use it, and its host is the site.
    #[arg(long, value_name = "URL", value_parser = address, value_hint = ValueHint::Url, help_heading = INPUT)]
    pub(crate) url: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Continue an interrupted run of the same command
    #[arg(long, help_heading = RUNNING)]
    pub(crate) resume: bool,
    /// Replace a file, or write into a folder that is not empty
    ///
    /// An interrupted run is started again.
    #[arg(long, help_heading = RUNNING)]
    pub(crate) force: bool,
    /// Print to standard error what was removed from each page, and why
    ///
    /// Of each removed part, the first and the last words are printed. Reasons are given by the method
    /// classify.
    #[arg(long, help_heading = RUNNING)]
    pub(crate) explain: bool,
    /// Print what would be read, learned and written, but write nothing
    #[arg(long, help_heading = RUNNING, hide_short_help = true)]
    pub(crate) dry_run: bool,
    /// Fail at the end if a page was skipped or came out empty
    #[arg(long, help_heading = RUNNING, hide_short_help = true)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) how: LearningArgs,
}

/// The name of a field of records.
fn field() -> impl TypedValueParser<Value = String> {
    FieldParser(PossibleValuesParser::new(Record::FIELDS))
}

/// How a record contains the page.
fn bodies() -> impl TypedValueParser<Value = Body> {
    let names = Body::ALL.map(|body| {
        let value = PossibleValue::new(body.name()).help(body.about());
        body.alias().into_iter().fold(value, PossibleValue::alias)
    });
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Body>())
}

/// Explains where the fields of the metadata are, instead of suggesting a field with a similar name.
#[derive(Clone)]
struct FieldParser(PossibleValuesParser);

impl TypedValueParser for FieldParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        option: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        if value.to_str().is_some_and(|value| demold::Metadata::FIELDS.contains(&value)) {
            let value = value.display();
            let message = format!(
                "invalid value '{value}' for '--fields <FIELD>': it is part of metadata; write --fields metadata\n\n\
                 For more information, try '--help'.\n"
            );
            return Err(clap::Error::raw(ErrorKind::InvalidValue, message).with_cmd(command));
        }
        self.0.parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = clap::builder::PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// How alike the texts of two pages are, for one of them to be left out.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Dedup {
    /// The same words in the same order
    Exact,
    /// Almost the same words
    Near,
}
