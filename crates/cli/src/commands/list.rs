//! `demold list`: prints the addresses that pages, sitemaps and feeds name.

use std::io::{self, Write as _};

use anyhow::bail;
use crawl::Archive;
use formats::warc::Compression;

use crate::{
    options::Common,
    pages,
    plan::List,
    terminal::{self, count},
};

pub(crate) fn run(plan: &List, common: &Common) -> anyhow::Result<()> {
    let crawler = plan.config.clone().build()?;
    // Nothing of the pages is kept but the addresses in them.
    let archive = Archive::new(Box::new(io::sink()), Compression::None);
    let summary = pages::crawl(&crawler, plan.urls.clone(), archive, false, common, |_| {})?;
    let (found, n_left_out) = plan.found.take();
    if n_left_out > 0 {
        say!("left out {n_left_out} addresses, because those before them have 1 GiB");
    }
    if found.is_empty() && !summary.has_pages() {
        bail!("no address was found{}", pages::advice(&summary));
    }
    let mut out = terminal::output()?;
    for url in &found {
        writeln!(out, "{url}")?;
    }
    out.flush()?;
    if !common.quiet {
        say!("{} after {}", count(found.len(), "URL"), count(summary.requests as usize, "request"));
    }
    if summary.out_of_requests {
        bail!("{}", pages::out_of_requests(&summary));
    }
    // What was lost is named above, each by itself.
    let n_lost = summary.n_lost() + n_left_out;
    if n_lost > 0 {
        bail!("not all addresses were found: {} could not be read, or not to the end", count(n_lost as usize, "URL"));
    }
    Ok(())
}
