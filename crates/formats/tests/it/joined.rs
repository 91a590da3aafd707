//! Files that somebody has joined, and members that are damaged.

use std::io::Write as _;

use formats::{
    Form, ReaderOptions, WarcPages, open, pack,
    warc::{Compression, Reader},
};
use serde_json::json;

use crate::support::members;

/// Opens bytes as a file, and returns the addresses of its pages and what is wrong.
fn read(bytes: &[u8], form: Form) -> (Vec<String>, Vec<String>) {
    read_named(bytes, form, "in")
}

fn read_named(bytes: &[u8], form: Form, name: &str) -> (Vec<String>, Vec<String>) {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let (mut urls, mut faults) = (Vec::new(), Vec::new());
    for item in open(file, form, name, &ReaderOptions::new()).unwrap() {
        match item {
            Ok(page) => urls.push(page.url.unwrap_or_default()),
            Err(skipped) => faults.push(skipped.to_string()),
        }
    }
    (urls, faults)
}

fn lines(range: std::ops::Range<usize>) -> Vec<u8> {
    let line = |nth| format!("{}\n", json!({ "url": format!("{nth}"), "html": format!("<p>Rain {nth}") }));
    range.map(line).collect::<String>().into_bytes()
}

fn numbers(range: impl Iterator<Item = usize>) -> Vec<String> {
    range.map(|nth| nth.to_string()).collect()
}

fn lz4(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_damaged_member_of_lines_costs_itself() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let mut members: Vec<Vec<u8>> =
            (0..4).map(|nth| pack(&lines(10 * nth..10 * nth + 10), compression).unwrap()).collect();
        assert_eq!(read(&members.concat(), Form::Jsonl), (numbers(0..40), vec![]));
        let half = members[1].len() / 2;
        members[1][half..half + 20].iter_mut().for_each(|byte| *byte ^= 0x5a);
        let (urls, faults) = read(&members.concat(), Form::Jsonl);
        let is_kept = |url: &&String| !(10..20).any(|nth| nth.to_string() == **url);
        let kept: Vec<String> = urls.iter().filter(is_kept).cloned().collect();
        assert_eq!(kept, numbers((0..10).chain(20..40)), "{compression:?} {faults:?}");
        let start = members[0].len();
        let expected = format!("what is packed at byte {start} is damaged");
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].contains(&expected), "{faults:?}");
    }
}

#[test]
fn lines_before_a_damage_are_read() {
    let file = pack(&lines(0..2000), Compression::Gzip).unwrap();
    let mut hurt = file.clone();
    let at = file.len() * 3 / 4;
    hurt[at..at + 9].fill(0xff);
    for (file, why) in [(&file[..file.len() - 100], "the file ends within it"), (&hurt, "")] {
        let (urls, faults) = read(file, Form::Jsonl);
        assert!(urls.len() > 1000 && urls[..1000] == numbers(0..1000), "{}", urls.len());
        assert!(faults[0].ends_with(why), "{faults:?}");
    }
}

#[test]
fn joined_files_of_several_forms_are_read_through() {
    let [gzip, zstd] = [Compression::Gzip, Compression::Zstd];
    let packed = |range, compression| pack(&lines(range), compression).unwrap();
    for parts in [
        [packed(0..3, gzip), lines(3..6), packed(6..9, zstd)],
        [lines(0..3), packed(3..6, gzip), lines(6..9)],
        [packed(0..3, zstd), packed(3..6, gzip), lines(6..9)],
    ] {
        assert_eq!(read(&parts.concat(), Form::Jsonl), (numbers(0..9), vec![]));
    }
    let forms = [gzip, Compression::None, zstd];
    for nth in 0..3 {
        let mut file = Vec::new();
        let mut starts = Vec::new();
        for turn in 0..3 {
            for member in members(2, forms[(nth + turn) % 3]) {
                starts.push(file.len() as u64);
                file.extend(member);
            }
        }
        let found: Vec<u64> = Reader::new(&file[..]).map(|record| record.unwrap().offset()).collect();
        assert_eq!(found, starts, "{nth}");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_a_line() {
    let mark = b"\xef\xbb\xbf";
    let file = [&mark[..], &lines(0..2), mark, &lines(2..3), mark].concat();
    assert_eq!(read(&file, Form::Jsonl), (numbers(0..3), vec![]));
}

#[test]
fn a_damaged_lz4_frame_costs_itself_also_if_its_mark_is_damaged() {
    let frames = [0, 1, 2].map(|nth| lz4(&lines(3 * nth..3 * nth + 3)));
    assert_eq!(read(&frames.concat(), Form::Jsonl), (numbers(0..9), vec![]));
    for (nth, name) in [(1, "in"), (0, "pages.jsonl.LZ4")] {
        let mut damaged = frames.clone();
        damaged[nth][1] ^= 1;
        let (urls, faults) = read_named(&damaged.concat(), Form::Jsonl, name);
        assert_eq!(urls, numbers((0..3 * nth).chain(3 * nth + 3..9)), "{faults:?}");
        assert_eq!(faults.len(), 1, "{faults:?}");
    }
    // The name may be wrong.
    assert_eq!(read_named(&lines(0..3), Form::Jsonl, "pages.jsonl.lz4"), (numbers(0..3), vec![]));
}

#[test]
fn packed_records_before_plain_ones_are_found_behind_a_damaged_beginning() {
    let (packed, plain) = (members(5, Compression::Gzip).concat(), members(2, Compression::None).concat());
    for (beginning, n_faults) in [(&b""[..], 0), (b"j", 1)] {
        let file = [beginning, &packed, &plain].concat();
        let (records, faults): (Vec<_>, Vec<_>) = Reader::new(&file[..]).partition(Result::is_ok);
        assert_eq!((records.len(), faults.len()), (7, n_faults), "{faults:?}");
    }
}

#[test]
fn a_window_that_is_too_large_is_said_to_be() {
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(28).unwrap();
    // Of a short text the window is as short.
    encoder.include_contentsize(false).unwrap();
    encoder.write_all(&lines(0..3)).unwrap();
    let file = encoder.finish().unwrap();
    let (urls, faults) = read(&file, Form::Jsonl);
    assert!(urls.is_empty(), "{urls:?}");
    assert!(faults[0].contains("larger than 128 MiB; pack it with `zstd --long=27`"), "{faults:?}");
}

/// An ARC file, record by record.
fn arc() -> Vec<Vec<u8>> {
    let about = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n";
    let first = format!("filedesc://a.arc 0.0.0.0 20050131120000 text/plain {}\n{about}\n", about.len());
    let pages = (0..4).map(|nth| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Rain {nth}\n<a href=x>");
        format!("http://a.example/{nth} 192.0.2.1 2005013112000{nth} text/html {}\n{block}\n", block.len())
    });
    let dns = "dns:a.example 192.0.2.1 20050131120000 text/dns 5\nhello\n".to_owned();
    let all = [first, dns].into_iter().chain(pages);
    all.map(String::into_bytes).collect()
}

#[test]
fn arc_files_are_read() {
    let urls =
        |range: std::ops::Range<usize>| -> Vec<String> { range.map(|nth| format!("http://a.example/{nth}")).collect() };
    let plain = arc();
    let gzip: Vec<Vec<u8>> = plain.iter().map(|record| pack(record, Compression::Gzip).unwrap()).collect();
    let whole = pack(&plain.concat(), Compression::Gzip).unwrap();
    for file in [plain.concat(), gzip.concat(), whole, lz4(&plain.concat())] {
        let (found, others) = read(&file, Form::Warc);
        assert_eq!(found, urls(0..4), "{others:?}");
        assert_eq!(others.len(), 2, "{others:?}");
        assert!(others.iter().all(|other| other.contains("no page: ")), "{others:?}");
    }
    let file = plain.concat();
    let page = WarcPages::new(&file[..], "a.arc", &ReaderOptions::new()).find_map(Result::ok).unwrap();
    assert_eq!(page.date.as_deref(), Some("2005-01-31T12:00:00Z"));
    assert_eq!(*page.bytes, *b"<p>Rain 0\n<a href=x>");
    // A wrong length, and a record that breaks off.
    for damage in [
        |record: &mut Vec<u8>| {
            *record = String::from_utf8_lossy(record).replace("text/html ", "text/html 9").into_bytes()
        },
        |record: &mut Vec<u8>| record.truncate(90),
    ] {
        let mut records = plain.clone();
        damage(&mut records[3]);
        let (found, _) = read(&records.concat(), Form::Warc);
        assert_eq!(found, [urls(0..1), urls(2..4)].concat());
    }
    // What the file begins with says that it is ARC, but so does each record.
    let mut records = gzip.clone();
    records[0].fill(0x55);
    let (found, _) = read(&records.concat(), Form::Warc);
    assert_eq!(found, urls(0..4));
    let mut records = gzip;
    records[3][20..30].fill(0x55);
    let (found, _) = read(&records.concat(), Form::Warc);
    assert_eq!(found, [urls(0..1), urls(2..4)].concat());
}
