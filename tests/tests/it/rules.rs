//! Files of rules for known sites, and `--only`.

use serde_json::json;

use crate::command::{Folder, jsonl};

const RULES: &str = r#"
[[site]]
host = "*.coast.example"
only = "main"
drop = [".share", ".none"]
title = "h2"
author = ".who"
date = ".when"

[[site]]
host = "elsewhere.example"
drop = "main"
"#;

/// A page whose headline, author and date are where nobody would look for them.
fn page(nth: usize) -> String {
    format!(
        "<title>Page {nth}</title><p>Welcome to the coast, reader {nth} of this page.<main><h2>Tide {nth}</h2>\
         <p>By the harbour, {nth} boats wait for the tide that comes tonight.<p class=who>Ann Lee \
         <p class=when>{}.4.2026<p class=share>Share this with {nth} friends</main>",
        nth + 1
    )
}

fn crawl() -> Folder {
    let hosts = ["news.coast.example", "news.coast.example", "news.coast.example", "other.example"];
    let pages = hosts.iter().enumerate().map(|(nth, host)| (format!("https://{host}/{nth}"), page(nth)));
    let folder = Folder::with("crawl.jsonl", jsonl(&pages.collect::<Vec<_>>()));
    folder.write("rules.toml", RULES);
    folder
}

#[test]
fn rules_apply_to_the_pages_of_their_hosts() {
    let folder = crawl();
    let records = folder.demold("clean crawl.jsonl --rules rules.toml --format jsonl").ok().records();
    for (nth, record) in records[..3].iter().enumerate() {
        let text = record["text"].as_str().unwrap();
        assert!(text.starts_with(&format!("Tide {nth}\n")) && text.ends_with("2026"), "{text}");
        let metadata = &record["metadata"];
        assert_eq!(metadata["title"], format!("Tide {nth}"));
        assert_eq!(metadata["authors"], json!(["Ann Lee"]));
        assert_eq!(metadata["published"], format!("2026-04-0{}", nth + 1));
        assert_eq!(metadata["sources"]["title"], "selector");
    }
    assert_ne!(records[3]["metadata"]["sources"]["title"], "selector");
    assert!(records[3]["text"].as_str().unwrap().contains("boats wait"), "{}", records[3]);
}

#[test]
fn pages_without_an_address_have_the_declared_one() {
    let folder = Folder::with("rules.toml", RULES);
    let declared = format!("<link rel=canonical href=https://coast.example/tide>{}", page(0));
    folder.write("page.html", &declared);
    let ran = folder.demold("clean page.html --rules rules.toml --format text").ok();
    assert!(ran.stdout.starts_with("Tide 0\n") && !ran.stdout.contains("Share"), "{}", ran.stdout);
}

#[test]
fn a_check_says_what_matches_nothing() {
    let folder = crawl();
    let ran = folder.demold("rules check rules.toml crawl.jsonl").failed(1);
    assert_eq!(
        ran.stdout,
        "*.coast.example: 3 pages\n\
         \u{20} drop   .share: 3 elements in 3 pages\n\
         \u{20} drop   .none: matches nothing\n\
         \u{20} only   main: 3 elements in 3 pages\n\
         \u{20} title  h2: 3 elements in 3 pages\n\
         \u{20} author .who: 3 elements in 3 pages\n\
         \u{20} date   .when: 3 elements in 3 pages\n\
         elsewhere.example: 0 pages\n\
         \u{20} drop   main: matches nothing\n"
    );
    assert!(ran.stderr.contains("2 selectors match nothing"), "{}", ran.stderr);
    folder.write("good.toml", "[[site]]\nhost = \"*\"\nonly = \"main\"");
    folder.demold("rules check good.toml crawl.jsonl").ok();
    folder.write("bad.toml", "[[site]]\nhost = \"*\"\nonyl = \"main\"");
    let ran = folder.demold("clean crawl.jsonl --rules bad.toml").failed(1);
    assert!(ran.stderr.contains("bad.toml") && ran.stderr.contains("onyl"), "{}", ran.stderr);
}

#[test]
fn only_what_is_asked_for_stays() {
    let folder = Folder::with("page.html", page(0));
    let run = |args: &[&str]| folder.run(["clean", "page.html", "--format", "text"].iter().chain(args)).ok().stdout;
    assert_eq!(run(&["--only", ".who"]), "Ann Lee\n");
    assert_eq!(run(&["--only", "h2", "--only", ".share"]), "Tide 0\nShare this with 0 friends\n");
    assert!(!run(&["--only", "main", "--drop", ".share"]).contains("Share"));
    assert_eq!(run(&["--only", "article"]), run(&[]));
}

#[test]
fn a_file_of_rules_is_not_written_over() {
    let folder = crawl();
    folder.write("out.jsonl", RULES);
    folder.demold("clean crawl.jsonl --rules out.jsonl -o out.jsonl --force").failed(2).says("cannot be both");
}
