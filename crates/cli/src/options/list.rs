//! The options of `demold list`.

use clap::ValueHint;
use regex::Regex;

use super::{asking::Asking, examples, headings::FETCHING};

/// Print the addresses that pages, sitemaps and feeds name, one per line
///
/// A page names those that it links to, and the sitemap of its host. Sitemaps that name others are
/// followed. Each address is printed once. The pages that they lead to are not fetched.
#[derive(Debug, clap::Args)]
#[command(after_help = examples::short(examples::LIST), after_long_help = examples::LIST)]
pub(crate) struct List {
    /// URLs of pages, sitemaps and feeds
    #[arg(value_name = "URLS", required = true, value_hint = ValueHint::Url)]
    pub(crate) urls: Vec<String>,
    /// Print only addresses within the site of the given URLs
    ///
    /// A site is a registrable domain, such as example.co.uk.
    #[arg(long)]
    pub(crate) same_site: bool,
    /// Print only addresses that match this regular expression; may be repeated
    #[arg(long, value_name = "REGEX")]
    pub(crate) include: Vec<Regex>,
    /// Do not print addresses that match this regular expression; may be repeated
    #[arg(long, value_name = "REGEX")]
    pub(crate) exclude: Vec<Regex>,
    #[command(flatten, next_help_heading = FETCHING)]
    pub(crate) asking: Asking,
}
