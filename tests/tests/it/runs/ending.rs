//! How runs end, and what they leave.

use std::fs;

use super::crawled;
#[cfg(unix)]
use super::{Held, long};

#[test]
fn a_complete_run_is_resumed_with_a_word() {
    let folder = crawled(30);
    for out in ["o.jsonl", "o.parquet", "o.warc.gz", "tree"] {
        let clean = ["clean", "crawl.jsonl", "--out", out];
        folder.run(clean).ok();
        let before = folder.contents(out);
        let ran = folder.run([&clean[..], &["--resume"]].concat()).ok();
        assert_eq!(ran.stderr, format!("{out} is complete: no run was interrupted\n"));
        let ran = folder.run([&clean[..], &["--resume", "-q"]].concat()).ok();
        assert_eq!(ran.stderr, "");
        assert!(folder.contents(out) == before, "{out}");
    }
}

#[test]
fn a_run_that_fails_before_it_reads_leaves_nothing() {
    let folder = crawled(30);
    fs::create_dir(folder.path().join("empty")).unwrap();
    for out in ["o.jsonl", "o.parquet", "o.warc", "tree/"] {
        let args = ["clean", "crawl.jsonl", "--out", out, "--template", "empty"];
        folder.run(args).failed(1).says("is not a folder of templates");
        let names = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(names, 2, "{out}: {:?}", folder.files());
    }
    // Folders that a run has made for its output go, too.
    for (command, message) in [
        ("learn crawl.jsonl --out new/deep/t.json", "many templates"),
        ("report crawl.jsonl --out new/r.html --include nowhere", "no page"),
        ("clean crawl.jsonl --out new/o.html", "holds one page"),
    ] {
        folder.demold(command).failed(1).says(message);
        assert!(!folder.path().join("new").exists(), "{command}");
    }
    folder.write("nothing.jsonl", "");
    let ran = folder.demold("learn nothing.jsonl --out sites --method mine --export x/y/../../empty");
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(!folder.path().join("sites.demold-work").exists());
}

#[cfg(unix)]
#[test]
fn ctrl_c_says_how_to_go_on() {
    let folder = crawled(700);
    let crawl = long("crawl.jsonl");
    for (out, signal) in [("o.jsonl", "INT"), ("tree", "TERM")] {
        let clean = ["clean", crawl, "--threads", "1", "--method", "distill", "-o", out];
        let run = Held::at(&folder, &clean, &format!("{out}.demold-work/journal"), 3);
        super::signal(run.id(), signal);
        let ended = run.end();
        assert_eq!(ended.status.code(), None, "it ends by the signal, as shells expect");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(said.contains("interrupted; to go on, run the same command with --resume\n"), "{said}");
        folder.run([&clean[..], &["--resume"]].concat()).ok();
    }
    assert_eq!(folder.read("o.jsonl").lines().count(), 700);
}
