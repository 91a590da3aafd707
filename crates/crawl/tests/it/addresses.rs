//! No connection is made to an address that is out of bounds, however it is
//! come by.

use std::{
    io,
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use crawl::{Addresses, Resolution, Resolver, Unfit};

use crate::{
    harness::{Crawled, HOME, config, crawl},
    server::{Server, page, redirect},
};

/// Crawls URLs of a server without being allowed to connect to it.
async fn outside(urls: impl Fn(&Server) -> Vec<String>) -> Crawled {
    let server = Server::of(&[("/", page("secret"))]).await;
    let urls = urls(&server);
    let crawled = crawl(config().addresses(Addresses::public()), &urls).await;
    assert_eq!(server.log().len(), 0, "the server was asked");
    crawled
}

#[tokio::test]
async fn addresses_in_urls() {
    let hosts = ["127.0.0.1", "0x7f.1", "[::1]", "a.example:80@127.0.0.1"];
    let crawled = outside(|server| hosts.map(|host| server.url_of(host, "/")).to_vec()).await;
    assert_eq!((crawled.summary.given, crawled.summary.unfit), (4, 4), "{:?}", crawled.events);
}

#[tokio::test]
async fn names_that_lead_there() {
    let crawled =
        outside(|server| ["a.test", "mapped.test", "127.0.0.1.test"].map(|host| server.url_of(host, "/")).to_vec())
            .await;
    assert_eq!((crawled.summary.admitted, crawled.summary.refused), (3, 3));
    let reason = "the name leads to 127.0.0.1, which is not a public address";
    assert!(crawled.events.iter().any(|event| event.ends_with(reason)), "{:?}", crawled.events);
}

#[tokio::test]
async fn redirects_and_links_that_lead_there() {
    let server = Server::start(|asked, _| {
        let port = asked.field("host").unwrap().split(':').nth(1).unwrap().to_owned();
        match &*asked.path {
            "/literal" => redirect(&format!("http://127.0.0.2:{port}/")),
            "/name" => redirect(&format!("http://private.test:{port}/")),
            "/scheme" => redirect("file:///etc/passwd"),
            "/links" => page(format!("<a href=http://[::1]:{port}/>a</a><a href=//private.test:{port}/x>b</a>")),
            _ => page("x"),
        }
    })
    .await;
    let urls = ["/literal", "/name", "/scheme", "/links"].map(|path| server.url(path));
    let crawled = crawl(config().depth(1), &urls).await;
    assert_eq!((crawled.summary.redirects, crawled.summary.pages), (3, 1));
    // Two literal addresses and a scheme that are not even looked at; two URLs
    // of a name that is looked up.
    assert_eq!((crawled.summary.unfit, crawled.summary.refused), (3, 2), "{:?}", crawled.events);
    assert!(server.log().iter().all(|asked| asked.host == "127.0.0.1"));
}

#[tokio::test]
async fn a_robots_txt_that_leads_there() {
    let server = Server::start(|asked, _| match &*asked.path {
        "/robots.txt" => redirect("http://10.0.0.1/robots.txt"),
        _ => page("x"),
    })
    .await;
    let crawled = crawl(config(), &[server.url("/")]).await;
    assert_eq!(crawled.summary.disallowed, 1, "{:?}", crawled.events);
    assert_eq!(server.paths(), ["/robots.txt"]);
}

#[tokio::test]
async fn of_several_addresses_only_those_in_bounds() {
    let server = Server::of(&[("/", page("x"))]).await;
    let crawled = crawl(config(), &[server.url_of("mixed.test", "/"), server.url_of("empty.test", "/")]).await;
    assert_eq!((crawled.summary.pages, crawled.summary.failed), (1, 1), "{:?}", crawled.events);
    let records = crawled.records();
    assert!(records.iter().filter_map(|record| record.header("WARC-IP-Address")).all(|ip| ip == "127.0.0.1"));
}

#[cfg(target_os = "linux")]
/// A name that leads to an address in bounds and to one out of bounds by turns.
struct Flapping {
    n_asked: AtomicUsize,
}

#[cfg(target_os = "linux")]
impl Resolver for Flapping {
    fn resolve(&self, _: &str) -> Resolution {
        let is_in_bounds = self.n_asked.fetch_add(1, Ordering::SeqCst).is_multiple_of(2);
        let address = if is_in_bounds { HOME } else { OUTSIDE };
        Box::pin(async move { Ok::<_, io::Error>(vec![address]) })
    }
}

#[cfg(target_os = "linux")]
/// Also this machine, but out of bounds for these tests. Only Linux answers at it unasked.
const OUTSIDE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 0, 2));

#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_address_that_was_checked_is_the_one_connected_to() {
    let server = Server::start(|_, _| {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<p>x";
        crate::server::Reply::Close(answer.to_vec())
    })
    .await;
    // It would answer, if a name were looked up once for the check and again for the connection.
    let outside = tokio::net::TcpListener::bind((OUTSIDE, server.port())).await.unwrap();
    let flapping = Arc::new(Flapping { n_asked: AtomicUsize::new(0) });
    let config = config().resolver(Arc::clone(&flapping) as Arc<dyn Resolver>).retries(0);
    let urls: Vec<String> = (0..20).map(|nth| server.url_of("flapping.test", &format!("/{nth}"))).collect();
    let crawled = crawl(config, &urls).await;
    // One look-up for each connection: robots.txt, and then one page of two is out of bounds.
    assert_eq!(flapping.n_asked.load(Ordering::SeqCst), 21);
    assert_eq!((crawled.summary.pages, crawled.summary.refused), (10, 10));
    assert_eq!(server.log().len(), 11);
    let records = crawled.records();
    let addresses = records.iter().filter_map(|record| record.header("WARC-IP-Address"));
    assert!(addresses.into_iter().all(|address| address == "127.0.0.1"));
    let nobody = tokio::time::timeout(std::time::Duration::ZERO, outside.accept()).await;
    assert!(nobody.is_err(), "somebody has connected");
}

/// What another program requests is checked by the same rules, before it is started.
#[tokio::test]
async fn of_several_addresses_none_may_be_out_of_bounds_for_another_program() {
    let check = async |addresses: Addresses, url: &str| {
        let crawler = config().addresses(addresses).build().unwrap();
        crawler.check(url).await
    };
    let home = "127.0.0.1".parse().unwrap();
    // It leads to 127.0.0.2 first, and then to 127.0.0.1 and ::1.
    let mixed = "http://mixed.test/";
    let allowed = Addresses::public().and("127.0.0.2".parse().unwrap());
    assert_eq!(check(allowed, mixed).await, Err(Unfit::Name(home)));
    assert_eq!(check(Addresses::any(), mixed).await, Ok(mixed.to_owned()));
    assert_eq!(check(Addresses::public(), "http://127.1/").await, Err(Unfit::Address(home)));
    // A name without an address leads nowhere.
    for (url, expected) in [("http://EMPTY.test#x", "http://empty.test/"), ("http://x.invalid", "http://x.invalid/")] {
        assert_eq!(check(Addresses::public(), url).await, Ok(expected.to_owned()));
    }
}
