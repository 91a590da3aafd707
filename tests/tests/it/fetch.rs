//! `demold fetch`: pages of a crawl that others made, by its index.

use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{TcpListener, TcpStream},
};

use corpus::warc::Compression;

use crate::{
    command::{Folder, page, sentence},
    crawls,
};

const FILE: &str = "crawl-data/1.warc.gz";

/// A crawl of two hosts in one file, and its index in lines of JSON, with what is no page.
fn crawl(folder: &Folder) -> Vec<u8> {
    let (mut file, mut index) = (b"something before".to_vec(), String::new());
    for nth in 0..10 {
        let url = format!("http://{}.example/{nth}", ["a", "b"][nth % 2]);
        let record = crawls::warc(&[(url.clone(), page(nth))], Compression::Gzip);
        let line = |status: &str, offset: usize, length: usize, name: &str| {
            serde_json::json!({
                "url": url, "mime": "text/html", "status": status, "filename": name,
                "offset": offset.to_string(), "length": length.to_string(),
            })
        };
        index += &format!("key 2026 {}\n", line("200", file.len(), record.len(), FILE));
        if nth == 3 {
            index += &format!("key 2026 {}\n", line("404", file.len(), record.len(), FILE));
            index += &format!("key 2026 {}\n", line("200", file.len() + 1, 9, FILE));
            index += &format!("key 2026 {}\n", line("200", 1 << 40, 9, FILE));
            index += &format!("key 2026 {}\n", line("200", 0, 1 << 40, FILE));
            index += &format!("key 2026 {}\n", line("200", 0, 9, "../index.cdxj"));
            index += "no capture\n";
        }
        file.extend(record);
    }
    folder.write(&format!("store/{FILE}"), &file);
    folder.write("index.cdxj", index);
    file
}

/// What is in a WARC file, by its own words.
fn cleaned(folder: &Folder, file: &str) -> Vec<String> {
    let ran = folder.run(["clean", file, "--format", "jsonl"]).ok();
    let lines = ran.stdout.lines();
    lines.map(str::to_owned).collect()
}

#[test]
fn pages_of_an_index_come_from_files() {
    let folder = Folder::new();
    crawl(&folder);
    let args = [
        "fetch",
        "--cdx",
        "index.cdxj",
        "--from",
        "store",
        "-o",
        "p.warc.gz",
    ];
    let ran = folder.run(args).ok();
    assert!(
        ran.stderr
            .contains("10 pages fetched, 5 skipped, 1 not wanted"),
        "{}",
        ran.stderr
    );
    for why in [
        "index.cdxj, line 10: it has 2 columns, not 11",
        "there is no record at byte",
        "its record would have 1099511627776 bytes",
        "../index.cdxj leads out of the crawl",
    ] {
        assert!(ran.stderr.contains(why), "{why}: {}", ran.stderr);
    }
    let records = cleaned(&folder, "p.warc.gz");
    assert_eq!(records.len(), 10);
    for (nth, record) in records.iter().enumerate() {
        assert!(record.contains(&sentence(nth)), "{record}");
    }
    // And so to a template for each host.
    folder.run(["learn", "p.warc.gz", "--out", "t"]).ok();
    let index = folder.read("t/index.jsonl");
    assert!(
        index.contains("a.example") && index.contains("b.example"),
        "{index}"
    );
    // It is there now.
    let again = folder.run(args).failed(1);
    assert!(again.stderr.contains("--force"), "{}", again.stderr);
    let few = [&args[..], &["--force", "--per-host", "2", "--quiet"]].concat();
    folder.run(&few).ok();
    assert_eq!(cleaned(&folder, "p.warc.gz").len(), 4);
    folder
        .run([&args[..], &["--force", "--strict"]].concat())
        .failed(1);
}

#[test]
fn nothing_is_left_of_an_index_without_pages() {
    let folder = Folder::new();
    crawl(&folder);
    folder.write("none.cdxj", "no capture\n");
    let args = [
        "fetch",
        "--cdx",
        "none.cdxj",
        "--from",
        "store",
        "-o",
        "p.warc.gz",
    ];
    let ran = folder.run(args).failed(1);
    assert!(
        ran.stderr.contains("no page could be fetched"),
        "{}",
        ran.stderr
    );
    assert!(
        !folder
            .files()
            .iter()
            .any(|file| file.contains(".warc.gz") && !file.contains("store"))
    );
}

/// Answers requests for parts of one file.
fn serve(file: Vec<u8>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/data", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            // It does not concern the server if a client goes away.
            let _ = answer(stream.unwrap(), &file);
        }
    });
    url
}

fn answer(mut stream: TcpStream, file: &[u8]) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if lines.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let head = head.to_lowercase();
    let range = head
        .lines()
        .find_map(|line| line.strip_prefix("range: bytes="));
    let range = range.and_then(|range| {
        let (start, end) = range.split_once('-')?;
        file.get(start.parse().ok()?..end.parse::<usize>().ok()? + 1)
    });
    let (status, body) = match range {
        Some(part) if head.starts_with(&format!("get /data/{FILE} ")) => ("206 Partial", part),
        _ => ("416 Nothing", &[][..]),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Range: bytes\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)
}

#[test]
fn pages_of_an_index_come_from_a_server() {
    let folder = Folder::new();
    let url = serve(crawl(&folder));
    folder
        .run([
            "fetch",
            "--cdx",
            "index.cdxj",
            "--from",
            "store",
            "-o",
            "files.warc.gz",
        ])
        .ok();
    let args = [
        "fetch",
        "--cdx",
        "index.cdxj",
        "--from",
        &url,
        "-o",
        "p.warc.gz",
        "--delay",
        "0.001",
    ];
    let ran = folder.run(args).failed(1);
    assert!(
        ran.stderr.contains("not a public address"),
        "{}",
        ran.stderr
    );
    let ran = folder.run([&args[..], &["--allow-private"]].concat()).ok();
    assert!(
        ran.stderr.contains("10 pages fetched, 5 skipped"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("status 416"), "{}", ran.stderr);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("p.warc.gz") == read("files.warc.gz"));
}
