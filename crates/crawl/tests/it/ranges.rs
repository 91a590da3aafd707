//! Parts of files.

use std::time::Duration;

use crawl::{Addresses, Config, NoPart};

use crate::{
    harness::config,
    server::{Reply, Server, page, redirect, reply},
};

const PART: &str = "bytes 3-7/20";

/// Asks for five bytes of a file, which the server answers like this.
async fn asked(answer: Reply) -> (Result<Vec<u8>, NoPart>, Server) {
    let server = Server::of(&[("/a.gz", answer)]).await;
    let config = config().timeout(Duration::from_millis(300)).retries(0);
    let crawler = config.build().unwrap();
    (crawler.range(&server.url("/a.gz"), 3..8).await, server)
}

#[tokio::test]
async fn a_part_is_what_was_asked_for() {
    let (found, server) = asked(reply(206, &[("Content-Range", PART)], "hello")).await;
    assert_eq!(found.unwrap(), b"hello");
    let [only] = &server.log()[..] else { panic!("{:?}", server.log()) };
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
        (reply(206, &part, "hello and more"), "more than was asked for"),
        (redirect("/b.gz"), "status 30"),
        (Reply::Reset, "connection"),
        (Reply::Hang(Vec::new()), "within 300ms"),
    ] {
        let (found, server) = asked(answer).await;
        let said = found.unwrap_err().to_string().to_lowercase();
        assert!(said.contains(why), "{said}, not {why}");
        assert_eq!(server.log().len(), 1);
    }
}

/// Asks a server that answers like this, and then with the part. Returns what came, and how often it was asked.
async fn asked_again(answers: &[Reply], config: Config) -> (Result<Vec<u8>, NoPart>, usize) {
    let answers = answers.to_vec();
    let server = Server::start(move |_, nth| {
        let part = || reply(206, &[("Content-Range", PART)], "hello");
        answers.get(nth).cloned().unwrap_or_else(part)
    });
    let server = server.await;
    let (crawler, url) = (config.build().unwrap(), server.url("/a.gz"));
    (crawler.range(&url, 3..8).await, server.log().len())
}

#[tokio::test]
async fn a_busy_server_is_asked_again() {
    let soon = config().backoff(Duration::ZERO);
    for busy in [408, 429, 500, 502, 503, 504] {
        let (found, n_asked) = asked_again(&[reply(busy, &[], "")], soon.clone()).await;
        assert_eq!((found.unwrap(), n_asked), (b"hello".to_vec(), 2), "{busy}");
    }
    let (found, n_asked) = asked_again(&[Reply::Reset, Reply::Reset], soon.clone()).await;
    assert_eq!((found.unwrap(), n_asked), (b"hello".to_vec(), 3));
    let busy = vec![reply(503, &[], ""); 9];
    let (found, n_asked) = asked_again(&busy, soon.clone().retries(3)).await;
    assert_eq!(n_asked, 4);
    assert!(matches!(found.unwrap_err(), NoPart::Away(why) if why.contains("status 503")));
    // What is not there does not come back.
    let (found, n_asked) = asked_again(&[reply(404, &[], "")], soon).await;
    assert_eq!(n_asked, 1);
    assert!(matches!(found.unwrap_err(), NoPart::Lost(why) if why.contains("status 404")));
}

#[tokio::test]
async fn a_server_says_when_it_wants_to_be_asked_again() {
    // If its word did not count, this would take an hour.
    let late = config().backoff(Duration::from_secs(3600));
    let now = reply(503, &[("Retry-After", "0")], "");
    let (found, n_asked) = asked_again(&[now], late.clone()).await;
    assert_eq!((found.unwrap(), n_asked), (b"hello".to_vec(), 2));
    let never = reply(429, &[("Retry-After", "86400")], "");
    let (found, n_asked) = asked_again(&[never], late).await;
    assert_eq!(n_asked, 1);
    let said = found.unwrap_err();
    assert!(matches!(&said, NoPart::Closed(why) if why.ends_with("asks to be left alone for 86400s")), "{said}");
}

#[tokio::test]
async fn nothing_is_asked_that_may_not_be() {
    let server = Server::of(&[("/", page("secret"))]).await;
    let inside = config().addresses(Addresses::public()).build().unwrap();
    let url = server.url_of("127.0.0.1", "/");
    let said = inside.range(&url, 0..9).await.unwrap_err().to_string();
    assert!(said.contains("not a public address"), "{said}");
    let crawler = config().build().unwrap();
    for (url, range) in [("ftp://a.example/", 0..9), (&*url, 9..9), (&*url, 0..u64::MAX)] {
        assert!(crawler.range(url, range).await.is_err());
    }
    assert_eq!(server.log().len(), 0);
}
