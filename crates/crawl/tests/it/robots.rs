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
    let paths = check(move |_| page(text), ["page /open", "disallowed /closed/x robots.txt forbids it"]).await;
    assert_eq!(paths, ["/robots.txt", "/open"]);
    let ours = "User-agent: *\nDisallow:\n\nUser-agent: demold\nDisallow: /closed/";
    check(move |_| page(ours), ["page /open", "disallowed /closed/x robots.txt forbids it"]).await;
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
async fn it_is_asked_for_again() {
    let robots = |n_before| match n_before {
        0 => reply(503, &[], ""),
        1 => Reply::Reset,
        _ => page("User-agent: *\nDisallow: /closed"),
    };
    check(robots, ["page /open", "disallowed /closed/x robots.txt forbids it"]).await;
}

#[tokio::test]
async fn its_redirects_are_followed() {
    let paths = check(|_| redirect("/rules"), ["page /open", "disallowed /closed/x robots.txt forbids it"]).await;
    assert_eq!(paths, ["/robots.txt", "/rules", "/open"]);
}

#[tokio::test]
async fn its_encoding_is_undone() {
    let body = zstd::bulk::compress(b"User-agent: *\nDisallow: /closed", 1).unwrap();
    let robots = move |_| reply(200, &[("Content-Encoding", "zstd")], &body);
    check(robots, ["page /open", "disallowed /closed/x robots.txt forbids it"]).await;
}

#[tokio::test]
async fn too_long_a_delay_closes_the_host() {
    for (delay, said) in [("86400", "86400s"), ("1e308", "4294967295s"), ("inf", "4294967295s")] {
        let reason = format!("robots.txt asks for a delay of {said}");
        let expected = [format!("disallowed /open {reason}"), format!("disallowed /closed/x {reason}")];
        let paths =
            check(move |_| page(format!("User-agent: *\nCrawl-delay: {delay}")), [&expected[0], &expected[1]]).await;
        assert_eq!(paths, ["/robots.txt"]);
    }
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
