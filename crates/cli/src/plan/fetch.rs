//! The plan of `demold fetch`.

use std::{num::NonZero, path::PathBuf, time::Duration};

use ::crawl::Config;
use pipeline::Identity;

use super::{
    asking, identity,
    paths::{self, Named},
    url,
};
use crate::options::{self, Settings, Wrong};

/// Which records are fetched, and where they are written.
#[derive(Debug)]
pub(crate) struct Fetch {
    pub(crate) args: options::Fetch,
    pub(crate) from: From,
    /// The number of pages that are asked for at most. It is small if no contact is given.
    pub(crate) most: u64,
    pub(crate) per_host: u64,
    /// What must be the same when a run is resumed, without the indexes.
    pub(crate) identity: Identity,
}

/// Where the archives are that an index names.
#[derive(Debug)]
pub(crate) enum From {
    Folder {
        path: PathBuf,
        /// Whether links are followed out of it.
        follow_links: bool,
    },
    Server {
        /// The beginning of the archives' addresses, which ends with a slash.
        base: String,
        delay: Duration,
        config: Box<Config>,
    },
}

/// The pause between two requests to a server that hands out archives, if no other is given. Chosen: by eye.
const DELAY: Duration = Duration::from_millis(100);

impl Fetch {
    pub(crate) fn of(args: options::Fetch, settings: &Settings) -> Result<Fetch, Wrong> {
        let name = args.out.file_name().unwrap_or_default().to_string_lossy();
        // Records are fetched packed, each as a gzip member of its own, and are kept that way.
        if !name.to_ascii_lowercase().ends_with(".warc.gz") {
            wrong!("--out takes a name that ends in .warc.gz, but not {}", args.out.display());
        }
        let read = args.cdx.iter().map(|path| Named::read("--cdx", path));
        let written = Named::written("--out", &args.out);
        paths::check_apart(&read.chain([written]).collect::<Vec<_>>())?;
        let from = match url(&args.from) {
            Some(_) if args.follow_links => {
                wrong!("--follow-links is about a folder, and --from is a URL")
            }
            Some(base) => From::Server {
                // One slash, however many were typed: the path of a capture is appended.
                base: format!("{}/", base.trim_end_matches('/')),
                delay: args.asking.delay.unwrap_or(DELAY),
                config: Box::new(asking::config(&args.asking, DELAY)),
            },
            None => {
                // A folder is not asked over the network, so options about requests would have no effect.
                for (option, is_given) in args.asking.given() {
                    if is_given {
                        wrong!("{option} is for requests, and --from {} is a folder", args.from.display());
                    }
                }
                From::Folder { path: args.from.clone(), follow_links: args.follow_links }
            }
        };
        Ok(Fetch {
            most: match (&from, &args.asking.contact) {
                (From::Server { .. }, None) => Config::FEW_PAGES,
                (From::Server { .. }, Some(_)) | (From::Folder { .. }, _) => u64::MAX,
            },
            from,
            per_host: args.per_host.map_or(u64::MAX, NonZero::get),
            args,
            identity: identity::identity(settings),
        })
    }
}
