//! Draws samples from batches of pages: decides which pages have to be parsed for that, and which are only counted.

use std::{collections::BTreeMap, io, iter::zip};

use demold::DecodedPage;
use formats::Page;
use rayon::prelude::*;

use crate::{
    pages::largest_first,
    sample::Samples,
    store::{PageForm, Staged, input},
};

/// The number of pages whose sources are hashed together. Chosen: twice the number that are hashed side by side, so
/// that sources of similar lengths can be combined. With it, recipes and shops took 2 % less time, and newspapers 1 to
/// 2 %.
const RANKED_TOGETHER: usize = 8;

/// Offers the pages of a batch, each with the key of its site. The seed is that of the samples.
///
/// The rank of a page does not depend on its tree. So the pages of each site that have the smallest ranks are parsed
/// first, but no more than could all be drawn. If copies are found among these, others are parsed in their place.
pub(super) fn offer<'a>(samples: &mut Samples, seed: u64, batch: &[(&'a str, &'a Page)]) -> io::Result<()> {
    let mut by_site: BTreeMap<&str, Vec<&Page>> = BTreeMap::new();
    for (site, page) in batch {
        by_site.entry(site).or_default().push(page);
    }
    // The first page of a site is kept whatever its rank. For most sites it stays the only one, and need not be
    // parsed.
    let is_only = |site: &str, pages: &[&Page]| pages.len() == 1 && samples.n_pages(site) == 0;
    let (only, others): (Vec<_>, Vec<_>) = by_site.into_iter().partition(|(site, pages)| is_only(site, pages));
    // The first page of a site that now has another one has to be parsed after all.
    let read_first =
        |&(site, _): &(&'a str, _)| Some((site, formats::catch_panic(|| samples.prepare_first(site)).ok()??));
    let firsts: Vec<(&str, Staged)> = (others.par_iter().with_max_len(1)).filter_map(read_first).collect();
    // In the order of the keys and on one thread: the sample must not depend on which thread finishes first.
    for (site, pages) in only {
        for page in pages {
            samples.offer(site, Staged::default(), page)?;
        }
    }
    for (site, read) in firsts {
        samples.put_first(site, read)?;
    }
    let others: Vec<(&str, &Page)> =
        (others.into_iter()).flat_map(|(site, pages)| pages.into_iter().map(move |page| (site, page))).collect();
    let candidates: Vec<Option<Candidate<'_>>> =
        (others.par_chunks(RANKED_TOGETHER)).flat_map_iter(|pages| candidates(pages, seed)).collect();
    let mut waiting: BTreeMap<&str, Vec<Candidate<'_>>> = BTreeMap::new();
    for ((site, _), candidate) in zip(others, candidates) {
        match candidate {
            Some(candidate) => waiting.entry(site).or_default().push(candidate),
            // A page that panics is not drawn, only counted. The panic is reported when the page is cleaned.
            None => samples.count(site),
        }
    }
    for candidates in waiting.values_mut() {
        // A stable sort: pages of equal rank stay in the order of the input.
        candidates.sort_by_key(|candidate| candidate.rank);
    }
    loop {
        let mut wanted = Vec::new();
        for (&site, candidates) in &mut waiting {
            let ranks = candidates.iter().map(|candidate| candidate.rank);
            // Asked again in each round, since a copy that is found leaves room for the next candidate.
            let n_wanted = samples.n_wanted(site, ranks);
            wanted.extend(candidates.drain(..n_wanted).map(|candidate| (site, candidate)));
        }
        if wanted.is_empty() {
            break;
        }
        let size = |(_, candidate): &(&str, Candidate<'_>)| candidate.page.bytes.len();
        let read = largest_first(wanted, size, |(site, candidate)| (site, candidate.page, candidate.read(samples)));
        for (site, page, prepared) in read {
            match prepared {
                Some(prepared) => samples.offer(site, prepared, page)?,
                None => samples.count(site),
            }
        }
    }
    for (site, candidates) in waiting {
        candidates.iter().for_each(|_| samples.count(site));
    }
    Ok(())
}

/// A decoded page that is drawn if few enough pages have smaller ranks.
struct Candidate<'p> {
    page: &'p Page,
    rank: u64,
    decoded: DecodedPage<'p>,
}

/// Decodes pages, and determines the ranks of those that can be decoded.
fn candidates<'p>(pages: &[(&str, &'p Page)], seed: u64) -> Vec<Option<Candidate<'p>>> {
    let decode = |&(_, page)| Some((page, formats::catch_panic(|| DecodedPage::of(input(page))).ok()?));
    let decoded: Vec<Option<(&Page, DecodedPage<'_>)>> = pages.iter().map(decode).collect();
    let all: Vec<&DecodedPage<'_>> = decoded.iter().flatten().map(|(_, page)| page).collect();
    DecodedPage::number(&all);
    let ranked = |(page, decoded): (&'p Page, DecodedPage<'p>)| Candidate { page, rank: decoded.rank(seed), decoded };
    decoded.into_iter().map(|page| page.map(ranked)).collect()
}

impl<'p> Candidate<'p> {
    /// Parses the page; returns none if that panics.
    fn read(self, samples: &Samples) -> Option<Staged> {
        let Candidate { page, decoded, .. } = self;
        formats::catch_panic(|| samples.prepare(page, PageForm::of(decoded.read()))).ok()
    }
}
