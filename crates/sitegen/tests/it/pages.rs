//! What holds for every page of every site.

use std::collections::{BTreeMap, BTreeSet};

use sitegen::{Config, GeneratedPage, GeneratedSite, Language, Noise, PageType};

use crate::dom;

/// Demands what is true of any page, whatever its noise.
pub(crate) fn check_page(page: &GeneratedPage) {
    let mut end = 0;
    let mut last = None;
    for span in page.spans() {
        assert_eq!(span.range.start, end, "spans leave a hole in {}", page.path());
        assert!(span.range.start < span.range.end, "an empty span in {}", page.path());
        assert_ne!(last, Some(span.origin), "neighbors are not joined in {}", page.path());
        assert!(page.html().get(span.range.clone()).is_some(), "a span cuts a character in {}", page.path());
        end = span.range.end;
        last = Some(span.origin);
    }
    assert_eq!(end, page.html().len(), "spans end early in {}", page.path());
    assert!(!page.gold_text().is_empty());
    assert!(page.gold_text().lines().all(|line| !line.is_empty()));
    assert!(page.path().is_ascii() && !page.path().starts_with('/') && !page.path().contains(".."));
    assert!(page.url().starts_with("https://") && page.url().ends_with(page.path()));
}

/// Demands that a parser sees no fault, and all of the gold text in its order.
pub(crate) fn check_parses(page: &GeneratedPage) {
    let parsed = dom::parse(page.html());
    assert_eq!(parsed.errors, Vec::<String>::new(), "{}", page.html());
    let mut rest = parsed.text.as_str();
    for line in page.gold_text().lines() {
        let at = rest.find(line).unwrap_or_else(|| panic!("{line:?} is not seen in {}", page.path()));
        rest = &rest[at + line.len()..];
    }
    for value in page.values() {
        assert!(page.gold_text().lines().any(|line| line == value.text), "{value:?}");
    }
}

fn all_types() -> [(PageType, u32); 4] {
    [(PageType::Article, 3), (PageType::Listing, 1), (PageType::Record, 2), (PageType::Reference, 2)]
}

/// Returns the share of the template, and the mean size of a page.
fn share_and_size(site: &GeneratedSite) -> (f64, usize) {
    let (mut template, mut total) = (0, 0);
    for page in site.pages() {
        template += page.template_ranges().iter().map(ExactSizeIterator::len).sum::<usize>();
        total += page.html().len();
    }
    (template as f64 / total as f64, total / site.n_pages())
}

#[test]
fn pages_of_all_types_and_languages_parse() {
    let noise = Noise { ads: true, teasers: true, dates: true, missing_blocks: 30, variants: true, ..Noise::NONE };
    for language in Language::ALL {
        for (seed, share) in [(1, 0.2), (2, 0.5), (3, 0.9)] {
            let config = Config::new().seed(seed).mix(&all_types()).language(language).noise(noise);
            let site = config.template_share(share).pages(16).build().unwrap();
            for page in site.pages() {
                check_page(&page);
                check_parses(&page);
            }
        }
    }
}

#[test]
fn pages_can_be_made_in_any_order_and_have_paths_of_their_own() {
    for (seed, n_pages, n_sections) in [(4, 1, 8), (5, 11, 3)] {
        for language in Language::ALL {
            let config = Config::new().seed(seed).pages(n_pages).sections(n_sections).mix(&all_types());
            let config = config.language(language).noise(Noise::ALL);
            let pages: Vec<GeneratedPage> = config.clone().build().unwrap().pages().collect();
            assert_eq!(pages.iter().map(GeneratedPage::path).collect::<BTreeSet<_>>().len(), n_pages);
            // Backwards, from a second site of the same configuration.
            let again = config.build().unwrap();
            for (page_idx, page) in pages.iter().enumerate().rev() {
                check_page(page);
                assert_eq!(again.page(page_idx), *page);
            }
        }
    }
}

#[test]
fn share_and_size_are_near_their_targets() {
    for page_type in [PageType::Article, PageType::Listing, PageType::Record, PageType::Reference] {
        for target in [0.08, 0.25, 0.5, 0.75, 0.95] {
            for noise in [Noise::NONE, Noise { ads: true, teasers: true, missing_blocks: 20, ..Noise::NONE }] {
                let config = Config::new().mix(&[(page_type, 1)]).page_bytes(16_000).template_share(target);
                let (share, size) = share_and_size(&config.noise(noise).build().unwrap());
                assert!((share - target).abs() < 0.03, "{page_type:?}: {share} for {target}");
                assert!(page_type == PageType::Listing || size.abs_diff(16_000) < 1_600, "{page_type:?}: {size}");
            }
        }
    }
}

/// Without noise, pages of one type and section have the same template, byte for byte.
#[test]
fn template_is_the_same_on_all_pages() {
    let mix = [(PageType::Article, 1), (PageType::Record, 1), (PageType::Reference, 1)];
    let site = Config::new().pages(48).mix(&mix).build().unwrap();
    let mut templates: BTreeMap<(PageType, usize), BTreeSet<String>> = BTreeMap::new();
    for page in site.pages() {
        let template = page.template_ranges().into_iter().map(|range| &page.html()[range]).collect();
        templates.entry((page.page_type(), page.section())).or_default().insert(template);
    }
    assert_eq!(templates.len(), 12);
    assert!(templates.values().all(|versions| versions.len() == 1));
}

#[test]
fn sentences_do_not_repeat_by_chance() {
    for language in Language::ALL {
        let site = Config::new().mix(&[(PageType::Article, 1)]).pages(400).language(language).build().unwrap();
        let mut seen = BTreeSet::new();
        for page in site.pages() {
            // Names and dates do repeat.
            for sentence in page.gold_text().lines().skip(3).flat_map(|line| line.split_inclusive(['.', '。'])) {
                assert!(seen.insert(sentence.trim().to_owned()), "{language:?}: {sentence}");
            }
        }
        assert!(2_000 < seen.len(), "{language:?}: {}", seen.len());
    }
}

#[test]
fn listings_list_each_article_of_their_section_once() {
    let site = Config::new().pages(80).build().unwrap();
    let mut listed: BTreeMap<String, usize> = BTreeMap::new();
    let articles: Vec<GeneratedPage> = site.pages().filter(|page| page.page_type() == PageType::Article).collect();
    for page in site.pages().filter(|page| page.page_type() == PageType::Listing) {
        for article in articles.iter().filter(|article| page.html().contains(article.path())) {
            assert_eq!(article.section(), page.section());
            *listed.entry(article.path().to_owned()).or_default() += 1;
        }
    }
    assert_eq!(listed.len(), articles.len());
    assert!(listed.values().all(|&count| count == 1), "{listed:?}");
}

#[test]
fn mirrors_have_the_same_content_under_two_templates() {
    let config = Config::new().content_seed(5).page_bytes(10_000).mix(&all_types());
    let left = config.clone().seed(1).template_share(0.5).build().unwrap();
    // Five thousand bytes of content there and here.
    let right = config.seed(2).page_bytes(20_000).template_share(0.75).build().unwrap();
    for (left, right) in left.pages().zip(right.pages()) {
        assert_eq!(left.gold_text(), right.gold_text());
        assert_ne!(left.html(), right.html());
    }
}
