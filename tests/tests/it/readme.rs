//! The commands of the README and of the book, run exactly as they are printed.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use formats::warc::Compression;

use crate::{
    command::{Folder, crawl},
    crawls,
};

/// Commands of other programs, which would build or measure for minutes, or change the machine.
const NOT_RUN: [&str; 4] = ["cargo test --workspace", "cargo xtask ", "cargo install ", "pip install "];

/// Documents whose sentences and tables have whole command lines, to be typed as they are.
const WHOLE: [&str; 5] = ["README.md", "docs/start.md", "docs/corpus.md", "docs/python.md", "docs/from-trafilatura.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the lines of all blocks of a language, without comments.
fn lines_of<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut is_inside = false;
    for line in text.lines().map(str::trim) {
        match line.strip_prefix("```") {
            Some(info) => is_inside = !is_inside && info == language,
            None if is_inside && !line.is_empty() && !line.starts_with('#') => found.push(line),
            None => {}
        }
    }
    found
}

/// Returns the commands within the sentences and tables of a text, which stand between backticks.
fn inline(text: &str) -> Vec<&str> {
    let mut is_inside = false;
    let mut found = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_inside = !is_inside;
        } else if !is_inside {
            found.extend(line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("demold ")));
        }
    }
    found
}

/// Takes a command line apart as a shell does, as far as the documents need that.
fn words(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (nth, piece) in line.split(['"', '\'']).enumerate() {
        let is_quoted = nth % 2 == 1;
        if is_quoted {
            found.push(piece.to_owned());
        } else {
            found.extend(piece.split_whitespace().map(str::to_owned));
        }
    }
    found
}

/// Returns what follows the command's name, if a line calls it.
fn arguments(line: &str) -> Option<&str> {
    line.strip_prefix("cargo run --profile unoptimized --no-default-features -- ").or(line.strip_prefix("demold "))
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let from = entry.unwrap().path();
        let to = to.join(from.file_name().unwrap());
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).unwrap();
        }
    }
}

/// Runs what a document shows, in a folder with the sample and a crawl, and returns the folder.
///
/// `sh` blocks are run. `console` blocks, which need a network or a cluster, must be understood: followed by
/// `--help`, a command line fails exactly if something in it is wrong.
#[track_caller]
fn check(name: &str) -> Folder {
    let text = text(name);
    let folder = Folder::new();
    copy(&root().join("datasets/sample"), &folder.path().join("datasets/sample"));
    folder.write("crawl.warc.gz", crawls::warc(&crawl(12, 2), Compression::Gzip));
    // The options that a document puts into a file.
    folder.write("my.toml", lines_of(&text, "toml").join("\n"));
    for line in lines_of(&text, "sh") {
        let Some(rest) = arguments(line) else {
            let is_known = NOT_RUN.iter().any(|known| line.starts_with(known));
            assert!(is_known, "{name} has a command that is not tested: {line}");
            continue;
        };
        let (args, to) = rest.split_once(" > ").map_or((rest, None), |(args, to)| (args, Some(to)));
        let (args, from) = args.split_once(" < ").map_or((args, None), |(args, from)| (args, Some(from)));
        let stdin = from.map(|from| folder.read(from)).unwrap_or_default();
        let ran = folder.run_with(args.split_whitespace(), stdin.as_bytes()).ok();
        if let Some(to) = to {
            folder.write(to, ran.stdout);
        }
    }
    for line in lines_of(&text, "console") {
        let line = line.strip_prefix("$ ").unwrap_or(line);
        let Some(rest) = arguments(line) else {
            continue;
        };
        understood(&folder, rest);
    }
    let within = if WHOLE.contains(&name) { inline(&text) } else { Vec::new() };
    for rest in within.into_iter().filter_map(arguments) {
        understood(&folder, rest);
    }
    folder
}

/// Checks that the command understands all options of a line.
#[track_caller]
fn understood(folder: &Folder, rest: &str) {
    let args = rest.split(['<', '>']).next().unwrap_or(rest).replace("MAIL", "mail@coast.example");
    folder.run_with(words(&args).into_iter().chain(["--help".to_owned()]), b"").ok();
}

#[test]
fn the_readme() {
    let folder = check("README.md");
    assert!(folder.path().join("cleaned").is_dir());
    for command in [
        "cargo run --profile unoptimized --no-default-features -- clean datasets/sample --out cleaned",
        "cargo test --workspace",
    ] {
        let text = text("README.md");
        assert!(lines_of(&text, "sh").contains(&command), "{command}");
    }
}

#[test]
fn other_pages() {
    let summary = text("docs/SUMMARY.md");
    let linked = summary.split("](").skip(1);
    let pages: BTreeSet<&str> = linked.filter_map(|rest| rest.split(')').next()).collect();
    assert!(["start.md", "corpus.md"].iter().all(|page| pages.contains(page)));
    for page in pages {
        let folder = check(&format!("docs/{page}"));
        match page {
            "start.md" => assert!(folder.path().join("report.html").is_file()),
            "corpus.md" => assert!(folder.path().join("cleaned.warc.gz").is_file()),
            _ => {}
        }
    }
}

/// Somebody who makes it by CONTRIBUTING.md finds one place, and nothing there yet.
#[test]
fn the_first_change_is_still_to_be_made() {
    let guide = text("CONTRIBUTING.md");
    let module = "crates/metadata/src/read.rs";
    assert!(guide.contains(module));
    let source = text(module);
    for (name, expected) in [("news_keywords", 1), ("citation_keywords", 0)] {
        assert!(guide.contains(name));
        assert_eq!(source.matches(name).count(), expected, "{name}");
    }
}

#[test]
fn the_workflow_runs_every_stage() {
    let all = text(".ci/run");
    let all = all.lines().find_map(|line| line.strip_prefix("all=("));
    let all: BTreeSet<&str> = all.unwrap().trim_end_matches(')').split(' ').collect();
    let workflow = text(".github/workflows/ci.yml");
    let listed = workflow.split("stages:\n").find(|part| part.trim_start().starts_with("- "));
    let listed: BTreeSet<&str> = listed
        .unwrap()
        .lines()
        .map_while(|line| line.trim().strip_prefix("- "))
        .flat_map(str::split_whitespace)
        .collect();
    assert_eq!(listed, all);
}
