//! The crate `pipeline` writes what the command writes.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use pipeline::{Error, Format, Identity, Observer, Outlet, PageFiles, Rendering, Run, Tally, Writing};

use crate::command::{self, Folder, jsonl};

const DATE: &str = "2026-01-31T12:00:00Z";

/// Writes a file or a folder by the library.
fn written(input: &Path, out: &Path, rendering: &Rendering) -> Result<Tally, Error> {
    let mut files = PageFiles::default();
    files.add(input).unwrap();
    Ok(Run::new(&files).write_out(&writing(out, rendering), identity())?.unwrap_or_default())
}

fn writing(out: &Path, rendering: &Rendering) -> Writing {
    let (outlet, format) = Outlet::of(out, Some(rendering.format)).unwrap();
    assert_eq!(format, rendering.format);
    Writing { outlet, rendering: rendering.clone(), date: Some(DATE.to_owned()), force: true, resume: false }
}

fn identity() -> Identity {
    Identity::new(BTreeMap::from([("format".to_owned(), vec!["some".to_owned()])]))
}

fn crawl(folder: &Folder, n_pages: usize) -> PathBuf {
    folder.write("crawl.jsonl", jsonl(&command::crawl(n_pages, 3)))
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
    folder.demold("clean crawl.jsonl --fields url,text --out command/few.jsonl").ok();
    assert_eq!(folder.read("few.jsonl"), folder.read("command/few.jsonl"));
}

/// Ends the work after so many of its parts, or of the batches in them.
struct Ending(AtomicU64);

impl Observer for Ending {
    fn is_stopped(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

#[test]
fn a_run_that_was_stopped_is_resumed_wherever_that_was() {
    let folder = Folder::new();
    let input = crawl(&folder, 40);
    let mut files = PageFiles::default();
    files.add(&input).unwrap();
    for (name, format) in [("tree", Format::Markdown), ("a.jsonl.gz", Format::Jsonl)] {
        let whole = folder.path().join("whole").join(name);
        let rendering = Rendering::new(format);
        let all = written(&input, &whole, &rendering).unwrap();
        let mut n_stopped = 0;
        for n_asked in 1.. {
            let out = folder.path().join(format!("stopped{n_asked}")).join(name);
            let mut writing = writing(&out, &rendering);
            let ending = Ending(AtomicU64::new(n_asked));
            match (Run { observer: &ending, ..Run::new(&files) }).write_out(&writing, identity()) {
                Ok(_) => break,
                Err(Error::Stopped) => n_stopped += 1,
                Err(error) => panic!("{error}"),
            }
            writing.force = false;
            writing.resume = true;
            let resumed = Run::new(&files).write_out(&writing, identity()).unwrap();
            assert_eq!(resumed, Some(all.clone()), "{n_asked}");
            assert_eq!(folder.contents(&format!("stopped{n_asked}")), folder.contents("whole"), "{n_asked}");
            // Nothing is left to do.
            assert_eq!(Run::new(&files).write_out(&writing, identity()).unwrap(), None);
        }
        assert!(n_stopped > 2, "{n_stopped}");
        fs::remove_dir_all(folder.path().join("whole")).unwrap();
        (1..=n_stopped + 1).for_each(|nth| drop(fs::remove_dir_all(folder.path().join(format!("stopped{nth}")))));
    }
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
        (&input, &input, &records, "is one of the pages or files that are read"),
        (&input, &at("a.md"), &Rendering::new(Format::Markdown), "a.md holds one page, and there are several"),
        (&at("none.jsonl"), &at("old.jsonl"), &records, "no page in "),
        (&input, &at("old.jsonl/file.jsonl"), &records, "cannot use "),
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
    let error = Run::new(&files).write_out(&writing(&at("old.jsonl"), &records), identity()).unwrap_err().to_string();
    assert!(error.contains("garbage.jsonl: nothing could be read"), "{error}");
    assert_eq!(folder.read("old.jsonl").lines().count(), 6);
}
