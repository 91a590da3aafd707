//! Archives of several files, undamaged and damaged, and what is reported about them.

use std::io::{Cursor, Write as _};

use zip::CompressionMethod;

use super::*;
use crate::warc::{Compression, RecordKind, WarcRecord, Writer};

fn warc(nth: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    let record = WarcRecord::new(RecordKind::Resource, "2026-01-31T12:00:00Z")
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
    for item in WaczPages::new(file, "c.wacz", &ReaderOptions::new()) {
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
    for name in [&b"archive/a.warc"[..], b"archive/b.warc"] {
        for at in memchr::memmem::find_iter(&whole, name) {
            other[at] = b'o';
            other[at + name.len() - 1] = b'k';
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
    /// The name by which the directory lists it, if it does.
    listed_as: Option<&'static str>,
}

fn made(name: &'static str, bytes: Vec<u8>) -> Made {
    let mut sum = flate2::Crc::new();
    sum.update(&bytes);
    let about = (0, sum.sum(), bytes.len() as u32, bytes.len() as u32);
    Made { name, bytes, about, listed: about, at: usize::MAX, listed_as: Some(name) }
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
    let mut n_listed = 0;
    for (nth, file) in files.iter().enumerate() {
        let Some(listed_as) = file.listed_as else {
            continue;
        };
        n_listed += 1;
        let start = starts[file.at.min(nth)] as u64;
        let name = (listed_as.len() as u64, 2);
        let head = [(20, 2), (20, 2), (0, 2), (file.listed.0.into(), 2), (0, 4)];
        let rest = [name, (0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (start, 4)];
        let head = [&head[..], &sizes(file.listed), &rest].concat();
        directory.extend(record(b"PK\x01\x02", &head));
        directory.extend_from_slice(listed_as.as_bytes());
    }
    let n_files = (n_listed, 2);
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
    for said in ["archive/b.warc.gz: the directory of the archive does not list it", "it has bytes in common with"] {
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
    let shared = |nth: usize| Made { at: 0, ..made(["archive/b.warc", "archive/c.warc"][nth], Vec::new()) };
    let (b, c) = (shared(0), shared(1));
    let listed = twice.listed;
    let files = [twice, Made { listed, ..b }, Made { listed, ..c }];
    let (urls, faults) = read(&archive(&files));
    assert_eq!(urls, [url(0)]);
    // The files that the directory does not list are at their own headers, and empty.
    assert_eq!(faults.len(), 8, "{faults:?}");
    assert!(faults[1].contains("it unpacks to more than"), "{faults:?}");
    for fault in &faults[2..4] {
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

#[test]
fn files_are_read_however_their_folder_is_spelled() {
    for (name, expected) in [
        ("archive/b.warc.gz", true),
        ("./archive/b.warc.gz", true),
        ("/archive/b.warc.gz", true),
        ("archive\\b.warc.gz", true),
        ("ARCHIVE/B.WARC.GZ", true),
        ("crawl/archive/2026/b.warc.gz", true),
        ("b.warc.gz", true),
        ("other/b.warc.gz", true),
        ("archive/part-1", true),
        ("other/part-1", false),
    ] {
        let files = [made("archive/a.warc.gz", warc(0)), made("archive/", Vec::new()), made(name, warc(1))];
        let expected = if expected { vec![url(0), url(1)] } else { vec![url(0)] };
        assert_eq!(read(&archive(&files)), (expected, vec![]), "{name}");
    }
    let mut bytes = archive(&[made("archive/Q.warc.gz", warc(0))]);
    for at in memchr::memmem::find_iter(&bytes.clone(), b"/Q.") {
        bytes[at + 1] = 0xff;
    }
    assert_eq!(read(&bytes), (vec![url(0)], vec![]));
}

#[test]
fn an_archive_in_an_archive_is_searched() {
    let files = [made("archive/a.warc.gz", warc(0)), made("b.wacz", archive(&[made("archive/b.warc.gz", warc(1))]))];
    let (urls, faults) = read(&archive(&files));
    assert_eq!(urls, [url(0), url(1)]);
    assert!(faults.iter().any(|fault| fault.starts_with("c.wacz, b.wacz")), "{faults:?}");
}

/// Packs a file, so that it cannot be found by searching for records.
fn deflated(mut file: Made) -> Made {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&file.bytes).unwrap();
    file.bytes = encoder.finish().unwrap();
    (file.about.0, file.about.2) = (8, file.bytes.len() as u32);
    file.listed = file.about;
    file
}

#[test]
fn files_that_the_directory_does_not_list_are_read_and_named() {
    let other = |listed_as| Made { listed_as, ..made("datapackage.json", b"{}".to_vec()) };
    let first = || made("archive/a.warc.gz", warc(0));
    let last = || made("archive/c.warc.gz", warc(2));
    for listed_as in [None, Some("archiwe/b.warc_gz")] {
        for is_deflated in [false, true] {
            let hidden = || {
                let file = made("archive/b.warc.gz", warc(1));
                Made { listed_as, ..if is_deflated { deflated(file) } else { file } }
            };
            for files in [
                [hidden(), first(), last(), other(Some("datapackage.json"))],
                [first(), hidden(), other(Some("datapackage.json")), last()],
                [first(), other(Some("datapackage.json")), hidden(), last()],
                [first(), last(), other(Some("datapackage.json")), hidden()],
            ] {
                let (mut urls, faults) = read(&archive(&files));
                urls.sort_unstable();
                assert_eq!(urls, [url(0), url(1), url(2)]);
                assert_eq!(faults, ["c.wacz, archive/b.warc.gz: the directory of the archive does not list it"]);
            }
        }
    }
    // With the sizes after the file, and with wrong ones.
    for sizes in [0, 1 << 30] {
        let mut hidden = Made { listed_as: None, ..made("archive/b.warc.gz", warc(1)) };
        (hidden.about.2, hidden.about.3) = (sizes, sizes);
        let mut bytes = archive(&[first(), hidden, last()]);
        let at = memchr::memmem::find(&bytes, b"archive/b").unwrap() - 30 + 6;
        bytes[at] = if sizes == 0 { local::HAS_DESCRIPTOR as u8 } else { 0 };
        let (mut urls, faults) = read(&bytes);
        urls.sort_unstable();
        assert_eq!(urls, [url(0), url(1), url(2)]);
        assert_eq!(faults[0], "c.wacz, archive/b.warc.gz: the directory of the archive does not list it");
    }
}

#[test]
fn a_file_that_is_not_listed_is_read_to_the_next_one_if_its_header_is_wrong() {
    let names = ["archive/a.warc.gz", "archive/b.warc.gz", "archive/c.warc.gz"];
    let n_bytes = warc(0).len() as u32;
    for n_stated in [n_bytes - 1, n_bytes / 2, 1, n_bytes + 1, n_bytes + 60] {
        let files = [0, 1, 2].map(|nth| {
            let mut file = Made { listed_as: None, ..made(names[nth], warc(nth)) };
            (file.about.2, file.about.3) = (n_stated, n_stated);
            file
        });
        let [a, b, c] = files;
        let (urls, _) = read(&archive(&[a, b, c, made("datapackage.json", b"{}".to_vec())]));
        assert_eq!(urls, [url(0), url(1), url(2)], "{n_stated} of {n_bytes}");
    }
}

#[test]
fn bytes_of_no_file_are_searched_and_named() {
    let mut whole =
        archive(&[Made { listed_as: None, ..made("archive/b.warc.gz", warc(1)) }, made("archive/a.warc.gz", warc(0))]);
    whole[2] = b'?';
    let (mut urls, faults) = read(&whole);
    urls.sort_unstable();
    assert_eq!(urls, [url(0), url(1)]);
    let n_bytes = 30 + "archive/b.warc.gz".len() + warc(1).len();
    assert_eq!(faults[0], format!("c.wacz, bytes 0 to {n_bytes}: they are in no file of the directory"));
}

#[test]
fn of_two_archives_in_one_file_both_are_read() {
    let (a, b) = (archive(&[made("archive/a.warc.gz", warc(0))]), archive(&[made("archive/b.warc.gz", warc(1))]));
    for bytes in [[&a[..], &b].concat(), [&b[..], &a[..a.len() - 40]].concat()] {
        let (mut urls, faults) = read(&bytes);
        urls.sort_unstable();
        assert_eq!(urls, [url(0), url(1)]);
        assert!(faults[0].ends_with("the directory of the archive does not list it"), "{faults:?}");
    }
}

#[test]
fn a_file_without_a_record_is_named() {
    let (urls, faults) = read(&archive(&[made("archive/a.warc", Vec::new()), made("archive/b.warc.gz", warc(1))]));
    assert_eq!(urls, [url(1)]);
    assert_eq!(faults, ["c.wacz, archive/a.warc: it is empty: there is no record in it"]);
}

/// As many headers as fit, of which none ends within the gap, and directories that list one header many times.
#[test]
fn headers_that_lead_nowhere_cost_little() {
    let name = [b'x'; 26];
    let header = [b"PK\x03\x04", &name[..22], &u16::MAX.to_le_bytes(), &u16::MAX.to_le_bytes()].concat();
    let gap = header.repeat(20_000);
    let bytes = [&gap[..], &archive(&[made("archive/a.warc.gz", warc(0))])].concat();
    assert_eq!(read(&bytes), (vec![url(0)], vec![]));
}
