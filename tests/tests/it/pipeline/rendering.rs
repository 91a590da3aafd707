//! Pages that a program renders.

use std::{os::unix::fs::PermissionsExt as _, path::PathBuf, process::Stdio};

use super::urls::of_records;
use crate::{
    command::{Folder, page},
    server,
};

/// Writes a script that renders pages, and returns where it is.
fn write_script(folder: &Folder, script: &str) -> PathBuf {
    let program = folder.write("render.sh", format!("#!/bin/sh\n{script}"));
    let mut mode = std::fs::metadata(&program).unwrap().permissions();
    mode.set_mode(0o755);
    std::fs::set_permissions(&program, mode).unwrap();
    program
}

#[test]
fn a_program_renders_pages() {
    let folder = Folder::new();
    let script = "printf '<nav>Home</nav><h1>Built</h1><p>Scripts have made this page of %s, word by word.' \"$2\"\n";
    let command = format!("{} --dump", write_script(&folder, script).display());
    let url = "https://coast.invalid/app?x=$(y)";
    let ran = folder.run(["clean", url, "--render", &command, "--fields", "url,text", "--format", "jsonl"]).ok();
    assert!(ran.stdout.contains("this page of https://coast.invalid/app?x=$(y), word by word"), "{ran:?}");
    assert!(ran.stdout.contains(&format!("\"url\":\"{url}\"")), "{ran:?}");
    folder.run(["clean", url, "--render", "false"]).failed(1).says("false could not render https://coast.invalid/app");
    folder.write("a.html", page(0));
    folder.demold("clean a.html --render true").failed(2).says("--render is about fetching, and no URL is given");
    for (option, value) in [("--max-pages", "2"), ("--delay", "2"), ("--contact", "me@coast.example")] {
        let ran = folder.run(["clean", url, "--render", "true", option, value]).failed(2);
        let expected = format!("{option} goes with --render only for a whole --site");
        assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
    }
    let ran = folder.run(["clean", url, "--render", "true", "--proxy", "http://localhost:3128"]).failed(2);
    assert!(ran.stderr.contains("cannot be used with"), "{}", ran.stderr);
}

/// The server has rules and no page; what the program prints has links.
#[test]
fn a_program_renders_the_pages_of_a_site() {
    let url = server::serve(|head, _| match server::path(head) {
        "/robots.txt" => {
            ("200 OK\r\nContent-Type: text/plain".to_owned(), b"User-agent: *\nDisallow: /forbidden".into())
        }
        _ => server::nothing(),
    });
    let folder = Folder::new();
    let script = "echo \"$1\" >> asked
case \"$1\" in
    *fail*) exit 3;;
esac
printf '<nav><a href=/a>A</a> <a href=/b>B</a> <a href=/fail>C</a> <a href=/forbidden>D</a></nav>'
printf '<h1>Built</h1><p>Scripts have made this page of %s, word by word, for all who ask.' \"$1\"\n";
    let program = write_script(&folder, script).display().to_string();
    let options = ["--render", &program, "--site", "--allow-private", "--delay", "0", "--fields", "url,text"];
    let args = ["clean", &url, "--format", "jsonl"].into_iter().chain(options);
    let ran = folder.run(args.clone()).ok();
    let expected: Vec<String> = ["", "a", "b"].map(|name| format!("{url}/{name}")).into();
    assert_eq!(of_records(&ran.stdout, ""), expected, "{ran:#?}");
    assert!(ran.stdout.contains(&format!("this page of {url}/a, word by word")), "{ran:#?}");
    assert!(ran.stderr.contains("render.sh could not render"), "{ran:#?}");
    let asked: Vec<String> = ["", "a", "b", "fail"].map(|name| format!("{url}/{name}")).into();
    assert_eq!(folder.read("asked").lines().collect::<Vec<_>>(), asked);
    // No more pages than are allowed.
    let ran = folder.run(args.chain(["--max-pages", "2"])).ok();
    assert_eq!(of_records(&ran.stdout, ""), expected[..2], "{ran:#?}");
}

/// `cat` waits for a named pipe without a writer, for ever and without a clock.
const HANGING: &str = "case \"$1\" in
    *hang*) [ -p wait ] || mkfifo wait; cat wait & echo \"$$ $!\" > told; cat wait;;
    *left*) [ -p wait ] || mkfifo wait; cat wait & ;;
    *fail*) exit 3;;
esac
printf '<p>The page at %s has some words of text.' \"$1\"
";

#[test]
fn one_page_that_is_not_rendered_does_not_concern_the_others() {
    let folder = Folder::new();
    let program = write_script(&folder, HANGING).display().to_string();
    let urls = ["a", "hang", "left", "fail", "b"].map(|name| format!("http://{name}.invalid/"));
    for (options, n_named) in [(&[][..], 2), (&["--quiet"], 2)] {
        let fixed = ["--render", &program, "--render-timeout", "0.5", "--fields", "url", "-o", "o.jsonl", "--force"];
        let args = ["clean"].iter().copied().chain(urls.iter().map(String::as_str)).chain(fixed);
        let ran = folder.run(args.chain(options.iter().copied())).failed(1);
        let expected = ["a", "left", "b"].map(|name| format!("http://{name}.invalid/"));
        assert_eq!(of_records(&folder.read("o.jsonl"), ""), expected);
        let said = &ran.stderr;
        assert!(said.contains("render.sh took more than 0.5 s to render http://hang.invalid/"), "{said}");
        assert!(said.contains("render.sh could not render http://fail.invalid/: exit status: 3"), "{said}");
        assert_eq!(said.matches(".invalid/").count(), n_named, "each once: {said}");
    }
    let ran = folder.run(["clean", &urls[0], &urls[3], "--render", &program, "--format", "jsonl"]).failed(1);
    assert!(ran.stderr.contains("2 in = 1 out + 1 skipped (1 × a URL without a page)"), "{ran:#?}");
}

/// Hours of rendering must not end with what could have been said before.
#[test]
fn nothing_is_rendered_that_cannot_be_written() {
    let folder = Folder::new();
    let program = write_script(&folder, "echo >> started").display().to_string();
    folder.write("o.jsonl", "mine");
    folder.write("tree/a.html", "mine");
    for (out, expected) in [
        (&["-o", "o.jsonl"][..], "o.jsonl exists; --force replaces it"),
        (&["-o", "tree"], "the output folder tree is not empty"),
        (&["-o", "new.jsonl", "--resume"], "URLs cannot be read again"),
        (&["-o", "o.md"], "there are 2 URLs to fetch, and the output holds one page: name a folder"),
        (&["--format", "text"], "there are 2 URLs to fetch, and the output holds one page: name a folder"),
    ] {
        let clean = ["clean", "http://a.invalid/", "http://b.invalid/", "--render", &program];
        folder.run([&clean[..], out].concat()).failed(1).says(expected);
    }
    assert_eq!(folder.files(), ["o.jsonl", "render.sh", "tree/a.html"]);
}

/// As many files may be open as a run needs that reads one page.
#[test]
fn many_pages_need_no_more_open_files_than_one() {
    let folder = Folder::new();
    let program = write_script(&folder, HANGING).display().to_string();
    let urls: String = (0..60).map(|nth| format!("http://h.invalid/{nth}\n")).collect();
    folder.write("urls.txt", urls);
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", "ulimit -n 32; exec \"$@\"", "sh"])
        .arg(folder.command().get_program())
        .args(["clean", "--urls", "urls.txt", "--render", &program, "--format", "jsonl", "--fields", "url"])
        .current_dir(folder.path())
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let found = String::from_utf8(output.stdout).unwrap();
    let expected: Vec<String> = (0..60).map(|nth| format!("http://h.invalid/{nth}")).collect();
    assert_eq!(of_records(&found, ""), expected);
}

/// A run that is asked to end writes what it has, and leaves no renderer behind.
#[test]
fn a_run_that_is_ended_ends_its_renderer() {
    for signal in ["INT", "TERM"] {
        let folder = Folder::new();
        let program = write_script(&folder, HANGING).display().to_string();
        let urls = ["http://a.invalid/", "http://hang.invalid/", "http://b.invalid/"];
        let options = ["--render", &program, "--format", "jsonl", "--fields", "url"];
        let told = folder.path().join("told");
        assert!(std::process::Command::new("mkfifo").arg(&told).status().unwrap().success());
        let mut command = folder.command();
        command.arg("clean").args(urls).args(options).stdin(Stdio::null());
        let run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The renderer tells its own number and that of its helper as soon as both run.
        let told = std::fs::read_to_string(told).unwrap();
        crate::runs::signal(run.id(), signal);
        let output = run.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("error: interrupted, with 2 URLs left"), "{said}");
        assert_eq!(of_records(&String::from_utf8_lossy(&output.stdout), ""), ["http://a.invalid/"]);
        assert_eq!(told.split_whitespace().count(), 2);
        assert!(told.split_whitespace().all(has_ended), "{told}");
    }
}

/// Returns whether a process that was killed has ended. It ends as soon as it is scheduled, so that is waited for
/// without a clock.
fn has_ended(id: &str) -> bool {
    (0..1_000_000).any(|_| {
        std::thread::yield_now();
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
        // A zombie has ended, and nobody has asked yet how.
        stat.map_or(true, |stat| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
    })
}

/// What a list brings in must not make a browser ask the machines of this network.
#[test]
fn private_addresses_are_not_rendered() {
    let folder = Folder::new();
    let program = write_script(&folder, HANGING).display().to_string();
    let urls = ["http://127.0.0.1:9/a", "http://localhost:9/b", "http://c.invalid/"];
    folder.write("urls.txt", urls.join("\n"));
    let clean = ["clean", "urls.txt", "--render", &program, "--format", "jsonl", "--fields", "url"];
    let ran = folder.run(clean).failed(1);
    assert_eq!(of_records(&ran.stdout, ""), ["http://c.invalid/"]);
    for (line, url) in ["line 1: http://127.0.0.1:9/a", "line 2: http://localhost:9/b"].iter().enumerate() {
        assert!(ran.stderr.contains(&format!("urls.txt, {url} gave no page: ")), "{line}: {ran:#?}");
    }
    assert_eq!(ran.stderr.matches("is not a public address; addresses of this machine").count(), 2, "{ran:#?}");
    let ran = folder.run([&clean[..], &["--allow-private"]].concat()).ok();
    assert_eq!(ran.stdout.lines().count(), 3);
}
