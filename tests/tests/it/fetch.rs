//! `demold fetch`: pages of a crawl that others made, by its index.

use std::{
    collections::VecDeque,
    fs,
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
};

use formats::warc::Compression;

use crate::{
    command::{Folder, page, sentence},
    crawls,
    server::{self, Answer},
};

const FILE: &str = "crawl-data/1.warc.gz";

/// A crawl in one file, whose pages have these addresses, and its index in lines of JSON. `more` makes further lines of the
/// number of a page, its address, and where its record is.
fn write_crawl(
    folder: &Folder,
    urls: impl IntoIterator<Item = String>,
    more: impl Fn(usize, &str, usize, usize) -> String,
) -> Vec<u8> {
    let (mut file, mut index) = (b"something before".to_vec(), String::new());
    for (nth, url) in urls.into_iter().enumerate() {
        let record = crawls::record(&url, &page(nth), Compression::Gzip);
        index += &line(&url, "200", file.len(), record.len(), FILE);
        index += &more(nth, &url, file.len(), record.len());
        file.extend(record);
    }
    folder.write(&format!("store/{FILE}"), &file);
    folder.write("index.cdxj", index);
    file
}

fn line(url: &str, status: &str, offset: usize, length: usize, name: &str) -> String {
    let capture = serde_json::json!({
        "url": url, "mime": "text/html", "status": status, "filename": name,
        "offset": offset.to_string(), "length": length.to_string(),
    });
    format!("key 2026 {capture}\n")
}

/// A crawl of two hosts, with what is no page in its index.
fn crawl(folder: &Folder) -> Vec<u8> {
    let urls = (0..10).map(|nth| format!("http://{}.example/{nth}", ["a", "b"][nth % 2]));
    write_crawl(folder, urls, |nth, url, offset, length| match nth {
        3 => [
            line(url, "404", offset, length, FILE),
            line(url, "200", offset + 1, 9, FILE),
            line(url, "200", 1 << 40, 9, FILE),
            line(url, "200", 0, 1 << 40, FILE),
            line(url, "200", 0, 9, "../index.cdxj"),
            "no capture\n".to_owned(),
        ]
        .concat(),
        _ => String::new(),
    })
}

fn large_crawl(folder: &Folder, n_pages: usize) -> Vec<u8> {
    write_crawl(folder, (0..n_pages).map(|nth| format!("http://a.example/{nth}")), |_, _, _, _| String::new())
}

/// What is in a WARC file, by its own words.
fn cleaned(folder: &Folder, file: &str) -> Vec<String> {
    let ran = folder.run(["clean", file, "--format", "jsonl"]).ok();
    ran.stdout.lines().map(str::to_owned).collect()
}

#[test]
fn pages_of_an_index_come_from_files() {
    let folder = Folder::new();
    crawl(&folder);
    let args = ["fetch", "--cdx", "index.cdxj", "--from", "store", "-o", "p.warc.gz"];
    let ran = folder.run(args).ok().says("10 pages fetched, 5 skipped, 1 not wanted");
    ran.says_all(&[
        "index.cdxj, line 10: it has 2 columns, not 11",
        "there is no record at byte",
        "its record would have 1099511627776 bytes",
        "../index.cdxj leads out of the crawl",
    ]);
    let records = cleaned(&folder, "p.warc.gz");
    assert_eq!(records.len(), 10);
    for (nth, record) in records.iter().enumerate() {
        assert!(record.contains(&sentence(nth)), "{record}");
    }
    // And so to a template for each host.
    folder.demold("learn p.warc.gz --out t").ok();
    let index = folder.read("t/index.jsonl");
    assert!(index.contains("a.example") && index.contains("b.example"), "{index}");
    // It is there now.
    folder.run(args).failed(1).says("--force");
    let few = [&args[..], &["--force", "--per-host", "2", "--quiet"]].concat();
    folder.run(&few).ok();
    assert_eq!(cleaned(&folder, "p.warc.gz").len(), 4);
    folder.run([&args[..], &["--force", "--strict"]].concat()).failed(1);
}

#[test]
fn nothing_is_left_of_an_index_without_pages() {
    let folder = Folder::new();
    crawl(&folder);
    folder.write("none.cdxj", "no capture\n");
    folder.demold("fetch --cdx none.cdxj --from store -o p.warc.gz").failed(1).says("no page could be fetched");
    assert!(!folder.files().iter().any(|file| file.contains(".warc.gz") && !file.contains("store")));
}

/// A server of one file. It tells the range of each request, and answers it with the part, or as it is told here.
struct Shelf {
    url: String,
    asked: Receiver<String>,
    next: Arc<Mutex<VecDeque<&'static str>>>,
}

impl Shelf {
    fn new(file: Vec<u8>) -> Shelf {
        let (tell, asked) = channel();
        let next = Arc::<Mutex<VecDeque<&'static str>>>::default();
        let answers = Arc::clone(&next);
        let url = server::serve(move |head, _| {
            let other = answers.lock().unwrap().pop_front();
            answer(head, &file, other, &tell)
        });
        Shelf { url, asked, next }
    }

    /// Has the next requests answered otherwise; an empty answer is the part.
    fn answers(&self, next: &[&'static str]) {
        self.next.lock().unwrap().extend(next);
    }

    /// Returns the ranges that were asked for since the last time.
    fn asked(&self) -> Vec<String> {
        self.asked.try_iter().collect()
    }
}

fn answer(head: &str, file: &[u8], other: Option<&str>, tell: &Sender<String>) -> Answer {
    let head = head.to_lowercase();
    let asked = head.lines().find_map(|line| line.strip_prefix("range: bytes="));
    let _ = tell.send(asked.unwrap_or_default().to_owned());
    let range = asked.and_then(|range| {
        let (start, end) = range.split_once('-')?;
        file.get(start.parse().ok()?..end.parse::<usize>().ok()? + 1)
    });
    // A proxy is asked for whole addresses.
    let is_file = head.lines().next().unwrap_or_default().contains(&format!("/data/{FILE} "));
    let (status, body) = match (other, range) {
        (Some(other), _) if !other.is_empty() => (other, &[][..]),
        (_, Some(part)) if is_file => ("206 Partial\r\nContent-Range: bytes", part),
        _ => ("416 Nothing", &[][..]),
    };
    (status.to_owned(), body.to_vec())
}

/// Fetches by `index.cdxj`.
fn fetch<'a>(from: &'a str, out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["fetch", "--cdx", "index.cdxj", "--from", from, "-o", out];
    [&args[..], more].concat()
}

/// What is given with a server here.
const HERE: [&str; 3] = ["--allow-private", "--delay", "0"];

/// The same, by somebody who can be reached.
const KNOWN: [&str; 5] = ["--allow-private", "--delay", "0", "--contact", "me@a.example"];

const BUSY: &str = "503 Busy\r\nRetry-After: 0";

#[test]
fn pages_of_an_index_come_from_a_server() {
    let folder = Folder::new();
    let shelf = Shelf::new(crawl(&folder));
    let from = format!("{}/data", shelf.url);
    folder.run(fetch("store", "files.warc.gz", &[])).ok();
    folder.run(fetch(&from, "p.warc.gz", &[])).failed(1).says("not a public address");
    assert_eq!(shelf.asked().len(), 0);
    // It is busy at first.
    shelf.answers(&[BUSY, BUSY]);
    folder.run(fetch(&from, "p.warc.gz", &HERE)).ok().says("10 pages fetched, 5 skipped").says("status 416");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("p.warc.gz") == read("files.warc.gz"));
    // Ten records beside each other are one request, and what leads to nothing is another.
    let asked = shelf.asked();
    let [busy @ .., far] = &asked[..] else { panic!("nothing was asked") };
    assert_eq!(busy.len(), 3, "{asked:?}");
    assert!(busy.iter().all(|range| *range == busy[0]), "{asked:?}");
    assert!(far.starts_with(&format!("{}-", 1_u64 << 40)), "{asked:?}");
    // A proxy finds hosts that nobody else knows.
    let args = ["--proxy", &shelf.url, "--delay", "0"];
    folder.run(fetch("http://archive.invalid/data", "by-proxy.warc.gz", &args)).ok();
    assert!(read("by-proxy.warc.gz") == read("files.warc.gz"));
}

#[test]
fn an_interrupted_run_goes_on() {
    let folder = Folder::new();
    let shelf = Shelf::new(large_crawl(&folder, 450));
    let from = format!("{}/data", shelf.url);
    folder.run(fetch("store", "files.warc.gz", &[])).ok();
    // After the first 200 pages the server has had enough.
    shelf.answers(&["", "429 Enough\r\nRetry-After: 86400"]);
    let ran = folder.run(fetch(&from, "p.warc.gz", &KNOWN)).failed(1);
    ran.says_all(&["asks to be left alone", "with --resume"]);
    let before = shelf.asked();
    assert_eq!(before.len(), 2, "{before:?}");
    assert!(!folder.path().join("p.warc.gz").exists());
    folder.run(fetch(&from, "p.warc.gz", &KNOWN)).failed(1).says("--resume continues it");
    let other = [&KNOWN[..], &["--resume", "--per-host", "9"]].concat();
    folder.run(fetch(&from, "p.warc.gz", &other)).failed(1).says("another one");
    let resumed = [&KNOWN[..], &["--resume"]].concat();
    folder.run(fetch(&from, "p.warc.gz", &resumed)).ok().says("450 pages fetched");
    // Nothing is asked for that is there.
    let after = shelf.asked();
    assert_eq!(after.len(), 2, "{after:?}");
    assert_eq!(after[0], before[1]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("p.warc.gz") == read("files.warc.gz"));
    assert!(!folder.files().iter().any(|file| file.contains("demold-work")));
    folder.run(fetch(&from, "p.warc.gz", &resumed)).ok().says("is complete");
    assert_eq!(shelf.asked().len(), 0);
}

#[test]
fn many_pages_need_somebody_who_can_be_reached() {
    let folder = Folder::new();
    let shelf = Shelf::new(large_crawl(&folder, 60));
    let from = format!("{}/data", shelf.url);
    // Files are nobody else's.
    folder.run(fetch("store", "files.warc.gz", &[])).ok();
    folder.run(fetch(&from, "p.warc.gz", &HERE)).failed(1).says("more than 50 pages need --contact");
    assert_eq!(shelf.asked().len(), 1);
    let again = [&HERE[..], &["--resume"]].concat();
    folder.run(fetch(&from, "p.warc.gz", &again)).failed(1);
    assert_eq!(shelf.asked().len(), 0);
    let resumed = [&KNOWN[..], &["--resume"]].concat();
    folder.run(fetch(&from, "p.warc.gz", &resumed)).ok().says("60 pages fetched");
    assert_eq!(shelf.asked().len(), 1);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("p.warc.gz") == read("files.warc.gz"));
}

#[test]
fn a_server_that_is_not_there_is_not_asked_for_everything() {
    let folder = Folder::new();
    let shelf = Shelf::new(large_crawl(&folder, 30));
    let from = format!("{}/data", shelf.url);
    shelf.answers(&[BUSY; 9]);
    folder.run(fetch(&from, "p.warc.gz", &HERE)).failed(1).says("status 503");
    // Three requests, and each again twice.
    assert_eq!(shelf.asked().len(), 9);
}
