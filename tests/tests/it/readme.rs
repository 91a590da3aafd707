//! The README's commands, run as they stand there.

use std::{fs, path::Path};

use corpus::warc;

use crate::command::{Folder, page};

const README: &str = include_str!("../../../README.md");

/// Returns the lines of all `sh` blocks.
fn commands() -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut is_inside = false;
    for line in README.lines() {
        match line.trim() {
            "```sh" => is_inside = true,
            "```" => is_inside = false,
            line if is_inside && !line.is_empty() && !line.starts_with('#') => found.push(line),
            _ => {}
        }
    }
    found
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

/// A crawl of two sites.
fn crawl() -> Vec<u8> {
    let mut writer = warc::Writer::new(Vec::new(), warc::Compression::Gzip);
    for nth in 0..12 {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        let record = warc::Record::new(warc::Kind::Response, "2026-01-31T12:00:00Z")
            .target(&format!("http://site-{}.example/{nth}", nth % 2))
            .block(
                "application/http; msgtype=response",
                format!("{head}{}", page(nth)).into_bytes(),
            );
        writer.write(&record).unwrap();
    }
    writer.into_inner()
}

#[test]
fn the_commands_work() {
    let folder = Folder::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../datasets/sample");
    copy(&sample, &folder.path().join("datasets/sample"));
    folder.write("crawl.warc.gz", crawl());
    let mut n_run = 0;
    for command in commands() {
        let Some(rest) = command
            .strip_prefix("cargo run --release -- ")
            .or(command.strip_prefix("demold "))
        else {
            let is_known = command == "cargo test --workspace"
                || command.starts_with("cargo xtask ")
                || command.starts_with("cargo install ");
            assert!(
                is_known,
                "the README has a command that is not tested: {command}"
            );
            continue;
        };
        let (args, to) = rest
            .split_once(" > ")
            .map_or((rest, None), |(args, to)| (args, Some(to)));
        let (args, from) = args
            .split_once(" < ")
            .map_or((args, None), |(args, from)| (args, Some(from)));
        let stdin = from.map(|from| folder.read(from)).unwrap_or_default();
        let ran = folder
            .run_with(args.split_whitespace(), stdin.as_bytes())
            .ok();
        if let Some(to) = to {
            folder.write(to, ran.stdout);
        }
        n_run += 1;
    }
    assert!(2 < n_run, "the README shows {n_run} commands");
    assert!(folder.path().join("cleaned").is_dir());
}

#[test]
fn the_two_commands_are_there() {
    for command in [
        "cargo run --release -- clean datasets/sample --out cleaned",
        "cargo test --workspace",
    ] {
        assert!(commands().contains(&command), "{command}");
    }
}
