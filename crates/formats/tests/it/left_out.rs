//! A program without the feature `packed` says what it lacks, reads everything else, and loses no page in silence.

use std::io::{Read as _, Seek as _, Write as _};

use formats::{
    Content, Form, Page, ReaderOptions, Skipped, open,
    warc::{Compression, RecordKind, WarcRecord, Writer},
};

const LZ4: &[u8] = b"\x04\x22\x4d\x18\x64\x40\xa7\0\0\0\0";
const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd\x24\x01\x09\0\0{\x99\xe9\xd8\x51";
const DICTIONARY: &[u8] = b"\x5d\x2a\x4d\x18\x01\0\0\0{";
const ZIP: &[u8] = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0";

fn file(bytes: &[u8]) -> std::fs::File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

fn how_to_get(what: &str) -> String {
    format!("this program was built without {what}: build it with the feature `packed`, as it is by default")
}

/// An error with its causes.
fn said(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(cause) => format!("{error}: {}", said(cause)),
        None => error.to_string(),
    }
}

#[test]
fn a_file_that_cannot_be_unpacked_says_how_it_can() {
    for (bytes, what) in [(LZ4, "LZ4"), (ZSTD, "Zstandard"), (DICTIONARY, "Zstandard")] {
        for form in [Form::Warc, Form::Jsonl] {
            let error = open(file(bytes), form, "a", &ReaderOptions::new()).unwrap_err();
            assert!(said(&error).ends_with(&how_to_get(what)), "{}", said(&error));
        }
        let error = Content::of_file(&mut file(bytes), false).unwrap_err();
        assert_eq!(error.to_string(), how_to_get(what));
    }
    let error = Content::of_file(&mut file(ZIP), false).unwrap_err();
    assert_eq!(error.to_string(), how_to_get("ZIP"));
    let error = open(file(ZIP), Form::Wacz, "a", &ReaderOptions::new()).unwrap_err();
    assert_eq!(error.to_string(), how_to_get("WACZ"));
}

#[test]
fn nothing_is_packed_that_cannot_be() {
    assert_eq!(formats::pack(b"<p>Rain", Compression::Zstd).unwrap_err().to_string(), how_to_get("Zstandard"));
    let packed = formats::pack(b"<p>Rain", Compression::Gzip).unwrap();
    let mut found = String::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut found).unwrap();
    assert_eq!(found, "<p>Rain");
}

fn answer(nth: usize, encoding: &str, body: &[u8]) -> WarcRecord {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: {encoding}\r\n\r\n");
    WarcRecord::new(RecordKind::Response, "2026-01-31T12:00:00Z")
        .target(&format!("http://a.example/{nth}"))
        .block("application/http; msgtype=response", [head.as_bytes(), body].concat())
}

fn read(bytes: &[u8]) -> Vec<Result<Page, Skipped>> {
    open(file(bytes), Form::Warc, "a.warc", &ReaderOptions::new()).unwrap().collect()
}

#[test]
fn only_what_is_packed_is_lost_and_said() {
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    let coded = [("br", &b"\x8b\x03\x80<p>Rain\x03"[..]), ("zstd", ZSTD), ("identity", b"<p>Snow")];
    for (nth, (encoding, body)) in coded.into_iter().enumerate() {
        writer.write(&answer(nth, encoding, body)).unwrap();
    }
    let plain = writer.into_inner();
    let found = read(&plain);
    for (item, what) in found.iter().zip(["Brotli", "Zstandard"]) {
        let skipped = item.as_ref().unwrap_err();
        assert!(skipped.reason.to_string().ends_with(&how_to_get(what)), "{skipped:?}");
    }
    assert_eq!(*found[2].as_ref().unwrap().bytes, *b"<p>Snow");
    assert_eq!(found.len(), 3);
    // Somebody has joined a file that can be read, one that cannot, and the first again.
    let joined = read(&[&plain[..], ZSTD, &plain].concat());
    let pages = joined.iter().flatten().count();
    assert_eq!(pages, 2, "{joined:?}");
    let is_said = |item: &Result<Page, Skipped>| {
        item.as_ref().is_err_and(|skipped| skipped.reason.to_string().contains(&how_to_get("Zstandard")))
    };
    // One body a file, and what stands between them.
    assert_eq!(joined.iter().filter(|item| is_said(item)).count(), 3, "{joined:?}");
}
