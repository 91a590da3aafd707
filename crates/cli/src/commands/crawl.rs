//! `demold crawl`: reads a stream of URLs, and writes a WARC file.

mod staging;

use anyhow::bail;
use crawl::{Archive, Config, Previous, Summary};
use formats::warc::Compression;

use self::staging::Staging;
use crate::{
    options::Common,
    pages,
    plan::Crawl,
    terminal::{self, count},
};

pub(crate) fn run(plan: &Crawl, common: &Common) -> anyhow::Result<()> {
    let crawler = config(plan, common)?.build()?;
    let (staging, archive) = match plan.out.file() {
        None => {
            let out = Box::new(terminal::output()?);
            (None, Archive::new(out, Compression::None))
        }
        Some(out) => match Staging::open(plan, out)? {
            Some((staging, archive)) => (Some(staging), archive),
            None => {
                if !common.quiet {
                    say!("{} is complete: no crawl was interrupted", out.display());
                }
                return Ok(());
            }
        },
    };
    let summary = pages::crawl(&crawler, plan.args.urls.clone(), archive, false, common, |_| {})?;
    if !common.quiet {
        say!("{summary}");
        // Who bounds the pages expects more of them than are given.
        let found_fewer = plan.max_pages().is_some_and(|max| summary.pages + summary.unchanged < max);
        if plan.args.reach.depth == 0 && summary.complete && found_fewer {
            say!("no links were followed; --depth 1 also fetches the pages that these link to, up to --max-pages");
        }
    }
    conclude(plan, &summary, staging)
}

/// Reports what is left to do, and whether that is a failure. The archive gets its place, or is removed if it has no
/// page.
fn conclude(plan: &Crawl, summary: &Summary, staging: Option<Staging>) -> anyhow::Result<()> {
    // A crawl that ends at `--max-pages` is not complete, but has all that was asked for.
    let has_enough = plan.max_pages().is_some_and(|max| max <= summary.pages + summary.unchanged);
    if !summary.complete && !has_enough {
        let hint = match (&staging, plan.args.force) {
            (None, _) => "",
            (_, false) => "; to continue, run the same command with --resume",
            (_, true) => "; to continue, run the same command with --resume in place of --force",
        };
        if summary.out_of_requests {
            bail!("{}{hint}", pages::out_of_requests(summary))
        } else {
            bail!("interrupted{hint}")
        }
    }
    // An archive without pages would only be in the way of the next attempt.
    if !summary.has_pages() && !has_enough {
        staging.map_or(Ok(()), Staging::discard)?;
        bail!("no page could be fetched{}", pages::advice(summary));
    }
    staging.map_or(Ok(()), Staging::keep)?;
    if plan.args.strict && summary.n_lost() > 0 {
        bail!("{} could not be fetched, or not to the end", count(summary.n_lost() as usize, "URL"));
    }
    Ok(())
}

/// Returns the settings of the crawl, with what the archives of earlier crawls hold.
fn config(plan: &Crawl, common: &Common) -> anyhow::Result<Config> {
    let previous = Previous::open(&plan.args.previous)?;
    if previous.n_damaged() > 0 && !common.quiet {
        say!("{} damaged records of earlier crawls passed over", previous.n_damaged());
    }
    Ok(plan.config.clone().previous(previous))
}
