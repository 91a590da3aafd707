//! The command line.

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{Parser, Subcommand, ValueEnum, ValueHint};
use demold::Overrides;

/// Learn the template that the pages of a web site share, and strip it.
#[derive(Debug, Parser)]
#[command(
    name = "demold",
    bin_name = "demold",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Exit status: 0 done, 1 failed (with --strict: or anything was skipped), \
                        2 the command line makes no sense."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Learn(Learn),
    Clean(Clean),
    Show(Show),
    Report(crate::report::Report),
    Crawl(crate::crawl::Crawl),
    Completions(Completions),
}

/// What every command understands.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// Say nothing but errors
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more: what was learned from, what was skipped
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Number of threads [default: one for each core]
    #[arg(long, global = true, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Learn the template of one site and write it to a file
#[derive(Debug, clap::Args)]
pub(crate) struct Learn {
    /// Pages of one site: files, folders, or - for a page on standard input
    #[arg(required = true, value_name = "PAGES", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<PathBuf>,
    /// The template file to write [default: standard output]
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) out: Option<PathBuf>,
    /// Mine the words of the pages' source, and write regular expressions to this file, one a line;
    /// pages may also be plain text (.txt). No template is written then, unless --out asks for one
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) export: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: crate::bulk::Reading,
    #[command(flatten)]
    pub(crate) how: How,
    /// Fail if any page cannot be read, or if there is only one
    #[arg(long)]
    pub(crate) strict: bool,
}

/// How to learn.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Learning")]
pub(crate) struct How {
    /// How the template is found
    #[arg(long, value_enum, default_value_t = Method::Consensus)]
    pub(crate) method: Method,
    /// How many pages to learn from [default: what suits the method; distill: 16, mine: 64,
    /// map: 24, consensus: 24]
    #[arg(long, value_name = "T")]
    pub(crate) pages: Option<NonZeroUsize>,
    /// distill, map: share of the pages that must have a token or node for it to be template,
    /// above 0 and up to 1 [default: 0.5]
    #[arg(long, value_name = "SHARE")]
    pub(crate) threshold: Option<f64>,
    /// mine: which of the repeated strings are template [default: steady]
    #[arg(long, value_enum, value_name = "RULE")]
    pub(crate) selection: Option<Selection>,
    /// consensus: what the cleaned pages are for [default: balanced]
    #[arg(long, value_enum, value_name = "PROFILE")]
    pub(crate) profile: Option<Profile>,
    /// consensus: how the site's pages are to be read [default: decided by their text]
    #[arg(long, value_enum, value_name = "MODE")]
    pub(crate) mode: Option<Mode>,
    /// consensus: do not heed tags, roles and class names that stand for side matters
    #[arg(long)]
    pub(crate) no_hints: bool,
    /// Seed of the choice of pages and of their pairing
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Method {
    /// Consensus tree of sequence alignments (Geraci and Maggini 2011)
    Distill,
    /// Repeated strings of tokens, found with a suffix array (Foschini 2007)
    Mine,
    /// What the pages' trees share from the root down (Vieira et al. 2006)
    Map,
    /// Each region of the site judged once, by its text, links and repetition on all pages
    Consensus,
}

impl From<Method> for demold::Method {
    fn from(method: Method) -> demold::Method {
        match method {
            Method::Distill => demold::Method::Distill,
            Method::Mine => demold::Method::Mine,
            Method::Map => demold::Method::Map,
            Method::Consensus => demold::Method::Consensus,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Selection {
    /// Long ones that many pages have, about once each
    Steady,
    /// Those above the bimodal cut of the histogram, as in the thesis
    Paper,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Profile {
    /// Only what provably repeats, or is empty of own words, goes
    Data,
    /// The site's kind decides
    Balanced,
    /// The main text alone
    Article,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Mode {
    /// One running text a page: news, blogs
    Article,
    /// Documentation, lists, forums: short lines are content too
    Reference,
    /// Records: products, jobs, recipes
    Data,
}

/// Strip the template from pages
///
/// Each folder is a site, and so are all single files together; pages in WARC,
/// JSON Lines and Parquet files are grouped by host. Without --template the template of each site is learned first, from its own pages.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Clean {
    /// What to clean: files, folders, or - for a page on standard input
    #[arg(required = true, value_name = "INPUT", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<PathBuf>,
    /// Folder to write to, mirroring the input; with --format jsonl also a file ending in
    /// .jsonl. Without it one page, or --format jsonl, goes to standard output
    #[arg(short, long, value_name = "OUT", value_hint = ValueHint::AnyPath)]
    pub(crate) out: Option<PathBuf>,
    /// What to write of each page [default: what the name of OUT says, or html]
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Use this template file, and learn nothing
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["method", "pages", "threshold", "selection", "profile", "mode",
                                "no_hints", "seed"])]
    pub(crate) template: Option<PathBuf>,
    /// Use this file of expressions, as `learn --export` writes it, and learn nothing; pages may
    /// also be plain text (.txt)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath,
          conflicts_with_all = ["template", "method", "pages", "threshold", "selection", "profile",
                                "mode", "no_hints", "seed"])]
    pub(crate) expressions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) overriding: Overriding,
    /// Say for each page what was removed and by which evidence, on standard error (consensus)
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write into a folder that is not empty, replacing files of the same name
    #[arg(long)]
    pub(crate) force: bool,
    /// Fail at the end if any page was skipped, or a site has a single page to learn from
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) bulk: crate::bulk::Cleaning,
    #[command(flatten)]
    pub(crate) how: How,
}

impl Clean {
    /// Returns what to write: as asked for, or as the name of the output says.
    pub(crate) fn format(&self) -> Format {
        let name = self.out.as_deref().and_then(|out| out.file_name());
        let form = name.and_then(|name| corpus::Form::of_name(&name.to_string_lossy()));
        self.format.unwrap_or(match form {
            Some(corpus::Form::Warc) => Format::Warc,
            Some(corpus::Form::Jsonl) => Format::Jsonl,
            Some(corpus::Form::Parquet) => Format::Parquet,
            _ => Format::Html,
        })
    }
}

/// What the command line says of single elements.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Overriding {
    /// Keep the elements that this CSS selector matches, with all that is in them, whatever the
    /// template says; may be repeated. Of nested matches the innermost counts
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = "Overriding")]
    keep: Vec<String>,
    /// Remove the elements that this CSS selector matches; may be repeated
    #[arg(long, value_name = "SELECTOR", value_parser = selector, help_heading = "Overriding")]
    drop: Vec<String>,
}

impl Overriding {
    pub(crate) fn overrides(&self) -> Result<Overrides, demold::Error> {
        let kept =
            (self.keep.iter()).try_fold(Overrides::new(), |all, selector| all.keep(selector))?;
        (self.drop.iter()).try_fold(kept, |all, selector| all.drop(selector))
    }
}

/// Checks that a text is a list of selectors.
fn selector(text: &str) -> Result<String, demold::Error> {
    Overrides::new().keep(text)?;
    Ok(text.to_owned())
}

#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub(crate) enum Format {
    /// HTML that is still a tree: an element goes when everything in it goes
    Html,
    /// The source with exactly the template's bytes cut out
    Raw,
    /// Visible text, blocks on lines of their own
    Text,
    /// Markdown
    Markdown,
    /// One JSON record a page: url, regions, removed_share, text, removals with reasons
    Jsonl,
    /// One conversion record a page, as WET files have them (.warc, .warc.gz, .warc.zst)
    Warc,
    /// One row a page: url, site, removed_share, and what --body says (.parquet)
    Parquet,
}

/// Print a template file as a readable listing
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    /// The template file
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) template: PathBuf,
}

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}
