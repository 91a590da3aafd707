//! `demold mirrors`: finds sites that are copies of each other.
//!
//! The text of a site is the set of its runs of words. Of each set a sample of fixed size is kept, a [`Sketch`], so that
//! everything is read once.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, btree_map::Entry},
};

use anyhow::bail;
use pipeline::{Item, Sketch, overlapping};
use rayon::prelude::*;
use serde::Serialize;

use crate::{
    options::{self, Common},
    output::Checked,
    pages,
    plan::{Destination, Reading, half_of_the_machine},
    terminal::{bytes, count},
};

/// The words of a run. Chosen: sites in one language share many runs of three, and hardly any of eight by chance.
const WINDOW: usize = 8;

/// The runs that are kept of a site. Chosen: a share of a half is then known to about a hundredth and a half.
const KEPT: usize = 1_024;

/// The sites with which a site is compared because of one run that all have. Chosen: by eye.
const PARTNERS: usize = 16;

/// One line of the output.
#[derive(Serialize)]
struct Line<'a> {
    sites: [&'a str; 2],
    pages: [u64; 2],
    /// What both have, as a share of what either has.
    resemblance: f64,
    /// The share of each site's text that the other one has too.
    shares: [f64; 2],
}

struct OfSite {
    sketch: Sketch,
    n_pages: u64,
}

pub(crate) fn run(mut args: options::Mirrors, common: &Common) -> anyhow::Result<()> {
    // What is kept of all sites must fit into memory.
    args.reading.memory.get_or_insert_with(half_of_the_machine);
    let (to, reading) = (args.out.map_or(Destination::Stdout, Destination::of), Reading::of(args.reading)?);
    let out = Checked::of(&to, &reading.inputs, args.force)?;
    let inputs = pages::find(&reading, true, common)?;
    let options = &reading.pages;
    let out = out.begin()?;
    let mut sites: BTreeMap<String, OfSite> = BTreeMap::new();
    let mut n_bytes = 0;
    let work = |batch: &[Item]| {
        for (site, text) in pages::texts(batch, options, |text| text).into_iter().flatten() {
            let site = match sites.entry(site) {
                Entry::Occupied(site) => site.into_mut(),
                Entry::Vacant(site) => {
                    n_bytes += site.key().len() + size_of::<OfSite>();
                    site.insert(OfSite { sketch: Sketch::new(KEPT), n_pages: 0 })
                }
            };
            let before = site.sketch.n_bytes();
            site.sketch.add_windows(text.split_whitespace(), WINDOW);
            site.n_pages += 1;
            n_bytes = n_bytes + site.sketch.n_bytes() - before;
        }
        if options.memory < n_bytes {
            bail!(
                "what is kept of {} does not fit into the memory of {}: give more by --memory",
                count(sites.len(), "site"),
                bytes(options.memory as u64)
            );
        }
        Ok(())
    };
    pages::each("reading", &inputs.files, options, common, work)?;
    inputs.check_any()?;
    sites.retain(|_, site| site.n_pages >= options.min_pages);
    sites.values_mut().for_each(|site| site.sketch.finish());
    let names: Vec<&String> = sites.keys().collect();
    let n_pages: Vec<u64> = sites.values().map(|site| site.n_pages).collect();
    let sketches: Vec<Sketch> = sites.values().map(|site| site.sketch.clone()).collect();
    let lines = overlapping(&sketches, PARTNERS).into_par_iter().filter_map(|(one, other)| {
        let overlap = sketches[one].overlap(&sketches[other]);
        let [one_share, other_share] = overlap.shares;
        let is_mirror = one_share.max(other_share) >= args.min_share;
        is_mirror.then(|| Line {
            sites: [names[one], names[other]],
            pages: [n_pages[one], n_pages[other]],
            resemblance: rounded(overlap.resemblance),
            shares: overlap.shares.map(rounded),
        })
    });
    let mut lines: Vec<Line<'_>> = lines.collect();
    // Numbers have four digits, and pairs that are equal by them are in the order of their names.
    lines.sort_by_key(|line| Reverse((line.resemblance * DIGITS) as u64));
    out.write(|out| {
        for line in &lines {
            serde_json::to_writer(&mut *out, line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })?;
    if !common.quiet {
        say!("{} of mirrors among {}", count(lines.len(), "pair"), count(sites.len(), "site"));
    }
    inputs.check()
}

/// Shares are rounded to parts of this. Chosen: four digits, since a sample of a thousand gives no more.
const DIGITS: f64 = 1e4;

fn rounded(share: f64) -> f64 {
    (share * DIGITS).round() / DIGITS
}
