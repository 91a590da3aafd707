//! Links and folders that somebody has put where a run writes.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    os::unix::fs::symlink,
};

use super::{Held, crawled};
use crate::command::Folder;

const OPTIONS: [&[&str]; 3] = [&[], &["--resume"], &["--force"]];

#[test]
fn a_work_folder_that_is_a_link_is_in_the_way() {
    let folder = crawled(30);
    folder.write("mine/precious", "kept");
    folder.write("mine/journal", "{\"about\":\"x\",\"date\":\"\"}\n");
    for out in ["o.jsonl", "o.parquet", "tree"] {
        symlink("mine", folder.path().join(format!("{out}.demold-work"))).unwrap();
        for command in ["clean", "learn"] {
            if command == "learn" && out != "tree" {
                continue;
            }
            for option in OPTIONS.iter().filter(|option| command == "clean" || **option != ["--resume"]) {
                let args = [&[command, "crawl.jsonl", "--out", out], *option].concat();
                folder.run(&args).failed(1).says("is in the way");
            }
        }
    }
    assert_eq!(folder.read("mine/precious"), "kept");
    assert!(folder.path().join("mine/journal").exists());
}

#[test]
fn a_folder_without_our_journal_is_not_ours() {
    let folder = crawled(30);
    folder.write("o.jsonl.demold-work/sites.demold/mine.json", "kept");
    folder.write("p.jsonl.demold-work/journal", "Dear diary");
    folder.write("mine", "{\"about\":\"x\"}\n");
    fs::create_dir(folder.path().join("q.jsonl.demold-work")).unwrap();
    symlink("../mine", folder.path().join("q.jsonl.demold-work/journal")).unwrap();
    for out in ["o.jsonl", "p.jsonl", "q.jsonl"] {
        for option in OPTIONS {
            let args = [&["clean", "crawl.jsonl", "--out", out], option].concat();
            folder.run(&args).failed(1).says("is in the way");
        }
    }
    assert_eq!(folder.read("o.jsonl.demold-work/sites.demold/mine.json"), "kept");
    assert_eq!(folder.read("p.jsonl.demold-work/journal"), "Dear diary");
    assert_eq!(folder.read("mine"), "{\"about\":\"x\"}\n");
}

#[test]
fn what_others_have_put_into_a_work_folder_stays() {
    let folder = crawled(30);
    folder.write("elsewhere/a.json", "kept");
    let work = folder.path().join("o.jsonl.demold-work");
    folder.write("o.jsonl.demold-work/journal", "{\"about\":\"x\",\"date\":\"\"}\n");
    folder.write("o.jsonl.demold-work/notes", "kept");
    symlink("../elsewhere/a.json", work.join("partial")).unwrap();
    symlink("../elsewhere", work.join("sites.demold")).unwrap();
    folder.demold("clean crawl.jsonl --out o.jsonl --force").ok().says("o.jsonl.demold-work stays");
    assert_eq!(folder.read("o.jsonl.demold-work/notes"), "kept");
    assert_eq!(folder.read("elsewhere/a.json"), "kept");
    assert_eq!(folder.read("o.jsonl").lines().count(), 30);
    assert_eq!(fs::read_dir(work).unwrap().count(), 1);
}

#[test]
fn the_file_of_an_unfinished_page_that_is_a_link_is_in_the_way() {
    let folder = Folder::of_site(3);
    folder.write("mine", "kept");
    fs::create_dir(folder.path().join("tree")).unwrap();
    symlink("../mine", folder.path().join("tree/.demold-partial")).unwrap();
    folder.demold("clean site --out tree --force").failed(1).says("tree/.demold-partial is in the way");
    assert_eq!(folder.read("mine"), "kept");
}

#[test]
fn links_in_an_output_folder_lead_nowhere() {
    let folder = Folder::of_site(3);
    folder.write("mine/1.html", "kept");
    folder.write("tree/deep/other/1.html", "kept");
    for to in ["../mine", "deep/other", "/nowhere"] {
        let link = folder.path().join("tree/sub");
        symlink(to, &link).unwrap();
        folder.demold("clean site --out tree --force").failed(1).says("tree/sub is a link, and links are not followed");
        fs::remove_file(link).unwrap();
        fs::remove_dir_all(folder.path().join("tree.demold-work")).unwrap();
    }
    assert_eq!(folder.read("mine/1.html"), "kept");
    assert_eq!(folder.read("tree/deep/other/1.html"), "kept");
    // A link where a page goes is replaced itself; a folder that is named may be one.
    fs::create_dir(folder.path().join("tree/sub")).unwrap();
    symlink("../../mine/1.html", folder.path().join("tree/sub/1.html")).unwrap();
    symlink("tree", folder.path().join("named")).unwrap();
    folder.demold("clean site --out named --force").ok();
    assert_eq!(folder.read("mine/1.html"), "kept");
    assert!(folder.read("tree/sub/1.html").contains("Boat 1"));
}

/// A journal may be planted, too: what it names is below the output, or is not touched.
#[test]
fn a_journal_cannot_name_files_elsewhere() {
    let folder = Folder::of_site(700);
    for precious in ["../precious", "PLACE/precious", "sub/../../precious"] {
        let precious = precious.replace("PLACE", &folder.path().display().to_string());
        folder.write("precious", "kept");
        let clean = ["clean", "site", "--threads", "1", "--out", "tree"];
        Held::at(&folder, &clean, "tree.demold-work/journal", 4).kill();
        let journal = folder.path().join("tree.demold-work/journal");
        let mut journal = OpenOptions::new().append(true).open(journal).unwrap();
        let line = serde_json::json!({ "files": [precious] });
        // The line before may be cut off.
        journal.write_all(format!("{line}\n").as_bytes()).unwrap();
        folder.run([&clean[..], &["--resume"]].concat());
        assert_eq!(folder.read("precious"), "kept", "{precious}");
        fs::remove_dir_all(folder.path().join("tree")).unwrap();
        let _ = fs::remove_dir_all(folder.path().join("tree.demold-work"));
    }
}
