//! Archives of several files, undamaged and damaged, and what is reported about them.

use std::io::{Cursor, Write as _};

use zip::CompressionMethod;

use super::*;
use crate::warc::{Compression, Kind, Record, Writer};

fn warc(nth: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    let record = Record::new(Kind::Resource, "2026-01-31T12:00:00Z")
        .target(&format!("http://a.example/{nth}"))
        .block("text/html", format!("<p>Rain {nth}").into_bytes());
    writer.write(&record).unwrap();
    writer.into_inner()
}

/// Returns an archive of a few files.
fn wacz() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(CompressionMethod::STORE);
    let files = [
        ("datapackage.json", b"{}".to_vec()),
        ("archive/a.warc.gz", warc(0)),
        ("pages/pages.jsonl", b"{}".to_vec()),
        ("archive/b.warc.gz", warc(1)),
    ];
    for (name, bytes) in files {
        writer.start_file(name, options).unwrap();
        writer.write_all(&bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns the addresses of the pages, and what is reported as wrong.
fn read(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let (mut urls, mut faults) = (Vec::new(), Vec::new());
    for item in WaczPages::new(file, "c.wacz", &Options::new()) {
        match item {
            Ok(page) => urls.push(page.url.unwrap()),
            Err(skipped) => faults.push(skipped.to_string()),
        }
    }
    (urls, faults)
}

#[test]
fn the_files_of_an_archive_are_read_one_after_another() {
    let (urls, faults) = read(&wacz());
    assert_eq!(urls, ["http://a.example/0", "http://a.example/1"]);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn without_its_directory_its_records_are_found_all_the_same() {
    let whole = wacz();
    let cut = &whole[..whole.len() - 30];
    let mut other = whole.clone();
    for name in [&b"archive/a"[..], b"archive/b"] {
        for at in memchr::memmem::find_iter(&whole, name) {
            other[at] = b'o';
        }
    }
    for damaged in [cut, &other] {
        let (urls, faults) = read(damaged);
        assert_eq!(urls, ["http://a.example/0", "http://a.example/1"]);
        assert!(faults[0].starts_with("c.wacz: the directory of the archive cannot be read"), "{faults:?}");
    }
}

/// A file, and what its header and the directory say about it.
struct Made {
    name: &'static str,
    bytes: Vec<u8>,
    /// The method, the checksum, and the two lengths.
    about: (u16, u32, u32, u32),
    listed: (u16, u32, u32, u32),
    /// The index of the file whose offset the directory gives for this one.
    at: usize,
}

fn made(name: &'static str, bytes: Vec<u8>) -> Made {
    let mut sum = flate2::Crc::new();
    sum.update(&bytes);
    let about = (0, sum.sum(), bytes.len() as u32, bytes.len() as u32);
    Made { name, bytes, about, listed: about, at: usize::MAX }
}

/// Builds an archive of these files, with headers and a directory that say what is given.
fn archive(files: &[Made]) -> Vec<u8> {
    let record = |mark: &[u8], numbers: &[(u64, usize)]| {
        let mut bytes = mark.to_vec();
        for &(number, width) in numbers {
            bytes.extend_from_slice(&number.to_le_bytes()[..width]);
        }
        bytes
    };
    let sizes =
        |(_, sum, packed, unpacked): (u16, u32, u32, u32)| [(sum.into(), 4), (packed.into(), 4), (unpacked.into(), 4)];
    let (mut bytes, mut directory, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    for file in files {
        starts.push(bytes.len());
        let name = (file.name.len() as u64, 2);
        let head = [(20, 2), (0, 2), (file.about.0.into(), 2), (0, 4)];
        let head = [&head[..], &sizes(file.about), &[name, (0, 2)]].concat();
        bytes.extend(record(b"PK\x03\x04", &head));
        bytes.extend_from_slice(file.name.as_bytes());
        bytes.extend_from_slice(&file.bytes);
    }
    for (nth, file) in files.iter().enumerate() {
        let start = starts[file.at.min(nth)] as u64;
        let name = (file.name.len() as u64, 2);
        let head = [(20, 2), (20, 2), (0, 2), (file.listed.0.into(), 2), (0, 4)];
        let rest = [name, (0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (start, 4)];
        let head = [&head[..], &sizes(file.listed), &rest].concat();
        directory.extend(record(b"PK\x01\x02", &head));
        directory.extend_from_slice(file.name.as_bytes());
    }
    let n_files = (files.len() as u64, 2);
    let places = [(directory.len() as u64, 4), (bytes.len() as u64, 4)];
    let end = [&[(0, 2), (0, 2), n_files, n_files][..], &places, &[(0, 2)]].concat();
    [bytes, directory, record(b"PK\x05\x06", &end)].concat()
}

fn url(nth: usize) -> String {
    format!("http://a.example/{nth}")
}

#[test]
fn files_of_one_name_are_all_read() {
    let name = "archive/a.warc.gz";
    let (urls, faults) = read(&archive(&[made(name, warc(0)), made(name, warc(1))]));
    assert_eq!((urls, faults), (vec![url(0), url(1)], vec![]));
}

#[test]
fn what_stands_before_and_behind_an_archive_changes_nothing() {
    let whole = archive(&[made("archive/a.warc", warc(0))]);
    let mut commented = whole.clone();
    let n = commented.len();
    commented[n - 2] = 6;
    commented.extend_from_slice(b"PK\x05\x06  ");
    for bytes in [[b"#!/bin/sh\n", &whole[..]].concat(), commented] {
        assert_eq!(read(&bytes), (vec![url(0)], vec![]));
    }
}

/// Bytes within an archive move its directory, as bytes before it do.
#[test]
fn bytes_that_were_put_into_an_archive_cost_no_page() {
    let both = [warc(0), warc(1)].concat();
    let (before, after) = (made("archive/a.warc.gz", warc(2)), made("archive/c.warc.gz", warc(3)));
    let whole = archive(&[before, made("archive/b.warc.gz", both.clone()), after]);
    let at = whole.windows(both.len()).position(|window| window == both).unwrap() + warc(0).len();
    let (head, tail) = whole.split_at(at);
    let (mut urls, faults) = read(&[head, b"noise", tail].concat());
    urls.sort_unstable();
    assert_eq!(urls, [0, 1, 2, 3].map(url));
    assert!(!faults.is_empty());
}

#[test]
fn archives_of_64_bits_are_read() {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options =
        zip::write::SimpleFileOptions::default().compression_method(CompressionMethod::STORE).large_file(true);
    writer.start_file("archive/a.warc.gz", options).unwrap();
    writer.write_all(&warc(0)).unwrap();
    for nth in 0..70_000 {
        writer.start_file(format!("{nth}"), options).unwrap();
    }
    writer.start_file("archive/b.warc.gz", options).unwrap();
    writer.write_all(&warc(1)).unwrap();
    let bytes = writer.finish().unwrap().into_inner();
    assert_eq!(read(&bytes), (vec![url(0), url(1)], vec![]));
    let before = [b"before", &bytes[..]].concat();
    assert_eq!(read(&before), (vec![url(0), url(1)], vec![]));
}

#[test]
fn what_the_directory_says_otherwise_is_said() {
    let mut empty = made("archive/a.warc.gz", warc(0));
    (empty.listed.2, empty.listed.3) = (0, 0);
    let (urls, faults) = read(&archive(&[empty, made("archive/b.warc.gz", warc(1))]));
    assert_eq!(urls, [url(0), url(1)]);
    let expected = "c.wacz, archive/a.warc.gz: the directory says that it has 0 bytes, and 0 unpacked";
    assert!(faults[0].starts_with(expected), "{faults:?}");
    assert_eq!(faults.len(), 1);

    let hidden = Made { at: 0, ..made("archive/b.warc.gz", warc(1)) };
    let (urls, faults) = read(&archive(&[made("archive/a.warc.gz", warc(0)), hidden]));
    assert_eq!(urls, [url(0), url(1)]);
    for said in ["bytes follow it that are in no file", "it has bytes in common with"] {
        assert!(faults.iter().any(|fault| fault.contains(said)), "{said}: {faults:?}");
    }

    let mut wrong = made("archive/a.warc.gz", warc(0));
    (wrong.about.1, wrong.listed.1) = (7, 7);
    let (urls, faults) = read(&archive(&[wrong]));
    assert_eq!(urls, [url(0)]);
    let expected = ["c.wacz, archive/a.warc.gz: its checksum is another than that in the archive"];
    assert_eq!(faults, expected);

    let mut long = made("archive/a.warc.gz", warc(0));
    (long.about.2, long.listed.2) = (1 << 20, 1 << 20);
    let (urls, faults) = read(&archive(&[long]));
    assert!(urls.is_empty());
    assert!(faults[0].contains("behind the beginning of the directory"), "{faults:?}");
}

#[test]
fn bytes_are_unpacked_once_and_not_into_too_many() {
    let packed = |bytes: &[u8], n_times: usize| {
        (0..n_times).fold(bytes.to_vec(), |bytes, _| {
            let best = flate2::Compression::best();
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), best);
            encoder.write_all(&bytes).unwrap();
            encoder.finish().unwrap()
        })
    };
    let bomb = [&warc(0)[..], &packed(&vec![b'x'; 8 << 20], 1)].concat();
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&bomb).unwrap();
    let deflated = encoder.finish().unwrap();
    let mut twice = made("archive/a.warc.gz", bomb.clone());
    twice.bytes = deflated;
    twice.about.0 = 8;
    twice.about.2 = twice.bytes.len() as u32;
    twice.listed = twice.about;
    let shared = |nth: usize| Made {
        at: 0,
        bytes: Vec::new(),
        name: ["archive/b.warc", "archive/c.warc"][nth],
        ..made("", Vec::new())
    };
    let (b, c) = (shared(0), shared(1));
    let listed = twice.listed;
    let files = [twice, Made { listed, ..b }, Made { listed, ..c }];
    let (urls, faults) = read(&archive(&files));
    assert_eq!(urls, [url(0)]);
    assert_eq!(faults.len(), 5, "{faults:?}");
    assert!(faults[2].contains("it unpacks to more than"), "{faults:?}");
    for fault in &faults[3..] {
        let expected = "it has bytes in common with archive/a.warc.gz, which is read";
        assert!(fault.contains(expected), "{faults:?}");
    }

    let mut small = made("archive/a.warc.gz", bomb);
    small.bytes = files[0].bytes.clone();
    small.about = (8, small.about.1, small.bytes.len() as u32, 100);
    small.listed = small.about;
    let (_, faults) = read(&archive(&[small]));
    assert!(faults[0].contains("more bytes than the archive has for it"), "{faults:?}");
}
