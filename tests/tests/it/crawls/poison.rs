//! What the pages of one site do to those of others: nothing.

use super::{html, pages, records, warc};
use crate::command::{Folder, jsonl};

/// Pages of a site that means harm to the sites of the others: their own pages, whole and in part, under its name; pages
/// that say they are theirs; pages that are hard to read.
fn hostile(others: &[(String, String)]) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for (nth, (url, page)) in others.iter().enumerate() {
        let half = (0..=page.len() / 2).rev().find(|&at| page.is_char_boundary(at)).unwrap();
        let claims = format!(
            "<head><base href=\"{url}\"><link rel=canonical href=\"{url}\">\
             <meta property=og:url content=\"{url}\"><title>{nth}</title>"
        );
        pages.push(match nth % 5 {
            0 => page.clone(),
            1 => page[half..].to_owned(),
            2 => format!("{claims}{}", "<div><table>".repeat(2_000)),
            3 => format!("\0\u{fffe}{}\u{feff}\x1b[2J</script>", "<b><i>x".repeat(200)),
            _ => page.replace("<p", "<nav").replace("</p>", "</nav>"),
        });
    }
    let url = |nth| match nth % 3 {
        0 => format!("http://hostile.example/{nth}"),
        1 => format!("http://HOSTILE.example:80/../{nth}?\u{202e}"),
        _ => format!("http://hostile.example./{nth}"),
    };
    pages.into_iter().enumerate().map(|(nth, page)| (url(nth), page)).collect()
}

#[test]
fn no_page_of_a_site_changes_what_is_made_of_another() {
    let folder = Folder::new();
    let good = pages();
    let bad = hostile(&good);
    let both: Vec<_> = bad.iter().zip(&good).flat_map(|(bad, good)| [bad.clone(), good.clone()]).collect();
    folder.write("good.jsonl", jsonl(&good));
    folder.write("both.jsonl", jsonl(&both));
    for method in ["classify", "distill", "mine", "map"] {
        let clean = |input| {
            let args = ["clean", input, "--format", "jsonl", "--method", method, "--body", "text,html"];
            records(&folder.run(args.into_iter().chain(["--blocks"])).ok().stdout)
        };
        let (alone, together) = (clean("good.jsonl"), clean("both.jsonl"));
        assert_eq!(alone.len(), good.len());
        assert_eq!(together.len(), 2 * good.len(), "{method}");
        for (url, record) in &alone {
            assert_eq!(&together[url], record, "{method}, {url}");
        }
    }
}

#[test]
fn no_damaged_record_changes_what_is_made_of_another_site() {
    let folder = Folder::new();
    let good = pages();
    let args = |input| ["clean", input, "--format", "jsonl"];
    folder.write("good.warc", warc(&good, formats::warc::Compression::None));
    let alone = records(&folder.run(args("good.warc")).ok().stdout);
    let mut file = Vec::new();
    for (nth, (bad, good)) in hostile(&good).iter().zip(&good).enumerate() {
        let mut writer = formats::warc::Writer::new(Vec::new(), formats::warc::Compression::None);
        writer.write(&html(&bad.0, &bad.1)).unwrap();
        let mut record = writer.into_inner();
        match nth % 3 {
            0 => record.truncate(record.len() / 2),
            1 => record.extend_from_slice(b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 9999999\r\n\r\n"),
            _ => drop(record.drain(20..40)),
        }
        file.extend(record);
        file.extend(warc(std::slice::from_ref(good), formats::warc::Compression::None));
    }
    folder.write("both.warc", file);
    let together = records(&folder.run(args("both.warc")).ok().stdout);
    for (url, record) in &alone {
        assert_eq!(together.get(url), Some(record), "{url}");
    }
}
