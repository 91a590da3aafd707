//! The records that are written.

use crawl::{Archive, Error, Event, Stopper};
use formats::warc::{Compression, Reader, RecordKind};

use crate::{
    harness::{config, crawl, run, run_to_end},
    server::{Reply, Server, page, redirect},
};

#[tokio::test]
async fn requests_are_stored_as_the_server_saw_them() {
    let server = Server::of(&[("/a?b=%20c", page("x"))]).await;
    let crawled = crawl(config(), &[server.url("/a?b=%20c")]).await;
    let requests: Vec<String> = crawled
        .records()
        .iter()
        .filter(|record| *record.kind() == RecordKind::Request)
        .map(|record| String::from_utf8(record.body().to_vec()).unwrap())
        .collect();
    let heads: Vec<String> = server.log().into_iter().map(|asked| asked.head).collect();
    assert_eq!(requests, heads);
    let agent = server.log()[0].field("user-agent").unwrap().to_owned();
    assert_eq!(agent, format!("demold/{} (+test@example.org)", env!("CARGO_PKG_VERSION")));
}

#[tokio::test]
async fn responses_have_the_length_of_what_is_stored() {
    let chunked = "HTTP/1.1 200 Fine\r\nX-One: 1\r\nTransfer-Encoding: chunked\r\nX-Two: 2\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
    let server = Server::of(&[("/", Reply::Bytes(chunked.into()))]).await;
    let crawled = crawl(config(), &[server.url("/")]).await;
    let records = crawled.records();
    let kinds: Vec<&str> = records.iter().map(|record| record.kind().name()).collect();
    assert_eq!(kinds, ["warcinfo", "response", "request", "response", "request"]);
    let response = &records[3];
    assert_eq!(
        String::from_utf8_lossy(response.body()),
        "HTTP/1.1 200 OK\r\nx-one: 1\r\nx-crawl-transfer-encoding: chunked\r\nx-two: 2\r\ncontent-length: 5\r\n\r\nabcde"
    );
    assert_eq!(response.target_uri(), Some(&*server.url("/")));
    assert_eq!(response.header("WARC-IP-Address"), Some("127.0.0.1"));
    assert_eq!(records[4].header("WARC-Concurrent-To"), response.id());
    assert!(String::from_utf8_lossy(records[0].body()).contains("http-header-user-agent: demold/"));
}

#[tokio::test]
async fn events_say_where_the_record_of_a_page_is() {
    let server = Server::of(&[("/a", page("one")), ("/b", redirect("/c")), ("/c", page("two"))]).await;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.warc");
    let (_stopper, stop) = Stopper::new();
    let mut places = Vec::new();
    let urls = ["/a", "/b"].map(|path| server.url(path));
    run(config(), &urls, Archive::create(&path).unwrap(), stop, |event| {
        if let Event::Page { url, record, .. } = event {
            places.push((url.to_owned(), record));
        }
    })
    .await;
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(places.len(), 2);
    for ((url, place), body) in places.into_iter().zip(["one", "two"]) {
        let record = String::from_utf8_lossy(&bytes[place.start as usize..place.end as usize]);
        assert!(record.starts_with("WARC/1.1\r\nWARC-Type: response\r\n"), "{record}");
        assert!(record.contains(&format!("WARC-Target-URI: {url}\r\n")), "{record}");
        assert!(record.ends_with(&format!("{body}\r\n\r\n")), "{record}");
    }
}

#[tokio::test]
async fn archives_are_plain_or_compressed() {
    let server = Server::of(&[("/", page("x"))]).await;
    let dir = tempfile::tempdir().unwrap();
    for name in ["a.warc", "a.warc.gz", "a.warc.zst"] {
        let path = dir.path().join(name);
        run_to_end(config(), &[server.url("/")], Archive::create(&path).unwrap()).await;
        let file = std::fs::File::open(&path).unwrap();
        assert_eq!(Reader::new(file).map(Result::unwrap).count(), 5, "{name}");
        assert!(!Archive::frontier_path(&path).exists(), "nothing is left to do");
        // What stands there is never written over.
        assert!(matches!(Archive::create(&path), Err(Error::File { .. })));
        assert!(matches!(Archive::resume(&path), Err(Error::File { .. })));
    }
    let archive = Archive::new(Box::new(Vec::new()), Compression::None);
    assert_eq!(run_to_end(config(), &[server.url("/")], archive).await.pages, 1);
}
