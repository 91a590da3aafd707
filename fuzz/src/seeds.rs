//! Inputs to begin with: the sample site, our cases of tree construction, and one of each kind of record.

use demold::{Learner, Method};
use formats::warc::Compression;

use crate::stored::{Stored, stored};

/// Some pages of the sample site.
const SAMPLE: &[&str] =
    &[include_str!("../../datasets/sample/index.html"), include_str!("../../datasets/sample/archive.html")];

const CASES: &str = include_str!("../../crates/dom/tests/it/cases.dat");

const SITE: &[&str] = &[
    "<title>One - Site</title><nav><a href=/>Home</a></nav><h1>One</h1><p>The oak has bark.</p><footer>2026</footer>",
    "<title>Two - Site</title><nav><a href=/>Home</a></nav><h1>Two</h1><p>The ash has keys.</p><footer>2026</footer>",
    "<title>Three - Site</title><nav><a href=/>Home</a></nav><h1>Three</h1><p>The elm has wings.</p><footer>2026</footer>",
];

/// Records of other kinds than answers of servers.
const KINDS: &str = "\
WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Date: 2026-01-31T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
Content-Type: application/warc-fields\r\nContent-Length: 20\r\n\r\nsoftware: a fuzzer\r\n\r\n\r\n\
WARC/1.1\r\nWARC-Type: resource\r\nWARC-Date: 2026-01-31T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:2>\r\n\
WARC-Target-URI: http://a.example/8\r\nContent-Type: text/html\r\nContent-Length: 11\r\n\r\n<p>The oak.\r\n\r\n\
WARC/1.1\r\nWARC-Type: conversion\r\nWARC-Date: 2026-01-31T12:00:00Z\r\nWARC-Record-ID: <urn:uuid:3>\r\n\
WARC-Target-URI: http://a.example/9\r\nContent-Type: text/plain\r\nContent-Length: 8\r\n\r\nThe oak.\r\n\r\n";

pub(crate) fn pages() -> Vec<Vec<u8>> {
    let cases = CASES.split("#data\n").filter_map(|case| {
        let end = case.find("\n#errors")?;
        Some(case.as_bytes()[..end].to_vec())
    });
    // The second half is soup: see `pages`.
    let soup = (0..16_u8).map(|nth| {
        let mut soup = vec![0xFF];
        soup.extend((0..48_u8).map(|at| at.wrapping_mul(2 * nth + 3).wrapping_add(nth)));
        soup
    });
    let sites = SAMPLE.iter().chain(SITE).map(|page| page.as_bytes().to_vec());
    sites.chain(cases).chain(soup).collect()
}

/// A file of each kind.
pub(crate) fn stored_pages() -> Vec<Stored> {
    let pages = SITE.iter().enumerate().map(|(nth, &page)| (format!("http://a.example/{nth}"), page.to_owned()));
    stored(pages).expect("memory does not run out")
}

fn named(beginning: &str) -> Vec<Vec<u8>> {
    stored_pages().into_iter().filter(|file| file.name.starts_with(beginning)).map(|file| file.bytes).collect()
}

pub(crate) fn warc() -> Vec<Vec<u8>> {
    let mut files = named("WARC");
    files.push(KINDS.as_bytes().to_vec());
    files
}

/// One file of each form, and one that is joined of several.
pub(crate) fn files() -> Vec<Vec<u8>> {
    let mut files: Vec<Vec<u8>> = stored_pages().into_iter().map(|file| file.bytes).collect();
    files.push(files[..3].concat());
    files
}

pub(crate) fn http() -> Vec<Vec<u8>> {
    let page = SITE[0].as_bytes();
    let packed = formats::pack(page, Compression::Gzip).expect("memory does not run out");
    let plain = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8";
    [
        (plain.to_owned(), page),
        (format!("{plain}\r\nContent-Encoding: gzip"), &*packed),
        (format!("{plain}\r\nTransfer-Encoding: chunked"), b"5\r\n<p>ab\r\n3;x=1\r\nc d\r\n0\r\n\r\n"),
        ("HTTP/1.1 301 Moved\r\nLocation: /x".to_owned(), b""),
    ]
    .map(|(head, body)| [head.as_bytes(), b"\r\n\r\n", body].concat())
    .to_vec()
}

pub(crate) fn jsonl() -> Vec<Vec<u8>> {
    named("JSON Lines")
}

/// Numbers that damages are made of.
pub(crate) fn damages() -> Vec<Vec<u8>> {
    (0..64_u8).map(|nth| (0..8_u8).map(|at| nth.wrapping_mul(2 * at + 37).wrapping_add(at)).collect()).collect()
}

pub(crate) fn parquet() -> Vec<Vec<u8>> {
    named("Parquet")
}

pub(crate) fn templates() -> Vec<Vec<u8>> {
    let methods = [Method::Classify, Method::Distill, Method::Mine, Method::Map];
    let learn = |method| Learner::new().method(method).learn(SITE).expect("three pages are enough");
    methods.map(|method| learn(method).to_json().into_bytes()).to_vec()
}

pub(crate) fn site() -> &'static [&'static str] {
    SITE
}

pub(crate) fn expressions() -> Vec<Vec<u8>> {
    let pages: Vec<demold::Reading<'_>> = SITE.iter().map(|&page| page.into()).collect();
    let mined = Learner::new().method(Method::Mine).expressions(&pages);
    let mined = mined.map(|list| list.to_file("mined")).unwrap_or_default();
    let plain = "# separator: \\s+\n(\\s+|^)I'm\\s+[0-9]+\\s+years\\s+old\\.(\\s+|$)\n<p>.*?</p>\n";
    vec![mined.into_bytes(), plain.as_bytes().to_vec()]
}

pub(crate) fn addresses() -> Vec<Vec<u8>> {
    let known = [
        "https://a.example/news/tides.html",
        "http://a.example/../../etc/passwd?x=1#y",
        "HTTP://User:Pass@A.example:8080/%2e%2e/CON",
        "file:///etc/passwd",
        "http://[::1]/a",
        "http://b\u{fc}cher.example/\u{e9}\nhttps://a.example/news/TIDES.html",
        "",
        "/",
        "\\\\server\\share",
    ];
    known.map(|url| url.as_bytes().to_vec()).to_vec()
}

pub(crate) fn robots() -> Vec<Vec<u8>> {
    let known = [
        "User-agent: *\nDisallow: /private/\nAllow: /private/open$\nCrawl-delay: 2\nSitemap: http://a.example/s.xml\n",
        "User-agent: demold\nUser-agent: other\nDisallow: /*.pdf$\n\nUser-agent: *\nDisallow:\n",
    ];
    known.map(|file| file.as_bytes().to_vec()).to_vec()
}
