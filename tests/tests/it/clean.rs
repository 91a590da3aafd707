//! `demold clean`.

use std::{fs, process::Stdio};

use crate::command::{Folder, page, sentence};

#[test]
fn a_folder_is_mirrored_without_its_template() {
    let folder = Folder::new();
    folder.write_site("site", 8);
    folder.write("site/style.css", "nav { color: red }");
    let ran = folder.run(["clean", "site", "--out", "out"]).ok();
    assert_eq!(ran.stdout, "");
    assert!(ran.stderr.contains("8 pages cleaned"), "{}", ran.stderr);
    for page_idx in 0..8 {
        let html = folder.read(&format!("out/sub/{page_idx}.html"));
        assert!(html.contains(&sentence(page_idx)), "{html}");
        assert!(html.contains(&format!("Report {page_idx}")), "{html}");
        assert!(!html.contains("recycled"), "{html}");
        assert!(!html.contains("<nav"), "{html}");
    }
    assert_eq!(folder.files().iter().filter(|file| file.starts_with("out/")).count(), 8);
}

#[test]
fn every_format_has_its_extension_and_its_text() {
    let folder = Folder::new();
    folder.write_site("site", 6);
    for (format, extension) in
        [("html", "html"), ("raw", "html"), ("text", "txt"), ("markdown", "md"), ("tei", "xml"), ("jsonl", "json")]
    {
        folder.run(["clean", "site", "--format", format, "-o", format, "--quiet"]).ok();
        let result = folder.read(&format!("{format}/sub/3.{extension}"));
        assert!(result.contains(&sentence(3)), "{format}: {result}");
        assert!(!result.contains("recycled"), "{format}: {result}");
    }
    assert_eq!(folder.read("text/sub/2.txt"), format!("Report 2\n{}\n", sentence(2)));
    folder.write("oaks.html", "<h1>Oaks</h1><p>All of <a href=/oak>them</a> <img src=o.png alt=leaf> have bark.");
    let ran = folder.run(["clean", "oaks.html", "--format", "markdown", "--no-links", "--no-images"]).ok();
    assert_eq!(ran.stdout, "# Oaks\n\nAll of them have bark.\n");
}

#[test]
fn records_come_in_the_order_of_the_pages() {
    let folder = Folder::new();
    folder.write_site("site", 40);
    folder.run(["clean", "site", "--format", "jsonl", "-o", "all/records.jsonl"]).ok();
    let records = folder.read("all/records.jsonl");
    let stdout = folder.run(["clean", "site", "--format", "jsonl"]).ok().stdout;
    assert_eq!(records, stdout);
    let mut urls = Vec::new();
    for line in records.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        urls.push(record["url"].as_str().unwrap().to_owned());
        let share = record["removed_share"].as_f64().unwrap();
        assert!(share > 0.3 && share < 1.0, "{line}");
    }
    assert_eq!(urls.len(), 40);
    assert!(urls.is_sorted(), "{urls:?}");
    assert_eq!(urls[0], "sub/0.html");
}

#[test]
fn a_learned_template_cleans_pages_that_it_has_not_seen() {
    let folder = Folder::new();
    folder.write_site("site", 9);
    folder.run(["learn", "site", "-o", "site.demold.json"]).ok();
    let unseen = page(77);
    let args = ["clean", "--template", "site.demold.json", "-", "--format", "text"];
    let ran = folder.run_with(args, unseen.as_bytes()).ok();
    assert_eq!(ran.stdout, format!("Report 77\n{}\n", sentence(77)));
}

#[test]
fn selectors_override_the_template() {
    let folder = Folder::new();
    folder.write_site("site", 8);
    for method in ["classify", "distill", "mine", "map"] {
        let clean = ["clean", "site", "--out", "out", "--format", "text", "--force", "--method", method];
        folder.run(clean.into_iter().chain(["--keep", "footer, a[href='/news']", "--drop", "h1"])).ok();
        let text = folder.read("out/sub/0.txt");
        let expected = format!("News\n{}\nPrinted on recycled bytes\n", sentence(0));
        assert_eq!(text, expected, "{method}");
    }
    let wrong = folder.run(["clean", "site", "--out", "new", "--keep", "p >"]).failed(2);
    assert!(wrong.stderr.contains("\"p >\" is not a list of CSS selectors"), "{}", wrong.stderr);
}

#[test]
fn removals_are_explained_in_the_order_of_the_pages() {
    let folder = Folder::new();
    folder.write_site("site", 12);
    let run = |threads: &str| {
        let args = ["clean", "site", "--format", "jsonl", "--explain", "--threads", threads];
        let stderr = folder.run(args).ok().stderr;
        // The last line says how long it took.
        stderr.lines().filter(|line| !line.contains(" cleaned")).collect::<Vec<_>>().join("\n")
    };
    let explained = run("1");
    assert_eq!(explained, run("4"));
    assert_eq!(explained.lines().filter(|line| line.starts_with("site/sub/")).count(), 12);
    assert!(explained.contains("  nav  "), "{explained}");
    assert!(explained.contains("on 11 of 11 other pages"), "{explained}");
}

#[test]
fn each_folder_is_a_site() {
    let folder = Folder::new();
    folder.write_site("red", 5);
    for page_idx in 0..5 {
        let other = page(page_idx).replace("recycled bytes", "new paper");
        folder.write(&format!("blue/{page_idx}.html"), other);
    }
    folder.run(["clean", "red", "blue", "--format", "text", "-o", "out"]).ok();
    assert_eq!(folder.read("out/red/sub/1.txt"), folder.read("out/blue/1.txt"));
}

#[test]
fn pages_without_an_extension_are_sniffed() {
    let folder = Folder::new();
    for page_idx in 0..4 {
        folder.write(&format!("site/{page_idx}"), page(page_idx));
    }
    folder.write("site/notes", "<b>not a page</b>");
    folder.run(["clean", "site", "-o", "out", "--verbose"]).ok().says("not a page: site/notes");
    assert_eq!(folder.files().iter().filter(|file| file.starts_with("out/")).count(), 4);
}

#[test]
fn nothing_is_drawn_into_a_pipe_and_quiet_is_quiet() {
    let folder = Folder::new();
    folder.write_site("site", 4);
    let ran = folder.run(["clean", "site", "-o", "loud"]).ok();
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'), "{}", ran.stderr);
    let ran = folder.run(["clean", "site", "-o", "quiet", "--quiet"]).ok();
    assert_eq!(ran.stderr, "");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::new();
    folder.write_site("site", 300);
    let mut child = folder
        .command()
        .args(["clean", "site", "--format", "jsonl", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn no_half_files_are_left() {
    let folder = Folder::new();
    folder.write_site("site", 4);
    // A folder stands where a page should go: that page cannot be written.
    fs::create_dir_all(folder.path().join("out/sub/2.html/x")).unwrap();
    folder.run(["clean", "site", "-o", "out", "--force"]).failed(1).says("cannot write out/sub/2.html");
    // What is left is for --resume to go on with, beside the output.
    let is_left = |file: &String| file.contains(".demold-") && !file.starts_with("out.demold-work/");
    assert!(!folder.files().iter().any(is_left), "{:?}", folder.files());
}

#[test]
fn a_page_alone_can_be_cleaned_without_its_headline() {
    let folder = Folder::new();
    let text = "<p>The oak is a tree of the north, and it has had bark for a very long time.</p>".repeat(6);
    let html = format!("<title>Oaks</title><nav><a href=/>Home</a></nav><h1>Oaks</h1>{text}");
    folder.write("page.html", html);
    let run = |args: &[&str]| {
        let args = ["clean", "page.html", "--format", "text"].iter().chain(args);
        folder.run(args).ok().stdout
    };
    assert!(run(&[]).starts_with("Oaks\nThe oak"));
    assert!(run(&["--no-headline"]).starts_with("The oak"));
    let ran = folder.run(["clean", "page.html", "--method", "map", "--no-headline"]);
    assert!(ran.failed(2).stderr.contains("--method classify"));
}

/// Names that are not UTF-8 are written alike, and then their pages are known by the same place.
#[cfg(target_os = "linux")]
#[test]
fn pages_whose_names_look_alike_are_told_apart() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};

    let folder = Folder::new();
    fs::create_dir(folder.path().join("pages")).unwrap();
    for (nth, name) in [b"p\xff.html", b"p\xfe.html", b"p\xfd.html"].iter().enumerate() {
        let path = folder.path().join("pages").join(OsStr::from_bytes(&name[..]));
        let page = format!("<nav><a href=/>Home</a></nav><p>It rained for a long time, and then for {nth} hours more.");
        fs::write(path, page).unwrap();
    }
    folder.run(["clean", "pages", "--out", "out.jsonl", "--format", "jsonl"]).ok();
    let cleaned = folder.read("out.jsonl");
    for nth in 0..3 {
        let own = format!("and then for {nth} hours more.");
        assert_eq!(cleaned.matches(&own).count(), 1, "{own}\n{cleaned}");
    }
}
