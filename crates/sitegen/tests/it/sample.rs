use std::collections::BTreeSet;

use sitegen::{GeneratedPage, PageType};

use crate::pages::{check_page, check_parses};

#[test]
fn the_sample_is_a_small_site_of_two_types() {
    let pages = sitegen::sample();
    let n_articles = pages.iter().filter(|page| page.page_type() == PageType::Article).count();
    assert_eq!((n_articles, pages.len()), (24, 30));
    let paths: BTreeSet<&str> = pages.iter().map(GeneratedPage::path).collect();
    assert_eq!(paths.len(), 30);
    for page in &pages {
        check_page(page);
        check_parses(page);
        for folder in ["articles/", "topics/"] {
            for (at, prefix) in page.html().match_indices(&format!("href=\"/{folder}")) {
                let target = page.html()[at + prefix.len()..].split('"').next().unwrap();
                assert!(paths.contains(&*format!("{folder}{target}")), "{folder}{target} in {}", page.path());
            }
        }
    }
}
