//! Outputs: where they may go, what their names say, and what becomes of what
//! was there before.

use std::fs;

use serde_json::json;

use super::clean;
use crate::command::{self, Folder, jsonl, page, sentence};

fn crawl(n_pages: usize, n_sites: usize) -> String {
    jsonl(&command::crawl(n_pages, n_sites))
}

#[test]
fn output_is_never_input() {
    let folder = Folder::new();
    folder.write_site("F", 3);
    folder.write("io.jsonl", crawl(3, 1));
    let before = folder.read("io.jsonl");
    for args in [
        &["clean", "io.jsonl", "-o", "io.jsonl", "--force"][..],
        &["clean", "io.jsonl", "-o", "./F/../io.jsonl", "--force"],
        &["clean", "F", "-o", "F/out.jsonl"],
        &["clean", "F", "-o", "F/out.warc.gz"],
        &["clean", "F", "-o", "F/sub/out/"],
        &["clean", "F/sub/0.html", "-o", "F/sub/0.html", "--force"],
        &["learn", "F", "-o", "F/t.json"],
        &["learn", "F", "-o", "F/templates"],
        &["learn", "F", "--export", "F/e.txt"],
        &["learn", "io.jsonl", "--export", "io.jsonl", "--force"],
        &["report", "io.jsonl", "-o", "io.jsonl", "--force"],
        &["report", "F", "-o", "F", "--force"],
        &["report", "F", "-o", "F/r.html", "--force"],
        &["report", "F/sub/0.html", "-o", "F/sub/0.html", "--force"],
    ] {
        let ran = folder.run(args).failed(1);
        let is_refused = ["is inside the input", "is one of the pages"].iter().any(|words| ran.stderr.contains(words));
        assert!(is_refused, "{args:?}: {}", ran.stderr);
    }
    assert_eq!(folder.read("io.jsonl"), before);
    assert_eq!(folder.files().len(), 4);
}

#[test]
fn what_a_run_has_left_is_no_input() {
    let folder = Folder::new();
    folder.write_site("F", 3);
    folder.write("F/out.jsonl.demold-work/partial", page(7));
    folder.write("F/x.demold-work/sites.demold/index.jsonl", "{}\n");
    folder.write("F/.demold-partial", page(8));
    let (records, _) = clean(&folder, &["F"]);
    assert_eq!(records.len(), 3);
}

#[test]
fn learn_removes_only_what_its_index_names() {
    let folder = Folder::with("c.jsonl", crawl(12, 3));
    folder.demold("learn c.jsonl -o t").ok();
    let first = folder.files();
    folder.write("t/notes.txt", "precious");
    folder.write("t/sub/x.json", "precious");
    folder.demold("learn c.jsonl -o t --force --method distill").ok();
    let second = folder.files();
    assert_eq!(second.len(), first.len() + 2);
    assert_eq!(folder.read("t/notes.txt"), "precious");
    assert_eq!(folder.read("t/sub/x.json"), "precious");
    // The same again is the same to the byte, whatever was there.
    folder.demold("learn c.jsonl -o t --force").ok();
    folder.demold("learn c.jsonl -o u").ok();
    let (t, u) = (folder.contents("t"), folder.contents("u"));
    assert!(u.iter().all(|(name, bytes)| t.get(name) == Some(bytes)));
    // What was never ours is not touched.
    folder.write("mine/index.jsonl", "{\"mine\": 1}\n");
    folder.demold("learn c.jsonl -o mine --force").failed(1).says("not a folder of templates");
    assert_eq!(folder.read("mine/index.jsonl"), "{\"mine\": 1}\n");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_set() {
    let folder = Folder::with("c.jsonl", crawl(12, 3));
    folder.demold("learn c.jsonl -o t").ok();
    let before = folder.contents("t");
    // No file may grow beyond a block, as on a disk that is full.
    let shell = format!(
        "trap '' XFSZ; ulimit -f 1; exec {} learn c.jsonl -o t --force --method mine --memory 1G",
        folder.command().get_program().to_str().unwrap()
    );
    let output = std::process::Command::new("sh").args(["-c", &shell]).current_dir(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot write t/"), "{said}");
    assert_eq!(folder.contents("t"), before);
}

#[test]
fn one_site_makes_one_file_and_folders_are_templates_too() {
    let folder = Folder::with("one.jsonl", crawl(6, 1));
    folder.write("three.jsonl", crawl(12, 3));
    folder.demold("learn one.jsonl -o t.json").ok();
    assert!(folder.read("t.json").contains("demold template"));
    folder.demold("learn three.jsonl -o three.json").failed(1).says("there are 3 sites");
    folder.demold("learn three.jsonl -o three").ok();
    let shown = folder.demold("show three").ok().stdout;
    for site in ["s0.example: 4 pages", "s1.example: 4 pages", "s2.example: 4 pages"] {
        assert!(shown.contains(site), "{shown}");
    }
    // As a shell writes `three/*`, the index among the files.
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("three"))
        .unwrap()
        .map(|entry| format!("three/{}", entry.unwrap().file_name().to_string_lossy()))
        .collect();
    names.sort();
    assert!(names.contains(&"three/index.jsonl".to_owned()), "{names:?}");
    let all = ["show"].into_iter().chain(names.iter().map(String::as_str));
    let all = folder.run(all).ok().stdout;
    assert_eq!(all.matches(".json:\n").count(), 3, "{all}");
    let by_index = folder.demold("show three/index.jsonl").ok().stdout;
    assert_eq!(by_index, shown);
    let (by_folder, _) = clean(&folder, &["three.jsonl", "--template", "three"]);
    let (learned, _) = clean(&folder, &["three.jsonl"]);
    assert_eq!(by_folder, learned);
}

#[test]
fn suffixes_say_what_is_written() {
    let folder = Folder::with("c.jsonl", crawl(6, 2));
    folder.demold("clean c.jsonl -o plain.jsonl").ok();
    folder.demold("clean c.jsonl -o c.jsonl.gz").ok();
    folder.demold("clean c.jsonl -o c.jsonl.zst").ok();
    let packed = fs::read(folder.path().join("c.jsonl.gz")).unwrap();
    let mut text = String::new();
    let mut unpacked = flate2::read::MultiGzDecoder::new(&packed[..]);
    std::io::Read::read_to_string(&mut unpacked, &mut text).unwrap();
    assert_eq!(text, folder.read("plain.jsonl"));
    let packed = fs::read(folder.path().join("c.jsonl.zst")).unwrap();
    assert_eq!(zstd::stream::decode_all(&packed[..]).unwrap(), text.as_bytes());
    for name in ["c.wet.gz", "c.warc.wet.gz", "c.wet", "c.warc.zst"] {
        folder.run(["clean", "c.jsonl", "-o", name]).ok();
        let file = fs::File::open(folder.path().join(name)).unwrap();
        assert_eq!(formats::warc::Reader::new(file).map(Result::unwrap).count(), 7, "{name}");
    }
    folder.write("page.html", page(5));
    for (name, part) in [("o.txt", "Report 5\n"), ("o.md", "# Report 5"), ("o.html", "<h1>Report 5")] {
        folder.run(["clean", "page.html", "-o", name]).ok();
        let text = folder.read(name);
        assert!(text.contains(part) && text.contains(&sentence(5)), "{name}: {text}");
        folder.run(["clean", "c.jsonl", "-o", name, "--force"]).failed(1).says("name a folder");
        assert_eq!(folder.read(name), text);
        folder.run(["clean", "page.html", "-o", name, "--force"]).ok();
    }
    folder.demold("clean page.html -o o.csv/").ok();
    assert!(folder.path().join("o.csv/page.html").is_file());
}

#[test]
fn every_name_is_safe() {
    let folder = Folder::new();
    let names = ["..html", "...html", ".html", "a/..html", "-o.html", "con.html", "x y.html"];
    for (nth, name) in names.iter().enumerate() {
        folder.write(&format!("in/{name}"), page(nth));
    }
    for format in ["html", "text", "markdown", "tei", "jsonl"] {
        let out = format!("out-{format}");
        folder.run(["clean", "in", "--format", format, "-o", &out]).ok();
        let files = folder.files();
        let n_files = files.iter().filter(|file| file.starts_with(&out)).count();
        assert_eq!(n_files, names.len(), "{files:?}");
        assert_eq!(files.iter().filter(|file| file.starts_with("in/")).count(), names.len());
    }
}

#[test]
fn the_longest_page_holds_everywhere() {
    let folder = Folder::of_site(4);
    folder.write("site/long.html", format!("{}{}", page(9), "x".repeat(100_000)));
    let more = ["--max-page", "50K"];
    let (records, said) = clean(&folder, &["site", more[0], more[1]]);
    assert_eq!(records.len(), 4);
    assert!(said.contains("larger than 51200 bytes; --max-page allows larger ones"), "{said}");
    let ran = folder.run(["report", "site", "-o", "r.html", more[0], more[1]]).ok();
    assert!(ran.stderr.contains("4 pages, ") && ran.stderr.contains("1 page skipped"), "{}", ran.stderr);
    folder.run(["learn", "site", more[0], more[1]]).ok().prints("\"available\": 4");
}

#[test]
fn report_takes_whatever_clean_takes() {
    let folder = Folder::with("c.jsonl", crawl(12, 3) + &jsonl(&[("http://alone.example/", page(77))]));
    folder.demold("report c.jsonl -o r.html").ok().says("13 pages, ");
    let html = folder.read("r.html");
    for part in [
        "What was removed from 4 sites",
        "Why parts were removed from s1.example",
        "Why parts were removed from pages judged alone",
        "http://s2.example/5",
    ] {
        assert!(html.contains(part), "{part}");
    }
    folder.demold("learn c.jsonl -o t").ok();
    folder.demold("report c.jsonl -o t.html --template t").ok();
    assert_eq!(folder.read("t.html"), html);
    let args = ["report", "-", "-o", "s.html", "--exclude", "s[12].example"];
    folder.run_with(args, folder.read("c.jsonl").as_bytes()).ok().says("5 pages, ");
}

#[test]
fn patterns_say_what_is_read() {
    let folder = Folder::with("c.jsonl", crawl(12, 3));
    let (records, said) = clean(&folder, &["c.jsonl", "--include", r"s[01]\.", "--exclude", "/0$"]);
    assert_eq!(records.len(), 7);
    assert!(said.contains("5 × a page left out by --include or --exclude"), "{said}");
    folder.demold("learn c.jsonl -o t --include s1").ok().says("1 template learned from 1 site");
    folder.demold("clean c.jsonl --include (").failed(2);
}

#[test]
fn a_dry_run_says_what_would_be_done_and_does_nothing() {
    let folder = Folder::with("c.jsonl", crawl(12, 3) + &jsonl(&[("http://alone.example/", page(77))]));
    let ran = folder.demold("clean c.jsonl -o out.jsonl --dry-run").ok();
    for part in
        ["1 crawl file", "13 pages of 4 sites", "3 templates; 1 page alone", "13 pages as jsonl to the file out.jsonl"]
    {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    folder.demold("learn c.jsonl -o t --dry-run").ok().prints("write: t\n");
    assert_eq!(folder.files(), ["c.jsonl"]);
}

#[test]
fn control_characters_reach_no_terminal() {
    let folder = Folder::new();
    let page = |nth: usize| page(nth).replace("<nav>", "<nav class=\"a\u{1b}[31mb\">").replace("<nav ", "<div ");
    let urls = ["http://a.example/\u{1b}]0;x\u{7}1", "http://a.example/2\nfake line", "http://a.example/3"];
    let pages: Vec<(&str, String)> = urls.into_iter().zip((0..3).map(page)).collect();
    let mut lines = jsonl(&pages);
    lines += &json!({ "url": "http://a.example/\u{1b}[2J", "text": "no page" }).to_string();
    folder.write("c.jsonl", lines);
    let ran = folder.demold("clean c.jsonl --format jsonl --explain --verbose").ok().says("\\u{1b}[2J");
    assert!(!ran.stderr.contains('\u{1b}') && !ran.stderr.contains('\u{7}'), "{:?}", ran.stderr);
    assert!(!ran.stderr.lines().any(|line| line.starts_with("fake")), "{}", ran.stderr);
    folder.demold("learn c.jsonl -o t.json").ok();
    let shown = folder.demold("show t.json").ok().stdout;
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
}

#[test]
fn a_site_is_one_file_for_language_models() {
    let folder = Folder::of_site(3);
    folder.write("site/sub/1.html", page(1).replace("<head>", "<head><link rel=canonical href=https://a.example/1>"));
    folder.demold("clean site --format llms --out llms.txt").ok();
    let file = folder.read("llms.txt");
    let (list, pages) = file.split_once("\n---\n").unwrap();
    assert!(list.starts_with("# Pages\n\n## Pages\n\n- [Report 0](sub/0.html)\n"), "{list}");
    assert!(list.contains("\n- [Report 1](https://a.example/1)\n"), "{list}");
    assert_eq!(list.matches("\n- [").count(), 3, "{list}");
    assert!(pages.contains("Title: Report 1\nURL: https://a.example/1\n\n# Report 1\n"), "{pages}");
    for nth in 0..3 {
        assert!(pages.contains(&sentence(nth)), "{pages}");
    }
    assert!(!file.contains("recycled"), "{file}");
    folder.demold("clean site --format llms").failed(2);
    folder.demold("clean site --format llms --out x.jsonl").failed(2);
}

#[test]
fn pages_are_cut_at_headings() {
    let folder = Folder::of_site(3);
    let ran = folder.demold("clean site --format jsonl --chunk 50").ok();
    let pieces = ran.records();
    assert_eq!(pieces.len(), 3);
    let first = json!({
        "url": "sub/0.html", "title": "Report 0", "chunk": 0, "headings": ["Report 0"], "words": 9, "text": sentence(0)
    });
    assert_eq!(pieces[0], first);
    folder.demold("clean site --format markdown --out out --chunk 50").failed(2).says("--chunk applies to JSON Lines");
}

#[test]
fn what_is_not_utf_8_comes_through_in_every_format() {
    let folder = Folder::new();
    folder.write_site("site", 3);
    let page = page(3).replace("<head>", "<head><meta charset=\"iso-8859-1\">").replace("herring", "h\u{e4}ring");
    let latin1: Vec<u8> = page.chars().map(|letter| letter as u8).collect();
    folder.write("site/latin1.html", latin1);
    let mut state = 19_u32;
    let junk = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    });
    folder.write("site/junk.html", junk.take(4_096).collect::<Vec<u8>>());
    let of_one = ["html", "raw", "text", "markdown", "tei", "xml"].map(|format| (format, format, 4));
    let of_many = [("csv", "all.csv", 1), ("jsonl", "all.jsonl", 1), ("warc", "all.warc", 1), ("llms", "llms.txt", 1)];
    for (format, out, n_files) in of_one.into_iter().chain(of_many) {
        folder
            .run(["clean", "site", "--format", format, "-o", out])
            .ok()
            .says("5 in = 4 out + 1 skipped (1 × a file of binary data");
        let written = folder.contents(out);
        assert_eq!(written.len(), n_files, "{format}");
        let is_there = written.values().any(|bytes| String::from_utf8_lossy(bytes).contains(&sentence(1)));
        assert!(is_there, "{format}");
    }
    let html = folder.read("html/latin1.html");
    assert!(html.contains("crates of h\u{e4}ring") && !html.contains("iso-8859-1"), "{html}");
    assert!(html.to_ascii_lowercase().contains("utf-8"), "{html}");
    // The pages of a table are packed, so it is read again.
    folder.run(["clean", "site", "-o", "all.parquet", "--body", "html"]).ok().says("4 pages cleaned");
    let again = folder.run(["clean", "all.parquet", "--min-site-pages", "1000", "--format", "jsonl"]).ok();
    assert!(again.stdout.contains(&sentence(1)), "{}", again.stdout);
}
