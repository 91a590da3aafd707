//! Tests that reading takes time linear in the bytes, whatever they are: files made to be slow, with a count of the
//! bytes that were looked at.

use std::io::BufRead as _;

use super::Reader;
use crate::framing::{ResyncCheck, Source, Text, counted};

/// The bytes of a mebibyte. Set by: its name.
const MEBIBYTE: usize = 1 << 20;

/// Concatenates numbered pieces until there are at least `n_bytes` bytes.
fn many(n_bytes: usize, piece: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(n_bytes + 100);
    for nth in 0.. {
        if n_bytes <= bytes.len() {
            break;
        }
        bytes.extend(piece(nth));
    }
    bytes
}

fn repeated(n_bytes: usize, piece: &[u8]) -> Vec<u8> {
    many(n_bytes, |_| piece.to_vec())
}

/// The header of a stored (uncompressed) block of deflate: its length, and the complement of its length.
fn stored(length: u16) -> [u8; 5] {
    let [a, b] = length.to_le_bytes();
    [0, a, b, !a, !b]
}

const GZIP: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0];

/// Gzip members whose content is the members after them. Each decompresses to `WARC/` first if `records` is set.
fn nested_members(n_bytes: usize, records: bool) -> Vec<u8> {
    let first: &[u8] = if records { b"WARC/" } else { b"" };
    many(n_bytes, |_| {
        let head = stored(first.len() as u16);
        let head = if records { [&head[..], first].concat() } else { vec![] };
        [&GZIP[..], &head, &stored(u16::MAX)].concat()
    })
}

#[track_caller]
fn check(name: &str, file: impl Fn(usize) -> Vec<u8>, read: impl Fn(Vec<u8>)) {
    for n_bytes in [MEBIBYTE / 2, 2 * MEBIBYTE] {
        let file = file(n_bytes);
        let n_looked_at = counted(|| read(file)) as usize;
        // Far above what any file takes that is read in linear time, and far below quadratic time.
        let most = 24 * n_bytes + 48 * MEBIBYTE;
        assert!(n_looked_at <= most, "{name}: {n_looked_at} bytes were looked at to read {n_bytes}");
    }
}

fn records(file: Vec<u8>) {
    for _ in Reader::new(&file[..]) {}
}

#[test]
fn headers_without_end() {
    check("versions", |n| repeated(n, b"WARC/1.0\r\n"), records);
    check("in lines", |n| repeated(n, b"WARC/1.0\r\nx"), records);
    let ended = |n| {
        many(n, |nth| match nth % 5_000 {
            4_999 => b"\r\n\r\n".to_vec(),
            _ => b"WARC/1.0\r\nx".to_vec(),
        })
    };
    check("with a line that is no field", ended, records);
    let untyped = |n| repeated(n, b"WARC/1.0\r\nContent-Length: 900000\r\n\r\n");
    check("without type", untyped, records);
}

#[test]
fn blocks_that_end_nowhere() {
    let record = |length: usize| format!("WARC/1.0\r\nWARC-Type: x\r\nContent-Length: {length}\r\n\r\n");
    for length in [400_000, 1_000_000, 100_000_000] {
        let file = |n| repeated(n, record(length).as_bytes());
        check("blocks", file, records);
        let file = |n| repeated(n, format!("x{}", record(length)).as_bytes());
        check("in lines", file, records);
    }
    // Each ends at the same empty lines.
    let converging = |n| {
        let mut file = many(n / 2, |nth| record(n - nth * 58).into_bytes());
        file.resize(n, b'x');
        file
    };
    check("converging", converging, records);
}

#[test]
fn lines_of_arc() {
    let arc = |bytes: Vec<u8>| {
        let about = "1 0 a\nURL IP Date Type Length\n";
        let line = format!("filedesc://a 0.0.0.0 20050131120000 text/plain {}\n", about.len());
        [line.as_bytes(), about.as_bytes(), b"\n", &bytes].concat()
    };
    check("schemes", |n| arc(repeated(n, b"http:")), records);
    let line = |length| format!("http:http:http:http://a 1.2.3.4 20050131120000 text/html {length}\n");
    check("no length", |n| arc(repeated(n, line("many").as_bytes())), records);
    check("blocks", |n| arc(repeated(n, line("900000").as_bytes())), records);
    let long = |n| {
        arc(many(n, |nth| match nth % 3_000 {
            2_999 => line("900000").into_bytes(),
            _ => b"http:".to_vec(),
        }))
    };
    check("long lines", long, records);
}

#[test]
fn members_that_hold_nothing() {
    check("names", |n| repeated(n, b"\x1f\x8b\x08\x08"), records);
    check("stored", |n| nested_members(n, false), records);
    check("records", |n| nested_members(n, true), records);
    let after =
        |n| [b"WARC/1.0\r\nWARC-Type: x\r\nContent-Length: 0\r\n\r\n".to_vec(), nested_members(n, true)].concat();
    check("joined", after, records);
    let empty = |n| [&GZIP[..], b"x", &GZIP, &repeated(n, &stored(0))].concat();
    check("empty blocks", empty, records);
}

#[cfg(feature = "packed")]
#[test]
fn frames_that_hold_nothing() {
    // A block of 128 KiB of one byte.
    let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x02, 0x00, 0x10, b'x'];
    check("zstd", |n| repeated(n, &frame), records);
}

fn lines(file: Vec<u8>) {
    let mut text = Text::new(Source::new(&file[..], ResyncCheck::Lines));
    loop {
        match text.fill_buf().map(<[u8]>::len) {
            Ok(0) => return,
            Ok(n_bytes) => {
                let unread = text.fill_buf().unwrap_or_default();
                let end = memchr::memchr(b'\n', unread).map_or(n_bytes, |at| at + 1);
                text.consume(end);
            }
            Err(_) => {}
        }
    }
}

#[test]
fn lines_that_look_packed() {
    let plain = b"{\"html\":\"\"}\n".to_vec();
    let line = [&GZIP[..], &stored(u16::MAX), b"x\n"].concat();
    let file = |n| [&plain[..], &repeated(n, &line)].concat();
    check("stored", file, lines);
    let file = |n| [&plain[..], &repeated(n, b"\x1f\x8b\x08\x08aaaaaa\n")].concat();
    check("names", file, lines);
    check("nested", |n| nested_members(n, false), lines);
}
