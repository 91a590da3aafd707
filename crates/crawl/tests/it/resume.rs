//! An interrupted crawl goes on where it was.

use std::{collections::BTreeSet, fs, path::Path};

use crawl::{Archive, Config, Error, Event, Stopper};
use formats::warc::RecordKind;

use crate::{
    harness::{assert_accounted, config, crawl, run, run_to_end, urls},
    server::{Reply, Server, not_found, page, redirect},
};

/// A small site with everything in it.
async fn site() -> Server {
    Server::start(|asked, n_before| match (&*asked.path, n_before) {
        ("/robots.txt", _) => page("User-agent: *\nDisallow: /no"),
        ("/", _) => page("<a href=/a>a</a><a href=/b>b</a><a href=/no/x>c</a><a href=/gone>d</a>"),
        ("/a", 0) => Reply::Reset,
        ("/a", _) => page("<a href=/a1>1</a><a href=/a2>2</a>"),
        ("/b", _) => redirect("/b1"),
        ("/a1" | "/a2" | "/b1", _) => page("x"),
        _ => not_found(),
    })
    .await
}

fn deep() -> Config {
    config().depth(5)
}

/// The URLs of all answers that an archive holds, each of them once.
fn stored(path: &Path) -> BTreeSet<String> {
    let all = urls(path, &RecordKind::Response);
    let set: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(all.len(), set.len(), "an answer is stored twice");
    set
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_after_any_number_of_events_and_resumed() {
    let server = site().await;
    let seeds = [server.url("/")];
    let whole = crawl(deep(), &seeds).await;
    let expected = stored(&whole.path);
    assert_eq!(expected.len(), 7);

    for n_events in 1..=8 {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("crawl.warc.gz");
        let (stopper, stop) = Stopper::new();
        let mut n_seen = 0;
        let archive = Archive::create(&path).unwrap();
        let first = run(deep(), &seeds, archive, stop, |_| {
            n_seen += 1;
            if n_seen == n_events {
                stopper.stop();
            }
        })
        .await;
        assert_accounted(&first);
        let before = stored(&path);
        assert!(before.is_subset(&expected));
        if first.complete {
            continue;
        }
        assert!(Archive::frontier_path(&path).exists());

        // Given again, what is known is known.
        let n_asked = server.log().len();
        let second = run_to_end(deep(), &seeds, Archive::resume(&path).unwrap()).await;
        assert_accounted(&second);
        assert!(second.complete);
        assert_eq!(stored(&path), expected, "after {n_events} events");
        assert!(!Archive::frontier_path(&path).exists());
        let numbers = |summary: crawl::Summary| {
            (summary.admitted, summary.pages, summary.redirects, summary.answers, summary.disallowed)
        };
        assert_eq!(numbers(second), numbers(whole.summary));
        // Nothing that was stored is asked for again.
        let again: Vec<String> = server.paths().split_off(n_asked);
        assert!(before.iter().all(|url| !again.iter().any(|path| *url == server.url(path))), "{again:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_stop_does_not_wait() {
    let server = Server::by_path(|path| if path == "/1" { page("x") } else { Reply::Hang(Vec::new()) }).await;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("crawl.warc.gz");
    let (stopper, stop) = Stopper::new();
    let urls = [server.url_of("a.test", "/hangs"), server.url_of("b.test", "/1")];
    let config = config().timeout(std::time::Duration::from_secs(3600));
    let archive = Archive::create(&path).unwrap();
    let summary = run(config, &urls, archive, stop, |event| {
        if matches!(event, Event::Page { .. }) {
            stopper.stop();
            stopper.stop();
        }
    })
    .await;
    assert_eq!((summary.pages, summary.left), (1, 1));
    assert_accounted(&summary);
    assert_eq!(stored(&path).len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn killed_at_any_byte_and_resumed() {
    let server = site().await;
    let seeds = [server.url("/")];
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("crawl.warc.gz");
    let frontier = Archive::frontier_path(&path);
    let (stopper, stop) = Stopper::new();
    let archive = Archive::create(&path).unwrap();
    let mut n_pages = 0;
    run(deep(), &seeds, archive, stop, |event| {
        n_pages += u32::from(matches!(event, Event::Page { .. }));
        if n_pages == 3 {
            stopper.stop();
        }
    })
    .await;
    let (archive, journal) = (fs::read(&path).unwrap(), fs::read(&frontier).unwrap());
    let expected = stored(&crawl(deep(), &seeds).await.path);

    let first_line = journal.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let shares = (0..6).map(|share| first_line + (journal.len() - first_line) * share / 6);
    for len in [0, 6, first_line].into_iter().chain(shares) {
        // The system had written this much of the frontier, and some of a record behind what it speaks of. It may have
        // been killed before there was an archive.
        fs::write(&frontier, &journal[..len]).unwrap();
        if len < first_line {
            fs::remove_file(&path).unwrap();
        } else {
            fs::write(&path, [&archive[..], b"\x1f\x8b\x08torn"].concat()).unwrap();
        }
        let summary = run_to_end(deep(), &seeds, Archive::resume(&path).unwrap()).await;
        assert!(summary.complete && !frontier.exists());
        assert_eq!(stored(&path), expected, "{len} of {} bytes", journal.len());
    }
}

#[tokio::test]
async fn files_that_do_not_fit_are_not_touched() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("crawl.warc.gz");
    let frontier = Archive::frontier_path(&path);
    assert!(matches!(Archive::resume(&path), Err(Error::File { .. })));
    fs::write(&path, "short").unwrap();
    fs::write(&frontier, "{\"frontier\":1}\n{\"bytes\":900}\n").unwrap();
    let error = Archive::resume(&path).unwrap_err();
    assert!(matches!(error, Error::ArchiveChanged { expected: 900, found: 5, .. }), "{error}");
    fs::write(&frontier, "{\"frontier\":1}\nnonsense\n").unwrap();
    assert!(matches!(Archive::resume(&path), Err(Error::Frontier { line: 2, .. })));
    assert_eq!(fs::read(&path).unwrap(), b"short");
}
