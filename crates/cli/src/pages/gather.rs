//! Fetches the pages of all addresses that were given, or has them rendered.

use std::collections::HashMap;

use anyhow::bail;

use super::{
    addresses::{Addresses, Fetched, Given},
    fetch, render,
};
use crate::{
    options::Common,
    plan::{FOR_MANY, Reading},
    terminal::{self, count},
};

/// Returns the pages of the addresses, and what became of those without one.
pub(super) fn gather(addresses: Addresses, reading: &Reading, common: &Common) -> anyhow::Result<Fetched> {
    let (given, mut fetched) = addresses.take();
    if given.is_empty() {
        return Ok(fetched);
    }
    // Known now, and not after hours of fetching.
    if reading.is_for_one && given.len() > 1 {
        bail!("there are {} to fetch, and the output holds one page: {FOR_MANY}", count(given.len(), "URL"));
    }
    let fetching = &reading.fetching;
    match &fetching.renderer {
        Some(renderer) if fetching.is_site => {
            let config = fetching.config(given.len(), most_of_host(&given))?;
            // What a program could not do, it cannot do a second later.
            let config = config.retries(0).renderer(render::of_site(renderer, reading, common));
            fetch::fetched(&given, &config.build()?, true, common, &mut fetched)?;
        }
        Some(renderer) => {
            // The program decides how it asks servers, so how many addresses a host has does not matter.
            let crawler = fetching.config(given.len(), 0)?.build()?;
            let limit = reading.options().get_max_page();
            render::rendered(&given, renderer, &crawler, limit, common, &mut fetched)?;
        }
        None => {
            let crawler = fetching.config(given.len(), most_of_host(&given))?.build()?;
            fetch::fetched(&given, &crawler, false, common, &mut fetched)?;
        }
    }
    // From here on the process can end at once.
    terminal::end_when_interrupted();
    Ok(fetched)
}

/// Returns the largest number of addresses that a host has.
fn most_of_host(given: &[Given]) -> usize {
    let grouper = pipeline::Grouper::host();
    let mut n_of: HashMap<String, usize> = HashMap::new();
    for given in given {
        *n_of.entry(grouper.key(&given.url).unwrap_or_default()).or_default() += 1;
    }
    n_of.into_values().max().unwrap_or_default()
}
