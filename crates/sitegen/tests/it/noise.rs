//! Each disturbance does what it says, and no other does.

use std::collections::BTreeSet;

use sitegen::{Config, GeneratedPage, Noise, Origin, PageType};

use crate::dom;

fn pages(noise: Noise) -> Vec<GeneratedPage> {
    Config::new().pages(40).mix(&[(PageType::Article, 1)]).noise(noise).build().unwrap().pages().collect()
}

/// Returns the texts of changing spans that hold a phrase.
fn changing(pages: &[GeneratedPage], phrase: &str) -> BTreeSet<String> {
    pages
        .iter()
        .flat_map(|page| page.spans().iter().map(move |span| (page, span)))
        .filter(|(_, span)| span.origin == Origin::Changing)
        .map(|(page, span)| page.html()[span.range.clone()].to_owned())
        .filter(|text| text.contains(phrase))
        .collect()
}

#[test]
fn ads_change_their_numbers() {
    assert!(changing(&pages(Noise::NONE), "ads.example").is_empty());
    assert!(40 < changing(&pages(Noise { ads: true, ..Noise::NONE }), "ads.example").len());
}

#[test]
fn teasers_show_headlines_of_other_pages() {
    let pages = pages(Noise { teasers: true, ..Noise::NONE });
    let titles: BTreeSet<&str> = pages.iter().filter_map(|page| page.gold_text().lines().next()).collect();
    let teasers = changing(&pages, "<li><a href=\"/");
    assert!(teasers.len() > 30);
    for teaser in teasers.iter().flat_map(|teasers| teasers.lines()) {
        let title = teaser.trim_end_matches("</a></li>").rsplit('>').next().unwrap();
        assert!(titles.contains(title), "{title}");
    }
}

#[test]
fn dates_change() {
    assert!(20 < changing(&pages(Noise { dates: true, ..Noise::NONE }), "2024-").len());
}

#[test]
fn blocks_are_missing_on_about_as_many_pages_as_asked_for() {
    let n_without = |noise| pages(noise).iter().filter(|page| !page.html().contains("/privacy/")).count();
    assert_eq!(n_without(Noise::NONE), 0);
    assert!((4..=20).contains(&n_without(Noise { missing_blocks: 30, ..Noise::NONE })));
    assert_eq!(n_without(Noise { missing_blocks: 100, ..Noise::NONE }), 40);
}

#[test]
fn variants_come_in_halves() {
    let pages = pages(Noise { variants: true, ..Noise::NONE });
    let n_second = pages.iter().filter(|page| page.html().contains("variant-b")).count();
    assert!((10..=30).contains(&n_second), "{n_second}");
    assert!(pages.iter().all(|page| page.html().contains("variant-")));
}

#[test]
fn the_odd_page_shares_nothing() {
    let pages = pages(Noise { odd_page: true, ..Noise::NONE });
    let odd: Vec<&GeneratedPage> = pages.iter().filter(|page| page.page_type() == PageType::Odd).collect();
    assert_eq!(odd.len(), 1);
    assert!(odd[0].template_ranges().is_empty());
    assert!(odd[0].html().contains("bgcolor"));
}

#[test]
fn broken_markup_is_broken() {
    let pages = pages(Noise { broken_markup: true, ..Noise::NONE });
    assert!(pages.iter().all(|page| !dom::parse(page.html()).errors.is_empty()));
    assert!(pages.iter().any(|page| page.html().ends_with("<div class=\"")), "none was cut short");
    assert!(pages.iter().any(|page| page.html().contains("</b></i>")), "none nests wrongly");
}

#[test]
fn spelling_changes_nothing_that_is_seen() {
    let letters = |text: String| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
    let plain = pages(Noise::NONE);
    let spelled = pages(Noise { spelling: true, ..Noise::NONE });
    for (plain, spelled) in plain.iter().zip(&spelled) {
        assert_ne!(plain.html(), spelled.html());
        assert_eq!(plain.gold_text(), spelled.gold_text());
        let (plain, spelled) = (dom::parse(plain.html()), dom::parse(spelled.html()));
        assert_eq!(spelled.errors, Vec::<String>::new());
        assert_eq!(letters(plain.text), letters(spelled.text));
    }
}
