//! Removes rows of teasers: siblings of one kind, each a link with a few words.

use dom::Tag;
use rustc_hash::FxHashMap;

use crate::{
    evidence::Evidence,
    site::{View, mode::Mode},
};

/// Teasers come in rows of three or more, …
const MIN_ROW: u32 = 3;
/// … this share of which have a line that is a link, …
const MIN_ALIKE: f64 = 0.8;
/// … with at least this many words, this share of them linked, …
const LINE_MIN_WORDS: u32 = 3;
const LINE_MIN_LINK: f64 = 0.9;
/// … with no more other words than this, …
const MAX_OWN_WORDS: u32 = 50;
/// … in a parent that holds less than this of the page's mass.
const MAX_SHARE: f64 = 0.5;
/// Among records only cards are teasers: a picture, a link, and no more other words
/// than this …
const CARD_MAX_OWN_WORDS: u32 = 10;
/// … in a parent with hardly any mass. Without the picture it might be a cast, with more mass the record
/// itself: on two of 13 sites of records that costs values.
const CARDS_MAX_SHARE: f64 = 0.03;

/// Marks rows of teasers, and among records only rows of cards.
pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let page = view.page;
    let cards = view.mode == Mode::Data;
    let (max_own_words, max_share) = if cards {
        (CARD_MAX_OWN_WORDS, CARDS_MAX_SHARE)
    } else {
        (MAX_OWN_WORDS, MAX_SHARE)
    };
    let pictures = if cards {
        pictures(page)
    } else {
        vec![true; page.elements.len()]
    };
    let link_lines = page.sum(|_, line| {
        let is_link = LINE_MIN_LINK * f64::from(line.words) <= f64::from(line.link_words);
        u32::from(is_link && LINE_MIN_WORDS <= line.words)
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
            MIN_ROW <= siblings
                && MIN_ALIKE * f64::from(siblings) <= f64::from(alike)
                && f64::from(*parent_mass) < max_share * f64::from(view.sums.mass[0])
        })
        .collect()
}

/// Returns for each element whether it contains a picture.
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

#[cfg(test)]
mod tests {
    use crate::{
        Mode, Reason,
        testing::{check_behind, gone, own_words, story},
    };

    #[test]
    fn teasers_go_from_articles() {
        let teaser = |page: usize, i: usize| {
            format!(
                "<div class=t><h3><a href={i}>{}</a></h3>{}</div>",
                own_words(10 * i + page, 5),
                own_words(page + i, 12)
            )
        };
        let teasers = |page| {
            format!(
                "<div>{}</div>",
                (0..4).map(|i| teaser(page, i)).collect::<String>()
            )
        };
        check_behind(Mode::Article, teasers, Some(Reason::Teasers));
    }

    #[test]
    fn cards_go_from_records_and_lists_of_links_stay() {
        let row = |page: usize, picture: &str| {
            let card = |i: usize| {
                let name = own_words(10 * i + page, 4);
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
}
