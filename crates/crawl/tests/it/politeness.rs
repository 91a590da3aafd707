//! No host is asked more often than it may be, as its server sees it.

use std::{collections::BTreeMap, time::Duration};

use crate::{
    harness::{DELAY, config, crawl},
    server::{Asked, Server, page, redirect, reply},
};

const HOSTS: [&str; 5] = ["a.test", "b.test", "c.test", "d.test", "e.test"];

/// Groups a log by host.
fn by_host(log: &[Asked]) -> BTreeMap<&str, Vec<&Asked>> {
    let mut hosts: BTreeMap<&str, Vec<&Asked>> = BTreeMap::new();
    for asked in log {
        hosts.entry(&asked.host).or_default().push(asked);
    }
    hosts
}

/// Every request came so long after the answer before it had left.
fn assert_polite(log: &[Asked], delay: Duration) {
    for (host, asked) in by_host(log) {
        for pair in asked.windows(2) {
            let gap = pair[1].at - pair[0].at;
            assert!(delay <= gap, "{host}: {} came {gap:?} after {}", pair[1].path, pair[0].path);
            assert!(pair[0].at <= pair[0].until, "{host}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_workers_and_five_hosts() {
    // Links, redirects within and between hosts, errors and busy answers: all
    // are requests, and count.
    let server = Server::start(|asked, n_before| match (&*asked.path, n_before) {
        ("/0", _) => page("<a href=/linked>x</a><a href=//elsewhere.test/>y</a>"),
        ("/1", _) => redirect("/target"),
        ("/2", 0) => reply(503, &[], ""),
        ("/3", 0) => reply(429, &[("Retry-After", "0")], ""),
        ("/4", 0 | 1) => reply(500, &[], ""),
        _ => page("<p>text"),
    })
    .await;
    let mut urls = Vec::new();
    for number in 0..6 {
        urls.extend(HOSTS.map(|host| server.url_of(host, &format!("/{number}"))));
    }
    let crawled = crawl(config().depth(1).same_site(true), &urls).await;

    let log = server.log();
    assert_polite(&log, DELAY);
    for (host, asked) in by_host(&log) {
        assert_eq!(asked[0].path, "/robots.txt", "{host}: nothing is asked for before the rules are known");
        // robots.txt, six pages, a link, the target of a redirect, four retries.
        assert_eq!(asked.len(), 13, "{host}");
    }
    assert_eq!(crawled.summary.requests, log.len() as u64);
    assert_eq!((crawled.summary.pages, crawled.summary.redirects), (35, 5));
    assert!(crawled.summary.complete);
}

#[tokio::test(flavor = "multi_thread")]
async fn ports_of_a_host_share_its_patience() {
    let pages = [("/1", page("1")), ("/2", page("2"))];
    let (left, right) = (Server::of(&pages).await, Server::of(&pages).await);
    let urls = [left.url("/1"), right.url("/1"), left.url("/2"), right.url("/2")];
    let crawled = crawl(config(), &urls).await;

    assert_eq!(crawled.summary.pages, 4);
    let mut log = [left.log(), right.log()].concat();
    log.sort_by_key(|asked| asked.at);
    assert_eq!(log.len(), 6, "each port has a robots.txt of its own");
    assert_polite(&log, DELAY);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crawl_delay_takes_precedence() {
    let delay = 3 * DELAY;
    let server = Server::start(|asked, _| match &*asked.path {
        "/robots.txt" if asked.host == "slow.test" => page("User-agent: *\nCrawl-delay: 0.06"),
        "/robots.txt" => page("User-agent: *\nCrawl-delay: 0.001"),
        _ => page("x"),
    })
    .await;
    let mut urls = Vec::new();
    for host in ["slow.test", "fast.test"] {
        urls.extend(["/1", "/2"].map(|path| server.url_of(host, path)));
    }
    assert_eq!(crawl(config(), &urls).await.summary.pages, 4);
    let log = server.log();
    let slow: Vec<Asked> = log.iter().filter(|asked| asked.host == "slow.test").cloned().collect();
    assert_eq!(slow.len(), 3);
    assert_polite(&slow, delay);
    assert_polite(&log, DELAY);
}

#[tokio::test(flavor = "multi_thread")]
async fn retry_after_holds_for_the_whole_host() {
    let server = Server::start(|asked, n_before| match (&*asked.path, n_before) {
        ("/busy", 0) => reply(429, &[("Retry-After", "1")], ""),
        _ => page("x"),
    })
    .await;
    let urls = ["/busy", "/other"].map(|path| server.url(path));
    let crawled = crawl(config(), &urls).await;
    assert_eq!(crawled.summary.pages, 2);
    let log = server.log();
    let busy = log.iter().position(|asked| asked.path == "/busy").unwrap();
    assert!(Duration::from_secs(1) <= log[busy + 1].at - log[busy].at);
}
