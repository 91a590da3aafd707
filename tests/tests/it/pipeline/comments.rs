//! What records say of comments, and of texts that are nearly the same.

use serde_json::{Value, json};

use super::clean;
use crate::command::{Folder, jsonl};

const ARTICLE: &str = "<title>Fog</title><main><h1>Fog over the sound</h1>\
    <p>The fog came in on Monday and stayed until the ferry had been cancelled nine times in a row.</p>\
    <p>Nobody was sorry but the baker, who had made rolls for four hundred people and sold eleven.</p></main>\
    <section class=comments><h2>2 comments</h2>\
    <div class=comment><a class=author>Ann Lee</a> <time datetime=2026-01-31>today</time><p>I bought three of them.</div>\
    <div class=comment><a class=author>Bo Ek</a> <time datetime=2026-02-01>today</time><p>They were stale.</div></section>";

#[test]
fn comments_are_a_field_of_their_own() {
    let folder = Folder::with("a.html", ARTICLE);
    let (records, _) = clean(&folder, &["a.html"]);
    assert_eq!(records[0]["comments"], Value::Null);
    let (records, _) = clean(&folder, &["a.html", "--comments", "--blocks"]);
    let comments = records[0]["comments"].as_array().unwrap();
    let found: Vec<_> = comments.iter().map(|one| (&one["number"], &one["author"], &one["date"])).collect();
    let (one, two) = (json!(1), json!(2));
    assert_eq!(found, [(&one, &json!("Ann Lee"), &json!("2026-01-31")), (&two, &json!("Bo Ek"), &json!("2026-02-01"))]);
    assert!(comments[0]["text"].as_str().unwrap().contains("I bought three of them."));
    // The blocks say the same.
    let blocks = records[0]["blocks"].as_array().unwrap();
    let block = blocks.iter().find(|block| block["text"] == "They were stale.").unwrap();
    assert_eq!((&block["post"]["author"], &block["kept"]), (&json!("Bo Ek"), &comments[1]["kept"]));
    let (chosen, _) = clean(&folder, &["a.html", "--fields", "comments"]);
    assert_eq!(chosen[0]["comments"], records[0]["comments"]);
    folder.demold("clean a.html --format text --comments").failed(2).says("--comments applies to records");
}

fn bits(record: &Value) -> u64 {
    u64::from_str_radix(record["simhash"].as_str().unwrap(), 16).unwrap()
}

#[test]
fn near_copies_have_near_hashes_and_are_left_out() {
    let text = |from: usize| (from..from + 400).map(|nth| format!("word{} ", nth * 7919)).collect::<String>();
    let near = text(0).replacen("word0 ", "another ", 1);
    let folder = Folder::new();
    let texts = [text(0), near, text(1000), "Too short to tell.".to_owned()];
    let pages =
        texts.iter().enumerate().map(|(nth, text)| (format!("http://s{nth}.example/"), format!("<p>{text}</p>")));
    folder.write("c.jsonl", jsonl(&pages.collect::<Vec<_>>()));
    let (records, _) = clean(&folder, &["c.jsonl"]);
    let hashes: Vec<u64> = records[..3].iter().map(bits).collect();
    assert!((hashes[0] ^ hashes[1]).count_ones() <= 3, "{hashes:x?}");
    assert!((hashes[0] ^ hashes[2]).count_ones() > 10, "{hashes:x?}");
    assert_eq!(records[3]["simhash"], Value::Null);
    let (chosen, _) = clean(&folder, &["c.jsonl", "--fields", "url,simhash"]);
    assert_eq!(chosen[0]["simhash"], records[0]["simhash"]);
    assert!(chosen[0].get("text").is_none());
    let (left, _) = clean(&folder, &["c.jsonl", "--dedup", "near"]);
    let urls: Vec<&Value> = left.iter().map(|record| &record["url"]).collect();
    assert_eq!(urls, ["http://s0.example/", "http://s2.example/", "http://s3.example/"]);
}

#[test]
fn pages_are_chosen_by_their_day() {
    let folder = Folder::new();
    let dated = |nth: usize, meta: &str| {
        let page = ARTICLE.replacen("<main>", &format!("{meta}<main>"), 1).replace("Monday", &format!("day {nth}"));
        folder.write(&format!("site/{nth}.html"), page);
    };
    for (nth, day) in [(0, "2026-01-30"), (1, "2026-01-31"), (2, "2026-02-01")] {
        dated(nth, &format!("<meta property=article:published_time content={day}T08:00:00Z>"));
    }
    dated(3, "");
    let written = |options: &[&str]| clean(&folder, &[&["site"], options].concat()).0.len();
    assert_eq!(written(&[]), 4);
    assert_eq!(written(&["--min-date", "2026-01-31"]), 2);
    assert_eq!(written(&["--max-date", "2026-01-31"]), 2);
    assert_eq!(written(&["--min-date", "2026-01-31", "--max-date", "2026-01-31"]), 1);
    let (_, said) = clean(&folder, &["site", "--min-date", "2026-01-31"]);
    assert!(said.contains("2 pages left out: of another time, or of an unknown one"), "{said}");
    folder.demold("clean site --min-date 2026-1-31").failed(2).says("give a day, such as 2026-01-31");
}
