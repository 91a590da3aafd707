//! `demold crawl`: a stream of URLs in, a WARC file out.

use std::{fs, io, num::NonZeroU64, path::Path};

use anyhow::{Context as _, bail};
use corpus::warc::Compression;
use crawl::{Addresses, Archive, Config, Previous, Summary};

use crate::{
    options::{Common, Crawl},
    pages,
};

pub(crate) fn run(args: &Crawl, common: &Common) -> anyhow::Result<()> {
    args.check()?;
    let crawler = config(args, common)?.build()?;
    let archive = archive(args)?;
    let summary = pages::crawl(&crawler, args.urls.clone(), archive, common)?;
    if !common.quiet {
        say!("{summary}");
    }
    conclude(args, &summary)
}

/// Reports what is left to do, and whether that is a failure.
fn conclude(args: &Crawl, summary: &Summary) -> anyhow::Result<()> {
    let has_enough = args
        .reach
        .max_pages
        .is_some_and(|max| max.get() <= summary.pages + summary.unchanged);
    if !summary.complete && !has_enough {
        let hint = if args.is_stdout() {
            ""
        } else {
            "; to continue, run the same command with --resume"
        };
        bail!("interrupted{hint}");
    }
    if !summary.has_pages() && !has_enough {
        // An archive without a page would only be in the way of the next
        // attempt.
        if !args.is_stdout() {
            remove(&args.out)?;
        }
        bail!("no page could be fetched");
    }
    let n_lost = summary.failed + summary.refused + summary.unfit + summary.dropped;
    if args.strict && 0 < n_lost {
        bail!("{n_lost} URLs could not be fetched");
    }
    Ok(())
}

fn remove(path: &Path) -> anyhow::Result<()> {
    for path in [path, &Archive::frontier_path(path)] {
        if path.exists() {
            fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
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

fn archive(args: &Crawl) -> anyhow::Result<Archive> {
    let path = args.out.as_path();
    if args.is_stdout() {
        return Ok(Archive::new(Box::new(io::stdout()), Compression::None));
    }
    let frontier = Archive::frontier_path(path);
    if args.resume {
        if !frontier.exists() {
            bail!(
                "nothing to resume: there is no {}; a complete crawl leaves none",
                frontier.display()
            );
        }
        return Ok(Archive::resume(path)?);
    }
    if let Some(there) = [path, &frontier].into_iter().find(|path| path.exists()) {
        if !args.force {
            bail!(
                "{} exists; --resume continues it, --force replaces it",
                there.display()
            );
        }
        remove(path)?;
    }
    Ok(Archive::create(path)?)
}
