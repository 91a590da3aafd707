//! Pages alone, copies, and pages of which nothing is left.

use formats::warc::Compression;
use serde_json::Value;

use super::clean;
use crate::{
    command::{Folder, jsonl, page, sentence},
    crawls,
};

const URL: &str = "http://a.example/5";

/// Writes one page in every form that pages come in.
fn every_form(folder: &Folder, pages: &[(&str, String)]) -> Vec<&'static str> {
    let owned: Vec<(String, String)> = pages.iter().map(|(url, page)| ((*url).to_owned(), page.clone())).collect();
    for (nth, (_, page)) in pages.iter().enumerate() {
        folder.write(&format!("folder/{nth}.html"), page);
    }
    folder.write("c.jsonl", jsonl(pages));
    folder.write("c.warc.gz", crawls::warc(&owned, Compression::Gzip));
    folder.write("c.parquet", crawls::parquet(&owned));
    vec!["folder", "c.jsonl", "c.warc.gz", "c.parquet"]
}

#[test]
fn a_page_alone_is_judged_alike_wherever_it_comes_from_and_whatever_the_method() {
    let folder = Folder::new();
    let forms = every_form(&folder, &[(URL, page(5))]);
    let by_form = forms.iter().map(|form| (*form, "classify"));
    for (form, method) in by_form.chain(["distill", "mine", "map"].map(|method| (forms[1], method))) {
        let (records, said) = clean(&folder, &[form, "--method", method, "--strict"]);
        let text = records[0]["text"].as_str().unwrap();
        assert!(text.contains(&sentence(5)) && !text.contains("Home"), "{form}: {text}");
        assert_eq!(records[0]["alone"], true);
        assert!(said.contains("1 page alone: judged without a template"), "{said}");
        let (whole, said) = clean(&folder, &[form, "--min-site-pages", "2"]);
        assert!(whole[0]["text"].as_str().unwrap().contains("Home"), "{form}");
        assert!(said.contains("1 page left unchanged"), "{said}");
    }
}

#[test]
fn copies_never_erase_a_page() {
    let own = |token: usize| page(5).replace("<body>", &format!("<body data-token={token}>"));
    for pages in [
        vec![("http://a.example/1", own(1)), ("http://a.example/2", own(2))],
        vec![("http://a.example/1", own(1)), ("http://a.example/1?x", own(1))],
        (0..20).map(|nth| ("http://a.example/x", own(nth % 3))).collect(),
    ] {
        let folder = Folder::new();
        let forms = every_form(&folder, &pages);
        let by_form = forms.iter().map(|form| (*form, "classify"));
        let by_method = ["distill", "mine", "map"].map(|method| (forms[1], method));
        for (form, method) in by_form.chain(by_method) {
            let (records, said) = clean(&folder, &[form, "--method", method, "--strict"]);
            assert_eq!(records.len(), pages.len());
            for record in &records {
                let text = record["text"].as_str().unwrap();
                assert!(text.contains(&sentence(5)), "{form}, {method}: {text}");
            }
            assert_eq!(records[0]["copy_of"], Value::Null);
            assert_eq!(records[1]["copy_of"], records[0]["url"], "{form}");
            let n_copies = pages.len() - 1;
            assert!(said.contains(&format!("{n_copies} page")), "{said}");
            assert!(said.contains("with the same text as an earlier page"), "{said}");
        }
    }
}

#[test]
fn what_comes_out_empty_is_said() {
    let folder = Folder::of_site(3);
    folder.write("site/words.html", "<script>x()</script>");
    let (records, said) = clean(&folder, &["site", "--drop", "body"]);
    assert!(said.contains("3 pages almost empty now"), "{said}");
    let n_empty = records.iter().filter(|record| record["empty"] == true).count();
    assert_eq!(n_empty, 3, "a page without words was empty before");
    let (_, said) = clean(&folder, &["site", "--drop", "body", "--verbose"]);
    assert!(said.contains("nothing is left of site/sub/0.html"), "{said}");
    folder.demold("clean site --drop body -o out --strict").failed(1).says("3 pages almost empty now, and --strict");
}

#[test]
fn pages_that_scripts_fill_are_counted() {
    let folder = Folder::of_site(3);
    folder.write("site/shell.html", "<title>Tides</title><div id=root></div><script src=a.js></script>");
    let (_, said) = clean(&folder, &["site"]);
    assert!(said.contains("1 page with hardly any text, which scripts load"), "{said}");
    let (_, said) = clean(&folder, &["site", "--verbose"]);
    assert!(said.contains("site/shell.html has hardly any text"), "{said}");
}

#[test]
fn a_site_that_cannot_be_learned_does_not_end_the_run() {
    let folder = Folder::new();
    // More tokens than the alignment has memory for, twice.
    let long = |nth: usize| {
        let cells: String = (0..260_000).map(|cell| format!("<b>{}</b>", cell * nth)).collect();
        format!("<p>Report {nth} of the day</p>{cells}")
    };
    let mut pages = vec![("http://long.example/1", long(1)), ("http://long.example/2", long(3))];
    let urls: Vec<String> = (0..4).map(|nth| format!("http://a.example/{nth}")).collect();
    pages.extend(urls.iter().map(String::as_str).zip((0..4).map(page)));
    folder.write("c.jsonl", jsonl(&pages));
    let (records, said) = clean(&folder, &["c.jsonl", "--method", "distill"]);
    assert_eq!(records.len(), 6);
    assert!(records[5]["text"].as_str().unwrap().contains(&sentence(3)));
    assert!(said.contains("2 pages of sites that the method cannot learn"), "{said}");
}
