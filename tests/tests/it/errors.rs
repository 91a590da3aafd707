//! What people are told when something is wrong.

use std::fs;

use crate::command::Folder;

/// Runs the command and returns its message, which must be the only output.
#[track_caller]
fn message(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(args).failed(1);
    assert_eq!(ran.stdout, "");
    ran.stderr
}

#[test]
fn no_pages() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("empty")).unwrap();
    folder.write("junk/a.css", "a {}");
    folder.write("junk/b.txt", "b");
    insta::assert_snapshot!(message(&folder, &["clean", "empty", "-o", "out"]), @"error: no pages found in empty: there are no files");
    insta::assert_snapshot!(message(&folder, &["clean", "junk", "-o", "out"]), @"error: no pages found in junk: none of the 2 files there looks like HTML");
    insta::assert_snapshot!(message(&folder, &["learn", "junk/"]), @"error: no pages found in junk/: none of the 2 files there looks like HTML");
    insta::assert_snapshot!(message(&folder, &["clean", "missing", "-o", "out"]), @"error: cannot read missing: No such file or directory (os error 2)");
    insta::assert_snapshot!(message(&folder, &["clean", "www.example.org/a"]), @"error: cannot read www.example.org/a; if that is an address, write https://www.example.org/a: No such file or directory (os error 2)");
    insta::assert_snapshot!(message(&folder, &["clean", "localhost:8080/a"]), @"error: cannot read localhost:8080/a; if that is an address, write http://localhost:8080/a: No such file or directory (os error 2)");
    // Whoever means a server on this machine gives this option too.
    let local = folder.demold("clean localhost:8080/a --allow-private").failed(2).stderr;
    assert!(local.contains("no URL is given; if that is an address, write http://localhost:8080/a"), "{local}");
    folder.write("list.txt", "# none\n");
    insta::assert_snapshot!(message(&folder, &["clean", "--urls", "list.txt"]), @"error: no addresses in list.txt");
    insta::assert_snapshot!(message(&folder, &["clean", "file:///tmp/none/a.html"]), @"error: cannot read file:///tmp/none/a.html; write a file as a path, /tmp/none/a.html: No such file or directory (os error 2)");
    insta::assert_snapshot!(message(&folder, &["clean", "site.md"]), @"error: cannot read site.md: No such file or directory (os error 2)");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn outputs_that_would_be_read_again_or_replace_something() {
    let folder = Folder::of_site(3);
    folder.write("full/x.txt", "precious");
    folder.write("file", "precious");
    for (args, expected) in [
        (&["clean", "site"][..], "there are 3 pages to write: name a folder with --out"),
        (&["clean", "site", "-o", "site"], "is inside the input site"),
        (&["clean", "site/sub", "-o", "site/sub/../sub/x"], "is inside the input site/sub"),
        (&["clean", "site/sub", "-o", "site", "--force"], "is inside the output folder site"),
        (&["clean", "site", "-o", "full"], "full is not empty; --force"),
        (&["clean", "site", "-o", "file"], "file is a file, and a folder is needed"),
        (&["clean", "site/sub/1.html", "-o", "site/sub"], "is inside the input site/sub"),
        (&["clean", "site", "--format", "jsonl", "-o", "r.jsonl"], ""),
        (&["clean", "site", "--format", "jsonl", "-o", "r.jsonl"], "r.jsonl exists; --force"),
        (&["learn", "site", "-o", "file"], "file exists; --force"),
        (&["report", "site", "-o", "file"], "file exists; --force replaces it"),
    ] {
        let ran = folder.run(args);
        if expected.is_empty() {
            ran.ok();
        } else {
            assert!(ran.stderr.contains(expected), "{args:?}: {ran:#?}");
            assert_eq!(ran.status, 1);
        }
    }
    folder.demold("clean site -o full --force").ok();
    assert_eq!(folder.read("full/x.txt"), "precious");
    assert_eq!(folder.read("file"), "precious");
}

#[test]
fn unreadable_pages_are_skipped_and_counted() {
    let folder = Folder::of_site(4);
    // A link that leads nowhere cannot be read, not even by root.
    #[cfg(unix)]
    std::os::unix::fs::symlink("nowhere", folder.path().join("site/gone.html")).unwrap();
    #[cfg(unix)]
    {
        let ran = folder.demold("clean site -o out").ok().says("gone.html").says("4 pages cleaned");
        assert!(ran.stderr.contains("5 in = 4 out + 1 skipped"), "{}", ran.stderr);
        let ran = folder.demold("clean site -o strict --strict").failed(1);
        assert!(ran.stderr.contains("1 page skipped as broken or too long, and --strict was given"), "{}", ran.stderr);
    }
}

#[test]
fn templates_that_cannot_be_used() {
    let folder = Folder::of_site(4);
    folder.demold("learn site -o good.json --method distill").ok();
    let good = folder.read("good.json");
    folder.write("truncated.json", &good[..good.len() / 2]);
    folder.write("newer.json", good.replace("\"version\": 5", "\"version\": 6"));
    folder.write("older.json", good.replace("\"version\": 5", "\"version\": 2"));
    folder.write("other.json", "{\"name\": \"x\"}");
    folder.write("text.json", "hello");
    folder.write("binary.json", b"\xff\xfe");
    folder.write("support.json", good.replacen("[4,", "[5,", 1));
    folder.write("kind.json", good.replacen("[4,\"", "[\"4\",\"", 1));
    let message = |file: &str| message(&folder, &["show", file]);
    for (file, expected) in [
        ("truncated.json", "is damaged: EOF while parsing"),
        ("newer.json", "is of version 6, and this program reads version 5"),
        ("older.json", "learn the template again from pages of its site"),
        ("other.json", "this is not a template"),
        ("text.json", "is damaged: expected value at line 1 column 1"),
        ("binary.json", "byte 0 is not UTF-8 text"),
        ("support.json", "has a support of 5, and there are 4 pages"),
        ("kind.json", "is damaged: invalid type: string \"4\", expected u32 at line"),
        ("missing.json", "No such file"),
    ] {
        let found = message(file);
        assert!(found.contains(expected), "{found}");
        assert!(found.starts_with(&format!("error: cannot use the template {file}: ")), "{found}");
    }
}

#[test]
fn a_page_that_would_become_too_long_is_counted_and_the_run_goes_on() {
    let folder = Folder::new();
    let page = |base: &str| {
        let line = |nth| format!("<p>The tide of day {nth} rose over the <a href=x>pier</a>, and it fell by noon.</p>");
        let lines: String = (0..1_500).map(line).collect();
        format!("<base href='http://a.example/{base}'>{lines}")
    };
    folder.write("site/0.html", page("a/"));
    folder.write("site/1.html", page(&"d/".repeat(4_000)));
    folder.write("site/2.html", page("b/"));
    for (n_out, args) in [
        (2, &["--format", "markdown", "-o", "markdown"][..]),
        (2, &["--format", "jsonl", "--blocks", "-o", "blocks.jsonl"]),
        (3, &["--format", "text", "-o", "text"]),
    ] {
        let ran = folder.run([&["clean", "site"], args].concat()).ok();
        let is_refused = n_out == 2;
        assert_eq!(ran.stderr.contains("skipped site/1.html: the page cannot be rendered: "), is_refused, "{ran:#?}");
        let sum = "3 in = 2 out + 1 skipped (1 × broken or too large)";
        assert_eq!(ran.stderr.contains(sum), is_refused, "{ran:#?}");
    }
    assert_eq!(folder.read("blocks.jsonl").lines().count(), 2);
    assert!(!folder.path().join("markdown/1.md").exists());
}
