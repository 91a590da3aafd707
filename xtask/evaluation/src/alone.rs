//! Pages that are alone: each of them cleaned as if its site had no other, beside other projects' extractors.
//!
//! Any collection will do. Texts go through the measure of all sites ([`judge`](crate::judge::judge)): pages without
//! gold, or with an empty one, are left out.

mod peers;
mod table;

use demold::{Input, Learner, Method};
use rayon::prelude::*;

use crate::{
    datasets::site::Site,
    reading::Reading,
    subject::{self, Subject},
};

/// An extractor's texts, for every page.
#[derive(Debug)]
struct Texts {
    name: String,
    texts: Vec<String>,
}

/// Sites, and their pages that have gold.
#[derive(Debug)]
struct Lone {
    sites: Vec<Reading>,
    /// Of every page: its site, and its number in there.
    pages: Vec<(usize, usize)>,
}

/// The settings of ours that are compared.
const OURS: [Subject; 3] =
    [Subject::Method(Method::Classify), Subject::Variant(&subject::ARTICLE), Subject::Variant(&subject::DATA)];

/// Judges ours and, if asked, the others, and returns a table for each collection; `note` is told what was left out.
pub fn run(
    root: &std::path::Path,
    sites: Vec<Site>,
    with_peers: bool,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<String> {
    let lone = Lone::new(sites);
    anyhow::ensure!(!lone.pages.is_empty(), "no page of these has gold");
    let sources = lone.sources();
    let mut all = vec![keep(&sources)];
    for subject in OURS {
        let Some(learner) = subject.learner() else {
            continue;
        };
        let texts = (sources.par_iter()).map(|source| clean(&learner, source));
        all.push(Texts { name: subject.name().to_owned(), texts: texts.collect::<Result<_, _>>()? });
    }
    if lone.sites.iter().any(|site| site.pages.len() > 1) {
        all.push(lone.with_their_sites()?);
    }
    if with_peers {
        all.extend(peers::extract(root, &sources, note)?);
    }
    Ok(table::tables(&lone, &all))
}

impl Lone {
    fn new(sites: Vec<Site>) -> Lone {
        let sites: Vec<Reading> = sites.into_iter().map(Reading::new).collect();
        let has_gold = |&(site, page): &(usize, usize)| {
            let of: &Reading = &sites[site];
            of.pages[page].gold.is_some() || of.site.pages[page].gold.values.is_some()
        };
        let all = (0..sites.len()).flat_map(|site| (0..sites[site].pages.len()).map(move |page| (site, page)));
        let pages = all.filter(has_gold).collect();
        Lone { sites, pages }
    }

    fn sources(&self) -> Vec<&str> {
        let source = |&(site, page): &(usize, usize)| &*self.sites[site].pages[page].source;
        self.pages.iter().map(source).collect()
    }

    /// Cleans every page with the template of its site, as users do who have more than one page of it.
    fn with_their_sites(&self) -> anyhow::Result<Texts> {
        let templates = self.sites.par_iter().map(|site| {
            let inputs: Vec<Input<'_>> = site.pages.iter().map(|page| (&page.source).into()).collect();
            Learner::new().learn(&inputs)
        });
        let templates = templates.collect::<Result<Vec<_>, _>>()?;
        let text = |&(site, page): &(usize, usize)| -> anyhow::Result<String> {
            Ok(templates[site].clean(&self.sites[site].pages[page].source)?.text())
        };
        Ok(Texts {
            name: "classify, with its site".to_owned(),
            texts: self.pages.par_iter().map(text).collect::<Result<_, _>>()?,
        })
    }
}

/// Every page is a site of its own.
fn clean(learner: &Learner, source: &str) -> anyhow::Result<String> {
    let input = Input::from(source);
    let site = learner.learn(std::slice::from_ref(&input))?;
    Ok(site.clean(input)?.text())
}

/// All that is seen, and so what cleaning begins with.
fn keep(sources: &[&str]) -> Texts {
    let text = |source: &&str| {
        let dom = dom::Dom::parse(*source);
        render::text(&dom, &cleaner::Regions::new())
    };
    Texts { name: Subject::KEEP.to_owned(), texts: sources.par_iter().map(text).collect() }
}
