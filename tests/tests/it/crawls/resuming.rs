//! Runs that are killed, and resumed.

use std::fs;

use formats::warc::Compression;

use super::{DATE, generated, pages, warc};
use crate::{
    command::{Folder, jsonl},
    runs::{Held, long},
};

#[test]
fn a_killed_run_is_resumed_to_the_same_bytes() {
    let folder = Folder::new();
    let many = generated(5, 6, 700);
    folder.write("crawl.warc", warc(&many, Compression::None));
    let crawl = long("crawl.warc");
    let clean = |out: &'static str, format: &'static str| {
        ["clean", crawl, "--format", format, "--date", DATE, "--threads", "1", "--method", "distill", "-o", out]
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
        Held::at(&folder, &args, &journal, 3).kill();
        folder.run(&args).failed(1);
        // Also a run that goes on with another one.
        args.push("--resume");
        let n_lines = folder.read(&journal).lines().count();
        Held::at(&folder, &args, &journal, n_lines + 1).kill();
        folder.run(&args).ok().says("1401 in = 700 out + 701 skipped");
        assert!(!folder.path().join(format!("{killed}.demold-work")).exists());
        let (whole, killed) = (folder.contents(whole), folder.contents(killed));
        assert_eq!(whole.len(), if format == "text" { 700 } else { 1 });
        assert!(whole.keys().eq(killed.keys()), "{format}");
        for (name, bytes) in &whole {
            assert!(*bytes == killed[name], "{name} differs");
        }
    }
}

#[test]
fn a_killed_run_over_a_folder_is_resumed_to_the_same_bytes() {
    let folder = Folder::new();
    for (nth, (_, page)) in generated(7, 1, 900).into_iter().enumerate() {
        folder.write(&format!("in/{}/{nth}.html", nth % 5), page);
    }
    for (format, whole, killed) in [("text", "whole", "killed"), ("jsonl", "w.jsonl.gz", "k.jsonl.gz")] {
        let clean = |out: &'static str| ["clean", "in", "--format", format, "--threads", "1", "-o", out];
        folder.run(clean(whole)).ok();
        let journal = format!("{killed}.demold-work/journal");
        Held::at(&folder, &clean(killed), &journal, 2).kill();
        let args: Vec<&str> = clean(killed).into_iter().chain(["--resume"]).collect();
        folder.run(&args).ok();
        assert!(folder.contents(whole) == folder.contents(killed), "{format}");
        assert!(!folder.files().iter().any(|file| file.contains(".demold-")), "{:?}", folder.files());
    }
}

/// Templates that a run keeps for itself are not waited for until they are on disk.
#[test]
fn templates_that_a_loss_of_power_left_half_are_learned_again() {
    let folder = Folder::new();
    // Those of fewer pages are learned again in any case.
    let many = generated(5, 3, 2_100);
    folder.write("crawl.warc", warc(&many, Compression::None));
    let clean = |out: &'static str| ["clean", long("crawl.warc"), "--threads", "1", "-o", out];
    folder.run(clean("whole.jsonl")).ok();
    let journal = "killed.jsonl.demold-work/journal";
    Held::at(&folder, &clean("killed.jsonl"), journal, 3).kill();
    let kept = folder.path().join("killed.jsonl.demold-work/sites.demold");
    let mut n_templates = 0;
    for entry in fs::read_dir(kept).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().is_some_and(|name| name != "index.jsonl") {
            fs::write(&path, "").unwrap();
            n_templates += 1;
        }
    }
    assert_ne!(n_templates, 0);
    let resumed = clean("killed.jsonl").into_iter().chain(["--resume"]);
    folder.run(resumed.collect::<Vec<_>>()).ok();
    assert!(folder.read("whole.jsonl") == folder.read("killed.jsonl"));
}

/// What a run leaves that is killed between giving its output the name and tidying up.
#[test]
fn a_run_killed_behind_its_last_step_is_complete() {
    let folder = Folder::new();
    let many = generated(5, 6, 700);
    folder.write("crawl.jsonl", jsonl(&many));
    for out in ["out.jsonl", "out.warc.gz", "out.parquet"] {
        let clean = ["clean", long("crawl.jsonl"), "--method", "distill", "--date", DATE, "-o", out];
        let work = folder.path().join(format!("{out}.demold-work"));
        let journal = format!("{out}.demold-work/journal");
        Held::at(&folder, &clean, &journal, 2).kill();
        // The journal outlives the run that goes on with it.
        fs::hard_link(folder.path().join(&journal), folder.path().join("journal")).unwrap();
        let again: Vec<&str> = clean.into_iter().chain(["--resume"]).collect();
        folder.run(&again).ok();
        let bytes = fs::read(folder.path().join(out)).unwrap();
        assert!(!work.exists());

        fs::create_dir(&work).unwrap();
        fs::rename(folder.path().join("journal"), work.join("journal")).unwrap();
        folder.run(&again).ok().says("700 pages cleaned");
        assert!(!work.exists(), "{out}");
        assert!(fs::read(folder.path().join(out)).unwrap() == bytes, "{out}");
    }
}

#[test]
fn a_killed_learn_leaves_no_half_set() {
    let folder = Folder::with("crawl.jsonl", jsonl(&pages()));
    let learn = ["learn", "crawl.jsonl", "-o", "sites"];
    folder.run(learn).ok();
    // As a run leaves it that is killed before the set is whole: its folder has not got the name.
    fs::rename(folder.path().join("sites"), folder.path().join("whole")).unwrap();
    folder.write("sites.demold-work/journal", "{\"about\":\"learning\"}\n");
    folder.write("sites.demold-work/new.demold/half.json", "{");
    folder.run(learn).ok();
    assert!(!folder.path().join("sites.demold-work").exists());
    assert!(folder.contents("sites") == folder.contents("whole"));
    // A file that was being written into an existing set is removed by the next run.
    folder.write("sites/.demold-x1y2", "{");
    folder.run(learn.into_iter().chain(["--force"])).ok();
    assert!(folder.contents("sites") == folder.contents("whole"));
}

#[test]
fn what_a_killed_run_has_written_counts_for_copies() {
    let folder = Folder::new();
    let pages = generated(7, 1, 300);
    let again = (pages.iter()).map(|(url, html)| (format!("{url}?again"), html.clone()));
    let all: Vec<(String, String)> = pages.iter().cloned().chain(again).collect();
    folder.write("crawl.warc", warc(&all, Compression::None));
    let clean = |out: &'static str| {
        ["clean", long("crawl.warc")]
            .into_iter()
            .chain("--method distill --threads 1 --dedup near --out".split(' '))
            .chain([out])
            .collect::<Vec<_>>()
    };
    folder.run(clean("whole.jsonl")).ok();
    let journal = "killed.jsonl.demold-work/journal";
    Held::at(&folder, &clean("killed.jsonl"), journal, 2).kill();
    let mut args = clean("killed.jsonl");
    args.push("--resume");
    folder.run(&args).ok().says("300 pages left out: copies");
    assert!(folder.read("whole.jsonl") == folder.read("killed.jsonl"));
}

#[test]
fn another_command_is_not_resumed() {
    let folder = Folder::with("crawl.jsonl", jsonl(&pages()));
    folder.write("out.jsonl.demold-work/journal", "{\"about\": \"something else\", \"date\": \"\"}\n");
    folder.demold("clean crawl.jsonl -o out.jsonl --resume").failed(1).says("was another one");
    folder.demold("clean crawl.jsonl -o out.jsonl").failed(1).says("--resume continues it");
    folder.demold("clean crawl.jsonl -o out.jsonl --force").ok();
    assert_eq!(folder.files(), ["crawl.jsonl", "out.jsonl"]);
}
