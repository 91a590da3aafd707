//! Which elements are dead: decided by the region, top-down, and with all that is in them.

use rustc_hash::FxHashMap;
use tokenize::Tag;

use crate::{
    evidence::{Element, Evidence, NONE},
    hints::{self, Hints},
    mode::Mode,
    reason::Reason,
    regions::Region,
    site::View,
};

/// A hinted region with less than this share of its pages' mass is no text.
const HINT_MAX_SHARE: f64 = 0.2;
/// An element with more links than this is link-dense …
const LINKS_MIN: f64 = 0.5;
/// … and dead if its region has less than this share of mass.
const LINKS_MAX_SHARE: f64 = 0.1;
/// A region of comments may hold most of a page's words, but not all but a few.
const COMMENTS_MAX_SHARE: f64 = 0.8;
/// An overlay with so much of a page's paragraphs is the page.
const OVERLAY_MAX_SHARE: f64 = 0.8;
/// Teasers come in rows of three and more …
const TEASERS_MIN: u32 = 3;
/// … of which so many have a line that is a link …
const TEASERS_ALIKE: f64 = 0.8;
/// … of so many words, so much of them link …
const TEASER_LINE_MIN_WORDS: u32 = 3;
const TEASER_LINE_MIN_LINK: f64 = 0.9;
/// … with so few words besides …
const TEASER_MAX_OWN_WORDS: u32 = 50;
/// … in a parent that holds less than this of the page's mass.
const TEASERS_MAX_SHARE: f64 = 0.5;
/// Of records only cards are teasers: a picture, a link, and no more words than this …
const CARD_MAX_OWN_WORDS: u32 = 10;
/// … in a parent with hardly any mass. Without the picture it might be a cast, with more mass the record
/// itself: on two of 13 sites of records that costs values.
const CARDS_MAX_SHARE: f64 = 0.03;
/// Below this number of pages nothing is said about all pages.
pub(crate) const SITE_MIN_PAGES: u32 = 4;
/// A list of links on so many of the pages …
const LINK_LIST_MIN_PAGES: f64 = 0.95;
/// … with so much of its words in links …
const LINK_LIST_MIN_LINKS: f64 = 0.8;
/// … and less mass than this is navigation.
const LINK_LIST_MAX_SHARE: f64 = 0.1;

/// Returns for each element why it is dead, if it is.
pub(crate) fn dead_elements(page: &Evidence, view: &View<'_>) -> Vec<Option<Reason>> {
    let mut dead: Vec<Option<Reason>> = vec![None; page.elements.len()];
    let articles = view.mode == Mode::Article;
    let teasers = match view.mode {
        Mode::Article if view.allows(Reason::Teasers) => teasers(page, view, false),
        Mode::Data if view.allows(Reason::Teasers) => teasers(page, view, true),
        _ => vec![false; page.elements.len()],
    };
    for (i, element) in page.elements.iter().enumerate() {
        let above = dead.get(element.parent as usize).copied().flatten();
        dead[i] = above.or_else(|| {
            let reason = if element.parent == NONE {
                None
            } else if articles {
                overlay(page, view, i).or_else(|| in_article_mode(page, view, i))
            } else {
                otherwise(element, view)
            };
            reason.or_else(|| teasers[i].then_some(Reason::Teasers))
        });
    }
    dead
}

/// Says for each line whether it is in a consent box; only article mode asks.
pub(crate) fn overlays(page: &Evidence, view_mode: Mode, heeds_hints: bool) -> Vec<bool> {
    let mut over = vec![false; page.lines.len()];
    if view_mode != Mode::Article || !heeds_hints {
        return over;
    }
    let paragraphs = page.sum(|_, line| if line.is_paragraph() { line.words } else { 0 });
    let mut inside = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        inside[i] = inside
            .get(element.parent as usize)
            .copied()
            .unwrap_or(false)
            || is_overlay(element, paragraphs[i], paragraphs[0]);
    }
    for (line, over) in page.lines.iter().zip(&mut over) {
        *over = inside[line.owner as usize];
    }
    over
}

fn is_overlay(element: &Element, paragraphs: u32, of_page: u32) -> bool {
    element.parent != NONE
        && element.hints.has(Hints::CONSENT)
        && (of_page == 0 || f64::from(paragraphs) < OVERLAY_MAX_SHARE * f64::from(of_page))
}

fn overlay(page: &Evidence, view: &View<'_>, i: usize) -> Option<Reason> {
    let is_over =
        view.hints && is_overlay(&page.elements[i], view.paragraphs[i], view.paragraphs[0]);
    (is_over && view.allows(Reason::Overlay)).then_some(Reason::Overlay)
}

fn in_article_mode(page: &Evidence, view: &View<'_>, i: usize) -> Option<Reason> {
    let element = &page.elements[i];
    let region = view.region(element.key);
    let share = region.share();
    let hinted = view.hints
        && view.allows(Reason::Hint)
        && (hints::is_aside_of_article(element.tag)
            || element
                .hints
                .has(Hints::ARTICLE.with(Hints::ROLE).with(Hints::HIDDEN)));
    if hinted && share < HINT_MAX_SHARE {
        return Some(Reason::Hint);
    }
    let (words, links) = (
        f64::from(view.sums.words[i]),
        f64::from(view.sums.link_words[i]),
    );
    let allowed = view.allows(Reason::Links);
    if allowed && element.tag.is_block() && LINKS_MIN * words < links && share < LINKS_MAX_SHARE {
        return Some(Reason::Links);
    }
    let comments = view.hints && view.allows(Reason::Comments) && element.hints.has(Hints::COMMENT);
    if comments && share < COMMENTS_MAX_SHARE && !holds_h1(page, i) {
        return Some(Reason::Comments);
    }
    None
}

fn holds_h1(page: &Evidence, i: usize) -> bool {
    let first = page
        .headings
        .partition_point(|heading| heading.element < i as u32);
    page.headings[first..]
        .iter()
        .take_while(|heading| page.contains(i as u32, heading.element))
        .any(|heading| page.elements[heading.element as usize].tag == Tag::H1)
}

/// Says for each element whether it is one of a row of teasers, or of a row of cards.
fn teasers(page: &Evidence, view: &View<'_>, cards: bool) -> Vec<bool> {
    let (max_own_words, max_share) = if cards {
        (CARD_MAX_OWN_WORDS, CARDS_MAX_SHARE)
    } else {
        (TEASER_MAX_OWN_WORDS, TEASERS_MAX_SHARE)
    };
    let pictures = if cards {
        pictures(page)
    } else {
        vec![true; page.elements.len()]
    };
    let link_lines = page.sum(|_, line| {
        let is_link = TEASER_LINE_MIN_LINK * f64::from(line.words) <= f64::from(line.link_words);
        u32::from(is_link && TEASER_LINE_MIN_WORDS <= line.words)
    });
    let is_teaser = |i: usize| {
        let own = view.sums.words[i] - view.sums.link_words[i];
        pictures[i] && 0 < link_lines[i] && own <= max_own_words
    };
    let mut rows: FxHashMap<(u32, u64), (u32, u32)> = FxHashMap::default();
    for (i, element) in page.elements.iter().enumerate() {
        let (siblings, alike) = rows.entry((element.parent, element.key)).or_default();
        *siblings += 1;
        *alike += u32::from(is_teaser(i));
    }
    page.elements
        .iter()
        .map(|element| {
            let Some(parent_mass) = view.sums.mass.get(element.parent as usize) else {
                return false;
            };
            let (siblings, alike) = rows[&(element.parent, element.key)];
            TEASERS_MIN <= siblings
                && TEASERS_ALIKE * f64::from(siblings) <= f64::from(alike)
                && f64::from(*parent_mass) < max_share * f64::from(view.sums.mass[0])
        })
        .collect()
}

/// Says for each element whether a picture is in it.
fn pictures(page: &Evidence) -> Vec<bool> {
    let mut pictures = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate().rev() {
        pictures[i] |= element.tag == Tag::IMG;
        let has_one = pictures[i];
        if let Some(parent) = pictures.get_mut(element.parent as usize) {
            *parent |= has_one;
        }
    }
    pictures
}

fn otherwise(element: &Element, view: &View<'_>) -> Option<Reason> {
    let region = view.region(element.key);
    let share = region.share();
    let named = view.mode != Mode::Data && element.hints.has(Hints::NAVIGATION);
    let hinted = view.hints
        && view.allows(Reason::Navigation)
        && (matches!(element.tag, Tag::NAV | Tag::FOOTER)
            || element.hints.has(Hints::ROLE)
            || named);
    if hinted && share < HINT_MAX_SHARE {
        return Some(Reason::Navigation);
    }
    let is_list = view.allows(Reason::LinkList)
        && SITE_MIN_PAGES <= view.n_pages
        && element.tag.is_block()
        && !element.tag.is_heading()
        && LINK_LIST_MIN_PAGES * f64::from(view.n_pages) <= f64::from(region.pages)
        && LINK_LIST_MIN_LINKS <= region.link_share()
        && share < LINK_LIST_MAX_SHARE;
    is_list.then_some(Reason::LinkList)
}

/// Says whether a region is a list of links that most pages have, which the content's edges lose.
pub(crate) fn is_edge(region: &Region, n_pages: u32) -> bool {
    /// On so many of the pages …
    const MIN_PAGES: f64 = 0.8;
    /// … with so much of the words in links …
    const MIN_LINKS: f64 = 0.4;
    /// … and so few words each.
    const MAX_WORDS: f64 = 80.0;
    MIN_PAGES * f64::from(n_pages) <= f64::from(region.pages)
        && MIN_LINKS <= region.link_share()
        && region.words_each() <= MAX_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{gone, pages, story};

    /// Puts something behind a story and checks why it goes, or that it stays.
    fn check(mode: Mode, behind: impl Fn(usize) -> String, reason: Option<Reason>) {
        let sources = pages(|page| {
            format!(
                "<body><div class=story>{}</div>{}",
                story(page),
                behind(page)
            )
        });
        let reasons: Vec<Reason> = gone(mode, &sources)
            .into_iter()
            .map(|(_, reason)| reason)
            .collect();
        assert_eq!(reasons, Vec::from_iter(reason), "{}", sources[0]);
    }

    /// Words of this page's own.
    fn words(page: usize, n_words: usize) -> String {
        (0..n_words).map(|i| format!("o{page}o{i} ")).collect()
    }

    #[test]
    fn hints_in_article_mode() {
        for tag in [
            "aside",
            "div class=relatedStories",
            "div role=search",
            "div hidden",
            "ul style='display: none'",
        ] {
            check(
                Mode::Article,
                |page| format!("<{tag}>{}", words(page, 9)),
                Some(Reason::Hint),
            );
        }
    }

    #[test]
    fn hints_on_most_of_the_text_are_not_believed() {
        let sources = pages(|page| format!("<body><div class=related>{}</div>", story(page)));
        assert_eq!(gone(Mode::Article, &sources), []);
    }

    #[test]
    fn links_teasers_and_comments_in_article_mode() {
        let links = |page| format!("<div class=x><a href=a>{}</a> and</div>", words(page, 9));
        check(Mode::Article, links, Some(Reason::Links));
        let comments = |page: usize| format!("<div id=disqus_thread>{}</div>", story(page + 10));
        check(Mode::Article, comments, Some(Reason::Comments));
        let teaser = |page: usize, i: usize| {
            format!(
                "<div class=t><h3><a href={i}>{}</a></h3>{}</div>",
                words(10 * i + page, 5),
                words(page + i, 12)
            )
        };
        let teasers = |page| {
            format!(
                "<div>{}</div>",
                (0..4).map(|i| teaser(page, i)).collect::<String>()
            )
        };
        check(Mode::Article, teasers, Some(Reason::Teasers));
    }

    #[test]
    fn cards_go_from_records_and_lists_of_links_stay() {
        let row = |page: usize, picture: &str| {
            let card = |i: usize| {
                let name = words(10 * i + page, 4);
                format!("<li class=c>{picture}<a href={i}>{name}</a><br>from n{page}</li>")
            };
            format!("<ul>{}</ul>", (0..3).map(card).collect::<String>())
        };
        let sources = |picture: &'static str| {
            let page = |page| {
                format!(
                    "<body><div class=s>{}{}{}</div>",
                    story(page),
                    row(page, picture),
                    story(page + 50)
                )
            };
            (0..12).map(page).collect::<Vec<String>>()
        };
        let cards = gone(Mode::Data, &sources("<img src=x>"));
        assert_eq!(cards, [("ul".to_owned(), Reason::Teasers)]);
        assert_eq!(gone(Mode::Data, &sources("")), []);
        assert_eq!(gone(Mode::Reference, &sources("<img src=x>")), []);
    }

    #[test]
    fn consent_boxes() {
        let consent = |page: usize| format!("<div class=cookie-notice>{}</div>", story(page + 20));
        check(Mode::Article, consent, Some(Reason::Overlay));
    }

    #[test]
    fn navigation_and_lists_of_links_otherwise() {
        let nav = |page| format!("<nav>{}</nav>", words(page, 6));
        check(Mode::Reference, nav, Some(Reason::Navigation));
        check(Mode::Data, nav, Some(Reason::Navigation));
        let named = |page| format!("<div class=pager>{}</div>", words(page, 6));
        check(Mode::Reference, named, Some(Reason::Navigation));
        let list = |page| format!("<ul class=x><li><a href=a>{}</a></ul>", words(page, 6));
        check(Mode::Reference, list, Some(Reason::LinkList));
        // One page more without it, and it is no part of the template.
        let on_three = |page| if page == 0 { list(page) } else { String::new() };
        check(Mode::Reference, on_three, Some(Reason::Outside));
    }
}
