//! Pages of which nothing is kept while they are the only ones of their sites: they are read again where they came from.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use formats::{
    Form, Page, ReaderOptions, open, pack,
    warc::{Compression, RecordKind, WarcRecord, Writer},
};
use pipeline::{Needed, PageForm, PageStore, Samples, Sampling, Staged};
use serde_json::json;

const DATE: &str = "2026-01-31T12:00:00Z";

const N_PAGES: usize = 6;

/// Some are longer than what is read at once.
fn html(nth: usize) -> String {
    format!("<p>Grün \"{nth}\"").repeat(9_000 * (nth % 3) + 1)
}

fn url(nth: usize) -> String {
    format!("http://{nth}.example/")
}

fn lines(pages: impl Iterator<Item = usize>) -> Vec<u8> {
    let lines = pages.map(|nth| json!({ "url": url(nth), "html": html(nth) }).to_string() + "\n");
    lines.collect::<String>().into_bytes()
}

fn warc(pages: impl Iterator<Item = usize>, compression: Compression) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), compression);
    for nth in pages {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
        let record = WarcRecord::new(RecordKind::Response, DATE)
            .target(&url(nth))
            .block("application/http", (head.to_owned() + &html(nth)).into());
        writer.write(&record).unwrap();
    }
    writer.into_inner()
}

/// An ARC file, record by record. Some records are known by their file only.
fn arc() -> Vec<Vec<u8>> {
    let about = "1 0 Somebody\nURL IP-address Archive-date Content-type Archive-length\n";
    let length = about.len();
    let first = format!("filedesc://a.arc 0.0.0.0 20050131120000 text/plain {length}\n{about}\n");
    let pages = (0..N_PAGES).map(|nth| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", html(nth));
        let (url, length) = (url(nth), block.len());
        format!("{url} 192.0.2.1 20050131120000 text/html {length}\n{block}\n")
    });
    let all = std::iter::once(first).chain(pages);
    all.map(String::into_bytes).collect()
}

/// Nothing fits into memory.
fn drawing(open: fn() -> io::Result<File>) -> Samples {
    let sampling = Sampling { k: 3, needed: Needed::Sources, ..Sampling::default() };
    Samples::new(sampling, PageStore::new(0).file(open).into())
}

fn nowhere() -> io::Result<File> {
    Err(io::ErrorKind::StorageFull.into())
}

/// Offers the pages of a file, each of a site of its own, and returns them.
fn offer(samples: &mut Samples, path: &Path, form: Form) -> io::Result<Vec<Page>> {
    let file = File::open(path)?;
    let items = open(file, form, "in", &ReaderOptions::new()).unwrap();
    let pages: Vec<Page> = items.filter_map(Result::ok).collect();
    for page in &pages {
        samples.offer(page.url.as_ref().unwrap(), Staged::default(), page)?;
    }
    Ok(pages)
}

/// Takes out a site: the number of its pages, and those drawn.
fn taken(samples: &mut Samples, site: &str) -> (u64, Vec<Page>) {
    let sample = samples.take(site).unwrap();
    let n_pages = sample.n_pages();
    let drawn = sample.read().unwrap();
    let source = |drawn: &pipeline::Drawn| match drawn.form() {
        PageForm::Source(page, _) => Page::clone(page),
        form => panic!("{form:?} is no source"),
    };
    (n_pages, drawn.iter().map(source).collect())
}

/// What a sample knows of a page.
fn known(page: Page) -> (Option<String>, Option<String>, String, Vec<u8>) {
    let place = page.place.to_string();
    (page.url, page.charset, place, page.bytes.to_vec())
}

/// Returns whether nothing is written of the pages of a file. They are the same in any case.
fn is_read_again(bytes: &[u8], form: Form) -> bool {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let mut samples = drawing(nowhere);
    let (is_read_again, pages) = match offer(&mut samples, file.path(), form) {
        Ok(pages) => (true, pages),
        Err(_) => {
            samples = drawing(tempfile::tempfile);
            (false, offer(&mut samples, file.path(), form).unwrap())
        }
    };
    assert_eq!(pages.len(), N_PAGES);
    // The first may begin a member in any case.
    let first = samples.prepare_first(pages[1].url.as_ref().unwrap());
    assert_eq!(first.is_some(), is_read_again);
    drop(first);
    let expected: Vec<_> = pages.into_iter().map(|page| (page.url.clone(), known(page))).collect();
    for (url, expected) in expected {
        let (n_pages, drawn) = taken(&mut samples, &url.unwrap());
        assert_eq!((n_pages, drawn.len()), (1, 1));
        drawn.into_iter().for_each(|page| assert_eq!(known(page), expected));
    }
    is_read_again && cfg!(unix)
}

#[test]
fn what_is_not_packed_together_is_read_again() {
    let all = || 0..N_PAGES;
    assert!(is_read_again(&lines(all()), Form::Jsonl));
    for compression in [Compression::None, Compression::Gzip, Compression::Zstd] {
        let file = warc(all(), compression);
        assert!(is_read_again(&file, Form::Warc), "{compression:?}");
    }
    // A mark and white space before a line are none of its page.
    let marked = [b"\xef\xbb\xbf\n \n", &lines(all())[..]].concat();
    assert!(is_read_again(&marked, Form::Jsonl));
    // Of files that somebody has joined each member begins somewhere.
    let joined = [warc(0..2, Compression::Gzip), warc(2..4, Compression::Zstd)].concat();
    let joined = [joined, warc(4..N_PAGES, Compression::Gzip)].concat();
    assert!(is_read_again(&joined, Form::Warc));
}

#[test]
fn what_begins_within_a_member_is_kept() {
    let all = || 0..N_PAGES;
    assert!(!is_read_again(&arc().concat(), Form::Warc));
    for compression in [Compression::Gzip, Compression::Zstd] {
        let packed = pack(&lines(all()), compression).unwrap();
        assert!(!is_read_again(&packed, Form::Jsonl));
        let packed = pack(&warc(all(), Compression::None), compression).unwrap();
        assert!(!is_read_again(&packed, Form::Warc));
        let arc = arc();
        let packed: Vec<_> = arc.iter().map(|record| pack(record, compression).unwrap()).collect();
        assert!(!is_read_again(&packed.concat(), Form::Warc));
        // Lines behind what was packed.
        let packed = pack(&lines(0..2), compression).unwrap();
        assert!(!is_read_again(&[packed, lines(2..N_PAGES)].concat(), Form::Jsonl));
    }
}

/// A file that is written to while it is read loses pages of the sample, and nothing else.
#[cfg(unix)]
#[test]
fn what_is_not_there_any_more_is_left_out() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let lengths = [0..1, 0..2].map(|pages| lines(pages).len() as u64);
    for (change, n_left) in [("cut", [1, 0, 0]), ("other", [1, 0, 1])] {
        std::fs::write(file.path(), lines(0..3)).unwrap();
        let mut samples = drawing(nowhere);
        let pages = offer(&mut samples, file.path(), Form::Jsonl).unwrap();
        // Those that are in memory are not read again.
        let urls: Vec<String> = pages.into_iter().map(|page| page.url.unwrap()).collect();
        let mut written = OpenOptions::new().write(true).open(file.path()).unwrap();
        match change {
            "cut" => written.set_len(lengths[0] + 9).unwrap(),
            _ => {
                let before = std::fs::read(file.path()).unwrap();
                let line = &before[lengths[0] as usize..lengths[1] as usize];
                let line = String::from_utf8(line.to_vec()).unwrap();
                let other = line.replace("http://1.example/", "http://9.example/");
                written.write_all(&before[..lengths[0] as usize]).unwrap();
                written.write_all(other.as_bytes()).unwrap();
            }
        }
        let left = urls.iter().map(|url| {
            let (n_pages, drawn) = taken(&mut samples, url);
            assert_eq!(n_pages, 1);
            drawn.len()
        });
        assert_eq!(left.collect::<Vec<_>>(), n_left, "{change}");
    }
    // A second page of such a site is drawn all the same.
    std::fs::write(file.path(), lines(0..1)).unwrap();
    let mut samples = drawing(tempfile::tempfile);
    let url = offer(&mut samples, file.path(), Form::Jsonl).unwrap().remove(0).url.unwrap();
    std::fs::write(file.path(), "").unwrap();
    let page = Page::new(formats::Place { file: "b".into(), at: formats::At::Whole }, html(7));
    samples.offer(&url, Staged::default(), &page).unwrap();
    let (n_pages, drawn) = taken(&mut samples, &url);
    assert_eq!((n_pages, drawn.len()), (2, 1));
}
