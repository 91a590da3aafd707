//! The options of `demold list`.

use clap::ValueHint;
use demold::parse_language;
use jiff::civil::Date;
use regex::Regex;

use super::{asking::Asking, examples, headings::FETCHING, values::day};

/// Print the addresses that pages, sitemaps and feeds name, one per line
///
/// A page names those that it links to, its feeds, and the sitemaps of its host: those in robots.txt,
/// and /sitemap.xml. Sitemaps that name others are followed. Each address is printed once. The pages
/// that they lead to are not fetched. If a list could not be read to its end, the exit status is 1.
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
    /// Do not print addresses of pages in other languages than these, separated by commas
    ///
    /// The language is that of the feed, or else what the address names, as in /de/ or ?lang=de. Addresses
    /// whose language is not known are printed.
    #[arg(long, value_name = "LANG", value_delimiter = ',', value_parser = parse_language)]
    pub(crate) language: Vec<String>,
    /// Print only addresses of pages of this day or later, such as 2026-01-31
    ///
    /// The day is that in the sitemap or feed, or else in the address, as in /2026/01/31/. Addresses
    /// whose day is not known are not printed.
    #[arg(long, value_name = "DAY", value_parser = day)]
    pub(crate) min_date: Option<Date>,
    /// Print only addresses of pages of this day or earlier
    ///
    /// As --min-date.
    #[arg(long, value_name = "DAY", value_parser = day)]
    pub(crate) max_date: Option<Date>,
    #[command(flatten, next_help_heading = FETCHING)]
    pub(crate) asking: Asking,
}
