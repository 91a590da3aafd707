//! Links of pages, and of sitemaps and feeds.

use std::collections::HashSet;

use crate::pages::page;

/// Reads the links of a page.
pub(crate) fn run(data: &[u8]) {
    let source = page(data);
    let (links, listed) = crawl::fuzzing::links(&source, "https://a.example/b/c?d");
    let mut seen = HashSet::new();
    for link in &links {
        assert!(seen.insert(link), "{link} comes twice");
    }
    for link in links.iter().chain(&listed) {
        assert!(link.starts_with("http://") || link.starts_with("https://"), "{link}");
        assert!(link.len() <= 8 << 10 && !link.contains('#'), "{link}");
    }
    let _ = formats::declared_url(source.as_bytes(), "c.html");
}
