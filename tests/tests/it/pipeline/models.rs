//! What judged a page, and how sure it is.

use serde_json::Value;

use super::clean;
use crate::command::Folder;

/// The name of the model of this build.
fn model(folder: &Folder) -> String {
    let version = folder.demold("--version").ok().stdout;
    let (first, model) = version.split_once("\nmodel ").unwrap();
    assert!(first.starts_with("demold "), "{version}");
    assert_eq!(folder.demold("-V").ok().stdout.trim(), first);
    model.trim().to_owned()
}

#[test]
fn records_name_the_model_and_its_confidence() {
    let folder = Folder::of_site(5);
    let name = model(&folder);
    let (records, _) = clean(&folder, &["site"]);
    for record in &records {
        assert_eq!(record["model"], name.as_str());
        let confidence = record["confidence"].as_f64().unwrap();
        assert!(confidence > 0.0 && confidence <= 1.0, "{confidence}");
    }
    let (records, _) = clean(&folder, &["site", "--method", "distill"]);
    assert_eq!(records[0]["model"], Value::Null);
    assert_eq!(records[0]["confidence"], Value::Null);
}

#[test]
fn pages_below_a_confidence_are_left_out_and_counted() {
    let folder = Folder::of_site(5);
    let (records, _) = clean(&folder, &["site"]);
    let confidences: Vec<f64> = (records.iter()).map(|record| record["confidence"].as_f64().unwrap()).collect();
    let least = confidences.iter().copied().fold(0.0, f64::max);
    let n_kept = confidences.iter().filter(|&&one| least <= one).count();
    let (kept, _) = clean(&folder, &["site", "--min-confidence", &least.to_string()]);
    assert_eq!(kept.len(), n_kept);
    let (none, said) = clean(&folder, &["site", "--min-confidence", "1"]);
    assert!(none.is_empty(), "{none:?}");
    assert!(said.contains("5 pages left out: below --min-confidence"), "{said}");
    // Other methods expect nothing, so nothing of theirs is below.
    let (all, _) = clean(&folder, &["site", "--method", "map", "--min-confidence", "1"]);
    assert_eq!(all.len(), 5);
}

#[test]
fn a_template_of_another_model_is_used_with_a_warning() {
    let folder = Folder::of_site(5);
    folder.demold("learn site -o site.json").ok();
    let ran = folder.demold("clean site --template site.json -o same");
    assert!(!ran.ok().stderr.contains("model"));
    let other = folder.read("site.json").replace(&model(&folder), "0123456789abcdef");
    folder.write("other.json", other);
    let ran = folder.demold("clean site --template other.json -o other");
    let said = ran.ok().stderr;
    assert!(said.contains("by the model 0123456789abcdef"), "{said}");
    assert_eq!(folder.read("same/sub/1.html"), folder.read("other/sub/1.html"));
}

#[test]
fn two_runs_are_compared() {
    let folder = Folder::of_site(5);
    for (out, profile) in [("old.jsonl", "balanced"), ("new.jsonl", "data")] {
        folder.run(["clean", "site", "-o", out, "--profile", profile]).ok();
    }
    let line = folder.read("new.jsonl");
    let (first, _) = line.split_once('\n').unwrap();
    let mut first: Value = serde_json::from_str(first).unwrap();
    first["regions"] = serde_json::json!([[0, 1]]);
    first["removed_share"] = serde_json::json!(0.987);
    let (_, rest) = line.split_once('\n').unwrap();
    folder.write("new.jsonl", format!("{first}\n{rest}"));
    let same = folder.demold("compare old.jsonl old.jsonl").ok().stdout;
    assert!(same.contains("same          5  100.0 % of the pages"), "{same}");
    let ran = folder.demold("compare old.jsonl new.jsonl").ok().stdout;
    assert!(ran.contains(&format!("judged by the model {}", model(&folder))), "{ran}");
    assert!(ran.contains("->  98.7 %  sub/0.html"), "{ran}");
    folder.write("half.jsonl", "{\"url\": 1}\n");
    let said = folder.demold("compare old.jsonl half.jsonl").failed(1).stderr;
    assert!(said.contains("line 1 of half.jsonl"), "{said}");
}
