//! Several addresses as inputs, and lists of them, against a server on the loopback interface.

use serde_json::Value;

use super::web::{POLITE, serve, with_lists};
use crate::{
    command::{Folder, Ran},
    server,
};

/// Returns the addresses of records, without that of their server.
pub(super) fn of_records(lines: &str, base: &str) -> Vec<String> {
    let records = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    records.map(|record| record["url"].as_str().unwrap().replace(base, "")).collect()
}

fn urls(ran: &Ran, base: &str) -> Vec<String> {
    of_records(&ran.stdout, base)
}

#[test]
fn one_address_without_a_page_does_not_concern_the_others() {
    let folder = Folder::new();
    let base = serve();
    let of = |path: &str| format!("{base}{path}");
    let (five, none, two) = (of("/5"), of("/none"), of("/2"));
    let jsonl = ["--format", "jsonl", "--fields", "url"];
    // In the order in which they were given, with one that is given twice.
    let ran = folder.run([&["clean", &five, &none, &two, &five], &jsonl[..], &POLITE[..]].concat()).failed(1);
    assert_eq!(urls(&ran, &base), ["/5", "/2"]);
    let sum = "4 in = 2 out + 2 skipped (1 × a URL whose page was there already, 1 × a URL without a page)";
    assert!(ran.stderr.contains(sum), "{}", ran.stderr);
    let named = format!("error: {none} gave no page: the server has none there");
    assert!(ran.stderr.contains(&named), "{}", ran.stderr);
    // If none has a page, nothing is made.
    let nowhere = of("/nowhere");
    let ran = folder.run([&["clean", &none, &nowhere, "-o", "o.jsonl"], &POLITE[..]].concat());
    ran.failed(1).says("error: 2 URLs gave no page");
    assert_eq!(folder.files(), [""; 0]);
    // To a folder, each page has a file.
    folder.run([&["clean", &five, &none, &two, "-o", "md", "--format", "markdown"], &POLITE[..]].concat()).failed(1);
    assert_eq!(folder.files().len(), 2, "{:?}", folder.files());
}

#[test]
fn what_is_fetched_for_a_page_is_no_page() {
    let folder = Folder::new();
    let base = server::serve(|head, _| match server::path(head) {
        "/moved" => ("301 Moved\r\nLocation: /page".to_owned(), Vec::new()),
        "/page" => server::page(crate::command::page(3)),
        _ => server::nothing(),
    });
    let url = format!("{base}/moved");
    let ran = folder.run([&["clean", &url, "--format", "jsonl"], &POLITE[..]].concat()).ok().says("1 page cleaned; ");
    assert_eq!(urls(&ran, &base), ["/page"]);
    assert!(!ran.stderr.contains("skipped"), "{}", ran.stderr);
}

#[test]
fn a_list_of_addresses_is_read_from_wherever_it_is() {
    let folder = Folder::new();
    let base = serve();
    let list = format!("# of today\r\n\r\n{base}/5\r\n{base}/2#top\n\n{base}/7");
    folder.write("urls.txt", &list);
    folder.write("list", &list);
    let jsonl = ["--format", "jsonl", "--fields", "url"];
    let clean = |args: &[&str], stdin: &str| {
        let ran = folder.run_with([&["clean"], args, &jsonl, &POLITE].concat(), stdin.as_bytes()).ok();
        urls(&ran, &base)
    };
    let expected = ["/5", "/2", "/7"];
    assert_eq!(clean(&["--urls", "list"], ""), expected);
    assert_eq!(clean(&["urls.txt"], ""), expected);
    assert_eq!(clean(&["--urls", "-"], &list), expected);
    // With other inputs, in their order.
    folder.write("a.html", "<link rel=canonical href=http://a.example/><p>A page of its own with some words.");
    assert_eq!(clean(&["a.html", "urls.txt"], ""), ["http://a.example/", "/5", "/2", "/7"]);
    folder.demold("clean - --urls -").failed(1).says("standard input (-) is given twice");
    // As the shell of Windows writes it.
    let wide: Vec<u8> = format!("\u{feff}{list}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("wide.txt", wide);
    folder.demold("clean --urls wide.txt -o o.jsonl").failed(1).says("it is UTF-16; save it as UTF-8");
    // Whatever was written before: the pages cannot be asked for again.
    folder.write("w.jsonl", "{}\n");
    folder.demold("clean --urls list -o w.jsonl --resume").failed(1).says("URLs cannot be read again");
    folder.demold("clean --urls none -o o.jsonl").failed(1).says("cannot read none");
    // The list is not replaced by what it leads to.
    let ran = folder.run([&["clean", "--urls", "urls.txt", "-o", "urls.txt", "--force"], &POLITE[..]].concat());
    assert!(ran.failed(1).stderr.contains("is one of the pages or files that are read"));
    assert_eq!(folder.read("urls.txt"), list);
}

#[test]
fn a_line_without_a_page_is_named() {
    let folder = Folder::new();
    let base = serve();
    let long = "x".repeat(70_000);
    folder.write("list", format!("{base}/5\nexample.org/x\n{base}/none\nftp://a.example/\n{long}\n{base}/2\n"));
    let clean = ["clean", "--urls", "list", "--format", "jsonl", "--fields", "url"];
    for quiet in [&[][..], &["--quiet"]] {
        let ran = folder.run([&clean[..], &POLITE, quiet].concat()).failed(1);
        assert_eq!(urls(&ran, &base), ["/5", "/2"]);
        ran.says_all(&[
            "list, line 2: example.org/x is no http(s) address\n".to_owned(),
            format!("list, line 3: {base}/none gave no page: the server has none there"),
            "list, line 4: ftp://a.example/ is no http(s) address\n".to_owned(),
            format!("list, line 5: {}… is no http(s) address", "x".repeat(80)),
        ]);
    }
    let ran = folder.run([&clean[..], &POLITE].concat()).failed(1).says("error: 4 URLs gave no page");
    assert!(ran.stderr.contains("6 in = 2 out + 4 skipped (4 × a URL without a page)"), "{}", ran.stderr);
}

#[test]
fn a_sitemap_or_a_feed_stands_for_the_pages_that_it_lists() {
    let folder = Folder::new();
    let clean = |base: &str, path: &str, more: &[&str]| {
        let url = format!("{base}{path}");
        let ran = folder.run([&["clean", &url, "--format", "jsonl", "--fields", "url"], &POLITE[..], more].concat());
        let ran = ran.ok();
        (urls(&ran, base), ran.stderr)
    };
    let base = serve();
    let (found, said) = clean(&base, "/map.xml", &[]);
    assert_eq!(found, ["/1", "/2", "/3"]);
    assert!(!said.contains("skipped"), "{said}");
    let (found, said) = clean(&base, "/map.xml", &["--max-pages", "2"]);
    assert_eq!(found, ["/1", "/2"]);
    assert!(said.contains("1 URL found and not fetched; --max-pages allows more pages"), "{said}");
    assert_eq!(clean(&base, "/map.xml", &["--exclude", "/2$"]).0, ["/1", "/3"]);
    // robots.txt is obeyed, and what is not there is named and counted.
    let base = with_lists();
    let (found, said) = clean(&base, "/maps/all.xml", &[]);
    assert_eq!(found, ["/1", "/2"]);
    assert!(said.contains(&format!("{base}/2026/02/01/x: status 404")), "{said}");
    assert!(said.contains("4 in = 2 out + 2 skipped (2 × a URL without a page)"), "{said}");
    assert_eq!(clean(&base, "/news.rss", &[]).0, ["/3"]);
}

#[test]
fn many_pages_of_a_host_need_a_contact() {
    let folder = Folder::new();
    let base = serve();
    let list: String = (0..51).map(|nth| format!("{base}/{nth}\n")).collect();
    folder.write("urls.txt", list);
    let ran = folder.run([&["clean", "urls.txt", "-o", "o.jsonl"], &POLITE[..]].concat()).failed(1);
    assert!(ran.stderr.contains("51 addresses of one host are given; more than 50 need --contact"), "{}", ran.stderr);
    assert_eq!(folder.files(), ["urls.txt"]);
}
