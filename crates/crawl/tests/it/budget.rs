//! How many requests a crawl may make, whatever they are for.

use std::time::Duration;

use crawl::Config;

use crate::{
    harness::{config, crawl},
    server::{Reply, Server, not_found, page, redirect, reply},
};

fn soon() -> Config {
    config().delay(Duration::ZERO).backoff(Duration::ZERO)
}

fn sitemap(of: &str, names: impl IntoIterator<Item = String>) -> Reply {
    let names = names.into_iter().map(|name| format!("<loc>{name}</loc>"));
    let body = format!("<{of}>{}</{of}>", names.collect::<String>());
    reply(200, &[("Content-Type", "application/xml")], body)
}

#[tokio::test]
async fn sitemaps_that_name_sitemaps_come_to_an_end() {
    for of in ["sitemapindex", "urlset"] {
        let server = Server::by_path(move |path| sitemap(of, [format!("{path}1")])).await;
        let crawled = crawl(soon(), &[server.url("/s")]).await;
        assert_eq!(server.paths(), ["/robots.txt", "/s", "/s1", "/s11", "/s111"]);
        assert_eq!((crawled.summary.other_types, crawled.summary.dropped), (4, 1));
        let told = crawled.events.iter().find(|event| event.starts_with("left-out")).unwrap();
        assert!(told.ends_with("/s111 left out 1 entries, because too many lists in a row led to it"), "{told}");
        assert!(crawled.summary.complete);
    }
}

#[tokio::test]
async fn so_many_sitemaps_are_read() {
    let server = Server::by_path(|path| match path {
        "/s" => sitemap("sitemapindex", (0..9).map(|nth| format!("/s{nth}"))),
        path if path.starts_with("/s") => sitemap("urlset", [format!("/page{path}")]),
        _ => page("x"),
    })
    .await;
    let crawled = crawl(soon().max_lists(5), &[server.url("/s")]).await;
    assert_eq!((crawled.summary.pages, crawled.summary.dropped), (4, 5));
    assert!(crawled.summary.complete);
}

#[tokio::test]
async fn what_a_sitemap_names_stays_on_its_site_after_redirects() {
    let server = Server::start(|asked, _| {
        let port = asked.field("host").unwrap().split(':').nth(1).unwrap().to_owned();
        match &*asked.path {
            "/s" => sitemap("urlset", ["/out".to_owned()]),
            "/out" => redirect(&format!("http://b.test:{port}/")),
            "/robots.txt" => not_found(),
            _ => page("x"),
        }
    })
    .await;
    let seeds = [server.url_of("a.test", "/s")];
    let crawled = crawl(soon().same_site(true), &seeds).await;
    assert_eq!((crawled.summary.pages, crawled.summary.redirects), (0, 1));
    let crawled = crawl(soon(), &seeds).await;
    assert_eq!((crawled.summary.pages, crawled.summary.redirects), (1, 1));
}

/// Crawls 200 pages of as many hosts, of which one is wanted, from a server that answers like this.
async fn until_the_budget_is_spent(robots: Reply, answer: Reply) {
    let server = Server::start(move |asked, _| match &*asked.path {
        "/robots.txt" => robots.clone(),
        _ => answer.clone(),
    })
    .await;
    let urls: Vec<String> = (0..200).map(|nth| server.url_of(&format!("{nth}.test"), "/")).collect();
    let crawled = crawl(soon().max_pages(1).queue(200), &urls).await;
    let summary = crawled.summary;
    assert_eq!((server.log().len(), summary.requests), (200, 200));
    assert!(summary.out_of_requests && !summary.complete, "{summary:?}");
    assert!(summary.left > 0, "{summary:?}");
}

#[tokio::test]
async fn every_request_counts_whatever_it_is_for() {
    let busy = || reply(503, &[], "");
    until_the_budget_is_spent(not_found(), not_found()).await;
    until_the_budget_is_spent(not_found(), busy()).await;
    until_the_budget_is_spent(not_found(), redirect("/on")).await;
    until_the_budget_is_spent(busy(), page("x")).await;
    until_the_budget_is_spent(redirect("/robots.txt"), not_found()).await;
    until_the_budget_is_spent(not_found(), Reply::Reset).await;
}

#[tokio::test]
async fn a_crawl_that_has_what_it_wants_has_not_run_out() {
    let server = Server::of(&[("/", page("x"))]).await;
    let crawled = crawl(soon().max_pages(1), &[server.url("/")]).await;
    assert!(!crawled.summary.out_of_requests && crawled.summary.complete);
}
