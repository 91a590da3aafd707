//! A second crawl asks only for what has changed.

use std::{fs, path::Path};

use crawl::Previous;
use formats::{
    pack,
    warc::{Compression, RecordKind, WarcRecord, Writer},
};

use crate::{
    harness::{config, crawl},
    server::{Asked, Reply, Server, not_found, page, reply},
};

const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";

/// A page with validators, for those who do not have it.
fn versioned(asked: &Asked, etag: &str, body: &str) -> Reply {
    let fields = [("Content-Type", "text/html"), ("ETag", etag), ("Last-Modified", DATE)];
    if asked.field("if-none-match") == Some(etag) {
        assert_eq!(asked.field("if-modified-since"), Some(DATE));
        return Reply::Bytes(format!("HTTP/1.1 304 Not Modified\r\nETag: {etag}\r\n\r\n").into_bytes());
    }
    reply(200, &fields, body)
}

/// The second time, `/changed` has changed.
async fn site() -> Server {
    Server::start(|asked, n_before| match &*asked.path {
        "/" => versioned(asked, "\"home\"", "<a href=/changed>a</a><a href=/plain>b</a>"),
        "/changed" => versioned(asked, &format!("\"{n_before}\""), "text"),
        "/plain" => page("no validators"),
        _ => not_found(),
    })
    .await
}

fn open(paths: &[&Path]) -> Previous {
    Previous::open(paths).unwrap()
}

#[tokio::test]
async fn what_has_not_changed_is_a_revisit() {
    let server = site().await;
    let seeds = [server.url("/")];
    let first = crawl(config().depth(1), &seeds).await;
    assert_eq!(first.summary.pages, 3);

    let previous = open(&[&first.path]);
    assert_eq!(previous.len(), 2, "a page without validators cannot be asked for so");
    let second = crawl(config().depth(1).previous(previous), &seeds).await;
    assert_eq!((second.summary.pages, second.summary.unchanged), (2, 1));
    assert_eq!(second.paths(), ["/changed", "/plain"]);

    let find = |records: Vec<WarcRecord>, kind: RecordKind| {
        let is_it = |record: &WarcRecord| *record.kind() == kind && record.target_uri() == Some(&seeds[0]);
        records.into_iter().find(is_it).unwrap()
    };
    let (old, new) = (find(first.records(), RecordKind::Response), find(second.records(), RecordKind::Revisit));
    assert_eq!(new.header("WARC-Refers-To"), old.id());
    assert_eq!(new.header("WARC-Refers-To-Date"), old.date());
    assert_eq!(new.header("WARC-Payload-Digest"), old.header("WARC-Payload-Digest"));
    assert_eq!(new.header("WARC-Profile"), Some("http://netpreserve.org/warc/1.1/revisit/server-not-modified"));
    assert_eq!(new.body(), b"HTTP/1.1 304 Not Modified\r\netag: \"home\"\r\n\r\n");

    // The third one needs both: the page itself is still in the first.
    let third = crawl(config().depth(1).previous(open(&[&first.path, &second.path])), &seeds).await;
    assert_eq!((third.summary.pages, third.summary.unchanged), (2, 1));
}

#[tokio::test]
async fn a_page_whose_links_cannot_be_read_again_is_fetched() {
    let server = site().await;
    let seeds = [server.url("/")];
    let first = crawl(config(), &seeds).await;
    // The same archive, compressed as a whole: nobody can go to a place in it.
    let mut writer = Writer::new(Vec::new(), Compression::None);
    for record in first.records() {
        writer.write(&record).unwrap();
    }
    let whole = pack(&writer.into_inner(), Compression::Gzip).unwrap();
    let path = first.path.with_file_name("whole.warc.gz");
    fs::write(&path, whole).unwrap();

    let followed = crawl(config().depth(1).previous(open(&[&path])), &seeds).await;
    assert_eq!((followed.summary.pages, followed.summary.unchanged), (3, 0));
    let alone = crawl(config().previous(open(&[&path])), &seeds).await;
    assert_eq!((alone.summary.pages, alone.summary.unchanged), (0, 1));
}

#[tokio::test]
async fn damage_is_counted_and_a_missing_file_is_an_error() {
    let server = site().await;
    let first = crawl(config(), &[server.url("/")]).await;
    let mut bytes = fs::read(&first.path).unwrap();
    bytes.extend_from_slice(b"\x1f\x8b\x08\0\0\0\0\0\0\x03 torn");
    fs::write(&first.path, bytes).unwrap();
    let previous = open(&[&first.path]);
    assert_eq!((previous.len(), previous.n_damaged()), (1, 1));
    assert!(Previous::open(&["no such file"]).is_err());
}
