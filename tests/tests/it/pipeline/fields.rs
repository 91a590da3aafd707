//! What an input says about its pages comes through.

use std::{collections::BTreeSet, fs::File, iter::zip};

use formats::{ColumnType, ParquetPages, ReaderOptions, TableWriter, warc::Compression};
use serde_json::{Value, json};

use super::clean;
use crate::{
    command::{Folder, page},
    crawls,
};

fn row(nth: usize) -> Value {
    json!({
        "id": nth, "url": format!("http://a.example/{nth}"), "html": page(nth), "ts": 0.5,
        "tags": ["a", {"b": nth}], "marks": [nth, null], "from": {"way": "sea"}, "text": "theirs", "lang": if nth == 0 { Value::Null } else { "en".into() },
        "input_text": "theirs too", "ok": true,
    })
}

fn check(record: &Value, nth: usize) {
    assert_eq!(record["schema"], 4);
    assert_eq!(record["id"], nth);
    assert_eq!(record["ts"], 0.5);
    assert_eq!(record["ok"], true);
    assert_eq!(record["lang"], row(nth)["lang"]);
    assert_eq!(record["input_text"], "theirs");
    assert_eq!(record["input_input_text"], "theirs too");
    assert!(record["text"].as_str().unwrap().contains("herring"));
    assert_eq!(record["html"], Value::Null);
    for name in demold::Record::FIELDS {
        assert!(record.get(name).is_some(), "{name}: {record}");
    }
}

#[test]
fn fields_of_json_lines_and_tables_come_through() {
    let folder = Folder::new();
    let rows: Vec<Value> = (0..5).map(row).collect();
    folder.write("c.jsonl", rows.iter().map(|row| format!("{row}\n")).collect::<String>());
    let (records, _) = clean(&folder, &["c.jsonl"]);
    for (nth, record) in records.iter().enumerate() {
        check(record, nth);
        assert_eq!(record["tags"], row(nth)["tags"]);
    }
    // As a table, and out of it again: what has no type of a column is JSON.
    folder.demold("clean c.jsonl -o t.parquet --body text,html").ok();
    let (again, _) = clean(&folder, &["t.parquet", "--min-site-pages", "9"]);
    for (nth, record) in again.iter().enumerate() {
        assert_eq!(record["id"], nth);
        assert_eq!(record["tags"], row(nth)["tags"].to_string());
        assert_eq!(record["marks"], row(nth)["marks"]);
        assert_eq!(record["from"], row(nth)["from"]);
        // What has parts has them in the table too; what a record leaves out is null there.
        for name in ["title", "authors", "sources"] {
            assert_eq!(record["input_metadata"][name], records[nth]["metadata"][name]);
        }
        assert_eq!(record["input_regions"], records[nth]["regions"]);
        for (theirs, ours) in
            std::iter::zip(record["input_removals"].as_array().unwrap(), records[nth]["removals"].as_array().unwrap())
        {
            assert_eq!(theirs["range"], ours["range"]);
            assert_eq!(theirs["selector"], ours["selector"]);
        }
        assert_eq!(record["input_alone"], false);
        assert_eq!(record["input_schema"], 4);
        assert_eq!(record["input_fit"], records[nth]["fit"]);
        assert_eq!(record["input_text"], records[nth]["text"]);
        assert_eq!(record["input_input_text"], "theirs");
        assert_eq!(record["input_input_input_text"], "theirs too");
    }
    let file = File::open(folder.path().join("t.parquet")).unwrap();
    let options = ReaderOptions::new();
    let first = ParquetPages::new(file, "t", &options).unwrap().next().unwrap().unwrap();
    assert_eq!(first.fields.get("lang"), Some("null"));
    assert_eq!(first.fields.get("markdown"), Some("null"));
}

/// JSON Lines have no schema: a row need not have the fields of the row before it.
#[test]
fn a_field_of_the_input_has_the_same_name_in_every_row() {
    let folder = Folder::new();
    let row = |nth: usize| {
        let mut row = json!({ "url": format!("http://a.example/{nth}"), "html": page(nth) });
        for (bit, name) in ["text", "input_text", "input_input_text", "input_other"].into_iter().enumerate() {
            if nth >> bit & 1 == 1 {
                row[name] = name.into();
            }
        }
        row
    };
    folder.write("c.jsonl", (0..16).map(|nth| format!("{}\n", row(nth))).collect::<String>());
    let (records, _) = clean(&folder, &["c.jsonl"]);
    for (nth, record) in records.iter().enumerate() {
        for (ours, theirs) in [
            ("input_text", "text"),
            ("input_input_text", "input_text"),
            ("input_input_input_text", "input_input_text"),
            ("input_other", "input_other"),
        ] {
            assert_eq!(record.get(ours), row(nth).get(theirs), "{ours} of {nth}");
        }
    }
}

#[test]
fn fields_are_chosen() {
    let folder = Folder::new();
    let rows = (0..5).map(|nth| format!("{}\n", row(nth)));
    folder.write("c.jsonl", rows.collect::<String>());
    let (all, _) = clean(&folder, &["c.jsonl", "--body", "text,markdown", "--blocks"]);
    let theirs = ["id", "ts", "tags", "marks", "from", "lang", "ok"];
    let theirs = || theirs.into_iter().chain(["input_text", "input_input_text"]);
    let names = |record: &Value| -> BTreeSet<String> { record.as_object().unwrap().keys().cloned().collect() };
    for chosen in ["url", "text,url", "markdown,removals,blocks", "regions,metadata,copy_of"] {
        let (records, _) = clean(&folder, &["c.jsonl", "--fields", chosen]);
        for (record, whole) in zip(&records, &all) {
            let expected = chosen.split(',').chain(theirs());
            assert_eq!(names(record), expected.map(str::to_owned).collect());
            for name in chosen.split(',') {
                assert!(!record[name].is_null() || name == "copy_of", "{name}");
                assert_eq!(record[name], whole[name], "{name}");
            }
        }
    }
    folder.demold("clean c.jsonl -o t.parquet --fields html").ok();
    let file = File::open(folder.path().join("t.parquet")).unwrap();
    let table = ParquetPages::new(file, "t", &ReaderOptions::new()).unwrap();
    for page in table {
        let page = page.unwrap();
        assert!(page.bytes.text().unwrap().contains("herring"));
        let names: BTreeSet<&str> = page.fields.iter().map(|(name, _)| name).collect();
        assert_eq!(names, theirs().collect());
    }
}

#[test]
fn fields_of_records_of_a_crawl_come_through() {
    let folder = Folder::new();
    let pages: Vec<(String, String)> = (0..3).map(|nth| (format!("http://a.example/{nth}"), page(nth))).collect();
    folder.write("c.warc.gz", crawls::warc(&pages, Compression::Gzip));
    let (records, _) = clean(&folder, &["c.warc.gz"]);
    for record in &records {
        assert_eq!(record["date"], "2026-01-31T12:00:00Z");
        assert_eq!(record["status"], 200);
        assert_eq!(record["payload_type"], "text/html");
        assert!(record["id"].as_str().unwrap().starts_with("<urn:uuid:"));
        assert_eq!(record["site"], "a.example");
    }
}

#[test]
fn text_files_do_not_vanish_on_the_way_to_a_table() {
    let folder = Folder::new();
    for nth in 0..4 {
        folder.write(&format!("texts/{nth}.txt"), format!("Log in\n\nBoat {nth} came in\n"));
    }
    folder.write("e.txt", "(\\s+|^)Log\\s+in(\\s+|$)\n");
    folder.demold("clean texts --expressions e.txt -o t.parquet").ok();
    let file = File::open(folder.path().join("t.parquet")).unwrap();
    let options = ReaderOptions::new().html_field("text");
    let texts: Vec<String> = ParquetPages::new(file, "t", &options)
        .unwrap()
        .map(|page| page.unwrap().bytes.text().unwrap().to_string())
        .collect();
    assert_eq!(texts.len(), 4);
    assert!(texts.iter().all(|text| text.contains("Boat") && !text.contains("Log")), "{texts:?}");
}

#[test]
fn a_table_without_its_column_says_which_option_names_it() {
    let folder = Folder::new();
    let columns = [("body".to_owned(), ColumnType::Text)];
    let table = TableWriter::new(Vec::new(), &columns, &[]).unwrap();
    folder.write("c.parquet", table.finish().unwrap());
    folder.demold("clean c.parquet --format jsonl").failed(1).says("--html-field").says("the columns are body");
}
