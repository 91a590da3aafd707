//! Authors that a page declares in data.

use std::collections::BTreeMap;

use dom::NodeId;
use serde_json::Value;

use super::{
    Candidate, MAX_AUTHORS,
    names::{clean, in_reading_order},
};
use crate::{
    Source,
    json_ld::{Thing, texts, types},
    kinds::Kind,
    page::PageFacts,
    text::{below, tidy},
};

/// Names of `<meta>` elements, the most credible first.
const DECLARED: &[(Source, &str)] = &[
    (Source::Meta, "citation_author parsely-author sailthru.author byl author"),
    (Source::OpenGraph, "article:author og:article:author book:author"),
    (Source::DublinCore, "dc.creator dc.creator.personalname dcterms.creator dc:creator"),
    (Source::Meta, "dcsext.author shareaholic:article_author_name article.author rbauthors"),
];

/// Labels with which link previews (`twitter:label1`) announce the author, in lower case.
const LABELS: &[&str] = &["written by", "author", "verfasst von", "écrit par", "escrito por"];

/// Returns the authors of the page's main thing, then those of the other texts that its JSON-LD describes.
pub(super) fn in_things<'t>(
    top: &'t [&'t Thing],
    by_id: &'t BTreeMap<&'t str, &'t Thing>,
    main: Option<(Kind, &'t Thing)>,
) -> impl Iterator<Item = Candidate> + 't {
    let texts = top.iter().copied().filter(|thing| is_text(thing));
    let own = main.into_iter().map(|(_, thing)| thing);
    own.chain(texts).map(|thing| {
        let mut names = Vec::new();
        // Recipes and other texts may use `creator`. It is read only if `author` gives nothing, because the two
        // usually repeat each other.
        for key in ["author", "creator"] {
            if names.is_empty() {
                names_of(thing.get(key), by_id, 0, &mut names);
            }
        }
        Candidate { is_organization: is_organization(thing.get("author")), ..Candidate::new(names, Source::JsonLd) }
    })
}

/// Returns the authors in `<meta>` elements.
pub(super) fn in_metas<'p>(page: &'p PageFacts<'_, '_>) -> impl Iterator<Item = Candidate> + 'p {
    let names = DECLARED.iter().flat_map(|(source, names)| names.split(' ').map(move |name| (name, *source)));
    names.map(|(name, source)| {
        // Libraries put the family name first, and these elements are made for them.
        let is_cited = source == Source::DublinCore || name == "citation_author";
        let name_of = |said: &str| {
            if is_cited { in_reading_order(&clean(said)) } else { clean(said) }
        };
        Candidate::new(page.metas(name).map(name_of).collect(), source)
    })
}

/// Returns the authors in the labels of link previews: `twitter:label1` says "Written by", `twitter:data1` has the
/// name.
pub(super) fn cards<'p>(page: &'p PageFacts<'_, '_>) -> impl Iterator<Item = Candidate> + 'p {
    let pairs = [("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")];
    pairs.into_iter().filter_map(|(label, data)| {
        let label = page.meta_of(&[label])?.to_lowercase();
        let name = page.meta_of(&[data]).filter(|_| LABELS.contains(&&*label))?;
        Some(Candidate::new(vec![clean(name)], Source::Meta))
    })
}

/// Returns the authors in microdata.
///
/// Only those of the first item that has any are taken, because answers and comments have authors of their own.
pub(super) fn in_microdata<'p>(page: &'p PageFacts<'_, '_>) -> impl Iterator<Item = Candidate> + 'p {
    let names = || {
        let mut names = Vec::new();
        let mut scope = None;
        for (prop, node) in &page.items {
            if !matches!(prop.as_str(), "author" | "creator") || page.is_of_others(*node) {
                continue;
            }
            let own = page.scope(*node);
            if *scope.get_or_insert(own) == own {
                names.push(clean(&item_name(page, *node)));
            }
        }
        Candidate::new(names, Source::Microdata)
    };
    std::iter::once_with(names)
}

/// Returns the name in a microdata item: its property `name`, or else its text.
fn item_name(page: &PageFacts<'_, '_>, node: NodeId) -> String {
    let end = page.dom.subtree_end(node);
    let inner = |name: &str| {
        let mut inner = page.items.iter().filter(|(prop, _)| prop == name);
        let inner = inner.find(|(_, inner)| node < *inner && inner.index() < end);
        inner.map(|(_, inner)| page.value(*inner))
    };
    if let Some(name) = inner("name") {
        return name;
    }
    let parts: Vec<String> = PARTS.iter().filter_map(|part| inner(part)).collect();
    match parts.is_empty() {
        false => parts.join(" "),
        true => match page.value(node) {
            value if value.contains("://") || value.starts_with('/') => below(page.dom, node, 300),
            value => value,
        },
    }
}

fn is_organization(author: Option<&Value>) -> bool {
    let author = match author {
        Some(Value::Array(all)) => all.first(),
        one => one,
    };
    author
        .and_then(Value::as_object)
        .is_some_and(|author| types(author).any(|of| of.ends_with("Organization") || of.ends_with("Corporation")))
}

/// Returns whether a thing is a text that has an author.
fn is_text(thing: &Thing) -> bool {
    types(thing).any(|of| {
        let of = of.to_ascii_lowercase();
        of.ends_with("article") || of.ends_with("posting") || of.ends_with("page") || of == "review" || of == "recipe"
    })
}

/// Returns the names in a value of JSON-LD.
fn names_of(value: Option<&Value>, by_id: &BTreeMap<&str, &Thing>, depth: usize, names: &mut Vec<String>) {
    /// The greatest depth at which a name is looked for. Chosen: a name lies one or two levels down.
    const MAX_DEPTH: usize = 4;
    if MAX_DEPTH < depth || MAX_AUTHORS <= names.len() {
        return;
    }
    match value {
        Some(Value::String(name)) => names.push(clean(&tidy(name))),
        Some(Value::Array(all)) => {
            for one in all {
                names_of(Some(one), by_id, depth + 1, names);
            }
        }
        Some(Value::Object(thing)) => {
            let is_given = |name: &&Value| !name.is_null() && name.as_str().is_none_or(|name| !name.trim().is_empty());
            let name = thing.get("name").or_else(|| thing.get("@value"));
            if let Some(name) = name.filter(is_given) {
                names_of(Some(name), by_id, depth + 1, names);
            } else if let Some(name) = name_in_parts(thing) {
                names.push(clean(&name));
            } else if let Some(other) = thing.get("@id").and_then(Value::as_str).and_then(|id| by_id.get(id)) {
                match other.get("name") {
                    Some(name) => names_of(Some(name), by_id, depth + 1, names),
                    None => names.extend(name_in_parts(other)),
                }
            }
        }
        _ => {}
    }
}

/// The parts of the name of a person, in reading order.
const PARTS: [&str; 3] = ["givenName", "additionalName", "familyName"];

/// Returns the name of a person whose parts are given one by one.
fn name_in_parts(thing: &Thing) -> Option<String> {
    let parts = PARTS.iter().filter_map(|part| texts(thing.get(*part)).first().copied());
    Some(tidy(&parts.collect::<Vec<_>>().join(" "))).filter(|name| !name.is_empty())
}
