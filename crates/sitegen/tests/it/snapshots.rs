//! Where the bytes of a page come from, to be read.

use std::fmt::Write as _;

use sitegen::{Config, GeneratedPage, Noise, PageType};

/// One span per line: origin and source.
fn listing(page: &GeneratedPage) -> String {
    let mut res = String::new();
    for span in page.spans() {
        let origin = format!("{:?}", span.origin);
        writeln!(res, "{origin:8} {:?}", &page.html()[span.range.clone()]).unwrap();
    }
    write!(res, "\n{}", page.gold_text()).unwrap();
    res
}

#[test]
fn a_bare_article() {
    let config = Config::new().page_bytes(1_500).template_share(0.4).mix(&[(PageType::Article, 1)]);
    insta::assert_snapshot!(listing(&config.build().unwrap().page(3)));
}

#[test]
fn a_small_record_with_noise() {
    let noise = Noise { ads: true, dates: true, variants: true, teasers: true, ..Noise::NONE };
    let config = Config::shop().page_bytes(4_000).template_share(0.75).noise(noise);
    insta::assert_snapshot!(listing(&config.build().unwrap().page(2)));
}

#[test]
fn an_article_of_the_sample() {
    let pages = sitegen::sample();
    let page = pages.iter().find(|page| page.path().ends_with("three-days-of-red-snow.html")).unwrap();
    insta::assert_snapshot!(listing(page));
}
