//! Archives of several files, undamaged and damaged, and what is reported about them.

use std::io::{Cursor, Write as _};

use zip::{CompressionMethod, write::SimpleFileOptions};

use super::*;
use crate::warc::{Compression, RecordKind, WarcRecord, Writer};

fn warc(nth: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    let record = WarcRecord::new(RecordKind::Resource, "2026-01-31T12:00:00Z")
        .target(&url(nth))
        .block("text/html", format!("<p>Rain {nth}").into_bytes());
    writer.write(&record).unwrap();
    writer.into_inner()
}

fn url(nth: usize) -> String {
    format!("http://a.example/{nth}")
}

/// Returns an archive of these files.
fn archive(files: &[(&str, &[u8])], is_large: bool) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::STORE).large_file(is_large);
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns an archive of a few files.
fn wacz() -> Vec<u8> {
    let (a, b) = (warc(0), warc(1));
    let files: [(&str, &[u8]); 4] = [
        ("datapackage.json", b"{}"),
        ("archive/a.warc.gz", &a),
        ("pages/pages.jsonl", b"{}"),
        ("archive/b.warc.gz", &b),
    ];
    archive(&files, false)
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns an archive that packs these files, as it is written to a pipe: what is known of a file stands behind it.
fn streamed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (bytes, mut sum) = (packed(content), Crc::new());
        sum.update(content);
        let about = [sum.sum(), bytes.len() as u32, content.len() as u32].map(u32::to_le_bytes).concat();
        let start = (archive.len() as u32).to_le_bytes();
        // The version, a flag that sizes stand behind the file, the method, and no time.
        let head = [20, 0, 8, 0, 8, 0, 0, 0, 0, 0];
        let n_name = [name.len() as u8, 0];
        let name = name.as_bytes();
        archive.extend([b"PK\x03\x04", &head[..], &[0; 12], &n_name, &[0; 2], name, &bytes].concat());
        archive.extend([b"PK\x07\x08", &about[..]].concat());
        directory.extend([b"PK\x01\x02\x14\0", &head[..], &about, &n_name, &[0; 12], &start, name].concat());
    }
    let n_files = [files.len() as u8, 0];
    let about = [directory.len(), archive.len()].map(|n| (n as u32).to_le_bytes()).concat();
    [&archive[..], &directory, b"PK\x05\x06\0\0\0\0", &n_files, &n_files, &about, &[0; 2]].concat()
}

/// Replaces a text wherever it stands.
fn replaced(bytes: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for at in memchr::memmem::find_iter(&bytes.clone(), from) {
        bytes[at..at + to.len()].copy_from_slice(to);
    }
    bytes
}

/// Sets bytes of the entry that the directory has of the last file.
fn with_entry(archive: &[u8], at: usize, number: &[u8]) -> Vec<u8> {
    let mut bytes = archive.to_vec();
    let start = memchr::memmem::rfind(&bytes, b"PK\x01\x02").unwrap() + at;
    bytes[start..start + number.len()].copy_from_slice(number);
    bytes
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
    let whole = wacz();
    let commented = [&whole[..whole.len() - 2], b"\x06\0PK\x05\x06  "].concat();
    let one_name = replaced(&whole, b"archive/b", b"archive/a");
    let not_utf_8 = replaced(&whole, b"archive/b", b"archive/\xff");
    for bytes in [whole, commented, one_name, not_utf_8] {
        assert_eq!(read(&bytes), (vec![url(0), url(1)], vec![]));
    }
}

/// The directory is damaged, or hides files, or names bytes twice. The packed archive is written as a stream: sizes stand
/// behind each file.
#[test]
fn a_directory_that_is_wrong_costs_no_page() {
    let stream = streamed(&[("pages/pages.jsonl", b"{}"), ("archive/a.warc.gz", &warc(0)), ("b.warc.gz", &warc(1))]);
    assert_eq!(read(&stream), (vec![url(0), url(1)], vec![]));
    for whole in [wacz(), stream] {
        let find = |what: &[u8]| memchr::memmem::find(&whole, what).unwrap();
        let a_name = find(b"archive/a");
        let n_entry = 46 + "archive/a.warc.gz".len();
        let entry = memchr::memmem::rfind(&whole, b"archive/a").unwrap() - 46;
        // More than the record with sizes behind a file has room for.
        let put_in = |at: usize| [&whole[..at], &[b'x'; 40], &whole[at..]].concat();
        // The directory has no entry of one WARC file, and is shorter.
        let mut hiding = [&whole[..entry], &whole[entry + n_entry..]].concat();
        let n_directory = hiding.len() - 10;
        hiding[n_directory] -= n_entry as u8;
        let first = (a_name - 30) as u32;
        for (bytes, why) in [
            (whole[..whole.len() - 30].to_vec(), "its end is missing"),
            ([&whole[..], b"noise"].concat(), "are in none of its files"),
            (put_in(0), "bytes 0 to 40 are in none of its files"),
            (put_in(a_name - 30), "does not fit its header or the next file"),
            (hiding, "are in none of its files"),
            ([&whole[..], &whole].concat(), "are in none of its files"),
            (with_entry(&whole, 20, &[0; 4]), "b.warc.gz does not fit its header or the next file"),
            (with_entry(&whole, 20, &[255, 255, 0, 0]), "b.warc.gz does not fit its header or the next file"),
            (with_entry(&whole, 42, &first.to_le_bytes()), "two of its files begin at one byte"),
            (with_entry(&whole, 42, &[9; 4]), "leads beyond the end of the file"),
            (with_entry(&whole, 42, &[9, 0, 0, 0]), "is not at byte 9"),
            (with_entry(&whole, 0, b"X"), "an entry does not begin like one"),
        ] {
            let (mut urls, faults) = read(&bytes);
            urls.sort();
            urls.dedup();
            assert_eq!(urls, [url(0), url(1)], "{why}: {faults:?}");
            assert!(faults[0].starts_with("c.wacz: the directory of the archive is damaged ("), "{faults:?}");
            assert!(faults[0].contains(why), "{why}: {faults:?}");
        }
    }
    let (urls, faults) = read(&archive(&[("datapackage.json", b"{}")], false));
    assert_eq!((urls, faults), (vec![], vec!["c.wacz: there is no WARC file in it".to_owned()]));
}

#[test]
fn a_damaged_record_of_a_packed_file_costs_itself() {
    let mut file = [warc(0), warc(1)].concat();
    file[30] ^= 1;
    for mut bytes in [archive(&[("archive/a.warc.gz", &file)], false), streamed(&[("archive/a.warc.gz", &file)])] {
        let sum = memchr::memmem::rfind(&bytes, b"PK\x01\x02").unwrap() + 16;
        bytes[sum] ^= 1;
        let (urls, faults) = read(&bytes);
        assert_eq!(urls, [url(1)], "{faults:?}");
        assert_eq!(faults.len(), 2, "{faults:?}");
    }
}

#[test]
fn archives_of_64_bits_are_read() {
    let (a, b) = (warc(0), warc(1));
    let names: Vec<String> = (0..70_000).map(|nth| nth.to_string()).collect();
    let others = names.iter().map(|name| (name.as_str(), &b""[..]));
    let mut files = vec![("archive/a.warc.gz", &a[..])];
    files.extend(others);
    files.push(("archive/b.warc.gz", &b));
    assert_eq!(read(&archive(&files, true)), (vec![url(0), url(1)], vec![]));
}

#[test]
fn a_wrong_checksum_is_said() {
    let mut whole = wacz();
    let sum = memchr::memmem::rfind(&whole, b"PK\x01\x02").unwrap() + 16;
    whole[sum] ^= 1;
    let (urls, faults) = read(&whole);
    assert_eq!(urls, [url(0), url(1)]);
    let why = "it cannot be read any further: its checksum is another than that in the archive";
    assert_eq!(faults, [format!("c.wacz, archive/b.warc.gz: {why}")]);
}

/// A file that the archive packs is unpacked, but not to more bytes than it has room for, and not many times.
#[test]
fn bytes_are_unpacked_once_and_not_into_too_many() {
    let deflated = |content: &[u8], n_stated: usize| {
        let bytes = packed(content);
        let mut sum = Crc::new();
        sum.update(content);
        let whole = archive(&[("archive/a.warc.gz", &bytes)], false);
        let about = [sum.sum(), bytes.len() as u32, n_stated as u32].map(u32::to_le_bytes).concat();
        let mut whole = with_entry(&with_entry(&whole, 10, &[8]), 16, &about);
        whole[8] = 8;
        whole[14..26].copy_from_slice(&about);
        whole
    };
    assert_eq!(read(&deflated(&warc(0), warc(0).len())), (vec![url(0)], vec![]));
    let inner = crate::pack(&vec![b'x'; 8 << 20], Compression::Gzip).unwrap();
    let bomb = [&warc(0)[..], &inner].concat();
    let (urls, faults) = read(&deflated(&bomb, bomb.len()));
    assert_eq!(urls, [url(0)]);
    assert!(faults.iter().any(|fault| fault.contains("it unpacks to more than")), "{faults:?}");
    let (_, faults) = read(&deflated(&bomb, 100));
    assert!(faults.iter().any(|fault| fault.contains("more bytes than the archive has for it")), "{faults:?}");
}

#[test]
fn files_are_read_however_their_folder_is_spelled() {
    let (a, b) = (warc(0), warc(1));
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
        // The writer would spell some of these names otherwise, so the file is renamed in a finished archive.
        let placeholder = "x".repeat(name.len());
        let bytes = archive(&[("archive/a.warc.gz", &a), ("archive/", b""), (&placeholder, &b)], false);
        let bytes = replaced(&bytes, placeholder.as_bytes(), name.as_bytes());
        let expected = if expected { vec![url(0), url(1)] } else { vec![url(0)] };
        assert_eq!(read(&bytes), (expected, vec![]), "{name}");
    }
}

#[test]
fn what_holds_no_record_or_another_archive_is_named() {
    let inner = archive(&[("archive/b.warc.gz", &warc(1))], false);
    let bytes = archive(&[("archive/a.warc", b""), ("b.wacz", &inner)], false);
    let (urls, faults) = read(&bytes);
    assert_eq!(urls, [url(1)]);
    assert_eq!(faults[0], "c.wacz, archive/a.warc: it is empty: there is no record in it");
    assert!(faults[1].starts_with("c.wacz, b.wacz"), "{faults:?}");
}
