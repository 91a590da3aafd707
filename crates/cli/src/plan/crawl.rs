//! The plan of `demold crawl`.

use std::num::NonZero;

use ::crawl::Config;

use super::{
    Destination, asking,
    paths::{self, Named},
    reading::is_wanted,
};
use crate::options::{self, Wrong};

/// What is fetched, and where it is written.
#[derive(Debug)]
pub(crate) struct Crawl {
    pub(crate) args: options::Crawl,
    pub(crate) out: Destination,
    /// The settings of the crawl. What the archives of earlier crawls hold is not in it yet.
    pub(crate) config: Config,
}

/// The suffixes of archives, one of which `--out` must have.
const ENDS: [&str; 3] = [".warc", ".warc.gz", ".warc.zst"];

impl Crawl {
    pub(crate) fn of(args: options::Crawl) -> Result<Crawl, Wrong> {
        let config = config(&args);
        let out = Destination::of(args.out.clone());
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
        Ok(Crawl { args, out, config })
    }

    /// Returns the number of pages after which the crawl stops.
    pub(crate) fn max_pages(&self) -> Option<u64> {
        self.args.reach.max_pages.map(NonZero::get)
    }
}

fn config(args: &options::Crawl) -> Config {
    let (reach, manners) = (&args.reach, &args.manners);
    let (include, exclude) = (reach.include.clone(), reach.exclude.clone());
    asking::connecting(Config::new(&args.contact), &reach.connecting)
        .depth(reach.depth)
        .same_site(reach.same_site)
        .discover(reach.sitemaps)
        .links(move |url| is_wanted(url, &include, &exclude))
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
