//! Where outputs are: on a full disk, and on another file system than the temporary folder.

use std::{fs, os::unix::fs::MetadataExt as _, path::Path, process::Stdio};

use super::crawled;
use crate::command::{Folder, files, page};

/// Help is output, too: a script that keeps it must know that it is whole.
#[test]
fn a_full_standard_output_is_an_error_of_every_command() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let folder = Folder::of_site(4);
    folder.write("page.html", page(1));
    let same = "The ferry leaves the north quay at six, and the south quay at seven in the evening.";
    let mirror = |host: &str| format!("{{\"url\":\"http://{host}.example/\",\"html\":\"<p>{same}\"}}\n");
    folder.write("mirrored.jsonl", ["quay", "copy"].map(mirror).concat());
    for out in ["t.json", "sites"] {
        folder.run(["learn", "site", "--out", out]).ok();
    }
    for command in [
        "--help",
        "--version",
        "-V",
        "help",
        "help clean",
        "clean --help",
        "man",
        "completions bash",
        "completions fish",
        "show t.json",
        "show sites t.json",
        "compare t.json t.json",
        "compare sites sites",
        "clean page.html",
        "clean site --format warc",
        "clean page.html --dry-run",
        "learn site",
        "learn site --dry-run",
        "learn site --export -",
        "repeats site --min-sites 1 --min-words 3",
        "mirrors mirrored.jsonl",
        "report site --out -",
    ] {
        let full = fs::File::create("/dev/full").unwrap();
        let mut demold = folder.command();
        let ran = demold.args(command.split(' ')).stdout(full);
        let ran = ran.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "{command}: {said}");
        assert!(said.contains("error: cannot write to standard output: "), "{command}: {said}");
    }
}

/// Temporary files are never renamed to where the output is.
#[test]
fn an_output_may_be_on_another_file_system_than_temporary_files() {
    let elsewhere = Path::new("/dev/shm");
    let Ok(there) = tempfile::tempdir_in(elsewhere) else {
        return;
    };
    let folder = crawled(120);
    let device = |path: &Path| fs::metadata(path).unwrap().dev();
    if device(there.path()) == device(folder.path()) {
        return;
    }
    folder.write_site("site", 4);
    let here = folder.path().join("here");
    fs::create_dir(&here).unwrap();
    // Each way round.
    for (out, temporary) in [(there.path(), folder.path()), (&here, there.path())] {
        let run = |command: &str| {
            let command = command.replace("OUT", out.to_str().unwrap());
            let mut demold = folder.command();
            let ran = demold.args(command.split(' ')).env("TMPDIR", temporary);
            let ran = ran.stdin(Stdio::null()).output().unwrap();
            let said = String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success(), "{command}: {said}");
        };
        for command in [
            "clean crawl.jsonl --memory 1 --out OUT/o.jsonl",
            "clean crawl.jsonl --out OUT/o.parquet",
            "clean crawl.jsonl --date 2026-01-31T12:00:00Z --out OUT/o.warc.gz",
            "clean site --out OUT/tree",
            "clean site/sub/1.html --out OUT/one.html",
            "learn crawl.jsonl --out OUT/sites",
            "learn crawl.jsonl --method distill --out OUT/sites --force",
            "learn site --out OUT/t.json --export OUT/e.txt",
            "clean crawl.jsonl --template OUT/sites --relearn --min-fit 1 --out OUT/again.jsonl",
            "report site --out OUT/r.html",
            "repeats crawl.jsonl --min-sites 1 --min-words 20 --out OUT/repeats.jsonl",
        ] {
            run(command);
        }
    }
    let names = files(&here);
    assert_eq!(files(there.path()), names);
    assert!(names.len() > 16, "{names:?}");
    for name in names {
        assert!(fs::read(here.join(&name)).unwrap() == fs::read(there.path().join(&name)).unwrap(), "{name}");
    }
}
