//! Who wrote a page.

use std::collections::BTreeMap;

use dom::NodeId;
use serde_json::Value;

use crate::{
    Source,
    json_ld::{Thing, types},
    kinds::Kind,
    page::Page,
    text::{below, letters, squeeze, tidy},
};

/// Longer ones are sentences.
const MAX_BYTES: usize = 120;
const MAX_WORDS: usize = 7;
/// Nobody reads the names of more.
const MAX_AUTHORS: usize = 30;

/// Returns the authors and where they are from.
pub(crate) fn authors(
    page: &Page<'_, '_>,
    top: &[&Thing],
    by_id: &BTreeMap<&str, &Thing>,
    main: Option<(Kind, &Thing)>,
    site_name: Option<&str>,
) -> Option<(Vec<String>, Source)> {
    let site = site_name.map(letters).unwrap_or_default();
    let checked = |names: Vec<String>, source: Source| {
        let names = distinct(names.iter().flat_map(|name| split(name)));
        (!names.is_empty()).then_some((names, source))
    };
    let is_site = |names: &[String]| names.iter().all(|name| letters(name) == site);
    let mut weak = None;
    let mut second = None;
    let mut offer = |found: Option<(Vec<String>, Source)>| -> Option<(Vec<String>, Source)> {
        let found = found?;
        if is_site(&found.0) {
            weak.get_or_insert(found);
            return None;
        }
        Some(found)
    };
    let things = main.into_iter().map(|(_, thing)| thing);
    for thing in things.chain(top.iter().copied().filter(|thing| is_text(thing))) {
        let mut names = Vec::new();
        for key in ["author", "creator"] {
            if names.is_empty() {
                names_of(thing.get(key), by_id, 0, &mut names);
            }
        }
        let found = checked(names, Source::JsonLd);
        if is_organization(thing.get("author")) {
            second = second.or(found);
        } else if let Some(found) = offer(found) {
            return Some(found);
        }
    }
    const DECLARED: &[(&str, Source)] = &[
        ("citation_author", Source::Meta),
        ("parsely-author", Source::Meta),
        ("sailthru.author", Source::Meta),
        ("byl", Source::Meta),
        ("author", Source::Meta),
        ("article:author", Source::OpenGraph),
        ("og:article:author", Source::OpenGraph),
        ("book:author", Source::OpenGraph),
        ("dc.creator", Source::DublinCore),
        ("dc.creator.personalname", Source::DublinCore),
        ("dcterms.creator", Source::DublinCore),
        ("dc:creator", Source::DublinCore),
        ("dcsext.author", Source::Meta),
        ("shareaholic:article_author_name", Source::Meta),
        ("article.author", Source::Meta),
        ("rbauthors", Source::Meta),
    ];
    for (name, source) in DECLARED {
        let names: Vec<String> = page.metas(name).map(clean).collect();
        if let Some(found) = offer(checked(names, *source)) {
            return Some(found);
        }
    }
    // Cards of messengers: "Written by" and the name.
    for (label, data) in [
        ("twitter:label1", "twitter:data1"),
        ("twitter:label2", "twitter:data2"),
    ] {
        let is_author = page.meta_of(&[label]).is_some_and(|label| {
            [
                "written by",
                "author",
                "verfasst von",
                "écrit par",
                "escrito por",
            ]
            .contains(&label.to_lowercase().as_str())
        });
        if is_author
            && let Some(name) = page.meta_of(&[data])
            && let Some(found) = offer(checked(vec![clean(name)], Source::Meta))
        {
            return Some(found);
        }
    }
    let items: Vec<String> = in_microdata(page);
    if let Some(found) = offer(checked(items, Source::Microdata)) {
        return Some(found);
    }
    let of_own = |nodes: &[NodeId]| -> Vec<NodeId> {
        nodes
            .iter()
            .copied()
            .filter(|&node| !page.is_of_others(node))
            .collect()
    };
    for node in of_own(&page.author_links) {
        let names = vec![clean(&below(page.dom, node, 300))];
        if let Some(found) = offer(checked(names, Source::Link)) {
            return Some(found);
        }
    }
    for node in of_own(&page.bylines) {
        if let Some(name) = byline(page, node)
            && let Some(found) = offer(checked(vec![name], Source::Byline))
        {
            return Some(found);
        }
    }
    if let Some(name) = near_headline(page)
        && let Some(found) = offer(checked(vec![name], Source::Byline))
    {
        return Some(found);
    }
    second.or(weak)
}

fn is_organization(author: Option<&Value>) -> bool {
    let author = match author {
        Some(Value::Array(all)) => all.first(),
        one => one,
    };
    author.and_then(Value::as_object).is_some_and(|author| {
        types(author).any(|of| of.ends_with("Organization") || of.ends_with("Corporation"))
    })
}

/// Returns the name that an element announced as byline shows: the first of its texts that can be one, and those that
/// "and" or a comma join to it.
fn byline(page: &Page<'_, '_>, node: NodeId) -> Option<String> {
    let texts = page.dom.descendants(node).map(|node| page.dom.text(node));
    of_texts(
        texts
            .map(|text| squeeze(&text))
            .filter(|text| !text.is_empty())
            .take(12),
    )
}

fn of_texts(texts: impl Iterator<Item = String>) -> Option<String> {
    let mut found: Option<String> = None;
    let mut is_joined = false;
    for text in texts {
        let joins =
            ["and", "&", ",", "+", ", and", "y", "und"].contains(&text.to_lowercase().as_str());
        match &mut found {
            None => found = Some(shown_name(&text)).filter(|name| is_name(name)),
            Some(_) if joins => is_joined = true,
            Some(found) if is_joined => {
                let name = shown_name(&text);
                if !is_name(&name) {
                    break;
                }
                found.push_str("; ");
                found.push_str(&name);
                is_joined = false;
            }
            Some(_) => break,
        }
    }
    found
}

/// Returns the name that follows "by" among the texts around the headline.
fn near_headline(page: &Page<'_, '_>) -> Option<String> {
    const MAX_TEXTS: usize = 20;
    const ANNOUNCED: &[&str] = &[
        "by",
        "written by",
        "posted by",
        "author",
        "authors",
        "by:",
        "written by:",
        "author:",
        "words by",
        "von",
        "par",
        "por",
    ];
    let dom = page.dom;
    let headline = page
        .headline()
        .or_else(|| page.second_headings.first().copied())?;
    let mut texts = Vec::new();
    let mut at = dom.subtree_end(headline);
    while let Some(node) = dom.get(at).filter(|_| texts.len() < MAX_TEXTS) {
        at += 1;
        if dom.tag(node).is_hidden() {
            at = dom.subtree_end(node);
        } else if dom.kind(node) == dom::NodeKind::Text {
            let text = squeeze(&dom.text(node));
            if !text.is_empty() {
                texts.push(text);
            }
        }
    }
    texts.iter().enumerate().find_map(|(at, text)| {
        let lower = text.to_lowercase();
        if ANNOUNCED.contains(&lower.as_str()) {
            return of_texts(texts[at + 1..].iter().take(4).cloned());
        }
        let is_announced = ANNOUNCED.iter().any(|word| {
            lower
                .strip_prefix(word)
                .is_some_and(|rest| rest.starts_with([' ', ':']))
        });
        let name = shown_name(text);
        (is_announced && text.len() <= MAX_BYTES && is_name(&name)).then_some(name)
    })
}

fn in_microdata(page: &Page<'_, '_>) -> Vec<String> {
    let mut names = Vec::new();
    // Answers and comments have authors of their own.
    let mut scope = None;
    for (prop, node) in &page.items {
        if !matches!(prop.as_str(), "author" | "creator") || page.is_of_others(*node) {
            continue;
        }
        if *scope.get_or_insert(page.scope(*node)) != page.scope(*node) {
            continue;
        }
        let end = page.dom.subtree_end(*node);
        let inner = page
            .items
            .iter()
            .find(|(prop, inner)| prop == "name" && node < inner && inner.index() < end);
        let name = match inner {
            Some((_, inner)) => page.value(*inner),
            None => match page.value(*node) {
                value if value.contains("://") || value.starts_with('/') => {
                    below(page.dom, *node, 300)
                }
                value => value,
            },
        };
        names.push(clean(&name));
    }
    names
}

/// Returns whether a thing is a text with an author.
fn is_text(thing: &Thing) -> bool {
    types(thing).any(|of| {
        let of = of.to_ascii_lowercase();
        of.ends_with("article")
            || of.ends_with("posting")
            || of.ends_with("page")
            || of == "review"
            || of == "recipe"
    })
}

fn names_of(
    value: Option<&Value>,
    by_id: &BTreeMap<&str, &Thing>,
    depth: usize,
    names: &mut Vec<String>,
) {
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
            if let Some(name) = thing.get("name").filter(|name| !name.is_null()) {
                names_of(Some(name), by_id, depth + 1, names);
            } else if let Some(other) = thing
                .get("@id")
                .and_then(Value::as_str)
                .and_then(|id| by_id.get(id))
            {
                names_of(other.get("name"), by_id, depth + 1, names);
            }
        }
        _ => {}
    }
}

/// Words that announce a name, in lower case, each with what follows.
const BEFORE: &[&str] = &[
    "written by",
    "posted by",
    "published by",
    "reviewed by",
    "by:",
    "by",
    "author:",
    "author",
    "authors:",
    "von",
    "par",
    "por",
    "words by",
    "story by",
    "text by",
    "article by",
    "autor:",
    "from",
    "medically reviewed by",
    "about the author",
    "about the author:",
    "recipe by",
    "insights from",
    "text by",
    "read more about",
    "authored by",
];
/// Words that end a name.
const BEHIND: &[&str] = &[
    " | ",
    " • ",
    " · ",
    " – ",
    " — ",
    " updated ",
    " published ",
    " posted ",
    " on ",
    " last ",
    " reviewed by ",
    " | ",
    " edited by ",
    " fact checked",
    " fact-checked",
    " medically reviewed",
    " and reviewed by ",
    " follow ",
    " share ",
    " view profile",
    " in ",
];

/// Returns a name without what announces it and what follows.
fn clean(text: &str) -> String {
    let mut name = squeeze(text);
    loop {
        let lower = name.to_lowercase();
        let found = BEFORE.iter().find(|word| {
            lower.starts_with(**word)
                && (word.ends_with(':') || lower[word.len()..].starts_with([' ', ':', '\u{a0}']))
        });
        // Lower case can have another length.
        let Some(word) = found.filter(|word| name.is_char_boundary(word.len())) else {
            break;
        };
        name = name[word.len()..].trim_start_matches([' ', ':']).to_owned();
    }
    let lower = name.to_ascii_lowercase();
    let end = BEHIND
        .iter()
        .filter_map(|word| lower.find(word))
        .filter(|&at| 0 < at)
        .min();
    if let Some(end) = end {
        name.truncate(end);
    }
    name.trim_matches([' ', ',', '-', '|', '·', '•', ':', ';', '(', '/'])
        .to_owned()
}

/// Returns the name in a text that is shown: a date or a number behind it is no part of it.
fn shown_name(text: &str) -> String {
    let mut name = clean(text);
    if let Some(at) = name
        .find(" 0")
        .or_else(|| name.find(|c: char| c.is_ascii_digit()))
        .filter(|&at| 3 < at && name[..at].contains(' '))
    {
        let head = name[..at].trim_end();
        // The month that stands before it.
        let head = match head.rsplit_once(' ') {
            Some((rest, last)) if last.len() < 10 && is_month(last) => rest,
            _ => head,
        };
        name = head.to_owned();
    }
    name.trim_matches([' ', ',', '-', '|', '·', '•', ':', ';', '(', '/'])
        .to_owned()
}

fn is_month(word: &str) -> bool {
    crate::days::is_month(word.trim_matches(['.', ',']))
}

/// Returns whether a text that is shown can be a name.
fn is_name(name: &str) -> bool {
    const NONE: &[&str] = &[
        "author",
        "the author",
        "authors",
        "topic author",
        "subscribe",
        "share",
        "follow",
        "about",
        "written",
        "updated",
        "published",
        "date",
        "read more",
        "about the author",
        "reply",
        "home",
        "contributor",
        "contributors",
        "view profile",
        "published on",
        "posted",
        "staff",
        "editor",
        "reviewed",
        "post",
        "skip to content",
        "spotlight",
        "name",
        "username",
        "joined",
        "posts",
        "views",
        "search",
        "menu",
        "more",
        "editorial",
    ];
    let n_words = name.split(' ').count();
    let lower = name.to_lowercase();
    let is_announcement = BEFORE.contains(&lower.trim_end_matches([' ', ':']));
    if is_announcement
        || NONE.contains(&lower.as_str())
        || is_month(lower.split(' ').next().unwrap_or("")) && n_words < 2
    {
        return false;
    }
    let first = name.chars().next();
    (1..=MAX_WORDS).contains(&n_words)
        && name.len() <= MAX_BYTES
        && first
            .is_some_and(|first| first.is_alphabetic() && (!first.is_lowercase() || n_words == 1))
        && !name.contains(['?', '!', '@', '©', '{', '='])
}

/// Returns the names of a list: "A, B and C".
fn split(names: &str) -> Vec<String> {
    let is_address = names.contains("://") || names.starts_with("www.") || names.starts_with('@');
    if is_address || MAX_BYTES * 3 < names.len() || names.contains("{{") {
        return Vec::new();
    }
    let mut parts: Vec<&str> = names.split([';', '|', '/']).collect();
    parts = parts
        .iter()
        .flat_map(|part| part.split(" and "))
        .flat_map(|part| part.split(" & "))
        .collect();
    let mut all: Vec<String> = Vec::new();
    for part in parts {
        for name in part.split(", ") {
            let name = name.trim_matches([' ', ',']);
            let name = name.strip_prefix("and ").unwrap_or(name);
            // A title or degree belongs to the name before it.
            let is_title = !name.contains(' ')
                && (name.contains('.') || name.chars().all(|c| !c.is_lowercase()));
            match all.last_mut() {
                Some(last) if is_title && name.len() < 12 => {
                    last.push_str(", ");
                    last.push_str(name);
                }
                _ => all.push(name.to_owned()),
            }
        }
    }
    all.retain(|name| name.chars().any(char::is_alphabetic) && name.len() <= MAX_BYTES);
    all
}

fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let is_new = all.iter().all(|other| letters(other) != letters(&name));
        if is_new && all.len() < MAX_AUTHORS {
            all.push(name);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_alone() {
        let check = |text: &str, expected: &str| assert_eq!(clean(text), expected, "{text}");
        check("By Ann Lee", "Ann Lee");
        check("Written by: Ann Lee | 4 min read", "Ann Lee");
        check("Posted by Ann Lee on May 4, 2025", "Ann Lee");
        check("Byron", "Byron");
        check("İ by", "İ by");
        assert_eq!(shown_name("Ann Lee Sept. 4, 2025"), "Ann Lee");
    }

    #[test]
    fn lists_are_taken_apart() {
        assert_eq!(
            split("Ann Lee, Bo Li, and Cy Fox"),
            ["Ann Lee", "Bo Li", "Cy Fox"]
        );
        assert_eq!(split("Ann Lee, MS, RD"), ["Ann Lee, MS, RD"]);
        assert!(split("https://a.example/ann").is_empty());
    }
}
