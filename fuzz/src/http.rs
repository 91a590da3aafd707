//! Answers of servers, as records hold them and as a crawl takes them.

use formats::{
    ReaderOptions, WarcPages,
    warc::{Compression, RecordKind, WarcRecord, Writer},
};

/// Pages are no longer.
const MOST: usize = 64 << 10;

/// Reads the page of an answer.
pub(crate) fn run(data: &[u8]) {
    let record = WarcRecord::new(RecordKind::Response, "2026-01-31T12:00:00Z")
        .target("http://a.example/")
        .block("application/http; msgtype=response", data.to_vec());
    let mut writer = Writer::new(Vec::new(), Compression::None);
    writer.write(&record).expect("memory takes it");
    let items: Vec<_> =
        WarcPages::new(&writer.into_inner()[..], "file", &ReaderOptions::new().max_page(MOST)).collect();
    assert_eq!(items.len(), 1, "a record is a page, or is said to be none");
    if let Ok(page) = &items[0] {
        assert!(page.bytes.len() <= MOST);
        let _ = page.fingerprint();
    }
    let (head, body) = data.split_at(data.len().min(24));
    let head = String::from_utf8_lossy(head);
    for (body, encodings) in [(body, &*head), (data, "gzip"), (data, "br"), (data, "zstd"), (data, "gzip, zstd")] {
        let decoded = formats::http::decoded(body.into(), encodings, MOST);
        assert!(decoded.bytes.len() <= MOST.max(body.len()));
    }
}
