//! Who wrote a page.

mod byline;
mod declared;
mod names;
mod no_names;
mod other_work;
mod sentences;

use std::collections::BTreeMap;

use dom::NodeId;

use self::{
    byline::{byline, near_headline, sender, together},
    declared::{cards, in_metas, in_microdata, in_things},
    names::{clean, distinct, split},
};
use crate::{
    Source,
    json_ld::Thing,
    kinds::Kind,
    page::PageFacts,
    site::{SiteMetadata, place},
    text::{below, letters},
};

/// The longest name, in bytes and in words. Longer texts are sentences. Chosen: by eye.
const MAX_BYTES: usize = 120;
const MAX_WORDS: usize = 7;
/// The most authors of one page. Longer lists are cut. Chosen: by eye.
const MAX_AUTHORS: usize = 30;

/// The names that one source gives.
struct Candidate {
    names: Vec<String>,
    source: Source,
    is_organization: bool,
}

impl Candidate {
    fn new(names: Vec<String>, source: Source) -> Candidate {
        Candidate { names, source, is_organization: false }
    }
}

/// Returns the authors and their source.
///
/// People are preferred to organizations, and organizations to a name that is also the name of the site.
pub(crate) fn authors(
    page: &PageFacts<'_, '_>,
    top: &[&Thing],
    by_id: &BTreeMap<&str, &Thing>,
    main: Option<(Kind, &Thing)>,
    site_name: Option<&str>,
    site: Option<&SiteMetadata>,
) -> Option<(Vec<String>, Source)> {
    let name_of_site = site_name.map(letters).unwrap_or_default();
    let candidates = in_things(top, by_id, main)
        .chain(in_metas(page))
        .chain(cards(page))
        .chain(in_microdata(page))
        .chain(shown(page, site));
    // The order of this chain decides. All of it is lazy, so no source after the first one with a person is read.
    let (mut organization, mut weak) = (None, None);
    for candidate in candidates {
        let names = distinct(candidate.names.iter().flat_map(|name| split(name)));
        if names.is_empty() {
            continue;
        }
        let is_site = names.iter().all(|name| letters(name) == name_of_site);
        let found = (names, candidate.source);
        // Many content systems declare the publisher, or the site itself, as the author of every page. Such an answer
        // is kept, but a later source may still name a person.
        match (candidate.is_organization, is_site) {
            (true, _) => organization = organization.or(Some(found)),
            (false, true) => weak = weak.or(Some(found)),
            (false, false) => return Some(found),
        }
    }
    organization.or(weak)
}

/// Returns the names that a reader sees, the most credible first.
///
/// A name at a place where other pages of the site show their authors precedes all others.
fn shown<'p>(page: &'p PageFacts<'_, '_>, site: Option<&'p SiteMetadata>) -> impl Iterator<Item = Candidate> + 'p {
    let placed = site.filter(|site| !site.name_places.is_empty()).into_iter().flat_map(move |site| {
        let rank = |node| {
            let place = place(page, node);
            site.name_places.iter().position(|known| *known == place)
        };
        let ranked = all_shown(page).filter_map(|(node, name)| Some((rank(node)?, node, name)));
        let ranked: Vec<(usize, NodeId, String)> = ranked.collect();
        let best = ranked.iter().map(|(rank, ..)| *rank).min();
        let best = best.into_iter().map(move |best| {
            let of_best = ranked.iter().filter(|(rank, ..)| *rank == best);
            let nodes = together(page, of_best.clone().map(|(_, node, _)| *node));
            let names = of_best.filter(|(_, node, _)| nodes.contains(node));
            names.map(|(.., name)| name.clone()).collect()
        });
        best.map(|names| Candidate::new(names, Source::Site))
    });
    let is_own = |node: &NodeId| !page.is_of_others(*node);
    let linked = std::iter::once_with(move || {
        let links = page.author_links.iter().copied().filter(is_own);
        let names = links.map(|node| (node, clean(&below(page.dom, node, 300))));
        // Links without a name contain pictures, or are placeholders.
        let named: Vec<(NodeId, String)> = names.filter(|(_, name)| !split(name).is_empty()).collect();
        let nodes = together(page, named.iter().map(|(node, _)| *node));
        let names = named.into_iter().filter(|(node, _)| nodes.contains(node));
        Candidate::new(names.map(|(_, name)| name).collect(), Source::Link)
    });
    let announced = (page.bylines.iter().copied().filter(is_own))
        .filter_map(|node| byline(page, node))
        .chain(std::iter::once_with(|| near_headline(page)).flatten())
        .chain(std::iter::once_with(|| sender(page)).flatten())
        .map(|name| Candidate::new(vec![name], Source::Byline));
    placed.chain(linked).chain(announced)
}

/// Returns all names in elements that are meant for names of authors.
pub(crate) fn all_shown<'p>(page: &'p PageFacts<'_, '_>) -> impl Iterator<Item = (NodeId, String)> + 'p {
    let nodes = page.author_links.iter().chain(&page.bylines);
    nodes.filter_map(|&node| Some((node, byline(page, node)?)))
}

#[cfg(test)]
mod tests;
