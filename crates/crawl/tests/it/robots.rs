//! robots.txt is obeyed, and its absence is understood.

use crate::{
    harness::{config, crawl},
    server::{Reply, Server, page, redirect, reply},
};

/// Crawls `/open` and `/closed/x` of a server with this robots.txt. Returns the
/// events of both, in this order, without the URLs' hosts.
async fn check(robots: impl Fn(usize) -> Reply + Send + Sync + 'static, expected: [&str; 2]) -> Vec<String> {
    let server = Server::start(move |asked, n_before| match &*asked.path {
        "/robots.txt" => robots(n_before),
        "/rules" => page("User-agent: *\nDisallow: /closed"),
        _ => page("x"),
    })
    .await;
    let crawled = crawl(config(), &["/open", "/closed/x"].map(|path| server.url(path))).await;
    let host = server.url("");
    let events: Vec<String> = crawled.events.iter().map(|event| event.replace(&host, "")).collect();
    assert_eq!(events, expected);
    server.paths()
}

#[tokio::test]
async fn what_it_forbids_is_not_asked_for() {
    let text = "User-agent: *\nDisallow: /closed";
    let ours = "User-agent: *\nDisallow:\n\nUser-agent: demold\nDisallow: /closed/";
    let packed = formats::pack(text.as_bytes(), formats::warc::Compression::Zstd).unwrap();
    let packed = reply(200, &[("Content-Encoding", "zstd")], packed);
    let expected = ["page /open", "disallowed /closed/x robots.txt forbids it"];
    for robots in [page(text), page(ours), packed] {
        assert_eq!(check(move |_| robots.clone(), expected).await, ["/robots.txt", "/open"]);
    }
    assert_eq!(check(|_| redirect("/rules"), expected).await, ["/robots.txt", "/rules", "/open"]);
    let later = move |n_before| match n_before {
        0 => reply(503, &[], ""),
        1 => Reply::Reset,
        _ => page(text),
    };
    assert_eq!(check(later, expected).await.len(), 4);
}

#[tokio::test]
async fn none_allows_everything() {
    for status in [404, 403, 410] {
        check(move |_| reply(status, &[], "Disallow: /"), ["page /open", "page /closed/x"]).await;
    }
    check(|_| redirect("http://["), ["page /open", "page /closed/x"]).await;
    let paths = check(|_| redirect("/robots.txt"), ["page /open", "page /closed/x"]).await;
    assert_eq!(paths.len(), 6 + 2, "five redirects are followed");
}

#[tokio::test]
async fn unknown_rules_forbid_everything() {
    let expected = ["disallowed /open robots.txt: status 500", "disallowed /closed/x robots.txt: status 500"];
    let paths = check(|_| reply(500, &[], ""), expected).await;
    assert_eq!(paths, ["/robots.txt"; 3], "it is asked for again, and nothing else is");
}

#[tokio::test]
async fn too_long_a_delay_closes_the_host() {
    let reason = "robots.txt asks for a delay of 86400s";
    let expected = [format!("disallowed /open {reason}"), format!("disallowed /closed/x {reason}")];
    let paths = check(|_| page("User-agent: *\nCrawl-delay: 86400"), [&expected[0], &expected[1]]).await;
    assert_eq!(paths, ["/robots.txt"]);
}

#[tokio::test]
async fn links_and_redirects_obey_it() {
    let server = Server::of(&[
        ("/robots.txt", page("User-agent: *\nDisallow: /closed")),
        ("/", page("<a href=/closed/a>a</a><a href=/b>b</a>")),
        ("/b", redirect("/closed/c")),
    ])
    .await;
    let crawled = crawl(config().depth(1), &[server.url("/")]).await;
    assert_eq!((crawled.summary.pages, crawled.summary.redirects, crawled.summary.disallowed), (1, 1, 2));
    assert_eq!(server.paths(), ["/robots.txt", "/", "/b"]);
}
