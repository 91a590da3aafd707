//! Two runs on one output.

use std::fs::OpenOptions;

use super::write_crawl;
use crate::command::Folder;

/// As long as a run holds the lock, no other one touches anything, whatever it is told.
#[test]
fn an_output_is_for_one_run_at_a_time() {
    let folder = Folder::new();
    write_crawl(&folder, 30);
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
    ] {
        let args: Vec<&str> = command.split(' ').collect();
        let out = args[3].trim_start_matches("./").trim_end_matches('/');
        let journal = format!("{out}.demold-work/journal");
        let said = "{\"about\":\"x\",\"date\":\"\"}\n{\"process\":4242}\n";
        let path = folder.write(&journal, said);
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .unwrap();
        file.try_lock().unwrap();
        let before = folder.files();
        let ran = folder.run(&args).failed(1);
        assert!(
            ran.stderr.contains("another run is writing") && !ran.stderr.contains("--resume"),
            "{command}: {}",
            ran.stderr
        );
        #[cfg(unix)]
        assert!(ran.stderr.contains("process 4242"), "{}", ran.stderr);
        assert_eq!(folder.files(), before, "{command}");
        // The process that had the lock is gone.
        drop(file);
        let forced = args.iter().copied().filter(|arg| *arg != "--resume");
        folder
            .run(
                forced.chain(
                    ["--force"]
                        .into_iter()
                        .filter(|_| !command.ends_with("--force")),
                ),
            )
            .ok();
        assert!(!folder.path().join(&journal).exists(), "{command}");
    }
}

/// Both runs are real here; the first one is stopped until the second one has had its turn.
#[cfg(unix)]
#[test]
fn a_second_run_gives_way_to_the_first() {
    use std::process::Stdio;

    let folder = Folder::new();
    write_crawl(&folder, 700);
    let clean = |out| {
        [
            "clean",
            "crawl.jsonl",
            "--threads",
            "1",
            "--method",
            "distill",
            "-o",
            out,
        ]
    };
    folder.run(clean("whole.jsonl")).ok();
    let mut first = folder
        .command()
        .args(clean("o.jsonl"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    super::wait_for(&folder, "o.jsonl.demold-work/journal", 3);
    super::signal(&first, "STOP");
    let mut seen = Vec::new();
    for option in [&[][..], &["--resume"], &["--force"]] {
        seen.push(folder.run([&clean("o.jsonl"), option].concat()));
    }
    super::signal(&first, "CONT");
    assert!(first.wait().unwrap().success());
    let process = format!("another run is writing o.jsonl, process {}", first.id());
    for ran in seen {
        assert!(
            ran.clone().failed(1).stderr.contains(&process),
            "{}",
            ran.stderr
        );
    }
    assert_eq!(folder.read("o.jsonl"), folder.read("whole.jsonl"));
    assert_eq!(folder.files(), ["crawl.jsonl", "o.jsonl", "whole.jsonl"]);
}

/// A folder has one lock, by whatever name it is called.
#[cfg(unix)]
#[test]
fn two_names_of_a_folder_have_one_lock() {
    let folder = Folder::new();
    folder.write_site("site", 3);
    std::fs::create_dir(folder.path().join("real")).unwrap();
    std::os::unix::fs::symlink("real", folder.path().join("alias")).unwrap();
    let path = folder.write("real.demold-work/journal", "{\"about\":\"x\"}\n");
    let file = OpenOptions::new().write(true).open(path).unwrap();
    file.try_lock().unwrap();
    let ran = folder.run(["clean", "site", "--out", "alias"]).failed(1);
    assert!(
        ran.stderr.contains("another run is writing"),
        "{}",
        ran.stderr
    );
}
