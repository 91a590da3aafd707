//! The options about which pages are read.

use std::path::PathBuf;

use pipeline::{ReadOptions, UrlFilter};
use regex::Regex;

use super::address::url;
use crate::options::{self, Wrong};

/// Which pages are read, and how.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) inputs: Vec<PathBuf>,
    /// Those of the inputs that are lists of addresses.
    pub(crate) lists: Vec<PathBuf>,
    /// Whether the output holds a single page.
    pub(crate) is_for_one: bool,
    /// Whether a folder is one site, whatever addresses its pages declare.
    pub(crate) folders_are_sites: bool,
    /// Whether links in a folder are followed out of it.
    pub(crate) follow_links: bool,
    /// What holds for all inputs.
    pub(crate) pages: ReadOptions,
    #[cfg(feature = "crawl")]
    pub(crate) fetching: Fetching,
}

impl Reading {
    pub(crate) fn of(args: options::Reading) -> Result<Reading, Wrong> {
        #[cfg(feature = "crawl")]
        let found = args.inputs.iter().filter(|input| super::address::is_list(input)).cloned();
        #[cfg(not(feature = "crawl"))]
        let found = std::iter::empty();
        let lists: Vec<PathBuf> = found.chain(args.fetching.lists().iter().cloned()).collect();
        let inputs = [&args.inputs[..], args.fetching.lists()].concat();
        #[cfg(feature = "crawl")]
        let missing =
            (!is_fetched(&inputs, &lists)).then(|| inputs.iter().find_map(|input| super::address::input_meant(input)));
        Ok(Reading {
            #[cfg(feature = "crawl")]
            fetching: Fetching::of(args.fetching, missing, &args.include, &args.exclude)?,
            inputs,
            lists,
            is_for_one: false,
            folders_are_sites: matches!(args.group, Some(options::Group::Folder)),
            follow_links: args.follow_links,
            pages: ReadOptions {
                group: match args.group {
                    Some(options::Group::By(grouper)) => Some(grouper),
                    Some(options::Group::Folder) | None => None,
                },
                filter: filter(args.include, args.exclude),
                min_pages: 1,
                address: None,
                memory: args.memory.unwrap_or_else(default_memory),
                formats: formats::ReaderOptions::new()
                    .max_page(args.max_page)
                    .url_field(&args.url_field)
                    .html_field(&args.html_field),
                column_hint: " (--html-field names the column of pages)",
            },
        })
    }

    /// Leaves sites with fewer pages unchanged.
    pub(crate) fn min_pages(mut self, n: u64) -> Reading {
        self.pages.min_pages = n;
        self
    }

    /// Sets the address of the only page.
    ///
    /// # Errors
    ///
    /// If there may be several pages, or if the page is fetched and so has an address.
    pub(super) fn address(mut self, given: Option<String>) -> Result<Reading, Wrong> {
        if given.is_some() && (self.is_fetched() || self.inputs.len() != 1) {
            wrong!("--url is the address of a single page from a file or standard input");
        }
        self.pages.address = given;
        Ok(self)
    }

    /// Notes whether the output holds a single page.
    pub(super) fn for_one(mut self, is_for_one: bool) -> Reading {
        self.is_for_one = is_for_one;
        self
    }

    /// Returns whether any page is fetched.
    pub(crate) fn is_fetched(&self) -> bool {
        is_fetched(&self.inputs, &self.lists)
    }

    /// Returns how files are read.
    pub(crate) fn options(&self) -> formats::ReaderOptions {
        self.pages.formats.clone()
    }
}

/// Returns the filter of pages by their URLs, if there is any.
fn filter(include: Vec<Regex>, exclude: Vec<Regex>) -> Option<UrlFilter> {
    if include.is_empty() && exclude.is_empty() {
        return None;
    }
    let is_wanted = move |url: &str| is_wanted(url, &include, &exclude);
    Some(UrlFilter::new("a page left out by --include or --exclude", is_wanted))
}

fn is_fetched(inputs: &[PathBuf], lists: &[PathBuf]) -> bool {
    !lists.is_empty() || inputs.iter().any(|input| url(input).is_some())
}

/// Returns whether a URL matches any expression of `include`, if there is one, and none of `exclude`.
pub(super) fn is_wanted(url: &str, include: &[Regex], exclude: &[Regex]) -> bool {
    let any = |all: &[Regex]| all.iter().any(|regex| regex.is_match(url));
    (include.is_empty() || any(include)) && !any(exclude)
}

/// The default memory, but no more than half of the machine's.
fn default_memory() -> usize {
    ReadOptions::MEMORY.min(half_of_the_machine())
}

/// Half of the machine's memory, or 1 GiB if the system does not report it.
pub(crate) fn half_of_the_machine() -> usize {
    let about = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    about
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse::<usize>().ok())
        // The kernel's kB are 1,024 bytes, and half of that is 512.
        .map_or(1 << 30, |kilobytes| kilobytes.saturating_mul(512))
}

/// How pages are fetched that are given by their URLs.
#[cfg(feature = "crawl")]
#[derive(Clone, Debug)]
pub(crate) struct Fetching {
    /// The settings, but for the number of pages: see [`Fetching::config`].
    config: Box<crawl::Config>,
    /// The number of pages after which a host is asked for no more, if it is given.
    max_pages: Option<u64>,
    has_contact: bool,
    /// Whether links are followed.
    pub(crate) is_site: bool,
    pub(crate) renderer: Option<Renderer>,
}

/// How long a program may take to render a page, if nothing else is said.
///
/// Chosen: what a request may take by default.
#[cfg(feature = "crawl")]
const RENDER_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(30);

/// The program that renders pages in place of fetching them.
#[cfg(feature = "crawl")]
#[derive(Clone, Debug)]
pub(crate) struct Renderer {
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// How long it may take for a page.
    pub(crate) timeout: std::time::Duration,
}

#[cfg(feature = "crawl")]
impl Fetching {
    /// Takes the options about fetching. If no URL is given, `missing` is there, and holds what may have been meant as one.
    ///
    /// # Errors
    ///
    /// If one of them has no effect without a URL, or without --site.
    fn of(
        args: options::Fetching,
        missing: Option<Option<String>>,
        include: &[Regex],
        exclude: &[Regex],
    ) -> Result<Fetching, Wrong> {
        let own = [
            ("--site", args.site),
            ("--max-pages", args.max_pages.is_some()),
            ("--depth", args.depth.is_some()),
            ("--render", args.render.is_some()),
        ];
        for (option, is_given) in own.into_iter().chain(args.asking.given()) {
            if is_given && let Some(meant) = &missing {
                let meant = meant.as_ref().map_or_else(String::new, |meant| format!("; {meant}"));
                wrong!("{option} is about fetching, and no URL is given{meant}");
            }
        }
        if args.depth.is_some() && !args.site {
            wrong!("--depth goes with --site");
        }
        // The program decides how it asks for pages that are given one by one.
        for (option, is_given) in [
            ("--max-pages", args.max_pages.is_some()),
            ("--delay", args.asking.delay.is_some()),
            ("--contact", args.asking.contact.is_some()),
        ] {
            if is_given && args.render.is_some() && !args.site {
                wrong!("{option} goes with --render only for a whole --site");
            }
        }
        let has_contact = args.asking.contact.is_some();
        let max_pages = args.max_pages.map(std::num::NonZero::get);
        // The configuration has the same limit, but only here the message can name the options.
        if !has_contact && max_pages.is_some_and(|max| crawl::Config::FEW_PAGES < max) {
            wrong!(
                "--max-pages above {} needs --contact, so that the server's operators can reach you",
                crawl::Config::FEW_PAGES
            );
        }
        let (include, exclude) = (include.to_vec(), exclude.to_vec());
        let links = move |url: &str| is_wanted(url, &include, &exclude);
        let config = super::asking::config(&args.asking, std::time::Duration::from_secs(1)).links(links);
        let config = if args.site { config.same_host(true).depth(args.depth.unwrap_or(3)) } else { config };
        let renderer = args.render.map(|command| Renderer {
            command: command.split_whitespace().map(str::to_owned).collect(),
            timeout: args.render_timeout.unwrap_or(RENDER_TIMEOUT),
        });
        Ok(Fetching { config: Box::new(config), max_pages, has_contact, is_site: args.site, renderer })
    }

    /// Returns the settings for fetching so many addresses, of which a host has at most `n_of_host`. An address stands
    /// for several pages if it is that of a list, or with --site.
    ///
    /// # Errors
    ///
    /// If the operators of a server cannot know who asks for so much.
    pub(crate) fn config(&self, n_addresses: usize, n_of_host: usize) -> anyhow::Result<crawl::Config> {
        let few = crawl::Config::FEW_PAGES;
        let of_host = self.max_pages.unwrap_or(few.max(n_of_host as u64));
        if few < of_host && !self.has_contact {
            anyhow::bail!(
                "{n_of_host} addresses of one host are given; more than {few} need --contact, so that its operators can \
                 reach you"
            );
        }
        let of_all = of_host.saturating_mul(n_addresses as u64);
        Ok((*self.config).clone().pages_per_host(of_host).max_pages(of_all))
    }
}
