//! What an interrupted run and the one that resumes it have in common.

use std::{collections::BTreeMap, fs};

use super::{Held, crawled, long};
use crate::command::Folder;

/// A run of one thread, whose explanations come in the order of the pages.
fn clean<'a>(out: &'a str, options: &'a str) -> Vec<&'a str> {
    let words = ["clean", long("crawl.jsonl"), "--threads", "1", "--out", out];
    words.into_iter().chain(options.split(' ')).collect()
}

/// Kills a run when it has written a part of its output.
#[track_caller]
fn kill(folder: &Folder, args: &[&str]) {
    Held::at(folder, args, "o.jsonl.demold-work/journal", 4).kill();
}

/// Learns two templates as these files.
fn learn(folder: &Folder, export: &str, files: [&str; 2]) {
    for (out, method) in files.iter().zip(["--seed 1", "--seed 2 --sample-pages 3"]) {
        folder.demold(format!("learn small.jsonl --group (example) {export} {out} {method}")).ok();
    }
    assert_ne!(folder.read(files[0]), folder.read(files[1]));
}

fn folder() -> Folder {
    let folder = crawled(700);
    let crawl = folder.read("crawl.jsonl");
    let small: String = crawl.split_inclusive('\n').take(60).collect();
    folder.write("small.jsonl", small);
    folder
}

/// The output would be made of both.
#[test]
fn a_file_that_an_option_names_must_be_the_same() {
    let folder = folder();
    learn(&folder, "--method distill --out", ["t.json", "other.json"]);
    learn(&folder, "--export", ["e.txt", "other.txt"]);
    folder.write("p.txt", "\\d+\n");
    folder.write("p2.txt", "[a-z]+\n");
    for (file, other, option, options) in [
        ("t.json", "other.json", "--template", "--template t.json"),
        ("e.txt", "other.txt", "--expressions", "--expressions e.txt"),
        ("p.txt", "p2.txt", "--patterns", "--method mine --patterns p.txt"),
    ] {
        let args = clean("o.jsonl", options);
        folder.run(clean("whole.jsonl", options)).ok();
        kill(&folder, &args);
        let (path, first) = (folder.path().join(file), folder.read(file));
        fs::copy(folder.path().join(other), &path).unwrap();
        let resume = [&args[..], &["--resume"]].concat();
        folder.run(&resume).failed(1).says(&format!(" was another one: the content of {option} has changed;"));
        // Nothing is lost by that.
        fs::write(&path, first).unwrap();
        folder.run(&resume).ok();
        assert_eq!(folder.read("o.jsonl"), folder.read("whole.jsonl"), "{option}");
        fs::remove_file(folder.path().join("o.jsonl")).unwrap();
        fs::remove_file(folder.path().join("whole.jsonl")).unwrap();
    }
}

#[test]
fn a_folder_of_templates_must_be_the_same() {
    let folder = folder();
    let learn = |options: &str| {
        let line = format!("learn crawl.jsonl --method distill --out sites --force {options}");
        folder.run(line.split_whitespace()).ok();
    };
    learn("");
    let args = clean("o.jsonl", "--template sites");
    folder.run(clean("whole.jsonl", "--template sites")).ok();
    kill(&folder, &args);
    let resume = [&args[..], &["--resume"]].concat();
    learn("--threshold 0.9");
    folder.run(&resume).failed(1).says("the content of --template has changed");
    learn("");
    folder.run(&resume).ok();
    assert_eq!(folder.read("o.jsonl"), folder.read("whole.jsonl"));
}

/// A run that learns anew changes the folder of templates itself, which another run must not do meanwhile.
#[test]
fn a_run_that_learns_anew_is_resumed() {
    let folder = folder();
    folder.demold("learn small.jsonl --method distill --out sites").ok();
    let put = |all: &BTreeMap<String, Vec<u8>>| {
        fs::remove_dir_all(folder.path().join("sites")).unwrap();
        for (file, bytes) in all {
            folder.write(&format!("sites{file}"), bytes);
        }
    };
    let options = "--template sites --relearn --min-fit 0.9 --method distill";
    let args = clean("o.jsonl", options);
    let before = folder.contents("sites");
    folder.run(clean("whole.jsonl", options)).ok();
    let after = folder.contents("sites");
    assert_ne!(before, after, "something is learned");
    put(&before);
    kill(&folder, &args);
    assert_eq!(folder.contents("sites"), after);
    let resume = [&args[..], &["--resume"]].concat();
    // A folder that somebody else has changed is not gone on with.
    let (index, first) = ("sites/index.jsonl", folder.read("sites/index.jsonl"));
    let fewer: String = first.split_inclusive('\n').take(2).collect();
    folder.write(index, fewer);
    folder.run(&resume).failed(1).says("the content of --template has changed");
    // One that the run was killed before it had changed gets what was learned.
    put(&before);
    folder.run(&resume).ok();
    assert_eq!(folder.contents("sites"), after);
    assert_eq!(folder.read("o.jsonl"), folder.read("whole.jsonl"));
}

/// What is read from a pipe cannot be compared.
#[cfg(unix)]
#[test]
fn a_template_from_a_pipe_is_not_resumed() {
    let folder = folder();
    folder.demold("learn small.jsonl --group (example) --method distill --out t.json").ok();
    let args = clean("o.jsonl", "--template /dev/stdin");
    let template = folder.read("t.json");
    folder.run_with(&args, template.as_bytes()).ok();
    fs::remove_file(folder.path().join("o.jsonl")).unwrap();
    let resume = [&args[..], &["--resume"]].concat();
    folder.run_with(&resume, template.as_bytes()).failed(1).says("cannot be read again");
    assert_eq!(folder.files(), ["crawl.jsonl", "small.jsonl", "t.json"]);
}
