//! URLs as inputs, against a server on the loopback interface.

use std::io::Write as _;

use crate::{
    command::{Folder, page, sentence},
    server,
};

/// Serves a small site: pages that link to each other, and a sitemap.
pub(crate) fn serve() -> String {
    server::serve(|head, base| {
        let path = server::path(head);
        match (path, path.trim_start_matches('/').parse::<usize>()) {
            ("/map.xml", _) => {
                let urls: String = (1..4).map(|nth| format!("<url><loc>{base}/{nth}</loc></url>")).collect();
                xml(format!("<?xml version=\"1.0\"?><urlset>{urls}</urlset>"))
            }
            (_, Ok(nth)) if nth < 9 => {
                let next = format!("<a href=/{}>next</a> <a href=http://b.invalid/>out</a></main>", nth + 1);
                server::page(page(nth).replace("</main>", &next))
            }
            _ => server::nothing(),
        }
    })
}

/// Answers with a list of addresses.
fn xml(body: impl Into<Vec<u8>>) -> server::Answer {
    ("200 OK\r\nContent-Type: application/xml".to_owned(), body.into())
}

pub(crate) const POLITE: [&str; 3] = ["--allow-private", "--delay", "0.01"];

#[test]
fn a_url_is_fetched_and_cleaned() {
    let folder = Folder::new();
    let url = format!("{}/5", serve());
    let ran = folder.run([&["clean", &url, "--format", "text"], &POLITE[..]].concat()).ok().prints(&sentence(5));
    assert!(!ran.stdout.contains("Home"), "{}", ran.stdout);
    assert!(folder.run([&["report", &url, "-o", "r.html"], &POLITE[..]].concat()).ok().stderr.contains("1 page, "));
    assert_eq!(folder.files(), ["r.html"]);
}

#[test]
fn a_site_is_fetched_within_its_bounds() {
    let folder = Folder::new();
    let url = format!("{}/0", serve());
    let clean = |more: &[&str]| {
        let args = ["clean", &url, "--site", "--format", "jsonl", "--verbose"];
        let ran = folder.run([&args, &POLITE[..], more].concat()).ok();
        (ran.stdout.lines().count(), ran.stderr)
    };
    // Three links deep, by default.
    assert_eq!(clean(&[]).0, 4);
    assert_eq!(clean(&["--depth", "9"]).0, 9);
    assert_eq!(clean(&["--max-pages", "2"]).0, 2);
    // What is not wanted is not fetched, and leads nowhere.
    let (n_pages, said) = clean(&["--depth", "9", "--exclude", "/3$"]);
    assert!(n_pages == 3 && said.contains("/2: ") && !said.contains("/3: "), "{said}");
}

#[test]
fn a_url_without_a_page_is_an_error() {
    let folder = Folder::new();
    let url = format!("{}/none", serve());
    let ran = folder.run([&["clean", &url], &POLITE[..]].concat()).failed(1).says(&format!("{url}: status 404"));
    assert!(ran.stderr.contains("gave no page: the server has none there"), "{}", ran.stderr);
    let why = "gave no page: 127.0.0.1 is not a public address; addresses of this machine";
    folder.run(["clean", &url]).failed(1).says(why).says("--allow-private");
}

#[test]
fn a_crawl_without_links_says_so() {
    let folder = Folder::new();
    let url = format!("{}/0", serve());
    let crawl = |more: &[&str]| {
        let args = ["crawl", &url, "-o", "x.warc", "--force", "--contact", "me@example.org"];
        folder.run([&args, &POLITE[..], more].concat()).ok().stderr
    };
    assert!(crawl(&["--max-pages", "5"]).contains("no links were followed; --depth 1"));
    for others in [&["--max-pages", "5", "--depth", "1"][..], &["--max-pages", "1"], &[]] {
        assert!(!crawl(others).contains("no links were followed"), "{others:?}");
    }
}

#[test]
fn a_number_of_pages_bounds_the_requests() {
    let folder = Folder::new();
    let base = serve();
    let list: String = (0..300).map(|nth| format!("{base}/none{nth}\n")).collect();
    let args = ["crawl", "-", "-o", "x.warc", "--contact", "me@example.org"];
    let bounds = ["--max-pages", "1", "--allow-private", "--delay", "0"];
    let ran = folder.run_with([&args[..], &bounds].concat(), list.as_bytes());
    let said = "it ended after 200 requests, the most that its number of pages allows, with";
    ran.failed(1).says(said).says("--resume");
}

#[test]
fn a_sitemap_stands_for_its_pages() {
    let folder = Folder::new();
    let url = format!("{}/map.xml", serve());
    let args = ["crawl", &url, "-o", "x.warc", "--contact", "me@example.org", "--exclude", "/2$"];
    folder.run([&args, &POLITE[..]].concat()).ok().says("2 pages, 1 not HTML");
    let ran = folder.run([&["clean", &url, "--site", "--format", "jsonl"], &POLITE[..]].concat());
    assert!(ran.ok().stdout.lines().count() >= 3);
}

/// Lists the addresses that a site names, sorted, without that of their server.
fn listed(base: &str, more: &[&str]) -> Vec<String> {
    let url = format!("{base}/");
    let ran = Folder::new().run([&["list", &url], &POLITE[..], more].concat()).ok();
    let mut found: Vec<String> = ran.stdout.lines().map(|line| line.replace(base, "")).collect();
    found.sort();
    found
}

#[test]
fn addresses_are_listed_and_not_fetched() {
    let folder = Folder::new();
    let base = server::serve(|head, base| match server::path(head) {
        "/" => server::page("<a href=/b#top>b</a> <a href=/b>b</a> <a href=a>a</a> <a href=http://c.invalid/>c</a>"),
        "/sitemap.xml" => xml(format!(
            "<?xml version=\"1.0\"?><sitemapindex><sitemap><loc>{base}/more.xml</loc></sitemap></sitemapindex>"
        )),
        "/more.xml" => xml(format!(
            "<?xml version=\"1.0\"?><urlset><url><loc>{base}/a</loc></url><url><loc>{base}/d</loc></url></urlset>"
        )),
        "/robots.txt" => server::nothing(),
        path => panic!("{path} is fetched"),
    });
    let list = |more: &[&str]| listed(&base, more);
    assert_eq!(list(&[]), ["/a", "/b", "/d", "http://c.invalid/"]);
    assert_eq!(list(&["--same-site", "--exclude", "b$"]), ["/a", "/d"]);
    assert_eq!(list(&["--include", "[ab]$"]), ["/a", "/b"]);
    let none = format!("{base}/none");
    folder.run(["list", &none]).failed(1).says("no address was found; addresses of this machine");
}

#[test]
fn a_list_is_printed_to_its_end_or_the_run_fails() {
    let folder = Folder::new();
    let base = server::serve(|head, base| {
        let urls = |n: usize| -> String { (0..n).map(|nth| format!("<url><loc>{base}/{nth}</loc></url>")).collect() };
        match server::path(head) {
            "/many.xml" => xml(format!("<urlset>{}</urlset>", urls(50_001))),
            "/cut.xml.gz" => {
                let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                packer.write_all(format!("<urlset>{}</urlset>", urls(999)).as_bytes()).unwrap();
                let packed = packer.finish().unwrap();
                xml(&packed[..packed.len() / 2])
            }
            "/days.xml" => {
                let days = ["2026-01-31", "2026-02-31", "2026-13-01"];
                let urls = days.map(|day| format!("<url><loc>{base}/{day}</loc><lastmod>{day}</lastmod></url>"));
                xml(format!("<urlset>{}</urlset>", urls.concat()))
            }
            _ => server::nothing(),
        }
    });
    let list = |path: &str, more: &[&str]| {
        let url = format!("{base}{path}");
        folder.run([&["list", &url], &POLITE[..], more].concat())
    };
    let ran = list("/many.xml", &[]).ok();
    assert_eq!(ran.stdout.lines().count(), 50_001);
    let ran = list("/cut.xml.gz", &[]).failed(1).says("/cut.xml.gz: only the beginning of it could be read");
    assert!((1..999).contains(&ran.stdout.lines().count()));
    assert!(ran.stderr.contains("not all addresses were found: 1 URL could not be read"), "{}", ran.stderr);
    let ran = list("/days.xml", &["--min-date", "2026-01-01"]).ok();
    assert_eq!(ran.stdout, format!("{base}/2026-01-31\n"));
}

/// A site whose robots.txt names a sitemap, and whose first page names a feed.
pub(crate) fn with_lists() -> String {
    server::serve(|head, base| match server::path(head) {
        "/robots.txt" => {
            let text = format!("User-agent: *\nDisallow: /no\nSitemap: {base}/maps/all.xml\n");
            ("200 OK\r\nContent-Type: text/plain".to_owned(), text.into())
        }
        "/" => {
            server::page("<link rel=alternate type=application/rss+xml href=/news.rss><p>Start <a href=/about>us</a>")
        }
        "/maps/all.xml" => xml(format!(
            "<urlset><url><loc>{base}/1</loc><lastmod>2026-01-30</lastmod></url>\
                 <url><loc>{base}/2</loc><lastmod>2026-01-31T10:00:00Z</lastmod></url>\
                 <url><loc>{base}/2026/02/01/x</loc></url><url><loc>{base}/no</loc></url></urlset>"
        )),
        "/news.rss" => xml(format!(
            "<rss><channel><language>de</language><item><link>{base}/3</link>\
                 <pubDate>Sun, 01 Feb 2026 08:00:00 GMT</pubDate></item></channel></rss>"
        )),
        path => match path.trim_start_matches('/').parse::<usize>() {
            Ok(nth) => server::page(page(nth)),
            Err(_) => server::nothing(),
        },
    })
}

#[test]
fn lists_that_a_site_names_are_read() {
    let base = with_lists();
    let list = |more: &[&str]| listed(&base, more);
    assert_eq!(list(&[]), ["/1", "/2", "/2026/02/01/x", "/3", "/about", "/no"]);
    assert_eq!(list(&["--min-date", "2026-01-31"]), ["/2", "/2026/02/01/x", "/3"]);
    assert_eq!(list(&["--min-date", "2026-01-31", "--max-date", "2026-01-31"]), ["/2"]);
    assert_eq!(list(&["--language", "fr", "--include", "[0-9]$"]), ["/1", "/2"]);
    assert_eq!(list(&["--language", "German", "--include", "[0-9]$"]), ["/1", "/2", "/3"]);
}

#[test]
fn a_crawl_reads_them_if_it_is_asked_to() {
    let folder = Folder::new();
    let url = format!("{}/", with_lists());
    let crawl = |more: &[&str]| {
        let args = ["crawl", &url, "-o", "x.warc", "--force", "--contact", "me@example.org"];
        folder.run([&args, &POLITE[..], more].concat()).ok();
        let ran = folder.demold("clean x.warc --fields url --format jsonl").ok();
        ran.stdout.lines().count()
    };
    assert_eq!(crawl(&[]), 1);
    // The start, and the pages of the sitemap and of the feed that are there and may be fetched.
    assert_eq!(crawl(&["--sitemaps"]), 4);
}
