//! Which pages of a batch have to be read to draw a sample, and which only to be counted.

use std::{collections::BTreeMap, fs::File, io};

use corpus::{Kept as _, Page, Prepared, Samples};
use demold::Decoded;
use rayon::prelude::*;

use super::readings::{Sampled, input};
use crate::pages::largest_first;

/// Pages of all sites, while they are drawn.
pub(super) type Drawing = Samples<fn() -> io::Result<File>, Sampled>;

/// Offers the pages of a batch, each with the key of its site.
///
/// A page's rank takes no tree. So of each site the pages of the smallest ranks are read first, no more than could all be
/// drawn; whether any of the others is needed is known when copies are found among these.
pub(super) fn offer(samples: &mut Drawing, batch: &[(&str, &Page)]) -> io::Result<()> {
    let mut by_site: BTreeMap<&str, Vec<&Page>> = BTreeMap::new();
    for (site, page) in batch {
        by_site.entry(site).or_default().push(page);
    }
    // The first page of a site is kept in any case: for most sites it is the only one, and need not be read.
    let is_only = |site: &str, pages: &[&Page]| pages.len() == 1 && !samples.knows(site);
    let (only, others): (Vec<_>, Vec<_>) = by_site
        .into_iter()
        .partition(|(site, pages)| is_only(site, pages));
    let only: Vec<(&str, &Page, Prepared<Sampled>)> = only
        .into_par_iter()
        .flat_map_iter(|(site, pages)| pages.into_iter().map(move |page| (site, page)))
        .map(|(site, page)| (site, page, samples.prepare(page, None)))
        .collect();
    // Of sites that have another page now it has to be read.
    let unread: Vec<(&str, &Page)> = (others.iter())
        .filter_map(|(site, _)| Some((*site, samples.unread(site)?)))
        .collect();
    let read = |(site, page)| Some((site, corpus::caught(|| Sampled::read(page)).ok()?));
    let firsts: Vec<(&str, Sampled)> = unread.into_par_iter().filter_map(read).collect();
    for (site, page, prepared) in only {
        samples.offer_prepared(site, prepared, page)?;
    }
    for (site, read) in firsts {
        samples.read_first(site, read)?;
    }
    let seed = samples.seed();
    let decoded = |(site, page)| (site, corpus::caught(|| Candidate::of(page, seed)).ok());
    let decoded: Vec<(&str, Option<Candidate<'_>>)> = (others.into_par_iter())
        .flat_map_iter(|(site, pages)| pages.into_iter().map(move |page| (site, page)))
        .map(decoded)
        .collect();
    let mut waiting: BTreeMap<&str, Vec<Candidate<'_>>> = BTreeMap::new();
    for (site, candidate) in decoded {
        match candidate {
            Some(candidate) => waiting.entry(site).or_default().push(candidate),
            // What panics here is reported when it is cleaned.
            None => samples.count(site),
        }
    }
    for candidates in waiting.values_mut() {
        candidates.sort_by_key(|candidate| candidate.rank);
    }
    loop {
        let mut wanted = Vec::new();
        for (&site, candidates) in &mut waiting {
            let ranks = candidates.iter().map(|candidate| candidate.rank);
            let n_wanted = samples.n_wanted(site, ranks);
            wanted.extend(
                candidates
                    .drain(..n_wanted)
                    .map(|candidate| (site, candidate)),
            );
        }
        if wanted.is_empty() {
            break;
        }
        let size = |(_, candidate): &(&str, Candidate<'_>)| candidate.page.bytes.len();
        let read = largest_first(wanted, size, |(site, candidate)| {
            (site, candidate.page, candidate.read(samples))
        });
        for (site, page, prepared) in read {
            match prepared {
                Some(prepared) => samples.offer_prepared(site, prepared, page)?,
                None => samples.count(site),
            }
        }
    }
    for (site, candidates) in waiting {
        candidates.iter().for_each(|_| samples.count(site));
    }
    Ok(())
}

/// A page that is drawn if so few come before it.
struct Candidate<'p> {
    page: &'p Page,
    rank: u64,
    decoded: Decoded<'p>,
}

impl<'p> Candidate<'p> {
    fn of(page: &'p Page, seed: u64) -> Candidate<'p> {
        let decoded = Decoded::of(input(page));
        Candidate {
            page,
            rank: decoded.rank(seed),
            decoded,
        }
    }

    /// Reads the page, unless that panics.
    fn read(self, samples: &Drawing) -> Option<Prepared<Sampled>> {
        let Candidate { page, decoded, .. } = self;
        corpus::caught(|| samples.prepare(page, Some(Sampled::of(decoded.read(), page)))).ok()
    }
}
