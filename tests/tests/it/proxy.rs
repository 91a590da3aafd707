//! `--proxy`: requests go to it, and nowhere else.

use std::sync::mpsc::{Receiver, channel};

use crate::{
    command::{Folder, page, sentence},
    server,
};

/// A proxy for hosts that do not exist: it answers by itself, and tells of each request's first line.
fn proxy() -> (String, Receiver<String>) {
    let (tell, asked) = channel();
    let url = server::serve(move |head, _| {
        let _ = tell.send(head.lines().next().unwrap_or_default().to_owned());
        match server::path(head) {
            url if url.ends_with("/robots.txt") => server::nothing(),
            _ => server::page(page(7)),
        }
    });
    (url, asked)
}

const URL: &str = "http://coast.invalid/tides";

#[test]
fn every_request_goes_through_the_proxy() {
    let expected = ["GET http://coast.invalid/robots.txt HTTP/1.1", "GET http://coast.invalid/tides HTTP/1.1"];
    for command in ["clean URL --out page.txt", "crawl URL --out crawl.warc --contact mail@coast.example"] {
        let folder = Folder::new();
        let (proxy, asked) = proxy();
        folder.demold(format!("{} --proxy {proxy} --delay 0.01", command.replace("URL", URL))).ok();
        assert_eq!(asked.try_iter().collect::<Vec<_>>(), expected, "{command}");
        assert!(folder.read(&folder.files()[0]).contains(&sentence(7)), "{command}");
    }
}

#[test]
fn addresses_that_a_url_spells_out_are_checked_before_the_proxy_is_asked() {
    let folder = Folder::new();
    let (proxy, asked) = proxy();
    let args = ["clean", "http://127.0.0.1:1/", "--proxy", &proxy, "--format", "text"];
    folder.run(args).failed(1).says("not a public address");
    assert_eq!(asked.try_iter().count(), 0);
}

#[test]
fn a_proxy_is_used_only_if_it_is_named() {
    let folder = Folder::new();
    let (proxy, asked) = proxy();
    for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        let mut command = folder.command();
        command.env(name, &proxy);
        let output = command.args(["clean", URL, "--format", "text", "--delay", "0.01"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{name}: {output:?}");
    }
    assert_eq!(asked.try_iter().count(), 0);
    // Without one, the name is looked up, and is nobody's.
}
