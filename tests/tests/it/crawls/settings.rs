//! Groups, and options that do not go with what is read.

use super::pages;
use crate::command::{Folder, jsonl};

#[test]
fn groups_are_as_asked_for() {
    let folder = Folder::with("crawl.jsonl", jsonl(&pages()));
    for (group, learned) in [
        ("host", "5 templates learned from 5 sites"),
        // The generated hosts all end alike.
        (r"^https?://[^/]*\.([a-z]+)/", "1 template learned from 1 site"),
    ] {
        folder.run(["learn", "crawl.jsonl", "-o", "t", "--force", "--group", group]).ok().says(learned);
    }
    folder.demold("clean crawl.jsonl --group ( --format jsonl").failed(2).says("cannot group by");
}

#[test]
fn options_are_checked_before_the_work() {
    let folder = Folder::with("crawl.jsonl", jsonl(&pages()));
    for (args, message) in [
        (&["clean", "crawl.jsonl"][..], "name a folder with --out"),
        (&["clean", "crawl.jsonl", "--format", "jsonl", "--template", "none"], "cannot use the template none"),
        (&["clean", "none.warc", "--format", "jsonl"], "cannot read none.warc"),
        (&["learn", "crawl.jsonl"], "name a folder for them with --out"),
    ] {
        folder.run(args).failed(1).says(message);
    }
    let ran = folder.demold("clean crawl.jsonl --format jsonl --html-field body").failed(1);
    ran.says_all(&["line 1 (http", "the fields are html"]);
}
