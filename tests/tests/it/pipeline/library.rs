//! The crate `pipeline` writes what the command writes.

use std::{fs, path::Path};

use pipeline::{Format, PageFiles, Rendering, Run};
use serde_json::json;

use crate::command::{Folder, page};

const DATE: &str = "2026-01-31T12:00:00Z";

/// Writes a file by the library.
fn written(input: &Path, out: &Path, rendering: &Rendering) -> Result<pipeline::Tally, pipeline::Error> {
    let mut files = PageFiles::default();
    files.add(input).unwrap();
    Run::new(&files).write_file(rendering, Some(DATE), out)
}

fn crawl(folder: &Folder, n_pages: usize) -> std::path::PathBuf {
    let line =
        |nth: usize| format!("{}\n", json!({ "url": format!("http://s{}.example/{nth}", nth % 3), "html": page(nth) }));
    folder.write("crawl.jsonl", (0..n_pages).map(line).collect::<String>())
}

#[test]
fn files_have_the_bytes_of_the_command() {
    let folder = Folder::new();
    let input = crawl(&folder, 40);
    for (name, format) in [
        ("a.jsonl", Format::Jsonl),
        ("a.jsonl.gz", Format::Jsonl),
        ("a.jsonl.zst", Format::Jsonl),
        ("a.csv", Format::Csv),
        ("a.warc.gz", Format::Warc),
        ("a.parquet", Format::Parquet),
        ("llms.txt", Format::Llms),
    ] {
        let out = folder.path().join(name);
        let tally = written(&input, &out, &Rendering::new(format)).unwrap();
        assert_eq!((tally.n_in, tally.n_out()), (40, 40), "{name}");
        let theirs = format!("command/{name}");
        let dated = if format == Format::Warc { &["--date", DATE][..] } else { &[] };
        folder.run([&["clean", "crawl.jsonl", "--out", &theirs], dated].concat()).ok();
        assert_eq!(fs::read(out).unwrap(), fs::read(folder.path().join(theirs)).unwrap(), "{name}");
    }
    let few = Rendering::new(Format::Jsonl).fields(&["text".to_owned(), "url".to_owned()]);
    let out = folder.path().join("few.jsonl");
    written(&input, &out, &few).unwrap();
    folder.run(["clean", "crawl.jsonl", "--fields", "url,text", "--out", "command/few.jsonl"]).ok();
    assert_eq!(folder.read("few.jsonl"), folder.read("command/few.jsonl"));
}

#[test]
fn nothing_is_left_of_a_file_that_cannot_be_written() {
    let folder = Folder::new();
    let input = crawl(&folder, 6);
    folder.write("none.jsonl", "{\"html\":\"http://a.example/\"}\n");
    folder.write("old.jsonl", "old");
    let before = folder.files();
    let at = |name: &str| folder.path().join(name);
    let records = Rendering::new(Format::Jsonl);
    for (from, out, rendering, expected) in [
        (&input, &input, &records, "is one of the files that are read"),
        (&input, &at("a.md"), &Rendering::new(Format::Markdown), "a file of markdown holds one page"),
        (&at("none.jsonl"), &at("old.jsonl"), &records, "no page in "),
        (&input, &at("no/such/folder.jsonl"), &records, "cannot write "),
    ] {
        let error = written(from, out, rendering).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert_eq!((folder.files(), folder.read("old.jsonl")), (before, "old".to_owned()));
    // What could be read is written, and what could not is named.
    let mut files = PageFiles::default();
    files.add(&input).unwrap();
    folder.write("garbage.jsonl", "this is not JSON\n");
    files.add(&at("garbage.jsonl")).unwrap();
    let error = Run::new(&files).write_file(&records, None, &at("old.jsonl")).unwrap_err().to_string();
    assert!(error.contains("garbage.jsonl: nothing could be read"), "{error}");
    assert_eq!(folder.read("old.jsonl").lines().count(), 6);
}
