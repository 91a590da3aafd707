//! Servers that mean harm: what they can cost is bounded, and what they say leads nowhere that it should not.

use crate::{
    harness::{config, crawl},
    server::{Reply, Server, not_found, page, redirect, reply},
};

#[tokio::test]
async fn no_part_of_a_header_goes_on_for_ever() {
    let html = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    let chunked = b"Transfer-Encoding: chunked\r\n\r\n4";
    let long = vec![b'x'; 2 << 20];
    let trailers = b"a: b\r\n".repeat(400_000);
    let flood: String = (0..10_000).map(|nth| format!("X-{nth}: y\r\n")).collect();
    for (path, parts) in [
        ("/flood", &[&html[..], flood.as_bytes(), b"\r\n<p>x"][..]),
        ("/field", &[html, b"X: ", &long, b"\r\n\r\n<p>x"]),
        ("/reason", &[b"HTTP/1.1 200 ", &long, b"\r\n\r\n<p>x"]),
        ("/extension", &[html, chunked, b";", &long, b"\r\n<p>x\r\n0\r\n\r\n"]),
        ("/trailers", &[html, chunked, b"\r\n<p>x\r\n0\r\n", &trailers, b"\r\n"]),
    ] {
        let server = Server::of(&[(path, Reply::Close(parts.concat()))]).await;
        let crawled = crawl(config().retries(0), &[server.url(path)]).await;
        assert_eq!(crawled.summary.failed, 1, "{path}: {:?}", crawled.events);
    }
}

#[tokio::test]
async fn redirects_to_what_is_no_page_lead_nowhere() {
    let long = format!("/{}", "x".repeat(20_000));
    let places = [
        "",
        "#",
        "http://",
        "http://[",
        "//",
        "///",
        "javascript:x()",
        "data:text/html,x",
        "ftp://a.test/",
        "http://user:word@a.test/",
        "http://a.test:99999/",
        &long,
        "\u{e9}\u{fffd}",
        "http://\u{ff05}41.test/",
    ]
    .map(str::to_owned);
    let served = places.clone();
    let server = Server::start(move |asked, _| {
        let nth: Option<usize> = asked.path.trim_start_matches('/').parse().ok();
        nth.and_then(|nth| served.get(nth)).map_or_else(not_found, |place| redirect(place))
    })
    .await;
    let urls: Vec<String> = (0..places.len()).map(|nth| server.url(&format!("/{nth}"))).collect();
    let crawled = crawl(config().delay(std::time::Duration::ZERO).retries(0), &urls).await;
    assert_eq!(crawled.summary.pages, 0, "{:?}", crawled.events);
    assert!(crawled.summary.complete);
    assert!(server.log().iter().all(|asked| asked.host == "127.0.0.1"));
}

#[tokio::test]
async fn charsets_hide_no_links_and_make_none() {
    let utf_16 = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let link = "<a href=/next>on</a>";
    for (charset, body, is_followed) in [
        ("utf-8", utf_16(link), true),
        ("utf-7", b"+ADw-a href=/next+AD4-on".to_vec(), false),
        ("no-such-charset", link.as_bytes().to_vec(), true),
    ] {
        let content_type = format!("text/html; charset={charset}");
        let answer = reply(200, &[("Content-Type", &content_type)], &body);
        let server = Server::of(&[("/", answer), ("/next", page("x"))]).await;
        let crawled = crawl(config().depth(1), &[server.url("/")]).await;
        assert_eq!(crawled.paths().len(), 1 + usize::from(is_followed), "{charset}");
    }
}

#[tokio::test]
async fn of_an_endless_robots_txt_the_beginning_counts() {
    let server = Server::start(|asked, _| match &*asked.path {
        "/robots.txt" => Reply::Endless(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nUser-agent: *\nDisallow: /closed\n#".to_vec(),
        ),
        _ => page("x"),
    })
    .await;
    let crawled = crawl(config(), &["/open", "/closed"].map(|path| server.url(path))).await;
    assert_eq!((crawled.summary.pages, crawled.summary.disallowed), (1, 1), "{:?}", crawled.events);
}
