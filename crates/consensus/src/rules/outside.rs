//! Removes what is outside the container, the element that holds the content.

use dom::Tag;

use crate::{
    evidence::{Evidence, hints::Hints},
    site::{View, mode::Mode, size::SITE_MIN_PAGES},
};

/// The container holds at least this share of a page's live mass in article mode …
const CONTAINER_ARTICLE: f64 = 0.9;
/// … and this one otherwise.
const CONTAINER: f64 = 0.95;
/// An `article` with this share of the container's mass is one of several in it …
const ARTICLE_MIN: f64 = 0.15;
/// … and if it also holds the title, this share is enough to choose it.
const TITLED_ARTICLE_MIN: f64 = 0.25;
/// A page alone: what the page calls its main part is believed if it has at least this share
/// of its live mass.
const MAIN_MIN: f64 = 0.15;
/// The container's region is the container, or above it, on this share of the pages that have it …
const VOTE_MIN_SHARE: f64 = 0.9;
/// … and is on this share of all pages.
const VOTE_MIN_PAGES: f64 = 0.1;

/// Returns the elements from the body to this page's own container.
pub(crate) fn path(view: &View<'_>, live_mass: &[u32]) -> Vec<u32> {
    let page = view.page;
    let mut path = vec![0];
    let all = f64::from(live_mass[0]);
    if all == 0.0 {
        return path;
    }
    let least = if view.mode == Mode::Article {
        CONTAINER_ARTICLE
    } else {
        CONTAINER
    };
    let mut least = least * all;
    let mut at = 0;
    if view.is_small()
        && let Some(main) = main(view, live_mass)
    {
        let mut inner: Vec<u32> = page.upwards(main).take_while(|&above| above != 0).collect();
        inner.reverse();
        path.extend(inner);
        at = main;
        least *= f64::from(live_mass[main as usize]) / all;
    }
    while let Some(child) = page.heaviest_child(live_mass, at) {
        if f64::from(live_mass[child as usize]) < least {
            break;
        }
        path.push(child);
        at = child;
    }
    if view.mode == Mode::Article
        && let Some(article) = titled_article(page, live_mass, at, view.headline)
    {
        let mut inner: Vec<u32> = page
            .upwards(article)
            .take_while(|&above| above != at)
            .collect();
        inner.reverse();
        path.extend(inner);
    }
    path
}

/// Finds the heaviest of the elements that mark the main content, or the first of several.
fn main(view: &View<'_>, live_mass: &[u32]) -> Option<u32> {
    if !view.settings().hints {
        return None;
    }
    let elements = view.page.elements.iter().enumerate().skip(1);
    let mains = elements.filter(|(_, element)| element.hints.has(Hints::MAIN));
    let heaviest = mains.fold(None, |best: Option<usize>, (i, _)| match best {
        Some(best) if live_mass[i] <= live_mass[best] => Some(best),
        _ => Some(i),
    });
    heaviest
        .filter(|&main| MAIN_MIN * f64::from(live_mass[0]) <= f64::from(live_mass[main]))
        .map(|main| main as u32)
}

/// If there are several articles in the container, finds the one that holds the
/// title.
fn titled_article(
    page: &Evidence,
    live_mass: &[u32],
    container: u32,
    title: Option<u32>,
) -> Option<u32> {
    let mass = f64::from(live_mass[container as usize]);
    let mut articles = Vec::new();
    let mut at = container + 1;
    while at < page.elements[container as usize].end {
        let element = &page.elements[at as usize];
        let is_one =
            element.tag == Tag::ARTICLE && ARTICLE_MIN * mass <= f64::from(live_mass[at as usize]);
        if is_one {
            articles.push(at);
        }
        at = if is_one { element.end } else { at + 1 };
    }
    if articles.len() < 2 {
        return None;
    }
    let title = title?;
    articles.into_iter().find(|&article| {
        page.contains(article, title)
            && TITLED_ARTICLE_MIN * mass <= f64::from(live_mass[article as usize])
    })
}

/// Returns the deepest element of the path that the site's pages agree on.
pub(crate) fn voted(view: &View<'_>, path: &[u32]) -> u32 {
    let own = path.last().copied().unwrap_or(0);
    if view.n_pages < SITE_MIN_PAGES {
        return own;
    }
    let least = 2_f64.max(VOTE_MIN_PAGES * f64::from(view.n_pages));
    let agreed = path.iter().rev().find(|&&element| {
        let region = view.region_of(element as usize);
        least <= f64::from(region.pages)
            && VOTE_MIN_SHARE * f64::from(region.pages) <= f64::from(region.container_pages)
    });
    agreed.copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{first, gone, kept, pages, paragraph, story},
    };

    /// Returns the start tag of the first page's container.
    fn check(mode: Mode, sources: &[String], tag: &str) {
        let container = first(mode, sources).container().unwrap();
        assert!(
            sources[0][container.clone()].starts_with(tag),
            "{}",
            &sources[0][container]
        );
    }

    #[test]
    fn the_heaviest_child_is_followed() {
        let sources = pages(|page| {
            format!(
                "<body><div id=a><div id=b>{}</div><div id=c>x{page}</div></div>",
                story(page)
            )
        });
        check(Mode::Article, &sources, "<div id=b>");
        check(Mode::Reference, &sources, "<div id=b>");
        assert!(gone(Mode::Reference, &sources).contains(&("div#c".to_owned(), Reason::Outside)));
    }

    #[test]
    fn pages_must_agree() {
        // On every other page the text is elsewhere: only the element around both can be the
        // container.
        let sources = pages(|page| {
            let (one, other) = if page % 2 == 0 {
                (story(page), String::new())
            } else {
                (String::new(), story(page))
            };
            format!("<body><main><div id=a>x{page}{one}</div><div id=b>y{page}{other}</div></main>")
        });
        check(Mode::Reference, &sources, "<main>");
    }

    #[test]
    fn of_several_articles_the_titled_one() {
        let sources = pages(|page| {
            format!(
                "<title>News of t{page}</title><body><article><h1>News of t{page}</h1>{}</article><article>{}</article>",
                story(page),
                paragraph(page, 10) + &paragraph(page, 11),
            )
        });
        check(Mode::Article, &sources, "<article><h1>");
        assert!(!kept(Mode::Article, &sources).contains("w0x10x0"));
        assert!(kept(Mode::Reference, &sources).contains("w0x10x0"));
    }
}
