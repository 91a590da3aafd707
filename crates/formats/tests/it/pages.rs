//! Pages out of files of every form.

use std::io::Write as _;

use formats::{
    ColumnType, Error, JsonlPages, Page, ParquetPages, ReaderOptions, SkipReason, Skipped, TableWriter, WarcPages,
    warc::{Compression, RecordKind, WarcRecord, Writer},
};
use proptest::prelude::*;

use crate::support::DATE;

fn response(url: &str, head: &str, body: &[u8]) -> WarcRecord {
    let block = [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat();
    WarcRecord::new(RecordKind::Response, DATE).target(url).block("application/http; msgtype=response", block)
}

/// Each line of `records.txt` has a record and what it gives: a page, or why there is none.
#[test]
fn records_are_pages_or_say_why_not() {
    use RecordKind::{Conversion, Resource, Response, Warcinfo};
    let mut writer = Writer::new(Vec::new(), Compression::Zstd);
    let mut expected = Vec::new();
    for line in include_str!("records.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (record, outcome) = line.split_once(" => ").unwrap();
        let [kind, target, identified, media_type, block] = record.splitn(5, " | ").collect::<Vec<_>>()[..] else {
            panic!("{line:?} is no case");
        };
        let kind = [Conversion, Resource, Response, Warcinfo].into_iter().find(|known| known.to_string() == kind);
        let block = block.replace('⏎', "\r\n").replace('␀', "\0").replace('␁', "\u{1}");
        let block = encoding_rs::WINDOWS_1252.encode(&block).0.into_owned();
        let mut record = WarcRecord::new(kind.unwrap(), DATE).block(media_type, block);
        if target != "-" {
            record = record.target(target);
        }
        if identified != "-" {
            record = record.with("WARC-Identified-Payload-Type", identified);
        }
        writer.write(&record).unwrap();
        expected.push(outcome);
    }
    let file = writer.into_inner();
    let options = ReaderOptions::new().max_page(100);
    let found: Vec<String> = WarcPages::new(&file[..], "a.warc", &options)
        .map(|item| match item {
            Ok(page) => format!("the page {}", page.bytes.text().unwrap()),
            Err(skipped) => skipped.reason.to_string(),
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn common_crawls_renamed_headers_are_left_alone() {
    let head = "200 OK\r\nContent-Type: text/html; charset=ISO-8859-1\r\n\
                X-Crawler-Content-Encoding: gzip\r\nX-Crawler-Transfer-Encoding: chunked\r\n\
                Content-Length: 7";
    let record = response("http://a.example/", head, b"<p>Rain");
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    writer.write(&record).unwrap();
    let file = writer.into_inner();
    let page = WarcPages::new(&file[..], "a.warc.gz", &ReaderOptions::new()).next().unwrap().unwrap();
    assert_eq!(*page.bytes, *b"<p>Rain");
    assert_eq!(page.charset.as_deref(), Some("ISO-8859-1"));
    assert_eq!(page.url.as_deref(), Some("http://a.example/"));
    assert_eq!(page.date.as_deref(), Some(DATE));
    assert_eq!(page.id.as_deref(), record.id());
    assert_eq!(page.place.to_string(), "a.warc.gz, byte 0");
}

fn jsonl(file: &str, options: &ReaderOptions) -> Vec<Result<Page, Skipped>> {
    JsonlPages::new(file.as_bytes(), "a.jsonl", options).collect()
}

#[test]
fn lines_are_pages() {
    let found = jsonl(
        "{\"url\": \"http://a.example/\", \"html\": \"<p>\\u00e9\", \"more\": [1]}\n\n{\"html\": \"\"}",
        &ReaderOptions::new(),
    );
    let first = found[0].as_ref().unwrap();
    assert_eq!(*first.bytes, *"<p>é".as_bytes());
    assert_eq!(first.url.as_deref(), Some("http://a.example/"));
    assert_eq!(first.charset.as_deref(), Some("utf-8"));
    assert_eq!(found[1].as_ref().unwrap().place.to_string(), "a.jsonl, line 3");
    assert_eq!(found.len(), 2);
}

#[test]
fn lines_that_are_no_pages_say_why() {
    let options = ReaderOptions::new().url_field("u").html_field("h").max_page(10);
    let long = "x".repeat(2_000_000);
    let lines = format!(
        "{{\"u\": \"a\", \"h\": \"<p>1\"}}\n{{\"u\": \n[1]\n{{\"u\": \"b\", \"html\": \"x\"}}\n\
         {{\"h\": \"<p>12345678\"}}\n{{\"h\": \"{long}\"}}\n{{\"h\": \"last\"}}"
    );
    let found: Vec<String> = jsonl(&lines, &options)
        .into_iter()
        .map(|item| match item {
            Ok(page) => page.bytes.text().unwrap().to_string(),
            Err(skipped) => skipped.to_string(),
        })
        .collect();
    assert_eq!(
        found,
        [
            "<p>1",
            "a.jsonl, line 2: it is not JSON: the line ends at column 6",
            "a.jsonl, line 3: it is not a JSON object",
            "a.jsonl, line 4 (b): there is no text in a field \"h\"; the fields are html",
            "a.jsonl, line 5: the page is larger than 10 bytes",
            "a.jsonl, line 6: the page is larger than 10 bytes",
            "last",
        ]
    );
}

/// A table of addresses and contents, with a column besides.
fn table(rows: &[(Option<String>, String)], name: &str) -> Vec<u8> {
    let columns = [("url", ColumnType::Text), ("n", ColumnType::Number), (name, ColumnType::Text)];
    let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
    let mut writer = TableWriter::new(Vec::new(), &columns, &[]).unwrap();
    for (url, content) in rows {
        let row = serde_json::json!({ "url": url, "n": 0.5, name: content });
        writer.write(row.as_object().unwrap().clone()).unwrap();
    }
    writer.finish().unwrap()
}

fn parquet(file: Vec<u8>, options: &ReaderOptions) -> Result<Vec<Result<Page, Skipped>>, Error> {
    let mut temporary = tempfile::tempfile().unwrap();
    temporary.write_all(&file).unwrap();
    Ok(ParquetPages::new(temporary, "a.parquet", options)?.collect())
}

#[test]
fn rows_are_pages() {
    let rows: Vec<(Option<String>, String)> = (0..50)
        .map(|nth| {
            let url = (nth % 3 != 0).then(|| format!("http://a.example/{nth}"));
            (url, format!("<p>{nth} é"))
        })
        .collect();
    let found = parquet(table(&rows, "html"), &ReaderOptions::new()).unwrap();
    assert_eq!(found.len(), 50);
    for ((url, content), page) in rows.iter().zip(found) {
        let page = page.unwrap();
        assert_eq!(page.url, *url);
        assert_eq!(*page.bytes, *content.as_bytes());
        assert_eq!(page.fields.get("n"), Some("0.5"));
        assert_eq!(page.fields.iter().count(), 1);
    }
    let found = parquet(table(&rows, "html"), &ReaderOptions::new().max_page(7)).unwrap();
    let n_long = found
        .iter()
        .filter(|item| item.as_ref().is_err_and(|skipped| skipped.reason == SkipReason::TooLarge { limit: 7 }))
        .count();
    assert_eq!(n_long, 40);
}

#[test]
fn tables_without_pages_say_what_they_have() {
    let file = table(&[], "text");
    let message = parquet(file, &ReaderOptions::new()).unwrap_err().to_string();
    assert_eq!(message, "there is no column \"html\" of strings; the columns are url, n, text");
    let message = parquet(b"PAR1 and no more".to_vec(), &ReaderOptions::new()).unwrap_err().to_string();
    assert!(message.starts_with("it cannot be read as Parquet: "), "{message}");
    assert_eq!(parquet(table(&[], "html"), &ReaderOptions::new()).unwrap().len(), 0);
}

#[test]
fn damaged_tables_are_refused_or_read() {
    let rows: Vec<(Option<String>, String)> = (0..20).map(|nth| (None, format!("<p>{nth}"))).collect();
    let file = table(&rows, "html");
    // The decoder is known to panic at some of these.
    for (at, byte) in (0..file.len()).flat_map(|at| [(at, 29), (at, 130)]) {
        let mut file = file.clone();
        file[at] = byte;
        let n_items = parquet(file, &ReaderOptions::new()).map_or(0, |found| found.len());
        assert!(n_items <= 21);
    }
    for end in 0..file.len() {
        assert!(parquet(file[..end].to_vec(), &ReaderOptions::new()).is_err());
    }
}

proptest! {
    #[test]
    fn lines_are_passed_over_as_they_are_read(
        lines in proptest::collection::vec("(|\u{feff}| |\\{\"html\": \"x{0,9}\"\\}|\\[|\r)", 0..12), n in 0_usize..12,
    ) {
        let file = lines.join("\n");
        let options = ReaderOptions::new().max_page(6);
        let pages = || JsonlPages::new(file.as_bytes(), "a", &options);
        let passed_over: Vec<String> = pages().skip(n).map(|page| format!("{page:?}")).collect();
        let mut read = pages();
        read.by_ref().take(n).for_each(drop);
        let read: Vec<String> = read.map(|page| format!("{page:?}")).collect();
        prop_assert_eq!(passed_over, read);
    }
}
