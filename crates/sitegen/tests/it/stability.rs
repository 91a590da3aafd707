//! The same seed gives the same bytes, on every machine and for ever.
//!
//! A change of these numbers changes every generated site, and every figure that was measured on one: it must be
//! meant, and said in the commit.

use sitegen::{Config, Crawl, GeneratedPage, Language, Noise, PageType};

/// FNV-1a, over source and gold.
fn hash(pages: impl IntoIterator<Item = GeneratedPage>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325;
    for page in pages {
        for byte in page.url().bytes().chain(page.html().bytes()).chain(page.gold_text().bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        for span in page.spans() {
            hash = (hash ^ (span.range.start as u64) ^ ((span.origin as u64) << 56)).wrapping_mul(0x100_0000_01b3);
        }
    }
    hash
}

#[test]
fn sites_keep_their_bytes() {
    let check = |config: Config, expected: u64| {
        let found = hash(config.clone().build().unwrap().pages());
        assert_eq!(found, expected, "{found:#018x} for {config:?}");
    };
    check(Config::new(), 0x92ae_ce9a_4624_984d);
    check(Config::news().pages(20).seed(9), 0xc236_a92b_af5c_88f7);
    check(Config::shop().language(Language::Japanese), 0xc4b5_0ade_f719_843b);
    check(Config::manual().language(Language::Arabic), 0x7a1f_0a29_20ba_3a84);
    let mix = [(PageType::Article, 2), (PageType::Record, 1), (PageType::Reference, 1), (PageType::Listing, 1)];
    check(Config::new().noise(Noise::ALL).mix(&mix).language(Language::Czech), 0xf80b_67d3_a0b9_a263);
}

#[test]
fn crawls_keep_their_bytes() {
    let found = hash(Crawl::new(1, 10, 60, 5_000).unwrap().map(|(_, page)| page));
    assert_eq!(found, 0xe488_6d99_0762_ba95, "{found:#018x}");
}
