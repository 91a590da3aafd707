//! What a robots.txt forbids.

/// Reads a robots.txt.
pub(crate) fn run(data: &[u8]) {
    let (path, text) = data.split_at(data.len().min(16));
    let url = format!("http://a.example/{}", String::from_utf8_lossy(path));
    for url in [&*url, "http://a.example/", "http://a.example/private/open?x=aaaaaaaaaaaaaaaaaaaaaaaa"] {
        let delay = crawl::fuzzing::robots(text, url);
        assert_eq!(delay, crawl::fuzzing::robots(text, url));
    }
    // A file may not be asked for that is not there to be forbidden.
    assert!(crawl::fuzzing::robots(text, "http://a.example/robots.txt").is_some() || !text.is_empty());
}
