//! Two runs on one output.

use std::fs::OpenOptions;

use super::crawled;
#[cfg(unix)]
use super::{Held, long};
#[cfg(unix)]
use crate::command::Folder;

/// As long as a run holds the lock, no other one touches anything, whatever it is told.
#[test]
fn an_output_is_for_one_run_at_a_time() {
    let folder = crawled(30);
    folder.write_site("site", 3);
    for command in [
        "clean crawl.jsonl --out o.jsonl",
        "clean crawl.jsonl --out o.jsonl --resume",
        "clean crawl.jsonl --out o.jsonl --force",
        "clean crawl.jsonl --out o.warc.gz --force",
        "clean crawl.jsonl --out o.parquet --resume",
        "clean site --out tree/",
        "clean site --out tree --force",
        "clean site --out ./tree --resume",
        "learn crawl.jsonl --out sites",
        "learn crawl.jsonl --out sites --force",
        "learn site --out t.json",
        "learn crawl.jsonl --export e.txt",
        "learn crawl.jsonl --export e.txt --force",
        "report site --out r.html",
        "report site --out r.html --force",
        "repeats crawl.jsonl --out repeats.jsonl",
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let out = args[3].trim_start_matches("./").trim_end_matches('/');
        let journal = format!("{out}.demold-work/journal");
        let said = "{\"about\":\"x\",\"date\":\"\"}\n{\"process\":4242}\n";
        let path = folder.write(&journal, said);
        let file = OpenOptions::new().read(true).write(true).open(path).unwrap();
        file.try_lock().unwrap();
        let before = folder.files();
        let ran = folder.run(&args).failed(1).says("another run is writing");
        assert!(!ran.stderr.contains("--resume"), "{command}: {}", ran.stderr);
        #[cfg(unix)]
        assert!(ran.stderr.contains("process 4242"), "{}", ran.stderr);
        assert_eq!(folder.files(), before, "{command}");
        // The process that had the lock is gone.
        drop(file);
        let forced = args.iter().copied().filter(|arg| *arg != "--resume");
        folder.run(forced.chain(["--force"].into_iter().filter(|_| !command.ends_with("--force")))).ok();
        assert!(!folder.path().join(&journal).exists(), "{command}");
    }
}

/// Whenever they begin: either the first one holds the lock, or its file is there.
#[test]
fn of_three_runs_at_once_that_write_a_file_one_ends_well() {
    use std::process::Stdio;

    let folder = crawled(120);
    for (command, out) in [
        ("clean crawl.jsonl --out c.jsonl", "c.jsonl"),
        ("report crawl.jsonl --out r.html", "r.html"),
        ("repeats crawl.jsonl --min-sites 1 --min-words 20 --out f.jsonl", "f.jsonl"),
        ("learn crawl.jsonl --export e.txt", "e.txt"),
        ("learn crawl.jsonl --group (example) --out t.json", "t.json"),
    ] {
        folder.demold(command).ok();
        let expected = folder.read(out);
        std::fs::remove_file(folder.path().join(out)).unwrap();
        let start = || {
            let mut demold = folder.command();
            demold.args(command.split(' ')).stdin(Stdio::null());
            demold.stderr(Stdio::piped()).spawn().unwrap()
        };
        let ended = [(); 3].map(|()| start()).map(|run| run.wait_with_output().unwrap());
        let mut codes = ended.each_ref().map(|run| run.status.code());
        codes.sort();
        assert_eq!(codes, [Some(0), Some(1), Some(1)], "{command}: {ended:?}");
        for run in ended.iter().filter(|run| !run.status.success()) {
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(said.contains("another run is writing") || said.contains("exists; --force"), "{command}: {said}");
        }
        assert_eq!(folder.read(out), expected, "{command}");
        std::fs::remove_file(folder.path().join(out)).unwrap();
        assert_eq!(folder.files(), ["crawl.jsonl"], "{command}");
    }
}

/// A run that learns anew writes the folder of templates, too.
#[test]
fn a_folder_of_templates_is_for_one_run_at_a_time() {
    let folder = crawled(30);
    folder.demold("learn crawl.jsonl --out sites").ok();
    let path = folder.write("sites.demold-work/journal", "{\"about\":\"learning\"}\n");
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.try_lock().unwrap();
    for command in ["clean crawl.jsonl --out o.jsonl", "report crawl.jsonl --out r.html"] {
        folder.demold(format!("{command} --template sites --relearn")).failed(1).says("another run is writing sites");
    }
}

/// Both runs are real here; the first one is held until the second one has had its turn.
#[cfg(unix)]
#[test]
fn a_second_run_gives_way_to_the_first() {
    let folder = crawled(700);
    let crawl = long("crawl.jsonl");
    let clean = |out| ["clean", crawl, "--threads", "1", "--method", "distill", "-o", out];
    folder.run(clean("whole.jsonl")).ok();
    let first = Held::at(&folder, &clean("o.jsonl"), "o.jsonl.demold-work/journal", 3);
    let mut seen = Vec::new();
    for option in [&[][..], &["--resume"], &["--force"]] {
        seen.push(folder.run([&clean("o.jsonl"), option].concat()));
    }
    let process = format!("another run is writing o.jsonl, process {}", first.id());
    assert!(first.end().status.success());
    for ran in seen {
        assert!(ran.clone().failed(1).stderr.contains(&process), "{}", ran.stderr);
    }
    assert_eq!(folder.read("o.jsonl"), folder.read("whole.jsonl"));
    assert_eq!(folder.files(), ["crawl.jsonl", "o.jsonl", "whole.jsonl"]);
}

/// A folder has one lock, by whatever name it is called.
#[cfg(unix)]
#[test]
fn two_names_of_a_folder_have_one_lock() {
    let folder = Folder::of_site(3);
    std::fs::create_dir(folder.path().join("real")).unwrap();
    std::os::unix::fs::symlink("real", folder.path().join("alias")).unwrap();
    let path = folder.write("real.demold-work/journal", "{\"about\":\"x\"}\n");
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.try_lock().unwrap();
    folder.demold("clean site --out alias").failed(1).says("another run is writing");
}
