//! What is said and shown: names, standard output, terminals.

use std::fs;

use super::crawled;
use crate::command::{Folder, page};

#[test]
fn a_dash_is_standard_output_everywhere() {
    let folder = Folder::of_site(4);
    folder.write("page.html", page(1));
    for (command, expected) in [
        ("clean page.html --out -", "<h1>Report 1</h1>"),
        ("clean site --format jsonl --out -", "\"schema\""),
        ("clean site --format warc --out -", "WARC/1.1"),
        ("learn site --out -", "{"),
        ("learn site --export -", "# "),
        ("repeats site --min-sites 1 --min-words 3 --out -", "\"occurrences\""),
        ("report site --out -", "<!DOCTYPE html>"),
    ] {
        folder.demold(command).ok().prints(expected);
        assert!(!folder.path().join("-").exists(), "{command}");
        assert!(!folder.path().join("-.demold-work").exists(), "{command}");
    }
}

#[test]
fn line_breaks_in_names_do_not_get_into_the_names_of_outputs() {
    let folder = Folder::new();
    if cfg!(windows) {
        return;
    }
    for name in ["a\nb", "c\u{1b}[2J", "d\u{7f}\u{9b}e"] {
        folder.write(&format!("site/{name}/{name}.html"), page(1));
    }
    folder.demold("clean site --out tree --format text").ok();
    let files = folder.files().into_iter();
    let out: Vec<String> = files.filter(|file| file.starts_with("tree/")).collect();
    assert_eq!(out, ["tree/a_b/a_b.txt", "tree/c_[2J/c_[2J.txt", "tree/d__e/d__e.txt"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_closed_outputs_are_errors() {
    use std::process::{Command, Stdio};

    let folder = crawled(30);
    let fifo = folder.path().join("pipe.jsonl");
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for option in ["--force", "--resume"] {
        let args = ["clean", "crawl.jsonl", "--out", "pipe.jsonl", option];
        folder.run(args).failed(1).says("pipe.jsonl is a pipe or a device");
    }
    use std::os::unix::fs::FileTypeExt as _;
    assert!(fs::metadata(&fifo).unwrap().file_type().is_fifo());
    for args in [
        &["clean", "crawl.jsonl", "--format", "jsonl"][..],
        &["repeats", "crawl.jsonl"],
        &["clean", "crawl.jsonl", "--format", "jsonl", "--dry-run"],
        &["--version"],
        &["--help"],
        &["clean", "--help"],
        &["list", "-h"],
        &["help", "learn"],
        &["man"],
        &["completions", "bash"],
    ] {
        let program = folder.command().get_program().to_owned();
        let mut command = Command::new("sh");
        command
            .args(["-c", "exec \"$@\" >&-", "sh"])
            .arg(program)
            .args(args)
            .current_dir(folder.path())
            .stdin(Stdio::null());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
        assert!(said.contains("standard output is closed"), "{args:?}: {said}");
    }
    // What is thrown away on purpose is.
    let mut command = folder.command();
    command.args(["clean", "crawl.jsonl", "--format", "jsonl", "-q"]).stdout(Stdio::null());
    assert!(command.status().unwrap().success());
}

/// Runs a command on a terminal of its own, and returns what that gets.
#[cfg(target_os = "linux")]
fn on_terminal(folder: &Folder, args: &[&str]) -> Vec<u8> {
    use std::{ffi::OsStr, fs::File, io::Read as _, os::unix::ffi::OsStrExt as _, process::Stdio};

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&ours).unwrap();
    unlockpt(&ours).unwrap();
    let name = ptsname(&ours, Vec::new()).unwrap();
    let theirs = File::options().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).unwrap();
    let mut child = folder
        .command()
        .args(args)
        .stdin(Stdio::null())
        .stdout(theirs.try_clone().unwrap())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    drop(theirs);
    let mut seen = Vec::new();
    let mut ours = File::from(ours);
    let mut buffer = [0; 4096];
    // The terminal ends with an error when nobody has it open any more.
    while let Ok(n @ 1..) = ours.read(&mut buffer) {
        seen.extend_from_slice(&buffer[..n]);
    }
    assert!(child.wait().unwrap().success(), "{args:?}");
    seen
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_text_and_a_file_gets_html() {
    let folder = Folder::with("page.html", page(1));
    let shown = |args: &[&str]| String::from_utf8(on_terminal(&folder, args)).unwrap();
    let text = shown(&["clean", "page.html"]);
    assert!(text.contains("Boat 1 came in") && !text.contains('<'), "{text}");
    for args in [&["clean", "page.html", "--format", "html"][..], &["clean", "page.html", "--sanitize"]] {
        let html = shown(args);
        assert!(html.contains("<h1>Report 1</h1>"), "{args:?}: {html}");
    }
    let redirected = folder.demold("clean page.html").ok().stdout;
    assert!(redirected.contains("<h1>Report 1</h1>"), "{redirected}");
}

#[cfg(target_os = "linux")]
#[test]
fn no_control_character_reaches_a_terminal() {
    let folder = Folder::new();
    let hostile = "<title>T\u{9b}31m</title><h1>One\u{1b}[2J\u{7f}</h1><p>Some\u{8}\u{9b}2Jwords\u{85} of a page, enough of them to be kept by all.";
    folder.write("page.html", hostile);
    for format in ["html", "raw", "text", "markdown", "tei", "jsonl", "warc"] {
        let mut args = vec!["clean", "page.html", "--format", format];
        if matches!(format, "jsonl" | "warc") {
            args.extend(["--body", "html"]);
        }
        let seen = on_terminal(&folder, &args);
        let seen = String::from_utf8(seen).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert!(seen.contains("words"), "{format}: {seen:?}");
        // The terminal itself ends lines with a carriage return.
        let seen = seen.replace("\r\n", "\n");
        let bad = seen.chars().find(|&letter| letter.is_control() && !matches!(letter, '\n' | '\t'));
        assert_eq!(bad, None, "{format}: {seen:?}");
    }
}
