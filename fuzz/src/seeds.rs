//! Inputs to begin with: the sample site, our cases of tree construction, and one of each kind of record.

use demold::{Learner, Method};
use formats::warc::{Compression, RecordKind, WarcRecord, Writer};
use serde_json::{Map, Value, json};

const DATE: &str = "2026-01-31T12:00:00Z";

/// Some pages of the sample site.
const SAMPLE: &[&str] =
    &[include_str!("../../datasets/sample/index.html"), include_str!("../../datasets/sample/archive.html")];

const CASES: &str = include_str!("../../crates/dom/tests/it/cases.dat");

const SITE: &[&str] = &[
    "<title>One - Site</title><nav><a href=/>Home</a></nav><h1>One</h1><p>The oak has bark.</p><footer>2026</footer>",
    "<title>Two - Site</title><nav><a href=/>Home</a></nav><h1>Two</h1><p>The ash has keys.</p><footer>2026</footer>",
    "<title>Three - Site</title><nav><a href=/>Home</a></nav><h1>Three</h1><p>The elm has wings.</p><footer>2026</footer>",
];

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

fn records() -> Vec<WarcRecord> {
    let answer = |head: &str, body: &[u8]| {
        let mut block = head.as_bytes().to_vec();
        block.extend_from_slice(b"\r\n\r\n");
        block.extend_from_slice(body);
        block
    };
    let page = SITE[0].as_bytes();
    let packed = formats::pack(page, Compression::Gzip).expect("memory does not run out");
    let target = |nth: usize| format!("http://a.example/{nth}");
    let http = "application/http; msgtype=response";
    let plain = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8";
    let blocks = [
        answer(plain, page),
        answer(&format!("{plain}\r\nContent-Encoding: gzip"), &packed),
        answer(&format!("{plain}\r\nTransfer-Encoding: chunked"), b"5\r\n<p>ab\r\n3;x=1\r\nc d\r\n0\r\n\r\n"),
        answer("HTTP/1.1 301 Moved\r\nLocation: /x", b""),
    ];
    let mut records = vec![WarcRecord::warcinfo(DATE, &[("software", "a fuzzer")])];
    for (nth, block) in blocks.into_iter().enumerate() {
        records.push(WarcRecord::new(RecordKind::Response, DATE).target(&target(nth)).block(http, block));
    }
    records.push(WarcRecord::new(RecordKind::Resource, DATE).target(&target(8)).block("text/html", page.to_vec()));
    records.push(
        WarcRecord::new(RecordKind::Conversion, DATE).target(&target(9)).block("text/plain", b"The oak.".to_vec()),
    );
    records
}

pub(crate) fn warc() -> Vec<Vec<u8>> {
    let file = |compression| {
        let mut writer = Writer::new(Vec::new(), compression);
        for record in records() {
            writer.write(&record).expect("memory takes it");
        }
        writer.into_inner()
    };
    [Compression::None, Compression::Gzip, Compression::Zstd].map(file).to_vec()
}

/// One file of each form, and some that are joined of several.
pub(crate) fn files() -> Vec<Vec<u8>> {
    use std::io::{Cursor, Write as _};
    let [plain, gzip, zstd] = [0, 1, 2].map(|nth| warc().swap_remove(nth));
    let lines = jsonl().concat();
    let pack = |compression| formats::pack(&lines, compression).expect("memory does not run out");
    let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
    lz4.write_all(&plain).expect("memory takes it");
    let lz4 = lz4.finish().expect("memory takes it");
    let mut wacz = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::STORE);
    wacz.start_file("archive/a.warc.gz", options).expect("memory takes it");
    wacz.write_all(&gzip).expect("memory takes it");
    let wacz = wacz.finish().expect("memory takes it").into_inner();
    vec![
        [&gzip[..], &plain, &zstd].concat(),
        [&plain[..], &gzip].concat(),
        [&pack(Compression::Gzip)[..], &lines, &pack(Compression::Zstd)].concat(),
        [&lz4[..], &lz4].concat(),
        wacz,
        arc(),
    ]
}

fn arc() -> Vec<u8> {
    let about = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n";
    let mut file = format!("filedesc://a.arc 0.0.0.0 20050131120000 text/plain {}\n{about}\n", about.len());
    for (nth, page) in SITE.iter().enumerate() {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let length = block.len();
        file += &format!("http://a.example/{nth} 192.0.2.1 20050131120000 text/html {length}\n{block}\n");
    }
    file.into_bytes()
}

pub(crate) fn http() -> Vec<Vec<u8>> {
    records().into_iter().map(WarcRecord::into_body).collect()
}

pub(crate) fn jsonl() -> Vec<Vec<u8>> {
    let lines: String = SITE
        .iter()
        .enumerate()
        .map(|(nth, page)| json!({"url": format!("http://a.example/{nth}"), "html": page, "n": nth}).to_string() + "\n")
        .collect();
    vec![lines.into_bytes()]
}

pub(crate) fn rows() -> Vec<Map<String, Value>> {
    let row = |(nth, page): (usize, &&str)| {
        let value =
            json!({"url": format!("http://a.example/{nth}"), "html": page, "n": nth, "share": 0.5, "is": nth == 1});
        value.as_object().cloned().unwrap_or_default()
    };
    SITE.iter().enumerate().map(row).collect()
}

pub(crate) fn table() -> Vec<u8> {
    use formats::ColumnType::{Boolean, Integer, Number, Text};
    let kinds = [("url", Text), ("html", Text), ("n", Integer), ("share", Number), ("is", Boolean)];
    let columns = kinds.map(|(name, kind)| (name.to_owned(), kind));
    let mut writer = formats::TableWriter::new(Vec::new(), &columns, &[]).expect("the columns have plain names");
    for row in rows() {
        writer.write(row).expect("memory takes it");
    }
    writer.finish().expect("memory takes it")
}

pub(crate) fn parquet() -> Vec<Vec<u8>> {
    vec![table()]
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
