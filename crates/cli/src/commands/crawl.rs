//! `demold crawl`: a stream of URLs in, a WARC file out.

mod place;

use std::num::NonZeroU64;

use anyhow::bail;
use corpus::warc::Compression;
use crawl::{Addresses, Archive, Config, Previous, Summary};

use self::place::Place;
use crate::{
    options::{Common, Crawl},
    pages, terminal,
};

pub(crate) fn run(args: &Crawl, common: &Common) -> anyhow::Result<()> {
    args.check()?;
    let crawler = config(args, common)?.build()?;
    let (place, archive) = match args.is_stdout() {
        true => {
            let out = Box::new(terminal::output()?);
            (None, Archive::new(out, Compression::None))
        }
        false => match Place::open(args)? {
            Some((place, archive)) => (Some(place), archive),
            None => {
                if !common.quiet {
                    say!(
                        "{} is complete: no crawl was interrupted",
                        args.out.display()
                    );
                }
                return Ok(());
            }
        },
    };
    let summary = pages::crawl(&crawler, args.urls.clone(), archive, common)?;
    if !common.quiet {
        say!("{summary}");
    }
    conclude(args, &summary, place)
}

/// Reports what is left to do, and whether that is a failure.
fn conclude(args: &Crawl, summary: &Summary, place: Option<Place>) -> anyhow::Result<()> {
    let has_enough = args
        .reach
        .max_pages
        .is_some_and(|max| max.get() <= summary.pages + summary.unchanged);
    if !summary.complete && !has_enough {
        let hint = match (&place, args.force) {
            (None, _) => "",
            (_, false) => "; to continue, run the same command with --resume",
            (_, true) => "; to continue, run the same command with --resume in place of --force",
        };
        bail!("interrupted{hint}");
    }
    if !summary.has_pages() && !has_enough {
        place.map_or(Ok(()), Place::discard)?;
        bail!("no page could be fetched");
    }
    place.map_or(Ok(()), Place::keep)?;
    let n_lost = summary.failed + summary.refused + summary.unfit + summary.dropped;
    if args.strict && 0 < n_lost {
        bail!("{n_lost} URLs could not be fetched");
    }
    Ok(())
}

fn config(args: &Crawl, common: &Common) -> anyhow::Result<Config> {
    let (reach, manners) = (&args.reach, &args.manners);
    let addresses = if reach.allow_private {
        Addresses::any()
    } else {
        Addresses::public()
    };
    let previous = Previous::open(&args.previous)?;
    if 0 < previous.n_damaged() && !common.quiet {
        say!(
            "{} damaged records of earlier crawls passed over",
            previous.n_damaged()
        );
    }
    let (include, exclude) = (reach.include.clone(), reach.exclude.clone());
    Ok(Config::new(&args.contact)
        .depth(reach.depth)
        .same_site(reach.same_site)
        .links(move |url| {
            (include.is_empty() || include.iter().any(|regex| regex.is_match(url)))
                && !exclude.iter().any(|regex| regex.is_match(url))
        })
        .max_pages(reach.max_pages.map_or(u64::MAX, NonZeroU64::get))
        .all_types(reach.all_types)
        .max_body(reach.max_body)
        .addresses(addresses)
        .workers(manners.workers.get())
        .delay(manners.delay)
        .patience(manners.patience)
        .timeout(manners.timeout)
        .retries(manners.retries)
        .queue(manners.queue.get())
        .previous(previous))
}
