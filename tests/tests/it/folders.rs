//! Links, pipes and devices in folders that are inputs, which may come from strangers.

use std::{os::unix::fs::symlink, process::Command};

use formats::warc::Compression;

use crate::{
    command::{Folder, page},
    crawls,
};

const SECRET: &str = "<html><p>The topsecret words of somebody else.";

/// Links from a name in the folder to somewhere else.
fn link(folder: &Folder, to: &str, name: &str) {
    symlink(to, folder.path().join(name)).unwrap();
}

fn pipe(folder: &Folder, name: &str) {
    let made = Command::new("mkfifo").arg(folder.path().join(name)).status();
    assert!(made.unwrap().success());
}

#[test]
fn links_out_of_a_folder_are_skipped_and_counted() {
    let folder = Folder::with("site/a.html", page(0));
    folder.write("secret/s.html", SECRET);
    folder.write("secret/c.jsonl", "{\"html\":\"<p>topsecret\"}\n");
    folder.write("secret/key", "topsecret");
    link(&folder, "../secret/key", "site/link.html");
    link(&folder, "../secret", "site/more");
    link(&folder, "../secret/c.jsonl", "site/c.jsonl");
    let args = ["clean", "site", "--format", "jsonl", "--strict"];
    let ran = folder.run(args).ok();
    assert!(!ran.stdout.contains("topsecret"), "{ran:#?}");
    ran.says_all(&[
        "skipped site/more: it is a link out of its folder; --follow-links",
        "4 in = 1 out + 3 skipped (3 × a link out of its folder)",
    ]);
    let followed = folder.run([&args[..], &["--follow-links"]].concat()).ok();
    assert_eq!(followed.stdout.matches("topsecret").count(), 4, "{followed:#?}");
    folder.write("demold.toml", "[clean]\nfollow-links = true\n");
    let from_file = folder.run([&args[..], &["--config", "demold.toml"]].concat()).ok();
    assert_eq!(from_file.stdout, followed.stdout);
    // The folder that is named may be a link itself.
    link(&folder, "secret", "named");
    folder.demold("clean named --format jsonl").ok().prints("topsecret");
    let empty = Folder::new();
    empty.write("secret/s.html", SECRET);
    std::fs::create_dir(empty.path().join("site")).unwrap();
    link(&empty, "../secret/s.html", "site/s.html");
    empty.demold("clean site --format text").failed(1).says("1 link not followed");
}

#[test]
fn links_within_a_folder_are_followed_once() {
    let folder = Folder::with("site/a/1.html", page(0));
    link(&folder, "a/1.html", "site/2.html");
    link(&folder, "a", "site/b");
    link(&folder, "../site/a", "site/c");
    link(&folder, "..", "site/a/up");
    let names = |args: &[&str]| {
        let ran = folder.run([&["clean", "site", "--format", "jsonl"], args].concat()).ok();
        assert!(ran.stderr.contains("a link to what is read already"), "{ran:#?}");
        ran.stdout.lines().count()
    };
    assert_eq!(names(&[]), 3);
    assert_eq!(names(&["--follow-links"]), 3);
}

/// Each folder has two links to the next one: there are 2^40 ways.
#[test]
fn links_to_links_make_no_more_than_twice_the_files() {
    let folder = Folder::new();
    for nth in 0..40 {
        folder.write(&format!("site/{nth:02}/p.html"), page(nth));
        for name in ["x", "y"] {
            link(&folder, &format!("../{:02}", nth + 1), &format!("site/{nth:02}/{name}"));
        }
    }
    folder.write("site/40/p.html", page(40));
    for option in [&[][..], &["--follow-links"]] {
        let ran = folder.run([&["clean", "site", "--format", "jsonl"], option].concat()).ok();
        assert_eq!(ran.stdout.lines().count(), 41 + 40, "{}", ran.stderr);
    }
}

#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = Folder::with("site/a.html", page(0));
    pipe(&folder, "site/b.html");
    link(&folder, "/dev/zero", "site/c.html");
    link(&folder, "b.html", "site/d.jsonl");
    for option in [&[][..], &["--follow-links"]] {
        let args = ["clean", "site", "--format", "jsonl", "--verbose"];
        let ran = folder.run([&args[..], option].concat()).ok().says("not a page: site/b.html");
        assert_eq!(ran.stdout.lines().count(), 1, "{ran:#?}");
    }
}

#[test]
fn an_index_leads_to_no_file_outside_of_its_folder() {
    let folder = Folder::new();
    let record = crawls::record("http://a.example/", &page(0), Compression::Gzip);
    folder.write("secret/x.warc.gz", &record);
    folder.write("store/in/x.warc.gz", &record);
    link(&folder, "../secret/x.warc.gz", "store/out.warc.gz");
    link(&folder, "in/x.warc.gz", "store/in.warc.gz");
    pipe(&folder, "store/pipe.warc.gz");
    let index: String = ["out", "pipe", "in"]
        .map(|name| {
            let line = serde_json::json!({
                "url": "http://a.example/", "mime": "text/html", "status": "200",
                "filename": format!("{name}.warc.gz"),
                "offset": "0", "length": record.len().to_string(),
            });
            format!("{line}\n")
        })
        .concat();
    folder.write("i.jsonl", index);
    let args = ["fetch", "--cdx", "i.jsonl", "--from", "store", "-o", "o.warc.gz"];
    let ran = folder.run(args).ok();
    ran.says_all(&[
        "1 page fetched, 2 skipped",
        "out.warc.gz: it is a link out of the folder; --follow-links",
        "pipe.warc.gz: it is no file",
    ]);
    folder.run([&args[..], &["--force", "--follow-links"]].concat()).ok().says("2 pages fetched, 1 skipped");
}
