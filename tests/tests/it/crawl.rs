//! `demold crawl`, against a server on the loopback interface.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
    net::TcpListener,
    path::Path,
    process::Stdio,
    sync::mpsc::{Receiver, Sender, channel},
};

use formats::warc::{Reader, RecordKind};

use crate::{command::Folder, server};

/// Serves a page that links to `/1` to `/5`, and these. Whoever holds the
/// other ends is told of each path that is asked for, and says when to answer.
fn serve() -> (String, Receiver<String>, Sender<()>) {
    let (tell, asked) = channel();
    let (go_on, wait) = channel();
    let url = server::serve(move |head, _| {
        let path = server::path(head);
        let answer = match path {
            "/robots.txt" => server::nothing(),
            "/" => server::page((1..=5).map(|number| format!("<a href=/{number}>x</a>")).collect::<String>()),
            path => server::page(format!("<p>Page {path}")),
        };
        let _ = tell.send(path.to_owned());
        let _ = wait.recv();
        answer
    });
    (url + "/", asked, go_on)
}

/// Answers everything at once.
fn free(go_on: &Sender<()>) {
    for _ in 0..100 {
        go_on.send(()).unwrap();
    }
}

fn stored(path: &Path) -> BTreeSet<String> {
    Reader::new(File::open(path).unwrap())
        .map(Result::unwrap)
        .filter(|record| *record.kind() == RecordKind::Response)
        .map(|record| record.target_uri().unwrap().to_owned())
        .collect()
}

const ARGS: [&str; 9] =
    ["-o", "site.warc.gz", "--contact", "me@example.org", "--depth", "1", "--allow-private", "--delay", "0.02"];

#[test]
fn urls_in_warc_out() {
    let folder = Folder::new();
    let (url, _asked, go_on) = serve();
    free(&go_on);
    let list = format!("# a list\n{url}\n\nmailto:x\n{url}\n");
    let ran = folder.run_with([&["crawl", "-"], &ARGS[..]].concat(), list.as_bytes()).ok();
    assert!(ran.stderr.contains("6 pages, 1 not requested, 1 given twice; 7 requests"), "{}", ran.stderr);
    assert!(ran.stderr.contains("mailto:x: not requested, neither http nor https"), "{}", ran.stderr);
    assert_eq!(stored(&folder.path().join("site.warc.gz")).len(), 7);
    assert_eq!(folder.files(), ["site.warc.gz"], "a complete crawl leaves no frontier");

    let again = [&["crawl", url.as_str()], &ARGS[..]].concat();
    folder.run(&again).failed(1).says("site.warc.gz exists; --force replaces it");
    folder.run([&again[..], &["--force", "--strict"]].concat()).ok();
    folder.run([&again[..], &["--resume"]].concat()).ok().says("site.warc.gz is complete");
    std::fs::remove_file(folder.path().join("site.warc.gz")).unwrap();
    folder.run([&again[..], &["--resume"]].concat()).failed(1).says("nothing to resume");
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn an_old_archive_stays_until_there_is_a_new_one() {
    let folder = Folder::with("site.warc.gz", "the old one");
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let nobody = format!("http://{nobody}/");
    let force = |url: &str| folder.run([&["crawl", url], &ARGS[..], &["--force", "--retries", "0"]].concat());
    force(&nobody).failed(1).says("no page could be fetched");
    assert_eq!(folder.read("site.warc.gz"), "the old one");
    assert_eq!(folder.files(), ["site.warc.gz"]);
    let (url, _asked, go_on) = serve();
    free(&go_on);
    force(&url).ok();
    assert_eq!(stored(&folder.path().join("site.warc.gz")).len(), 7);
    assert_eq!(folder.files(), ["site.warc.gz"]);
}

#[test]
fn a_crawl_has_its_archive_for_itself() {
    let folder = Folder::with("site.warc.gz", "an old one");
    let said = "{\"about\":\"crawling\",\"date\":\"\"}\n{\"process\":4242}\n";
    let path = folder.write("site.warc.gz.demold-work/journal", said);
    let journal = File::options().read(true).write(true).open(path).unwrap();
    journal.try_lock().unwrap();
    for option in [&[][..], &["--force"], &["--resume"]] {
        let args = [&["crawl", "http://127.0.0.1:1/"], &ARGS[..], option].concat();
        folder.run(args).failed(1).says("another run is writing site.warc.gz");
    }
    assert_eq!(folder.read("site.warc.gz"), "an old one");
}

#[cfg(unix)]
#[test]
fn an_interrupted_replacement_goes_on_and_leaves_the_old_archive_until_then() {
    let folder = Folder::with("site.warc.gz", "the old one");
    folder.write("site.warc.gz.frontier", "of the old one");
    let (url, asked, go_on) = serve();
    let args = [&["crawl", url.as_str()], &ARGS[..]].concat();
    let mut child = folder
        .command()
        .args([&args[..], &["--force"]].concat())
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    for path in ["/robots.txt", "/", "/1"] {
        assert_eq!(asked.recv().unwrap(), path);
        go_on.send(()).unwrap();
    }
    assert_eq!(asked.recv().unwrap(), "/2");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(folder.read("site.warc.gz"), "the old one");
    folder.run(&args).failed(1).says("--resume continues it");
    free(&go_on);
    folder.run([&args[..], &["--resume"]].concat()).ok();
    assert_eq!(stored(&folder.path().join("site.warc.gz")).len(), 7);
    assert_eq!(folder.files(), ["site.warc.gz"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_whole_archive_and_resume_goes_on() {
    let folder = Folder::new();
    let (url, asked, go_on) = serve();
    let args = [&["crawl", url.as_str()], &ARGS[..]].concat();
    let mut child =
        folder.command().args(&args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    for path in ["/robots.txt", "/", "/1"] {
        assert_eq!(asked.recv().unwrap(), path);
        go_on.send(()).unwrap();
    }
    // A request is under way: it is waited for.
    assert_eq!(asked.recv().unwrap(), "/2");
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    crate::runs::signal(child.id(), "INT");
    let mut said = String::new();
    errors.read_line(&mut said).unwrap();
    assert!(said.contains("press Ctrl-C again to stop at once"), "{said}");
    go_on.send(()).unwrap();
    errors.read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(
        said.contains("3 pages, 3 left") && said.contains("to continue, run the same command with --resume"),
        "{said}"
    );

    let path = folder.path().join("site.warc.gz");
    assert_eq!(stored(&path).len(), 4);
    assert_eq!(folder.files(), ["site.warc.gz", "site.warc.gz.frontier"]);
    free(&go_on);
    folder.run([&["crawl", "--resume"], &ARGS[..]].concat()).ok().says("6 pages");
    assert_eq!(stored(&path).len(), 7);
    assert_eq!(folder.files(), ["site.warc.gz"]);
    let paths: Vec<String> = asked.try_iter().collect();
    assert_eq!(paths, ["/robots.txt", "/3", "/4", "/5"]);
}
