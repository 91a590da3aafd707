//! `demold mirrors`: which sites are copies of each other.

use crate::command::{Folder, jsonl};

/// Pages whose texts are runs of numbered words: page `n` of a subject has words that no other page has.
fn site(host: &str, subject: &str, pages: std::ops::Range<usize>, frame: &str) -> String {
    let page = |page: usize| {
        let words: Vec<String> = (0..60).map(|word| format!("{subject}{page}x{word}")).collect();
        (format!("https://{host}/{page}"), format!("<nav>{frame}</nav><p>{}</p>", words.join(" ")))
    };
    jsonl(&pages.map(page).collect::<Vec<_>>())
}

fn lines(folder: &Folder, args: &[&str]) -> Vec<serde_json::Value> {
    folder.run(["mirrors", "crawl.jsonl"].iter().chain(args)).ok().records()
}

fn crawl() -> String {
    let frame = |site: usize| (0..12).map(|word| format!("menu{site}x{word}")).collect::<Vec<_>>().join(" ");
    [
        site("a.example", "tide", 0..8, &frame(0)),
        // A copy in another frame.
        site("b.example", "tide", 0..8, &frame(1)),
        // A quarter of it, and something else.
        site("c.example", "tide", 6..8, &frame(2)) + &site("c.example", "wind", 10..16, &frame(2)),
        // Nothing of it, in the frame of the first.
        site("d.example", "reef", 0..8, &frame(0)),
    ]
    .concat()
}

#[test]
fn copies_are_found_whatever_their_frame() {
    let folder = Folder::with("crawl.jsonl", crawl());
    let found = lines(&folder, &[]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["sites"], serde_json::json!(["a.example", "b.example"]));
    assert_eq!(found[0]["pages"], serde_json::json!([8, 8]));
    // Each page has 53 runs of eight words. The frame has 5, and 7 lead from it to each text.
    let expected = 8.0 * 53.0 / (8.0 * 60.0 + 5.0);
    for share in found[0]["shares"].as_array().unwrap() {
        assert!((share.as_f64().unwrap() - expected).abs() < 1e-4, "{share}");
    }
    let quarter = lines(&folder, &["--min-share", "0.2"]);
    let pairs: Vec<&serde_json::Value> = quarter.iter().map(|line| &line["sites"]).collect();
    let pair = |one: &str, other: &str| serde_json::json!([one, other]);
    let expected = [pair("a.example", "b.example"), pair("a.example", "c.example"), pair("b.example", "c.example")];
    assert_eq!(pairs, expected.iter().collect::<Vec<_>>());
}

#[test]
fn the_order_of_the_pages_does_not_matter() {
    let folder = Folder::with("crawl.jsonl", crawl());
    let found = lines(&folder, &["--min-share", "0.001"]);
    let mut turned: Vec<String> = crawl().lines().map(|line| line.to_owned() + "\n").collect();
    turned.reverse();
    folder.write("crawl.jsonl", turned.concat());
    assert_eq!(lines(&folder, &["--min-share", "0.001", "--threads", "3"]), found);
}

#[test]
fn what_does_not_fit_is_said() {
    let folder = Folder::with("crawl.jsonl", crawl());
    folder.demold("mirrors crawl.jsonl --memory 1K").failed(1).says("--memory");
    // The file stays as it was.
    folder.write("out.jsonl", "old");
    folder.demold("mirrors crawl.jsonl -o out.jsonl").failed(1);
    assert_eq!(folder.read("out.jsonl"), "old");
    folder.demold("mirrors crawl.jsonl -o out.jsonl --force").ok();
    assert_eq!(folder.read("out.jsonl").lines().count(), 1);
}
