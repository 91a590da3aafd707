//! What servers answer, well or badly, and what becomes of it.

use std::time::Duration;

use formats::{pack, warc::Compression};
use tokio::task::JoinSet;

use crate::{
    harness::{Crawled, config, crawl},
    server::{Reply, Server, not_found, page, redirect, reply},
};

const HTML: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

/// Crawls `/` of a server that answers so. Returns the crawl, and how often `/`
/// was asked for.
async fn check(answer: impl Fn(usize) -> Reply + Send + Sync + 'static) -> (Crawled, usize) {
    check_within(Duration::from_secs(5), answer).await
}

async fn check_within(timeout: Duration, answer: impl Fn(usize) -> Reply + Send + Sync + 'static) -> (Crawled, usize) {
    let server = Server::start(move |asked, n_before| match &*asked.path {
        "/" => answer(n_before),
        _ => not_found(),
    })
    .await;
    let config = config().timeout(timeout).max_body(10_000);
    let crawled = crawl(config, &[server.url("/")]).await;
    let n_asked = server.paths().iter().filter(|path| *path == "/").count();
    (crawled, n_asked)
}

/// The last event, without the URL.
fn last(crawled: &Crawled) -> String {
    let event = crawled.events.last().unwrap();
    event.split(' ').enumerate().filter(|(index, _)| *index != 1).map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_and_silent_servers_are_given_up() {
    let mut cases = JoinSet::new();
    for answer in [
        Reply::Hang(Vec::new()),
        Reply::Hang(b"HTTP/1.1 200 OK\r\nContent-".to_vec()),
        Reply::Hang(format!("{HTML}Content-Length: 100\r\n\r\nhalf").into_bytes()),
        Reply::Drip(format!("{HTML}\r\n").into_bytes()),
        Reply::Drip(b"HTTP/1.1 200 OK\r\nX: ".to_vec()),
    ] {
        cases.spawn(async move {
            let timeout = Duration::from_millis(150);
            let (crawled, n_asked) = check_within(timeout, move |_| answer.clone()).await;
            assert_eq!((n_asked, crawled.summary.failed), (3, 1));
            assert_eq!(last(&crawled), "failed no complete answer within 150ms");
            assert_eq!(crawled.paths(), Vec::<String>::new());
        });
    }
    cases.join_all().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_connections_are_tried_again() {
    let mut cases = JoinSet::new();
    for answer in [
        Reply::Reset,
        Reply::Close(Vec::new()),
        Reply::Close(b"HTTP/1.1 200 O".to_vec()),
        Reply::Close(b"\x16\x03\x01 not http at all\r\n\r\n".to_vec()),
        Reply::Close(format!("{HTML}Content-Length: 100\r\n\r\nshort").into_bytes()),
        Reply::Close(format!("{HTML}Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n").into_bytes()),
        Reply::Close(format!("{HTML}Transfer-Encoding: chunked\r\n\r\nzz\r\n").into_bytes()),
    ] {
        cases.spawn(async move {
            let again = answer.clone();
            let (crawled, n_asked) = check(move |_| answer.clone()).await;
            assert_eq!((n_asked, crawled.summary.failed), (3, 1), "{again:?}");
            let later_well = move |n_before| {
                if n_before < 2 { again.clone() } else { page("x") }
            };
            let (crawled, n_asked) = check(later_well).await;
            assert_eq!((n_asked, crawled.summary.pages), (3, 1));
            assert_eq!(crawled.paths(), ["/"]);
        });
    }
    cases.join_all().await;
}

#[tokio::test]
async fn endless_bodies_are_cut_off() {
    let head = |more: &str| format!("{HTML}{more}\r\n").into_bytes();
    for answer in [Reply::Endless(head("")), Reply::Endless(head("Content-Length: 99999999999\r\n"))] {
        let (crawled, n_asked) = check(move |_| answer.clone()).await;
        assert_eq!((n_asked, crawled.summary.pages, crawled.summary.bytes), (1, 1, 10_000));
        assert_eq!(last(&crawled), "page truncated");
        let records = crawled.records();
        let record = records.iter().find(|record| record.header("WARC-Truncated").is_some()).unwrap();
        assert_eq!(record.header("WARC-Truncated"), Some("length"));
        let block = String::from_utf8_lossy(record.body());
        assert!(block.contains("content-length: 10000\r\n"), "{}", &block[..300]);
        assert!(block.ends_with(&"x".repeat(10_000)));
    }
    // What fits exactly is whole.
    let (crawled, _) = check(|_| page([b'x'; 10_000])).await;
    assert_eq!(last(&crawled), "page");
}

#[tokio::test(flavor = "multi_thread")]
async fn busy_servers_are_asked_again_and_their_last_answer_stored() {
    let mut cases = JoinSet::new();
    for status in [408, 429, 500, 502, 503, 504] {
        cases.spawn(async move {
            let later_well = move |n_before| {
                if n_before < 2 { reply(status, &[], "") } else { page("x") }
            };
            let (crawled, n_asked) = check(later_well).await;
            assert_eq!((n_asked, crawled.summary.pages), (3, 1), "{status}");
            let (crawled, n_asked) = check(move |_| reply(status, &[("Retry-After", "0")], "busy")).await;
            assert_eq!((n_asked, crawled.summary.answers), (3, 1), "{status}");
            assert_eq!(last(&crawled), format!("answer {status}"));
            assert_eq!(crawled.paths(), ["/"], "one answer is stored");
        });
    }
    cases.join_all().await;
    let (_, n_asked) = check(|_| reply(501, &[], "")).await;
    assert_eq!(n_asked, 1, "this will not get better");
}

#[tokio::test]
async fn who_asks_for_too_much_patience_is_left_alone() {
    let server = Server::by_path(|_| reply(503, &[("Retry-After", "86400")], "")).await;
    let crawled = crawl(config(), &["/1", "/2", "/3"].map(|path| server.url(path))).await;
    assert_eq!((crawled.summary.answers, crawled.summary.failed), (1, 2));
    assert_eq!(server.paths(), ["/robots.txt", "/1"]);
    assert_eq!(last(&crawled), "failed its host has asked to be left alone for 86400s");
}

#[tokio::test]
async fn redirects_that_lead_in_circles_end() {
    let server = Server::of(&[("/a", redirect("/b")), ("/b", redirect("/a")), ("/c", redirect("/c#x"))]).await;
    let crawled = crawl(config(), &["/a", "/c"].map(|path| server.url(path))).await;
    assert_eq!(server.paths(), ["/robots.txt", "/a", "/c", "/b"]);
    assert_eq!(crawled.summary.redirects, 3);
    assert_eq!(crawled.paths(), ["/a", "/b", "/c"]);
}

#[tokio::test]
async fn redirects_that_never_end_are_not_followed_for_ever() {
    let server = Server::by_path(|path| redirect(&format!("{path}x"))).await;
    let crawled = crawl(config(), &[server.url("/")]).await;
    assert_eq!((crawled.summary.redirects, crawled.summary.unfit, server.paths().len()), (11, 1, 12));
    let last = server.url(&format!("/{}", "x".repeat(11)));
    assert_eq!(crawled.events[10], format!("refused {last} too many redirects"));
}

#[tokio::test]
async fn encodings_are_stored_as_they_came_and_links_are_found_in_them() {
    let body = b"<meta charset=utf-8><a href=/next>on</a>";
    for (name, compression) in [("gzip", Compression::Gzip), ("zstd", Compression::Zstd)] {
        let encoded = pack(body, compression).unwrap();
        let answer = reply(200, &[("Content-Type", "text/html"), ("Content-Encoding", name)], &encoded);
        let server = Server::of(&[("/", answer), ("/next", page("x"))]).await;
        let crawled = crawl(config().depth(1), &[server.url("/")]).await;
        assert_eq!(crawled.paths(), ["/", "/next"], "{name}");
        let records = crawled.records();
        let first = records.iter().find(|record| record.target_uri() == Some(&server.url("/"))).unwrap();
        assert!(first.body().ends_with(&encoded), "{name}");
        assert!(String::from_utf8_lossy(first.body()).contains(&format!("content-encoding: {name}")));
    }
}

#[tokio::test]
async fn other_files_are_not_fetched_unless_asked_for() {
    let pdf = reply(200, &[("Content-Type", "application/pdf")], "%PDF");
    let server = Server::of(&[("/", pdf), ("/untyped", reply(200, &[], "x"))]).await;
    let urls = ["/", "/untyped"].map(|path| server.url(path));
    let crawled = crawl(config(), &urls).await;
    assert_eq!((crawled.summary.other_types, crawled.summary.pages), (1, 1));
    assert_eq!(crawled.paths(), ["/untyped"]);
    let crawled = crawl(config().all_types(true), &urls).await;
    assert_eq!(crawled.paths(), ["/", "/untyped"]);
}

#[tokio::test]
async fn nobody_listens() {
    let server = Server::of(&[]).await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let urls = [format!("http://{free}/"), "http://nowhere.invalid/".to_owned(), server.url("/")];
    let crawled = crawl(config(), &urls).await;
    assert_eq!((crawled.summary.failed, crawled.summary.answers), (2, 1), "{:?}", crawled.events);
}
