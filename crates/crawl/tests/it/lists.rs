//! Sitemaps, feeds and links: what is read of them, and what is said of the rest.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crawl::Config;
use formats::{pack, warc::Compression};

use crate::{
    harness::{Crawled, config, crawl},
    server::{Reply, Server, not_found, page, reply},
};

/// A sitemap of so many pages.
fn sitemap(n_pages: usize) -> Vec<u8> {
    let urls = (0..n_pages).map(|nth| format!("<url><loc>/{nth}</loc></url>"));
    format!("<urlset>{}</urlset>", urls.collect::<String>()).into_bytes()
}

/// Crawls one URL, and returns how many entries of lists it was asked about. None is requested.
async fn entries(config: Config, answer: Reply) -> (Crawled, usize) {
    let n_entries = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&n_entries);
    let server = Server::of(&[("/list", answer)]).await;
    let config = config.entries(move |_| {
        counter.fetch_add(1, Ordering::Relaxed);
        false
    });
    let crawled = crawl(config, &[server.url("/list")]).await;
    (crawled, n_entries.load(Ordering::Relaxed))
}

/// The lines about what was left out, without the address.
fn left_out(crawled: &Crawled) -> Vec<&str> {
    let told = crawled.events.iter().filter(|event| event.starts_with("left-out"));
    told.filter_map(|event| event.splitn(3, ' ').nth(2)).collect()
}

#[tokio::test]
async fn a_list_is_read_to_its_end_however_it_is_packed() {
    let list = sitemap(60_000);
    let zstd = pack(&list, Compression::Zstd).unwrap();
    let packed = pack(&list, Compression::Gzip).unwrap();
    for (kind, encoding, body) in [
        ("application/xml", "identity", list),
        ("application/xml", "gzip", packed.clone()),
        ("application/xml", "zstd", zstd.clone()),
        ("text/html", "zstd", zstd.clone()),
        ("application/octet-stream", "zstd", zstd),
        ("application/octet-stream", "identity", packed),
        ("text/plain", "identity", sitemap(60_000)),
    ] {
        let answer = reply(200, &[("Content-Type", kind), ("Content-Encoding", encoding)], body);
        let (crawled, n_entries) = entries(config(), answer).await;
        assert_eq!((n_entries, crawled.summary.cut), (60_000, 0), "{kind} {encoding}");
        assert!(left_out(&crawled).is_empty());
    }
}

#[tokio::test]
async fn a_list_that_is_cut_off_is_named_and_counted() {
    let list = sitemap(9_000);
    let packed = pack(&list, Compression::Gzip).unwrap();
    let damaged = &packed[..packed.len() / 2];
    for (encoding, body) in [("identity", &list[..]), ("gzip", &packed), ("gzip", damaged), ("identity", &packed)] {
        let answer = reply(200, &[("Content-Type", "application/xml"), ("Content-Encoding", encoding)], body);
        let (crawled, n_entries) = entries(config().max_body(100_000), answer).await;
        assert!((1_000..9_000).contains(&n_entries), "{encoding} {n_entries}");
        assert_eq!(left_out(&crawled), ["only the beginning of it could be read"], "{encoding}");
        assert_eq!((crawled.summary.cut, crawled.summary.n_lost()), (1, 1), "{encoding}");
        assert!(crawled.summary.to_string().contains("1 cut off"));
    }
}

#[tokio::test]
async fn a_page_that_is_cut_off_is_counted_once() {
    let body = format!("<a href=/next>on</a>{}", " ".repeat(200_000));
    for (encoding, body) in
        [("identity", body.clone().into_bytes()), ("gzip", pack(body.as_bytes(), Compression::Gzip).unwrap())]
    {
        let answer = reply(200, &[("Content-Type", "text/html"), ("Content-Encoding", encoding)], body);
        let server = Server::of(&[("/", answer), ("/next", page("x"))]).await;
        let crawled = crawl(config().depth(1).max_body(100_000), &[server.url("/")]).await;
        assert_eq!((crawled.summary.pages, crawled.summary.cut), (2, 1), "{encoding}");
        // The event of a page that was not stored whole says so itself.
        let is_stored_whole = encoding == "gzip";
        assert_eq!(left_out(&crawled).len(), usize::from(is_stored_whole), "{encoding}");
        assert_eq!(crawled.events.iter().any(|event| event.ends_with("truncated")), !is_stored_whole, "{encoding}");
    }
}

#[tokio::test]
async fn links_that_are_too_many_are_named_and_counted() {
    let base = format!("<base href='/{}/'>", "x".repeat(8_000));
    let links: String = (0..2_000).map(|nth| format!("<a href={nth}>x</a>")).collect();
    let server = Server::of(&[("/", page(base + &links))]).await;
    // None of them is requested.
    let crawled = crawl(config().depth(1).links(|_| false), &[server.url("/")]).await;
    let n_dropped = crawled.summary.dropped;
    assert!((1_400..1_600).contains(&n_dropped), "{n_dropped}");
    assert_eq!(
        left_out(&crawled),
        [format!("left out {n_dropped} links, because the addresses before them have 4 MiB")]
    );
}

#[tokio::test]
async fn sitemaps_and_feeds_that_are_too_many_are_named_and_counted() {
    let feeds = (0..23).map(|nth| format!("<link rel=alternate type=application/rss+xml href=/feed{nth}>"));
    let feeds: String = feeds.collect();
    let server = Server::start(move |asked, _| match &*asked.path {
        "/robots.txt" => {
            let sitemaps = (0..104).map(|nth| format!("Sitemap: /map{nth}\n"));
            reply(200, &[("Content-Type", "text/plain")], sitemaps.collect::<String>())
        }
        "/" => page(&feeds),
        _ => not_found(),
    })
    .await;
    let crawled = crawl(config().delay(std::time::Duration::ZERO).discover(true), &[server.url("/")]).await;
    assert_eq!((crawled.summary.answers, crawled.summary.dropped), (120, 7));
    let told =
        ["left out 4 sitemaps, because a robots.txt can name 100", "left out 3 feeds, because a page can name 20"];
    assert_eq!(left_out(&crawled), told);
}
