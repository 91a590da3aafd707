//! Depth, site, number of pages, length of the queue.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use crawl::{Archive, Stopper};
use tokio::sync::mpsc;

use crate::{
    harness::{config, crawl},
    server::{Server, not_found, page, redirect},
};

/// A site without an end: every page links to two others.
async fn tree() -> Server {
    Server::by_path(|path| page(format!("<a href={path}a>a</a><a href={path}b>b</a><a href=/>home</a>"))).await
}

#[tokio::test]
async fn links_are_followed_to_a_depth() {
    for (depth, n_pages) in [(0, 1), (1, 3), (2, 7)] {
        let server = tree().await;
        let crawled = crawl(config(), &[server.url("/")]).await;
        assert_eq!(crawled.summary.pages, 1);
        let crawled = crawl(config().depth(depth), &[server.url("/")]).await;
        assert_eq!(crawled.summary.pages, n_pages);
        assert!(crawled.summary.complete);
    }
}

#[tokio::test]
async fn a_number_of_pages_is_the_end() {
    let server = tree().await;
    let crawled = crawl(config().depth(9).max_pages(5), &[server.url("/")]).await;
    assert_eq!(crawled.summary.pages, 5);
    assert_eq!(server.paths().len(), 6);
    assert!(!crawled.summary.complete && crawled.summary.has_enough);
    assert_eq!(crawled.summary.left, 6, "what was found and not fetched");
}

#[tokio::test]
async fn each_host_gives_so_many_pages() {
    let server = Server::by_path(|path| match path {
        "/moved" => redirect("/1"),
        "/none" => not_found(),
        _ => page("x"),
    })
    .await;
    let of = |host: &str| ["/none", "/moved", "/1", "/2", "/3"].map(|path| server.url_of(host, path));
    let crawled = crawl(config().pages_per_host(2), &[of("a.test"), of("b.test")].concat()).await;
    // Only pages count, and neither host is asked after its second one.
    assert_eq!(crawled.summary.pages, 4);
    assert_eq!(crawled.summary.beyond, 2);
    assert_eq!(crawled.events.iter().filter(|event| event.starts_with("beyond ")).count(), 2);
    assert!(crawled.summary.complete);
    assert!(!server.paths().contains(&"/3".to_owned()));
}

#[tokio::test]
async fn same_site_keeps_links_but_not_what_was_given() {
    let server = Server::start(|asked, _| {
        let port = asked.field("host").unwrap().split(':').nth(1).unwrap().to_owned();
        match (&*asked.host, &*asked.path) {
            (_, "/robots.txt") => not_found(),
            ("a.test", "/") => redirect(&format!("http://b.test:{port}/")),
            ("b.test", "/") => page(format!(
                "<a href=http://www.b.test:{port}/1>1</a><a href=http://c.test:{port}/2>2</a><a href=/out>3</a>"
            )),
            ("b.test", "/out") => redirect(&format!("http://c.test:{port}/4")),
            _ => page("x"),
        }
    })
    .await;
    let seeds = [server.url_of("a.test", "/")];
    let crawled = crawl(config().depth(1).same_site(true), &seeds).await;
    assert_eq!(crawled.paths(), ["/", "/", "/out", "/1"]);
    let crawled = crawl(config().depth(1), &seeds).await;
    assert_eq!(crawled.paths(), ["/", "/", "/out", "/2", "/4", "/1"]);
}

#[tokio::test]
async fn the_same_url_is_asked_for_once() {
    let server = Server::of(&[("/", page("<a href=/#top>x</a>"))]).await;
    let urls =
        [server.url("/"), server.url("/#a"), server.url(""), "# no URL".into(), String::new(), "mailto:x".into()];
    let crawled = crawl(config().depth(3), &urls).await;
    assert_eq!(server.paths(), ["/robots.txt", "/"]);
    let summary = crawled.summary;
    assert_eq!((summary.given, summary.duplicates, summary.unfit, summary.admitted), (4, 2, 1, 1));
}

#[tokio::test]
async fn links_beyond_the_limit_are_counted() {
    // Forty links of 512 bytes are ten of two kilobytes.
    for (n_more, max_links, expected) in [(0, 3, 4..=4), (2_000, 40, 10..=13)] {
        let links: String = (0..50).map(|nth| format!("<a href=/{nth}{}>x</a>", "x".repeat(n_more))).collect();
        let server = Server::of(&[("/", page(links))]).await;
        let summary = crawl(config().depth(1).max_links(max_links), &[server.url("/")]).await.summary;
        assert!(expected.contains(&summary.admitted), "{summary:?}");
        assert_eq!(summary.admitted + summary.dropped, 51);
    }
}

#[tokio::test]
async fn the_input_waits_while_the_queue_is_full() {
    let server = Server::start(|_, _| not_found()).await;
    let (feed, urls) = mpsc::channel(1);
    let n_sent = Arc::new(AtomicU64::new(0));
    let (counter, port) = (Arc::clone(&n_sent), server.port());
    tokio::spawn(async move {
        for index in 0..60 {
            let url = format!("http://{}.test:{port}/{index}", index % 10);
            feed.send(url).await.unwrap();
            counter.fetch_add(1, Ordering::SeqCst);
        }
    });
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::create(&dir.path().join("crawl.warc")).unwrap();
    let (_stopper, stop) = Stopper::new();
    let crawler = config().queue(7).build().unwrap();
    let mut most = 0;
    let summary = crawler
        .crawl(urls, archive, stop, |summary, _| {
            let n_done = summary.admitted - summary.left;
            most = most.max(n_sent.load(Ordering::SeqCst) - n_done);
        })
        .await
        .unwrap();
    assert_eq!((summary.given, summary.answers), (60, 60));
    // The queue, what is in the channel, and the one that has just ended.
    assert!(most <= 7 + 2 + 1, "{most} URLs were taken ahead");
}
