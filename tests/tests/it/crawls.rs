//! Crawls: many sites, in files of every form.

mod broken;
mod declared;
mod forms;
mod poison;
mod resuming;
mod settings;
mod templates;

use std::collections::BTreeMap;

use formats::{
    ColumnType, TableWriter,
    warc::{Compression, RecordKind, WarcRecord, Writer},
};
use serde_json::{Value, json};

const DATE: &str = "2026-01-31T12:00:00Z";

/// Pages of generated sites, with their addresses.
pub(crate) fn generated(seed: u64, n_sites: usize, n_pages: usize) -> Vec<(String, String)> {
    let crawl = sitegen::Crawl::new(seed, n_sites, n_pages, 4_000).unwrap();
    crawl.map(|(_, page)| (page.url().to_owned(), page.html().to_owned())).collect()
}

/// A crawl of small sites, and pages besides that must be told from theirs.
fn pages() -> Vec<(String, String)> {
    let crawl = sitegen::Crawl::new(11, 5, 60, 5_000).unwrap();
    crawl
        .map(|(_, page)| {
            // The mirror of a crawl knows addresses only by what pages say.
            let link = format!("<head>\n<link rel=\"canonical\" href=\"{}\">", page.url());
            (page.url().to_owned(), page.html().replacen("<head>", &link, 1))
        })
        .collect()
}

fn response(url: &str, head: &str, body: &[u8]) -> WarcRecord {
    let block = [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat();
    WarcRecord::new(RecordKind::Response, DATE).target(url).block("application/http; msgtype=response", block)
}

fn html(url: &str, page: &str) -> WarcRecord {
    response(url, "200 OK\r\nContent-Type: text/html; charset=utf-8", page.as_bytes())
}

/// A record by itself.
pub(crate) fn record(url: &str, page: &str, compression: Compression) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), compression);
    writer.write(&html(url, page)).unwrap();
    writer.into_inner()
}

pub(crate) fn warc(pages: &[(String, String)], compression: Compression) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), compression);
    writer.write(&WarcRecord::warcinfo(DATE, &[("software", "test")])).unwrap();
    for (url, page) in pages {
        writer.write(&WarcRecord::new(RecordKind::Request, DATE).target(url)).unwrap();
        writer.write(&html(url, page)).unwrap();
    }
    writer.into_inner()
}

/// Pages and their addresses as a table.
pub(crate) fn parquet(pages: &[(String, String)]) -> Vec<u8> {
    let columns = ["url", "html"].map(|name| (name.to_owned(), ColumnType::Text));
    let mut table = TableWriter::new(Vec::new(), &columns, &[]).unwrap();
    for (url, page) in pages {
        table.write(json!({ "url": url, "html": page }).as_object().unwrap().clone()).unwrap();
    }
    table.finish().unwrap()
}

/// Leaves out what an input says about a page, except its address.
fn ours(mut records: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    for record in records.values_mut() {
        let fields = record.as_object_mut().unwrap();
        fields.retain(|name, _| demold::Record::FIELDS.contains(&name.as_str()));
    }
    records
}

/// Returns the records by their URLs.
fn records(text: &str) -> BTreeMap<String, Value> {
    text.lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            (record["url"].as_str().unwrap().to_owned(), record)
        })
        .collect()
}
