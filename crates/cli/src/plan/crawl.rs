//! The plan of `demold crawl`.

use std::{num::NonZero, path::PathBuf};

use ::crawl::Config;

use super::{
    Destination, Wrong, asking,
    paths::{self, Named},
};
use crate::options;

/// What is fetched, and where it is written.
#[derive(Debug)]
pub(crate) struct Crawl {
    pub(crate) urls: Vec<String>,
    pub(crate) out: Destination,
    pub(crate) resume: bool,
    pub(crate) force: bool,
    pub(crate) strict: bool,
    /// Archives of earlier crawls.
    pub(crate) previous: Vec<PathBuf>,
    /// The number of pages after which the crawl stops.
    pub(crate) max_pages: Option<u64>,
    /// How many steps links are followed.
    pub(crate) depth: u32,
    /// All other settings. What the archives of earlier crawls hold is not in it yet.
    pub(crate) config: Config,
}

/// The suffixes of archives, one of which `--out` must have.
const ENDS: [&str; 3] = [".warc", ".warc.gz", ".warc.zst"];

impl Crawl {
    pub(super) fn of(args: options::Crawl) -> Result<Crawl, Wrong> {
        let config = config(&args);
        let out = Destination::of(args.out);
        match out.file() {
            None if args.resume => {
                wrong!("--resume cannot continue standard output: name a file with --out");
            }
            None => {}
            Some(file) => {
                // The suffix decides how records are packed, so an unknown one is not accepted.
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                let name = name.to_ascii_lowercase();
                if !ENDS.iter().any(|end| name.ends_with(end)) {
                    wrong!(
                        "--out takes a name that ends in {}, or - for standard output, but not {}",
                        ENDS.join(", "),
                        file.display()
                    );
                }
            }
        }
        let written = out.file().map(|file| Named::written("--out", file));
        let read = args.previous.iter();
        let read = read.map(|path| Named::read("--previous", path));
        // Otherwise --force would replace an archive with which this crawl compares pages.
        paths::check_apart(&written.into_iter().chain(read).collect::<Vec<_>>())?;
        Ok(Crawl {
            urls: args.urls,
            out,
            resume: args.resume,
            force: args.force,
            strict: args.strict,
            previous: args.previous,
            max_pages: args.reach.max_pages.map(NonZero::get),
            depth: args.reach.depth,
            config,
        })
    }
}

fn config(args: &options::Crawl) -> Config {
    let (reach, manners) = (&args.reach, &args.manners);
    let (include, exclude) = (reach.include.clone(), reach.exclude.clone());
    asking::connecting(Config::new(&args.contact), &reach.connecting)
        .depth(reach.depth)
        .same_site(reach.same_site)
        .discover(reach.sitemaps)
        // Without any --include all links are followed; an --exclude always wins.
        .links(move |url| {
            (include.is_empty() || include.iter().any(|regex| regex.is_match(url)))
                && !exclude.iter().any(|regex| regex.is_match(url))
        })
        .max_pages(reach.max_pages.map_or(u64::MAX, NonZero::get))
        .all_types(reach.all_types)
        .max_body(reach.max_body)
        .workers(manners.workers.get())
        .delay(manners.delay)
        .patience(manners.patience)
        .timeout(manners.timeout)
        .retries(manners.retries)
        .queue(manners.queue.get())
}
