//! The options about which pages are read.

use std::path::{Path, PathBuf};

use corpus::Grouper;
use regex::Regex;

use crate::options::{self, Wrong};

/// Which pages are read, and how.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub(crate) inputs: Vec<PathBuf>,
    /// How pages are grouped into sites; none if by the place where they were found.
    pub(crate) group: Option<Grouper>,
    /// Whether a folder is one site, whatever addresses its pages declare.
    pub(crate) folders_are_sites: bool,
    /// Whether links in a folder are followed out of it.
    pub(crate) follow_links: bool,
    include: Vec<Regex>,
    exclude: Vec<Regex>,
    /// The least number of pages that a site must have; the pages of smaller sites stay unchanged.
    pub(crate) min_pages: u64,
    /// The address of the only page, if it is known.
    pub(crate) address: Option<String>,
    /// The bytes of memory that the pages to learn from may take.
    pub(crate) memory: usize,
    options: corpus::Options,
    pub(crate) fetching: Fetching,
}

/// Returns the input as text if it is the URL of a web page.
pub(crate) fn url(input: &Path) -> Option<&str> {
    let text = input.to_str()?;
    // Schemes are case-insensitive. A path with another scheme, such as `file:`, is taken for the name of a file.
    let scheme = text.split_once("://")?.0.to_ascii_lowercase();
    matches!(&*scheme, "http" | "https").then_some(text)
}

/// Returns what to write instead of a path that does not exist: an address, if it begins with the name of a host, or
/// with a host and a port; a path, if it is a `file:` URL.
pub(crate) fn input_meant(path: &Path) -> Option<String> {
    let text = path.to_str().filter(|_| !path.exists())?;
    if let Some((scheme, rest)) = text.split_once(':')
        && scheme.eq_ignore_ascii_case("file")
    {
        let path = rest.strip_prefix("//").unwrap_or(rest);
        let path = path.strip_prefix("localhost").unwrap_or(path);
        return Some(format!("write a file as a path, {path}"));
    }
    let host = text.split(['/', '?', '#']).next()?;
    if let Some((name, port)) = host.rsplit_once(':') {
        // A server with a port of its own is rather one for tests, which mostly have no certificate.
        let is_host = !name.is_empty() && !name.contains(char::is_whitespace) && port.parse::<u16>().is_ok();
        return is_host.then(|| format!("if that is an address, write http://{text}"));
    }
    let is_host = domains::is_host_name(&host.to_ascii_lowercase()) && !is_file_name(host);
    is_host.then(|| format!("if that is an address, write https://{text}"))
}

/// Returns whether a name ends as those of files do.
fn is_file_name(name: &str) -> bool {
    options::Suffix::of(Path::new(name)).is_ok_and(|suffix| suffix != options::Suffix::Folder)
}

impl Reading {
    pub(super) fn of(args: options::Reading) -> Result<Reading, Wrong> {
        let has_url = args.inputs.iter().any(|input| url(input).is_some());
        Ok(Reading {
            fetching: Fetching::of(args.fetching, has_url, &args.include, &args.exclude)?,
            options: corpus::Options::new()
                .max_page(args.max_page)
                .url_field(&args.url_field)
                .html_field(&args.html_field),
            inputs: args.inputs,
            folders_are_sites: matches!(args.group, Some(options::Group::Folder)),
            group: match args.group {
                Some(options::Group::By(grouper)) => Some(grouper),
                Some(options::Group::Folder) | None => None,
            },
            follow_links: args.follow_links,
            include: args.include,
            exclude: args.exclude,
            min_pages: 1,
            memory: args.memory.unwrap_or_else(default_memory),
            address: None,
        })
    }

    /// Leaves sites with fewer pages unchanged.
    pub(super) fn min_pages(mut self, n: u64) -> Reading {
        self.min_pages = n;
        self
    }

    /// Sets the address of the only page.
    ///
    /// # Errors
    ///
    /// If there may be several pages, or if the page is fetched and so has an address.
    pub(super) fn address(mut self, given: Option<String>) -> Result<Reading, Wrong> {
        let is_fetched = self.inputs.iter().any(|input| url(input).is_some());
        if given.is_some() && (is_fetched || self.inputs.len() != 1) {
            wrong!("--url is the address of a single page from a file or standard input");
        }
        self.address = given;
        Ok(self)
    }

    pub(crate) fn options(&self) -> corpus::Options {
        self.options.clone()
    }

    /// Returns whether a page with this URL is wanted.
    pub(crate) fn wants(&self, url: &str) -> bool {
        is_wanted(url, &self.include, &self.exclude)
    }
}

/// Returns whether a URL matches any expression of `include`, if there is one, and none of `exclude`.
pub(super) fn is_wanted(url: &str, include: &[Regex], exclude: &[Regex]) -> bool {
    let any = |all: &[Regex]| all.iter().any(|regex| regex.is_match(url));
    (include.is_empty() || any(include)) && !any(exclude)
}

/// 160 MiB. With them, few samples of thirty manuals have to be read again, and cleaning takes one percent longer
/// than with more memory. The samples of a crawl do not fit into more either, and a million pages in 87,000 sites are
/// to be cleaned in 600 MB in total (docs/figures/crawls.md).
const DEFAULT_MEMORY: usize = 160 << 20;

/// The default memory, but no more than half of the machine's.
fn default_memory() -> usize {
    DEFAULT_MEMORY.min(half_of_the_machine())
}

/// Half of the machine's memory, or 1 GiB if the system does not report it.
pub(super) fn half_of_the_machine() -> usize {
    let about = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    about
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix(" kB")?.parse::<usize>().ok())
        // The kernel's kB are 1,024 bytes, and half of that is 512.
        .map_or(1 << 30, |kilobytes| kilobytes.saturating_mul(512))
}

/// Without the feature `crawl` there is nothing to know about fetching.
#[cfg(not(feature = "crawl"))]
#[derive(Clone, Debug)]
pub(crate) struct Fetching;

#[cfg(not(feature = "crawl"))]
impl Fetching {
    #[expect(clippy::unnecessary_wraps, reason = "as it is with the feature")]
    fn of(_: options::Fetching, _has_url: bool, _: &[Regex], _: &[Regex]) -> Result<Fetching, Wrong> {
        Ok(Fetching)
    }
}

/// How pages are fetched that are given by their URLs.
#[cfg(feature = "crawl")]
#[derive(Clone, Debug)]
pub(crate) struct Fetching {
    pub(crate) config: Box<crawl::Config>,
    /// The program that renders pages in place of fetching them, with its arguments.
    pub(crate) render: Option<Vec<String>>,
}

#[cfg(feature = "crawl")]
impl Fetching {
    /// Takes the options about fetching.
    ///
    /// # Errors
    ///
    /// If one of them has no effect without a URL, or without --site.
    fn of(args: options::Fetching, has_url: bool, include: &[Regex], exclude: &[Regex]) -> Result<Fetching, Wrong> {
        let of_sites = [("--max-pages", args.max_pages.is_some()), ("--depth", args.depth.is_some())];
        let of_urls =
            [("--site", args.site), ("--render", args.render.is_some())].into_iter().chain(args.asking.given());
        for (option, is_given) in of_sites.into_iter().chain(of_urls) {
            if is_given && !has_url {
                wrong!("{option} is about fetching, and no URL is given");
            }
        }
        for (option, is_given) in of_sites {
            if is_given && !args.site {
                wrong!("{option} goes with --site");
            }
        }
        let max_pages = args.max_pages.map_or(50, std::num::NonZero::get);
        // The configuration has the same limit, but only here the message can name the options.
        if args.asking.contact.is_none() && crawl::Config::FEW_PAGES < max_pages {
            wrong!(
                "--max-pages above {} needs --contact, so that the server's operators can reach you",
                crawl::Config::FEW_PAGES
            );
        }
        let config = super::asking::config(&args.asking, std::time::Duration::from_secs(1));
        let config = if args.site {
            let (include, exclude) = (include.to_vec(), exclude.to_vec());
            let links = move |url: &str| is_wanted(url, &include, &exclude);
            config.same_host(true).depth(args.depth.unwrap_or(3)).max_pages(max_pages).links(links)
        } else {
            config.max_pages(1)
        };
        let render = args.render.map(|command| command.split_whitespace().map(str::to_owned).collect());
        Ok(Fetching { config: Box::new(config), render })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_told_from_paths() {
        assert_eq!(url(Path::new("HTTPS://a.example/")), Some("HTTPS://a.example/"));
        assert_eq!(url(Path::new("a.example/b.html")), None);
        assert_eq!(url(Path::new("file:///x")), None);
    }

    #[test]
    fn what_is_no_file_may_be_an_address_or_a_file_by_its_address() {
        for (input, expected) in [
            ("example.org:8080/a?b", Some("if that is an address, write http://example.org:8080/a?b")),
            ("127.0.0.1:80", Some("if that is an address, write http://127.0.0.1:80")),
            ("[::1]:80/a:b", Some("if that is an address, write http://[::1]:80/a:b")),
            ("example.org/a:b", Some("if that is an address, write https://example.org/a:b")),
            ("File://localhost/none/a.html", Some("write a file as a path, /none/a.html")),
            ("file:none/a.html", Some("write a file as a path, none/a.html")),
            (":80/a", None),
            ("a b:80", None),
            ("example.org:99999/a", None),
            ("C:\\none\\a.html", None),
            ("none/a.html", None),
        ] {
            assert_eq!(input_meant(Path::new(input)).as_deref(), expected, "{input}");
        }
    }
}
