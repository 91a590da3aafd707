//! `demold fetch`.

use std::{num::NonZero, path::PathBuf, time::Duration};

use ::crawl::Config;

use super::{
    Identity, Wrong, asking,
    paths::{self, Named},
    url,
};
use crate::options::{self, Settings};

/// Which records are fetched, and where they go.
#[derive(Debug)]
pub(crate) struct Fetch {
    pub(crate) indexes: Vec<PathBuf>,
    pub(crate) from: From,
    pub(crate) out: PathBuf,
    /// So many pages are asked for: few, if nobody can be reached about it.
    pub(crate) most: u64,
    pub(crate) per_host: u64,
    pub(crate) resume: bool,
    pub(crate) force: bool,
    pub(crate) strict: bool,
    /// What must be the same for a run to be resumed, without the indexes.
    pub(crate) identity: Identity,
}

/// Where the files are that an index names.
#[derive(Debug)]
pub(crate) enum From {
    Folder {
        path: PathBuf,
        /// Whether links are followed out of it.
        follow_links: bool,
    },
    Server {
        /// What their addresses begin with: it ends with a slash.
        base: String,
        delay: Duration,
        config: Box<Config>,
    },
}

/// Between two requests to a server that hands out archives.
const DELAY: Duration = Duration::from_millis(100);

impl Fetch {
    pub(super) fn of(args: options::Fetch, settings: &Settings) -> Result<Fetch, Wrong> {
        let name = args.out.file_name().unwrap_or_default().to_string_lossy();
        if !name.to_ascii_lowercase().ends_with(".warc.gz") {
            wrong!(
                "--out takes a name that ends in .warc.gz, but not {}",
                args.out.display()
            );
        }
        let read = args.cdx.iter().map(|path| Named::read("--cdx", path));
        let written = Named::written("--out", &args.out);
        paths::check_apart(&read.chain([written]).collect::<Vec<_>>())?;
        let from = match url(&args.from) {
            Some(_) if args.follow_links => {
                wrong!("--follow-links is about a folder, and --from is a URL")
            }
            Some(base) => From::Server {
                base: format!("{}/", base.trim_end_matches('/')),
                delay: args.asking.delay.unwrap_or(DELAY),
                config: Box::new(asking::config(&args.asking, DELAY)),
            },
            None => {
                for (option, is_given) in args.asking.given() {
                    if is_given {
                        wrong!(
                            "{option} is for requests, and --from {} is a folder",
                            args.from.display()
                        );
                    }
                }
                From::Folder {
                    path: args.from,
                    follow_links: args.follow_links,
                }
            }
        };
        Ok(Fetch {
            indexes: args.cdx,
            most: match (&from, &args.asking.contact) {
                (From::Server { .. }, None) => Config::FEW_PAGES,
                (From::Server { .. }, Some(_)) | (From::Folder { .. }, _) => u64::MAX,
            },
            from,
            out: args.out,
            per_host: args.per_host.map_or(u64::MAX, NonZero::get),
            resume: args.resume,
            force: args.force,
            strict: args.strict,
            identity: Identity::of(settings),
        })
    }
}
