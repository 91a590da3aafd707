//! Each disturbance does what it says, and no other does.

use std::collections::BTreeSet;

use sitegen::{Config, GeneratedPage, Noise, Origin, PageType};

use crate::dom;

const N_PAGES: usize = 40;

fn pages(noise: Noise) -> Vec<GeneratedPage> {
    Config::new().pages(N_PAGES).mix(&[(PageType::Article, 1)]).noise(noise).build().unwrap().pages().collect()
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
fn what_changes_comes_with_its_noise_alone() {
    for (noise, phrase, n_least) in [
        (Noise { ads: true, ..Noise::NONE }, "ads.example", 41),
        (Noise { dates: true, ..Noise::NONE }, "2024-", 21),
        (Noise { variants: true, ..Noise::NONE }, "variant-b", 1),
        (Noise { teasers: true, ..Noise::NONE }, "<li><a href=\"/", 31),
    ] {
        assert!(changing(&pages(Noise::NONE), phrase).is_empty(), "{phrase}");
        assert!(changing(&pages(noise), phrase).len() >= n_least, "{phrase}");
    }
}

#[test]
fn some_pages_differ_by_as_much_as_asked_for() {
    let count = |noise, phrase: &str| pages(noise).iter().filter(|page| page.html().contains(phrase)).count();
    let missing = |missing_blocks| Noise { missing_blocks, ..Noise::NONE };
    assert_eq!(count(missing(0), "/privacy/"), N_PAGES);
    assert!((20..=36).contains(&count(missing(30), "/privacy/")));
    assert_eq!(count(missing(100), "/privacy/"), 0);
    let variants = Noise { variants: true, ..Noise::NONE };
    assert_eq!(count(variants, "variant-"), N_PAGES);
    assert!((10..=30).contains(&count(variants, "variant-b")));
    let pages = pages(Noise { odd_page: true, ..Noise::NONE });
    let odd: Vec<&GeneratedPage> = pages.iter().filter(|page| page.page_type() == PageType::Odd).collect();
    assert!(odd.len() == 1 && odd[0].template_ranges().is_empty() && odd[0].html().contains("bgcolor"));
}

#[test]
fn broken_markup_is_broken() {
    let pages = pages(Noise { broken_markup: true, ..Noise::NONE });
    assert!(pages.iter().all(|page| !dom::parse(page.html()).errors.is_empty()));
    assert!(pages.iter().any(|page| page.html().ends_with("<div class=\"")), "none was cut short");
    assert!(pages.iter().any(|page| page.html().contains("</b></i>")), "none nests wrongly");
}
