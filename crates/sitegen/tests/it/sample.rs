use std::collections::BTreeSet;

use sitegen::{GeneratedPage, PageType};

use crate::pages::check_parses;

#[test]
fn the_sample_is_a_small_site_of_two_types() {
    let pages = sitegen::sample();
    let n_articles = pages.iter().filter(|page| page.page_type() == PageType::Article).count();
    assert_eq!((n_articles, pages.len()), (24, 30));
    let paths: BTreeSet<&str> = pages.iter().map(GeneratedPage::path).collect();
    assert_eq!(paths.len(), 30);
    for page in &pages {
        assert!((4_000..12_000).contains(&page.html().len()), "{}: {}", page.path(), page.html().len());
        assert!(!page.html().contains("{{"), "an unfilled hole in {}", page.path());
        assert_eq!(page.spans().iter().map(|span| span.range.len()).sum::<usize>(), page.html().len());
        check_parses(page);
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    let pages = sitegen::sample();
    let paths: BTreeSet<&str> = pages.iter().map(GeneratedPage::path).collect();
    for page in &pages {
        for (at, prefix) in
            page.html().match_indices("href=\"/articles/").chain(page.html().match_indices("href=\"/topics/"))
        {
            let target = page.html()[at + prefix.len()..].split('"').next().unwrap();
            let folder = prefix.trim_start_matches("href=\"/");
            assert!(paths.contains(format!("{folder}{target}").as_str()), "{folder}{target} in {}", page.path());
        }
    }
}

#[test]
fn articles_say_different_things() {
    let mut seen = BTreeSet::new();
    for page in sitegen::sample().iter().filter(|page| page.page_type() == PageType::Article) {
        for line in page.gold_text().lines().skip(3) {
            assert!(seen.insert(line.to_owned()), "{line}");
        }
    }
    assert!(seen.len() > 70);
}
