//! When a page was published, and when it was last changed.

use dom::NodeId;
use jiff::civil::Date;

use crate::{
    Source,
    days::{Order, first},
    json_ld::{Thing, texts},
    kinds::Kind,
    page::{Page, attribute},
    text::{below, shown as shown_texts},
};

/// Longer texts are more than a date with what announces it.
const MAX_BYTES: usize = 160;
/// Texts of running text that hold a date are longer than those that are one.
const MAX_SHORT: usize = 60;

/// Names of `<meta>` elements, in the order in which they are believed.
const PUBLISHED: &[&str] = &[
    "article:published_time",
    "og:article:published_time",
    "article:published",
    "og:published_time",
    "og:publish_date",
    "datepublished",
    "date_published",
    "publish_date",
    "publish-date",
    "publishdate",
    "pubdate",
    "published_time",
    "parsely-pub-date",
    "sailthru.date",
    "citation_publication_date",
    "citation_date",
    "citation_online_date",
    "dc.date.issued",
    "dc.date.created",
    "dcterms.issued",
    "dcterms.created",
    "dc.date",
    "dcterms.date",
    "dc:date",
    "article.published",
    "article.created",
    "originalpublicationdate",
    "rnews:datepublished",
    "cxenseparse:recs:publishtime",
    "published-date",
    "published_date",
    "article_date_original",
    "publication_date",
    "ptime",
    "date",
    "created",
    "bt:pubdate",
    "og:date",
    "analyticsattributes.articledate",
    "pdate",
    "release_date",
    "timestamp",
    "video:release_date",
    "book:release_date",
    "gentime",
];
const MODIFIED: &[&str] = &[
    "article:modified_time",
    "og:updated_time",
    "og:modified_time",
    "og:article:modified_time",
    "datemodified",
    "dc.date.modified",
    "dcterms.modified",
    "last-modified",
    "lastmod",
    "modified",
    "updated_time",
    "revised",
    "article.updated",
    "article:modified",
];

/// A day and where it is from.
type Found = Option<(Date, Source)>;

/// Returns the days of publication and of the last change.
pub(crate) fn dates(
    page: &Page<'_, '_>,
    top: &[&Thing],
    main: Option<(Kind, &Thing)>,
    url: Option<&str>,
) -> (Found, Found) {
    let order = Order::of(page.lang.as_deref());
    let of_things = |keys: &[&str]| {
        let own = main
            .filter(|(kind, _)| kind.is_own_text())
            .map(|(_, thing)| thing);
        own.into_iter()
            .chain(top.iter().copied().filter(|thing| is_dated(thing)))
            .find_map(|thing| {
                keys.iter().find_map(|key| {
                    texts(thing.get(*key))
                        .first()
                        .and_then(|text| first(text, order))
                })
            })
    };
    let of_metas = |names: &[&str]| {
        names.iter().find_map(|name| {
            let date = page.metas(name).find_map(|text| first(text, order))?;
            let source = match name {
                name if name.starts_with("dc") && !name.starts_with("dct")
                    || name.starts_with("dcterms") =>
                {
                    Source::DublinCore
                }
                name if name.starts_with("og:") || name.starts_with("article:") => {
                    Source::OpenGraph
                }
                _ => Source::Meta,
            };
            Some((date, source))
        })
    };
    let of_items = |names: &[&str]| {
        names.iter().find_map(|name| {
            let nodes = || page.items.iter().filter(|(of, _)| of == name);
            let mut nodes = nodes()
                .filter(|(_, node)| !page.is_of_others(*node))
                .chain(nodes());
            nodes.find_map(|(_, node)| {
                first(&page.value(*node), order)
                    .or_else(|| first(&below(page.dom, *node, MAX_BYTES), order))
            })
        })
    };
    let modified = of_things(&["dateModified"])
        .map(|date| (date, Source::JsonLd))
        .or_else(|| of_metas(MODIFIED))
        .or_else(|| of_items(&["dateModified"]).map(|date| (date, Source::Microdata)));
    let declared = of_things(&["datePublished", "dateCreated", "uploadDate"])
        .map(|date| (date, Source::JsonLd))
        .or_else(|| of_metas(PUBLISHED))
        .or_else(|| {
            let named = |name: &str| {
                name.contains("publish") && (name.contains("date") || name.contains("time"))
            };
            let date = page
                .metas
                .iter()
                .filter(|meta| named(&meta.name))
                .find_map(|meta| first(&meta.content, order))?;
            Some((date, Source::Meta))
        })
        .or_else(|| {
            of_items(&["datePublished", "dateCreated", "uploadDate"])
                .map(|date| (date, Source::Microdata))
        });
    let shown = shown(page, order);
    let published = match (declared, shown) {
        // What people are told is older than what machines are told: the page came out anew.
        (Some((declared, _)), Some((shown, source)))
            if shown < declared && source != Source::Url =>
        {
            Some((shown, source))
        }
        (Some(declared), _) => Some(declared),
        (None, shown) => shown,
    };
    let published = published.or_else(|| {
        url.or(canonical(page))
            .and_then(in_address)
            .map(|date| (date, Source::Url))
    });
    (published, modified)
}

/// Returns whether a thing's dates can be the page's.
fn is_dated(thing: &Thing) -> bool {
    crate::json_ld::types(thing).any(|of| {
        let of = of.to_ascii_lowercase();
        of.ends_with("article")
            || of.ends_with("posting")
            || of.ends_with("page")
            || of == "creativework"
            || of == "dataset"
    })
}

fn canonical<'p>(page: &'p Page<'_, '_>) -> Option<&'p str> {
    let link = page.links.iter().find(|(rel, _)| rel == "canonical");
    link.map(|(_, href)| href.as_str())
        .or_else(|| page.meta_of(&["og:url"]))
}

/// Returns the date that a reader sees as the page's.
fn shown(page: &Page<'_, '_>, order: Order) -> Found {
    let own = |node: &&NodeId| !page.is_of_others(**node);
    let said = |node: NodeId| {
        let text = below(page.dom, node, 2 * MAX_BYTES);
        let machine = attribute(page.dom, node, "datetime").and_then(|said| first(&said, order));
        (
            machine.or_else(|| first(&text, order).filter(|_| text.len() <= MAX_BYTES)),
            text,
        )
    };
    let is_change = |node: NodeId, text: &str| {
        let class = page
            .dom
            .attribute(node, "class")
            .unwrap_or_default()
            .to_lowercase();
        class.contains("updated") && !class.contains("published")
            || class.contains("modified")
            || says_change(text)
    };
    let mut changed = None;
    for (nodes, source) in [
        (&page.times, Source::TimeElement),
        (&page.datelines, Source::Dateline),
        (&page.bylines, Source::Dateline),
    ] {
        for &node in nodes.iter().filter(own) {
            let (Some(date), text) = said(node) else {
                continue;
            };
            if is_change(node, &text) {
                changed.get_or_insert((date, source));
            } else {
                return Some((date, source));
            }
        }
    }
    announced(page, order)
        .or_else(|| near_headline(page, order))
        .or(changed)
        .or_else(|| {
            // A date in what surrounds the text counts if there is no other.
            let all = page.times.iter().chain(&page.datelines);
            let mut dates: Vec<Date> = all.filter_map(|&node| said(node).0).collect();
            dates.dedup();
            match dates.as_slice() {
                [one] => Some((*one, Source::Dateline)),
                _ => None,
            }
        })
}

fn says_change(text: &str) -> bool {
    let text = text.to_lowercase();
    [
        "updated",
        "modified",
        "last edited",
        "aktualisiert",
        "mis à jour",
        "actualizado",
    ]
    .iter()
    .any(|word| text.starts_with(word) || text.starts_with(&format!("last {word}")))
}

/// Returns the first date that a short text announces as the day of publication, in it or in the text that follows.
fn announced(page: &Page<'_, '_>, order: Order) -> Found {
    const WORDS: &[&str] = &[
        "published",
        "posted",
        "first published",
        "date published",
        "publication date",
        "veröffentlicht",
        "publié",
    ];
    let mut was_announced = false;
    for (node, text) in shown_texts(page.dom, 0) {
        let is_short = text.len() <= MAX_SHORT;
        let announces = is_short && WORDS.iter().any(|word| starts(&text, word));
        if is_short
            && (announces || was_announced)
            && let Some(date) = first(&text, order)
            && !page.is_of_others(node)
        {
            return Some((date, Source::Dateline));
        }
        was_announced = announces;
    }
    None
}

/// Returns the first date in one of the short texts that follow the headline.
fn near_headline(page: &Page<'_, '_>, order: Order) -> Found {
    const MAX_TEXTS: usize = 26;
    let (_, end) = page.first_heading()?;
    shown_texts(page.dom, end)
        .take(MAX_TEXTS)
        .filter(|(_, text)| text.len() <= MAX_SHORT)
        .find_map(|(_, text)| Some((first(&text, order)?, Source::Dateline)))
}

/// Says whether a text starts with a word, whatever the case of its Latin letters.
fn starts(text: &str, word: &str) -> bool {
    let head = text.as_bytes().get(..word.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
}

/// Returns the day in an address: `/2025/09/04/`, `2025-09-04`.
fn in_address(url: &str) -> Option<Date> {
    let path = url.split(['?', '#']).next()?;
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let parts: Vec<&str> = path.split(['/', '-', '_']).collect();
    parts.windows(3).find_map(|three| {
        let [year, month, day] = three else {
            return None;
        };
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let is_date =
            year.len() == 4 && (1..=2).contains(&month.len()) && (1..=2).contains(&day.len());
        (is_date && [*year, *month, *day].iter().all(|part| is_number(part)))
            .then(|| first(&format!("{year}-{month}-{day}"), Order::DayFirst))
            .flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_days() {
        let check = |url: &str, expected: &str| {
            let found = in_address(url).map(|date| date.to_string());
            assert_eq!(found.as_deref().unwrap_or(""), expected, "{url}");
        };
        check("https://a.example/2025/09/04/tides", "2025-09-04");
        check("https://a.example/news-2025-9-4.html", "");
        check("https://a.example/2025-09-04-tides", "2025-09-04");
        check("https://a.example/2025/tides", "");
    }
}
