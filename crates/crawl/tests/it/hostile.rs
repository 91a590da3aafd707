//! Servers that mean harm: what they can cost is bounded, and what they say leads nowhere that it should not.

use std::io::Write as _;

use crawl::Addresses;

use crate::{
    harness::{config, crawl},
    server::{Reply, Server, not_found, page, redirect, reply},
};

const HTML: (&str, &str) = ("Content-Type", "text/html");

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn floods_of_fields_are_given_up() {
    let fields: String = (0..10_000).map(|nth| format!("X-{nth}: y\r\n")).collect();
    let answer = format!("HTTP/1.1 200 OK\r\n{fields}\r\n<p>x").into_bytes();
    let server = Server::of(&[("/", Reply::Close(answer)), ("/next", page("x"))]).await;
    let crawled = crawl(config().retries(0), &["/", "/next"].map(|path| server.url(path))).await;
    assert_eq!((crawled.summary.failed, crawled.summary.pages), (1, 1));
}

#[tokio::test]
async fn no_part_of_a_header_goes_on_for_ever() {
    let html = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    let chunked = b"Transfer-Encoding: chunked\r\n\r\n4";
    let long = vec![b'x'; 2 << 20];
    let trailers = b"a: b\r\n".repeat(400_000);
    for (path, parts) in [
        ("/field", &[&html[..], b"X: ", &long, b"\r\n\r\n<p>x"][..]),
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
async fn a_list_of_encodings_is_not_worked_through() {
    let names = vec!["gzip"; 2_000].join(",");
    let body = gzip(b"<a href=/next>on</a>");
    let answer = reply(200, &[HTML, ("Content-Encoding", &names)], &body);
    let server = Server::of(&[("/", answer), ("/next", page("x"))]).await;
    let crawled = crawl(config().depth(1), &[server.url("/")]).await;
    // It is stored as it came, and its links are anybody's guess.
    assert_eq!(crawled.paths(), ["/"]);
    assert_eq!(crawled.summary.pages, 1);
}

#[tokio::test]
async fn of_a_bomb_no_more_is_unpacked_than_a_page_may_have() {
    let page_of = |n_before: usize| {
        let mut page = vec![b' '; n_before];
        page.extend_from_slice(b"<a href=/next>on</a>");
        reply(200, &[HTML, ("Content-Encoding", "gzip")], gzip(&page))
    };
    for (n_before, paths) in [(1 << 24, &["/"][..]), (1 << 10, &["/", "/next"])] {
        let server = Server::of(&[("/", page_of(n_before)), ("/next", page("x"))]).await;
        let config = config().depth(1).max_body(1 << 20);
        let crawled = crawl(config, &[server.url("/")]).await;
        assert_eq!(crawled.paths(), paths);
    }
}

#[tokio::test]
async fn an_endless_calendar_ends_where_depth_or_number_do() {
    let server = Server::start(|asked, _| match asked.path.rsplit('/').next().unwrap() {
        "robots.txt" => not_found(),
        day => {
            let day: u32 = day.parse().unwrap_or(0);
            let days = (1..40).map(|nth| format!("<a href=/{}>x</a>", day + nth));
            page(days.collect::<String>())
        }
    })
    .await;
    for (depth, max_pages, n_pages) in [(3, u64::MAX, 1 + 3 * 39), (1_000, 50, 50)] {
        let config = config().delay(std::time::Duration::ZERO);
        let config = config.depth(depth).max_pages(max_pages);
        let crawled = crawl(config, &[server.url("/0")]).await;
        assert_eq!(crawled.summary.pages, n_pages);
    }
}

#[tokio::test]
async fn no_spelling_of_an_address_is_overlooked() {
    let server = Server::of(&[("/", page("secret"))]).await;
    let spellings = [
        "127.0.0.1.",
        "0x7f.1",
        "0X7F.0x0.0.0x1",
        "0177.0.0.1",
        "017700000001",
        "2130706433",
        "127.0.1",
        "%31%32%37.0.0.1",
        "\u{ff11}\u{ff12}\u{ff17}.0.0.1",
        "127\u{3002}0\u{3002}0\u{3002}1",
        "\u{2460}\u{2461}\u{2466}.\u{24ea}.\u{24ea}.\u{2460}",
        "0",
        "0.0.0.0",
        "[::]",
        "[::127.0.0.1]",
        "[0:0:0:0:0:ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "user@127.0.0.1",
        "a.example@127.0.0.1",
        "a.example:80@127.0.0.1",
    ];
    let urls = spellings.map(|host| server.url_of(host, "/"));
    let crawled = crawl(config().addresses(Addresses::public()), &urls).await;
    assert_eq!((crawled.summary.unfit, crawled.summary.admitted), (spellings.len() as u64, 0), "{:?}", crawled.events);
    // A name is asked of the name service, which is the one that these tests have.
    let names = ["localhost", "LOCALHOST.", "127.0.0.1.test"].map(|host| server.url_of(host, "/"));
    let crawled = crawl(config().addresses(Addresses::public()).retries(0), &names).await;
    assert_eq!(crawled.summary.pages, 0, "{:?}", crawled.events);
    assert_eq!(server.log().len(), 0, "the server was asked");
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
        ("utf-16", utf_16(link), true),
        ("utf-8", utf_16(link), true),
        ("utf-7", b"+ADw-a href=/next+AD4-on".to_vec(), false),
        ("utf-7", link.as_bytes().to_vec(), true),
        ("no-such-charset", link.as_bytes().to_vec(), true),
        ("x-user-defined", link.as_bytes().to_vec(), true),
        ("shift_jis", b"\x81<a href=/next>on</a>".to_vec(), true),
        ("", b"\xff\xfe\xfd".to_vec(), false),
    ] {
        let content_type = format!("text/html; charset={charset}");
        let answer = reply(200, &[("Content-Type", &content_type)], &body);
        let server = Server::of(&[("/", answer), ("/next", page("x"))]).await;
        let crawled = crawl(config().depth(1), &[server.url("/")]).await;
        assert_eq!(crawled.paths().len(), 1 + usize::from(is_followed), "{charset}");
    }
}

#[tokio::test]
async fn a_server_that_speaks_no_tls_fails() {
    let server = Server::of(&[("/", page("x"))]).await;
    let url = server.url("/").replace("http:", "https:");
    let config = config().retries(1).timeout(std::time::Duration::from_millis(300));
    let crawled = crawl(config, &[url]).await;
    assert_eq!((crawled.summary.failed, crawled.summary.pages), (1, 0), "{:?}", crawled.events);
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
