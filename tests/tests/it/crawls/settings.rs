//! Options that do not go with what is read.

use super::pages;
use crate::command::{Folder, jsonl};

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
