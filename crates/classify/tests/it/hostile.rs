//! Sites on which evidence misleads: no page may lose more than its own judgement and the number of others allow.

use classify::{Config, Evidence, Forest, Profile};
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

/// Checks every page of a site: it is not empty, and keeps at least the share of what it is sure of by itself that the
/// other pages leave it.
///
/// Words of the probability `p` count `p³` times. Their mean is at least the cube of the mean probability of what stays,
/// and that is at least `F / (2 - F)` where the expected F1 is `F`.
fn check(name: &str, pages: &[Page]) {
    let read = evidence(pages);
    let mut bounds = 0;
    for config in [Config::new(), Config::new().profile(Profile::Article)] {
        let model = config.learn(&read);
        let others = model.page_count().saturating_sub(1) as f64;
        for (page, own) in pages.iter().zip(&read) {
            let (together, _) = kept_words(&config, &read, &page.source);
            let (alone, f) = kept_words(&config, std::slice::from_ref(own), &page.source);
            let sure = alone as f64 * (f / (2.0 - f)).powi(3);
            let least = (4.0 / (4.0 + others) * sure).floor() as usize;
            bounds += least;
            assert!(
                together > 0 && least <= together,
                "{name}: {together} of {alone}, at least {least}\n{}",
                page.source
            );
        }
    }
    assert!(bounds > 0, "{name}: nothing is bounded");
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

/// Trees that keep a page alone, and believe other pages everything: a line that one in two of them has is template.
const CREDULOUS: &str = "\
gbdt 1
ensemble lines
feature site_others 0.5
feature shares_lines 0.5
tree 0:0:0 8192 1:0:0 8192 -8192
ensemble structures
ensemble record
ensemble recall
";

#[test]
fn whatever_trees_say_a_page_keeps_its_part() {
    let forest = Forest::read(CREDULOUS).unwrap();
    let story = &news(1)[0].source;
    let numbered = |i| story.replace("</h1>", &format!("</h1><p>{i} readers</p>"));
    for n_pages in [2, 4, 24] {
        let sources: Vec<String> = (0..n_pages).map(numbered).collect();
        let doms: Vec<Dom<'_>> = sources.iter().map(|source| Dom::parse(&**source)).collect();
        let pages: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
        let config = Config::new().headline(false);
        let kept = |pages: &[Evidence]| {
            let decision = config.learn(pages).apply_with(&doms[0], &pages[0], &forest);
            let removed: usize = (decision.removals().iter()).map(classify::Removal::words).sum();
            pages[0].word_count() - removed
        };
        // Alone it is sure of all its words: their probability is 1 but for three ten-thousandths.
        let (alone, together) = (kept(&pages[..1]) as f64, kept(&pages) as f64);
        let least = 4.0 / (3.0 + n_pages as f64) * 0.99 * alone;
        assert!(least <= together, "{n_pages}: {together} of {alone}");
    }
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
