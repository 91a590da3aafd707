//! Sites on which evidence misleads: no page may come out empty.

use classify::{Config, Evidence, Profile};
use dom::Dom;

use crate::sites::{Page, docs, evidence, news, records};

/// The words of the lines that stay, if a page is judged with others, and how good that is expected to be.
fn kept_words(config: &Config, pages: &[Evidence], source: &str) -> (usize, f64) {
    let dom = Dom::parse(source);
    let page = Evidence::read(&dom);
    let decision = config.learn(pages).apply_to(&dom, &page, true);
    let removed: usize = decision.removals().iter().map(classify::Removal::words).sum();
    (page.word_count() - removed, decision.confidence())
}

/// Checks that something stays of every page of a site.
fn check(name: &str, pages: &[Page]) {
    let read = evidence(pages);
    for config in [Config::new(), Config::new().profile(Profile::Article)] {
        for page in pages {
            assert!(kept_words(&config, &read, &page.source).0 > 0, "{name}: nothing stays of {}", page.source);
        }
    }
}

fn of(source: String) -> Page {
    Page { source, own: Vec::new() }
}

#[test]
fn every_page_is_the_same_but_for_a_number() {
    let story = &news(1)[0].source;
    let pages: Vec<Page> = (0..24).map(|i| of(story.replace("</h1>", &format!("</h1><p>{i} readers</p>")))).collect();
    check("a number", &pages);
    check("a number, two pages", &pages[..2]);
}

#[test]
fn forty_copies_are_one_page() {
    let pages: Vec<Page> = (0..40).map(|_| of(news(1)[0].source.clone())).collect();
    let read = evidence(&pages);
    assert_eq!(Config::new().learn(&read).page_count(), 1);
    let config = Config::new();
    let source = &pages[0].source;
    assert_eq!(kept_words(&config, &read, source), kept_words(&config, &read[..1], source));
    check("copies", &pages);
}

#[test]
fn two_languages_under_one_frame() {
    let german = |page: &Page| {
        let source = page.source.replace("island", "insel").replace("river", "fluss").replace("stone", "stein");
        of(source)
    };
    let site = docs(12);
    check("two languages", &[site.clone(), site.iter().map(german).collect()].concat());
}

#[test]
fn a_front_page_among_articles() {
    let mut pages = news(12);
    let teasers: String = (0..30).map(|i| format!("<li><a href=/{i}>{}</a>", &pages[i % 12].own[0])).collect();
    pages.push(of(format!("<title>The Paper</title><header><a href=/>Home</a></header><ul>{teasers}</ul>")));
    check("a front page", &pages);
}

#[test]
fn a_page_of_another_site() {
    let mut pages = records(6, 0);
    pages.push(news(1)[0].clone());
    check("another site", &pages);
    check("records alike", &records(3, 3));
}
