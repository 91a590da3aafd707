//! Every form of a crawl, in and out.

use std::fs;

use formats::warc::{Compression, Reader, RecordKind, WarcRecord};

use super::{DATE, ours, pages, parquet, records, warc};
use crate::command::{Folder, jsonl};

#[test]
fn every_form_of_a_crawl_gives_the_same() {
    let pages = pages();
    let folder = Folder::with("plain.warc", warc(&pages, Compression::None));
    folder.write("crawl.warc.gz", warc(&pages, Compression::Gzip));
    folder.write("crawl.warc.zst", warc(&pages, Compression::Zstd));
    folder.write("crawl.jsonl", jsonl(&pages));
    folder.write("crawl.jsonl.zst", zstd::bulk::compress(jsonl(&pages).as_bytes(), 1).unwrap());
    folder.write("crawl.parquet", parquet(&pages));
    for (nth, (_, page)) in pages.iter().enumerate() {
        folder.write(&format!("folder/{}/{}.html", nth % 7, nth), page);
    }
    let clean = |input: &str, threads: &str| {
        folder.run(["clean", input, "--group", "host", "--format", "jsonl", "--threads", threads]).ok()
    };
    let expected = clean("plain.warc", "1");
    expected.says_all(&[
        "60 pages cleaned, by the templates of 5 sites",
        "121 in = 60 out + 61 skipped (60 × a record of type request, 1 × a record of type warcinfo)",
    ]);
    for input in ["plain.warc", "crawl.warc.gz", "crawl.warc.zst", "crawl.jsonl", "crawl.jsonl.zst", "crawl.parquet"] {
        let found = ours(records(&clean(input, "2").stdout));
        assert_eq!(found, ours(records(&expected.stdout)), "{input}");
    }
    let from_folder = ours(records(&clean("folder", "2").stdout));
    assert_eq!(from_folder.len(), 60);
    assert_eq!(from_folder, ours(records(&expected.stdout)));
    // Templates were learned: navigation and notices are gone.
    let n_removed = from_folder.values().filter(|record| record["removed_share"].as_f64().unwrap() > 0.2).count();
    assert!(n_removed > 50, "{n_removed}");
    let piped = folder.run_with(["clean", "-", "--format", "jsonl"], &warc(&pages, Compression::Gzip)).ok();
    assert_eq!(piped.stdout, expected.stdout);
}

#[test]
fn memory_that_is_too_small_changes_nothing() {
    let folder = Folder::with("crawl.jsonl", jsonl(&pages()));
    let clean =
        |memory: &str| folder.run(["clean", "crawl.jsonl", "--format", "jsonl", "--memory", memory]).ok().stdout;
    let expected = clean("1G");
    for little in ["1", "20K", "60K", "200K"] {
        assert_eq!(clean(little), expected, "{little}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let folder = Folder::with("crawl.warc.gz", warc(&pages(), Compression::Gzip));
    folder.demold("clean crawl.warc.gz -o out.jsonl").ok();
    let expected = records(&folder.read("out.jsonl"));
    for out in ["out.warc", "out.warc.gz", "out.warc.zst"] {
        folder.run(["clean", "crawl.warc.gz", "-o", out, "--date", DATE]).ok();
        let file = fs::read(folder.path().join(out)).unwrap();
        let records: Vec<WarcRecord> = Reader::new(&file[..]).map(Result::unwrap).collect();
        assert_eq!(records[0].kind(), &RecordKind::Warcinfo);
        assert_eq!(records.len(), 61);
        for record in &records[1..] {
            assert_eq!(record.kind(), &RecordKind::Conversion);
            assert_eq!(record.header("Content-Type"), Some("text/plain"));
            assert_eq!(record.date(), Some(DATE));
            let text = expected[record.target_uri().unwrap()]["text"].as_str().unwrap();
            assert_eq!(record.body(), text.as_bytes());
            assert!(record.header("WARC-Refers-To").unwrap().starts_with("<urn:uuid:"));
        }
    }
    folder.demold("clean crawl.warc.gz -o out.parquet --body html").ok();
    let again = ["clean", "out.parquet", "--min-site-pages", "1000", "--body", "text", "--format", "jsonl"];
    let ran = folder.run(again).ok().says("60 pages left unchanged");
    assert_eq!(records(&ran.stdout).len(), 60);
    assert_eq!(
        records(&ran.stdout).values().map(|record| record["text"].clone()).collect::<Vec<_>>(),
        expected.values().map(|record| record["text"].clone()).collect::<Vec<_>>()
    );
}

#[test]
fn a_tree_mirrors_the_urls() {
    let folder = Folder::new();
    let page = |nth: usize| format!("<html><body><nav>Home | News</nav><p>Report {nth} of the day.</p></body></html>");
    let urls = [
        "http://a.example/",
        "http://a.example/news/1.html",
        "http://a.example/news/1.html",
        "http://a.example/../../../etc/passwd",
        "http://a.example/News/1.html",
        "http://a.example/news",
    ];
    let pages: Vec<(&str, String)> = urls.into_iter().zip((0..6).map(page)).collect();
    folder.write("crawl.jsonl", jsonl(&pages));
    folder.demold("clean crawl.jsonl --format text -o out/tree").ok();
    let mut files: Vec<String> = folder.files().into_iter().filter(|file| file.starts_with("out")).collect();
    files.retain(|file| !file.contains('-') || file.ends_with("1-2.txt"));
    assert_eq!(
        files,
        ["out/tree/a.example/index.txt", "out/tree/a.example/news/1-2.txt", "out/tree/a.example/news/1.txt"]
    );
    assert_eq!(folder.files().len(), 1 + urls.len());
    assert_eq!(folder.read("out/tree/a.example/news/1-2.txt"), "Report 2 of the day.\n");
    // Neither is there anything to replace, nor to go on with.
    let clean = ["clean", "crawl.jsonl", "--format", "text", "-o", "out/tree"];
    folder.run([&clean[..], &["--force"]].concat()).failed(1).says("is not empty");
    folder.run([&clean[..], &["--resume"]].concat()).ok().says("is complete");
}
