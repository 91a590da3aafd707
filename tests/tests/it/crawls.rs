//! Crawls: many sites, in files of every form.

use std::{
    collections::BTreeMap,
    fs,
    io::Write as _,
    process::Stdio,
    time::{Duration, Instant},
};

use corpus::{
    Options, Row, WarcPages,
    warc::{Compression, Kind, Reader, Record, Writer},
};
use serde_json::{Value, json};

use crate::command::Folder;

const DATE: &str = "2026-01-31T12:00:00Z";

/// A crawl of small sites, and pages besides that must be told from theirs.
fn pages() -> Vec<(String, String)> {
    let crawl = sitegen::Crawl::new(11, 5, 60, 5_000).unwrap();
    crawl
        .map(|(_, page)| {
            // The mirror of a crawl knows addresses only by what pages say.
            let link = format!("<head>\n<link rel=\"canonical\" href=\"{}\">", page.url());
            (
                page.url().to_owned(),
                page.html().replacen("<head>", &link, 1),
            )
        })
        .collect()
}

fn response(url: &str, head: &str, body: &[u8]) -> Record {
    let block = [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), body].concat();
    Record::new(Kind::Response, DATE)
        .target(url)
        .block("application/http; msgtype=response", block)
}

fn html(url: &str, page: &str) -> Record {
    response(
        url,
        "200 OK\r\nContent-Type: text/html; charset=utf-8",
        page.as_bytes(),
    )
}

fn warc(pages: &[(String, String)], compression: Compression) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), compression);
    writer
        .write(&Record::warcinfo(DATE, &[("software", "test")]))
        .unwrap();
    for (url, page) in pages {
        writer
            .write(&Record::new(Kind::Request, DATE).target(url))
            .unwrap();
        writer.write(&html(url, page)).unwrap();
    }
    writer.into_inner()
}

fn jsonl(pages: &[(String, String)]) -> String {
    pages
        .iter()
        .map(|(url, page)| format!("{}\n", json!({ "url": url, "html": page })))
        .collect()
}

/// Returns the records by their URLs.
fn records(text: &str) -> BTreeMap<String, Value> {
    text.lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            (record["url"].as_str().unwrap().to_owned(), record)
        })
        .collect()
}

#[test]
fn every_form_of_a_crawl_gives_the_same() {
    let pages = pages();
    let folder = Folder::new();
    folder.write("plain.warc", warc(&pages, Compression::None));
    folder.write("crawl.warc.gz", warc(&pages, Compression::Gzip));
    folder.write("crawl.warc.zst", warc(&pages, Compression::Zstd));
    folder.write("crawl.jsonl", jsonl(&pages));
    folder.write(
        "crawl.jsonl.zst",
        zstd::bulk::compress(jsonl(&pages).as_bytes(), 1).unwrap(),
    );
    let mut table = corpus::ParquetWriter::new(Vec::new(), "html").unwrap();
    for (url, page) in &pages {
        let row = Row {
            url: Some(url.clone()),
            site: None,
            removed_share: 0.0,
            content: page.clone(),
        };
        table.write(row).unwrap();
    }
    folder.write("crawl.parquet", table.finish().unwrap());
    for (nth, (_, page)) in pages.iter().enumerate() {
        folder.write(&format!("folder/{}/{}.html", nth % 7, nth), page);
    }
    let clean = |input: &str, threads: &str| {
        let args = [
            "clean",
            input,
            "--group",
            "host",
            "--format",
            "jsonl",
            "--threads",
            threads,
        ];
        folder.run(args).ok()
    };
    let expected = clean("plain.warc", "1");
    assert!(
        expected.stderr.contains("60 pages cleaned of 5 sites"),
        "{}",
        expected.stderr
    );
    assert!(
        expected.stderr.contains("121 in = 60 out + 61 skipped (60 × a record of type request, 1 × a record of type warcinfo)"),
        "{}",
        expected.stderr
    );
    for input in [
        "plain.warc",
        "crawl.warc.gz",
        "crawl.warc.zst",
        "crawl.jsonl",
        "crawl.jsonl.zst",
        "crawl.parquet",
    ] {
        assert_eq!(clean(input, "2").stdout, expected.stdout, "{input}");
    }
    let from_folder = records(&clean("folder", "2").stdout);
    assert_eq!(from_folder.len(), 60);
    assert_eq!(from_folder, records(&expected.stdout));
    // Templates were learned: navigation and notices are gone.
    let mut n_removed = 0;
    for record in from_folder.values() {
        n_removed += usize::from(0.2 < record["removed_share"].as_f64().unwrap());
    }
    assert!(50 < n_removed, "{n_removed}");
    let piped = folder
        .run_with(
            ["clean", "-", "--format", "jsonl"],
            &warc(&pages, Compression::Gzip),
        )
        .ok();
    assert_eq!(piped.stdout, expected.stdout);
}

#[test]
fn memory_that_is_too_small_changes_nothing() {
    let folder = Folder::new();
    folder.write("crawl.jsonl", jsonl(&pages()));
    let clean = |memory: &str| {
        folder
            .run([
                "clean",
                "crawl.jsonl",
                "--format",
                "jsonl",
                "--memory",
                memory,
            ])
            .ok()
            .stdout
    };
    assert_eq!(clean("1"), clean("1G"));
}

#[test]
fn what_is_written_is_read_back() {
    let folder = Folder::new();
    folder.write("crawl.warc.gz", warc(&pages(), Compression::Gzip));
    folder
        .run(["clean", "crawl.warc.gz", "-o", "out.jsonl"])
        .ok();
    let expected = records(&folder.read("out.jsonl"));
    for out in ["out.warc", "out.warc.gz", "out.warc.zst"] {
        folder
            .run(["clean", "crawl.warc.gz", "-o", out, "--date", DATE])
            .ok();
        let file = fs::read(folder.path().join(out)).unwrap();
        let records: Vec<Record> = Reader::new(&file[..]).map(Result::unwrap).collect();
        assert_eq!(records[0].kind(), &Kind::Warcinfo);
        assert_eq!(records.len(), 61);
        for record in &records[1..] {
            assert_eq!(record.kind(), &Kind::Conversion);
            assert_eq!(record.header("Content-Type"), Some("text/plain"));
            assert_eq!(record.date(), Some(DATE));
            let text = expected[record.target_uri().unwrap()]["text"]
                .as_str()
                .unwrap();
            assert_eq!(record.body(), text.as_bytes());
            assert!(
                record
                    .header("WARC-Refers-To")
                    .unwrap()
                    .starts_with("<urn:uuid:")
            );
        }
    }
    let args = [
        "clean",
        "crawl.warc.gz",
        "-o",
        "out.parquet",
        "--body",
        "html",
    ];
    folder.run(args).ok();
    let again = [
        "clean",
        "out.parquet",
        "--min-pages",
        "1000",
        "--format",
        "jsonl",
    ];
    let ran = folder.run(again).ok();
    assert!(
        ran.stderr.contains("60 pages passed through whole"),
        "{}",
        ran.stderr
    );
    assert_eq!(records(&ran.stdout).len(), 60);
    assert_eq!(
        records(&ran.stdout)
            .values()
            .map(|record| record["text"].clone())
            .collect::<Vec<_>>(),
        expected
            .values()
            .map(|record| record["text"].clone())
            .collect::<Vec<_>>()
    );
}

#[test]
fn a_tree_mirrors_the_urls() {
    let folder = Folder::new();
    let page = |nth: usize| {
        format!("<html><body><nav>Home | News</nav><p>Report {nth} of the day.</p></body></html>")
    };
    let urls = [
        "http://a.example/",
        "http://a.example/news/1.html",
        "http://a.example/news/1.html",
        "http://a.example/../../../etc/passwd",
        "http://a.example/News/1.html",
        "http://a.example/news",
    ];
    let lines: String = urls
        .iter()
        .enumerate()
        .map(|(nth, url)| format!("{}\n", json!({ "url": url, "html": page(nth) })))
        .collect();
    folder.write("crawl.jsonl", lines);
    folder
        .run(["clean", "crawl.jsonl", "--format", "text", "-o", "out/tree"])
        .ok();
    let mut files: Vec<String> = folder
        .files()
        .into_iter()
        .filter(|file| file.starts_with("out"))
        .collect();
    files.retain(|file| !file.contains('-') || file.ends_with("1-2.txt"));
    assert_eq!(
        files,
        [
            "out/tree/a.example/index.txt",
            "out/tree/a.example/news/1-2.txt",
            "out/tree/a.example/news/1.txt"
        ]
    );
    assert_eq!(folder.files().len(), 1 + urls.len());
    assert_eq!(
        folder.read("out/tree/a.example/news/1-2.txt"),
        "Report 2 of the day.\n"
    );
    let again = folder
        .run([
            "clean",
            "crawl.jsonl",
            "--format",
            "text",
            "-o",
            "out/tree",
            "--force",
        ])
        .failed(1);
    assert!(again.stderr.contains("is not empty"), "{}", again.stderr);
    // Nor is there anything to go on with.
    let args = [
        "clean",
        "crawl.jsonl",
        "--format",
        "text",
        "-o",
        "out/tree",
        "--resume",
    ];
    let again = folder.run(args).failed(1);
    assert!(again.stderr.contains("is not empty"), "{}", again.stderr);
}

#[test]
fn broken_records_cost_themselves_and_are_counted() {
    let folder = Folder::new();
    let pages = pages();
    let mut file = Vec::new();
    let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    bomb.write_all(&vec![b'x'; 3 << 20]).unwrap();
    let bomb = response(
        "http://bomb.example/",
        "200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip",
        &bomb.finish().unwrap(),
    );
    for (nth, (url, page)) in pages.iter().enumerate() {
        let mut writer = Writer::new(Vec::new(), Compression::Gzip);
        writer.write(&html(url, page)).unwrap();
        if nth == 7 {
            writer.write(&bomb).unwrap();
            writer
                .write(&html("http://long.example/", &"y".repeat(2 << 20)))
                .unwrap();
        }
        let mut member = writer.into_inner();
        if nth == 20 {
            let half = member.len() / 2;
            member[half..half + 9].fill(0x55);
        }
        if nth == 59 {
            member.truncate(member.len() / 2);
        }
        file.extend(member);
    }
    folder.write("crawl.warc.gz", file);
    let args = [
        "clean",
        "crawl.warc.gz",
        "--max-page",
        "1M",
        "--format",
        "jsonl",
    ];
    let ran = folder.run(args).ok();
    assert!(
        ran.stderr
            .contains("62 in = 58 out + 4 skipped (4 × broken or too long)"),
        "{}",
        ran.stderr
    );
    assert_eq!(records(&ran.stdout).len(), 58);
    for place in [
        "(http://bomb.example/)",
        "(http://long.example/)",
        "crawl.warc.gz, byte ",
    ] {
        assert!(ran.stderr.contains(place), "{}", ran.stderr);
    }
    folder.run(args.into_iter().chain(["--strict"])).failed(1);
}

#[test]
fn templates_are_kept_and_used_again() {
    let folder = Folder::new();
    let pages = pages();
    folder.write("crawl.jsonl", jsonl(&pages));
    let ran = folder
        .run(["learn", "crawl.jsonl", "-o", "sites.demold"])
        .ok();
    assert!(
        ran.stderr
            .contains("5 templates learned of 5 sites, 0 too small"),
        "{}",
        ran.stderr
    );
    let expected = folder
        .run(["clean", "crawl.jsonl", "--format", "jsonl"])
        .ok()
        .stdout;
    let used = [
        "clean",
        "crawl.jsonl",
        "--templates",
        "sites.demold",
        "--format",
        "jsonl",
    ];
    assert_eq!(folder.run(used).ok().stdout, expected);
    // A site of which nothing is known passes through.
    let other: Vec<_> = pages
        .iter()
        .map(|(_, page)| ("http://new.example/".to_owned(), page.clone()))
        .take(3)
        .collect();
    folder.write("other.jsonl", jsonl(&other));
    let ran = folder
        .run([
            "clean",
            "other.jsonl",
            "--templates",
            "sites.demold",
            "--format",
            "jsonl",
        ])
        .ok();
    assert!(
        ran.stderr.contains("3 pages passed through whole"),
        "{}",
        ran.stderr
    );
    folder
        .run(["learn", "crawl.jsonl", "-o", "sites.demold"])
        .failed(1);
    folder
        .run(["learn", "crawl.jsonl", "-o", "sites.demold", "--force"])
        .ok();
}

#[test]
fn redesigned_sites_are_learned_again() {
    let folder = Folder::new();
    let old = |nth: usize| {
        format!(
            "<html><body><div class=top><a href=/>Home</a> <a href=/n>News</a></div><p>Report {nth}: the tide is {nth} feet high today, they say.</p><div class=end>Printed on recycled bytes</div></body></html>"
        )
    };
    let new = |nth: usize| {
        format!(
            "<html><body><ul class=menu><li>Start<li>Search the archive<li>Log in</ul><article>Story {nth}: the tide will be {nth} feet high tomorrow, we hear.</article><section class=legal>All rights upside down</section></body></html>"
        )
    };
    let line = |nth: usize, page: String| {
        format!(
            "{}\n",
            json!({ "url": format!("http://a.example/{nth}"), "html": page })
        )
    };
    folder.write(
        "old.jsonl",
        (0..12).map(|nth| line(nth, old(nth))).collect::<String>(),
    );
    folder.write(
        "new.jsonl",
        (0..12)
            .map(|nth| line(nth, old(nth)))
            .chain((20..32).map(|nth| line(nth, new(nth))))
            .collect::<String>(),
    );
    for method in ["consensus", "distill"] {
        let templates = format!("{method}.demold");
        folder
            .run(["learn", "old.jsonl", "--method", method, "-o", &templates])
            .ok();
        let args = [
            "clean",
            "new.jsonl",
            "--templates",
            &templates,
            "--format",
            "jsonl",
            "--min-fit",
            "0.5",
        ];
        let ran = folder.run(args).ok();
        assert!(
            ran.stderr.contains("12 pages of these hardly fit"),
            "{}",
            ran.stderr
        );
        assert!(ran.stdout.contains("Log in"));
        let again = folder
            .run(args.into_iter().chain(["--relearn", "--method", method]))
            .ok();
        assert!(!again.stderr.contains("hardly fit"), "{}", again.stderr);
        assert!(
            !again.stdout.contains("Log in") && !again.stdout.contains("recycled"),
            "{}",
            again.stdout
        );
        // The folder knows both designs from now on.
        assert_eq!(folder.run(args).ok().stdout, again.stdout);
    }
}

/// Runs the command, kills it as soon as its journal has `n_lines` lines, and
/// returns whether it was still running then.
fn kill_after(folder: &Folder, args: &[&str], journal: &str, n_lines: usize) -> bool {
    let mut child = folder
        .command()
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(folder.path().join(journal)).unwrap_or_default();
        if n_lines <= text.lines().count() {
            child.kill().unwrap();
            return !child.wait().unwrap().success();
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{text}");
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_run_is_resumed_to_the_same_bytes() {
    let folder = Folder::new();
    let many: Vec<(String, String)> = sitegen::Crawl::new(5, 6, 700, 4_000)
        .unwrap()
        .map(|(_, page)| (page.url().to_owned(), page.html().to_owned()))
        .collect();
    folder.write("crawl.warc", warc(&many, Compression::None));
    let clean = |out: &'static str, format: &'static str| {
        [
            "clean",
            "crawl.warc",
            "--format",
            format,
            "--date",
            DATE,
            "--threads",
            "1",
            "--method",
            "distill",
            "-o",
            out,
        ]
        .to_vec()
    };
    for (format, whole, killed) in [
        ("warc", "whole.warc.gz", "killed.warc.gz"),
        ("jsonl", "whole.jsonl", "killed.jsonl"),
        ("parquet", "whole.parquet", "killed.parquet"),
        ("text", "whole", "killed"),
    ] {
        folder.run(clean(whole, format)).ok();
        let journal = format!("{killed}.demold-work/journal");
        let mut args = clean(killed, format);
        let mut n_kills = 0;
        for n_lines in [1, 4, 9] {
            n_kills += usize::from(kill_after(&folder, &args, &journal, n_lines));
            if n_kills == 0 {
                break;
            }
            if n_kills == 1 {
                let refused = folder.run(clean(killed, format));
                assert_eq!(refused.status, 1, "{refused:?}");
                args.push("--resume");
            }
        }
        assert_ne!(n_kills, 0, "{format}: too fast to be killed");
        if folder.path().join(&journal).exists() {
            let ran = folder.run(&args).ok();
            assert!(
                ran.stderr.contains("1401 in = 700 out + 701 skipped"),
                "{}",
                ran.stderr
            );
        }
        assert!(!folder.path().join(format!("{killed}.demold-work")).exists());
        let read = |name: &str| -> BTreeMap<String, Vec<u8>> {
            folder
                .files()
                .into_iter()
                .filter(|file| file == name || file.starts_with(&format!("{name}/")))
                .map(|file| {
                    (
                        file[name.len()..].to_owned(),
                        fs::read(folder.path().join(&file)).unwrap(),
                    )
                })
                .collect()
        };
        assert_eq!(read(whole).len(), if format == "text" { 700 } else { 1 });
        let (whole, killed) = (read(whole), read(killed));
        let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&whole), names(&killed), "{format}");
        for (name, bytes) in &whole {
            assert!(*bytes == killed[name], "{name} differs");
        }
    }
}

#[test]
fn another_command_is_not_resumed() {
    let folder = Folder::new();
    folder.write("crawl.jsonl", jsonl(&pages()));
    folder.write(
        "out.jsonl.demold-work/journal",
        "{\"about\": \"something else\", \"date\": \"\"}\n",
    );
    let ran = folder
        .run(["clean", "crawl.jsonl", "-o", "out.jsonl", "--resume"])
        .failed(1);
    assert!(ran.stderr.contains("was another one"), "{}", ran.stderr);
    let ran = folder
        .run(["clean", "crawl.jsonl", "-o", "out.jsonl"])
        .failed(1);
    assert!(
        ran.stderr.contains("--resume goes on with it"),
        "{}",
        ran.stderr
    );
    folder
        .run(["clean", "crawl.jsonl", "-o", "out.jsonl", "--force"])
        .ok();
    assert_eq!(folder.files(), ["crawl.jsonl", "out.jsonl"]);
}

#[test]
fn groups_are_as_asked_for() {
    let folder = Folder::new();
    folder.write("crawl.jsonl", jsonl(&pages()));
    for (group, learned) in [
        ("host", "5 templates learned of 5 sites"),
        // The generated hosts all end alike.
        (
            r"^https?://[^/]*\.([a-z]+)/",
            "1 template learned of 1 site",
        ),
    ] {
        let args = [
            "learn",
            "crawl.jsonl",
            "-o",
            "t",
            "--force",
            "--group",
            group,
        ];
        let ran = folder.run(args).ok();
        assert!(ran.stderr.contains(learned), "{group}: {}", ran.stderr);
    }
    let ran = folder
        .run(["clean", "crawl.jsonl", "--group", "(", "--format", "jsonl"])
        .failed(2);
    assert!(ran.stderr.contains("cannot group by"), "{}", ran.stderr);
}

#[test]
fn options_are_checked_before_the_work() {
    let folder = Folder::new();
    folder.write("crawl.jsonl", jsonl(&pages()));
    for (args, message) in [
        (&["clean", "crawl.jsonl"][..], "name a folder with --out"),
        (
            &["clean", "crawl.jsonl", "--format", "parquet"],
            "name a file with --out",
        ),
        (
            &["clean", "crawl.jsonl", "--format", "warc", "-o", "x"],
            "x should end in .warc",
        ),
        (
            &["clean", "crawl.jsonl", "--format", "jsonl", "--resume"],
            "standard output cannot be resumed",
        ),
        (
            &[
                "clean",
                "crawl.jsonl",
                "--format",
                "jsonl",
                "--templates",
                "none",
            ],
            "is no folder of templates",
        ),
        (
            &["clean", "none.warc", "--format", "jsonl"],
            "cannot read none.warc",
        ),
        (
            &["learn", "crawl.jsonl"],
            "name a folder for them with --out",
        ),
    ] {
        let ran = folder.run(args).failed(1);
        assert!(ran.stderr.contains(message), "{args:?}: {}", ran.stderr);
    }
    let args = [
        "clean",
        "crawl.jsonl",
        "--format",
        "jsonl",
        "--html-field",
        "body",
    ];
    let ran = folder.run(args).ok();
    assert!(ran.stderr.contains("line 1 (http"), "{}", ran.stderr);
    assert!(ran.stderr.contains("the fields are html"), "{}", ran.stderr);
}

#[test]
fn pages_of_a_warc_file_are_those_of_the_library() {
    let file = warc(&pages(), Compression::Gzip);
    let n_pages = WarcPages::new(&file[..], "crawl", &Options::new())
        .filter(Result::is_ok)
        .count();
    assert_eq!(n_pages, 60);
}
