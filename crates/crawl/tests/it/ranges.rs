//! Parts of files.

use std::time::Duration;

use crawl::Addresses;

use crate::{
    harness::config,
    server::{Reply, Server, page, redirect, reply},
};

const PART: &str = "bytes 3-7/20";

/// Asks for five bytes of a file, which the server answers like this.
async fn asked(answer: Reply) -> (Result<Vec<u8>, String>, Server) {
    let server = Server::of(&[("/a.gz", answer)]).await;
    let config = config().timeout(Duration::from_millis(300));
    let crawler = config.build().unwrap();
    (crawler.range(&server.url("/a.gz"), 3..8).await, server)
}

#[tokio::test]
async fn a_part_is_what_was_asked_for() {
    let (found, server) = asked(reply(206, &[("Content-Range", PART)], "hello")).await;
    assert_eq!(found.unwrap(), b"hello");
    let [only] = &server.log()[..] else {
        panic!("{:?}", server.log())
    };
    assert_eq!(only.field("range"), Some("bytes=3-7"));
    assert_eq!(only.field("accept-encoding"), Some("identity"));
    assert!(only.field("user-agent").unwrap().starts_with("demold/"));
}

#[tokio::test]
async fn everything_else_is_an_error_that_says_so() {
    let part = [("Content-Range", PART)];
    for (answer, why) in [
        (page("the whole file"), "status 200"),
        (reply(206, &[], "hello"), "status 206, not with a part"),
        (reply(206, &part, "hell"), "4 bytes of 5"),
        (
            reply(206, &part, "hello and more"),
            "more than was asked for",
        ),
        (redirect("/b.gz"), "status 30"),
        (Reply::Reset, "error"),
        (Reply::Hang(Vec::new()), "within 300ms"),
    ] {
        let (found, server) = asked(answer).await;
        let said = found.unwrap_err();
        assert!(said.contains(why), "{said}, not {why}");
        assert_eq!(server.log().len(), 1);
    }
}

#[tokio::test]
async fn nothing_is_asked_that_may_not_be() {
    let server = Server::of(&[("/", page("secret"))]).await;
    let inside = config().addresses(Addresses::public()).build().unwrap();
    let url = server.url_of("127.0.0.1", "/");
    let said = inside.range(&url, 0..9).await.unwrap_err();
    assert!(said.contains("not a public address"), "{said}");
    let crawler = config().build().unwrap();
    for (url, range) in [
        ("ftp://a.example/", 0..9),
        (&*url, 9..9),
        (&*url, 0..u64::MAX),
    ] {
        assert!(crawler.range(url, range).await.is_err());
    }
    assert_eq!(server.log().len(), 0);
}
