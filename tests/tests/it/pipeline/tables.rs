//! Pages as CSV and as simple XML.

use crate::command::{Folder, crawl, jsonl, sentence};

const PAGE: &str = "<title>Tides, \"high\" | Coast</title><meta name=author content='Ann Lee'><meta name=author content='Bo Ek'>\
    <meta property=article:published_time content=2026-01-31T08:00:00Z><h1>Tides</h1>\
    <p>High water comes twice a day, and nobody on this coast plans a walk without it.</p>\
    <p>The heights of this week are those of the harbour; behind the island they are lower.</p>\
    <ul><li>Ebb<li>Flow</ul>";

/// Splits CSV into rows of values.
fn parsed(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut value, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => value.extend(letters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut value)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut value));
                rows.push(std::mem::take(&mut row));
            }
            letter => value.push(letter),
        }
    }
    assert!(row.is_empty() && value.is_empty() && !is_quoted, "{text}");
    rows
}

#[test]
fn a_crawl_becomes_a_table_of_commas() {
    let folder = Folder::with("c.jsonl", jsonl(&crawl(5, 1)));
    folder.demold("clean c.jsonl -o t.csv").ok();
    let table = folder.read("t.csv");
    let rows = parsed(&table);
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[0][..3], ["url", "site", "title"]);
    let text = rows[0].iter().position(|name| name == "text").unwrap();
    for (nth, row) in rows[1..].iter().enumerate() {
        assert_eq!(row.len(), rows[0].len());
        assert_eq!(row[..2], [format!("http://s0.example/{nth}"), "s0.example".to_owned()]);
        assert_eq!(row[text], format!("Report {nth}\n{}", sentence(nth)));
    }
    assert_eq!(folder.demold("clean c.jsonl --format csv").ok().stdout, table);
    folder.write("one.html", PAGE);
    let rows = parsed(&folder.demold("clean one.html --format csv").ok().stdout);
    let value = |name: &str| &*rows[1][rows[0].iter().position(|known| known == name).unwrap()];
    assert_eq!((value("authors"), value("published")), ("Ann Lee; Bo Ek", "2026-01-31"));
    assert!(value("title").contains("Tides"), "{rows:?}");
    assert_eq!(value("simhash").len(), 16);
    folder.demold("clean c.jsonl --format csv -o out/").failed(2).says(".csv");
}

#[test]
fn a_page_becomes_simple_xml() {
    let folder = Folder::with("one.html", PAGE);
    let xml = folder.demold("clean one.html --format xml").ok().stdout;
    for part in [
        "<doc title=\"Tides",
        "author=\"Ann Lee; Bo Ek\"",
        "date=\"2026-01-31\"",
        "<main>\n<head rend=\"h1\">Tides</head>\n<p>High water",
        "<list>\n<item>Ebb</item>\n<item>Flow</item>\n</list>",
        "<comments>\n</comments>\n</doc>",
    ] {
        assert!(xml.contains(part), "{part}: {xml}");
    }
    folder.demold("clean one.html --format xml -o x.xml").ok();
    assert_eq!(folder.read("x.xml"), xml);
    folder.demold("clean one.html -o tei.xml").ok();
    assert!(folder.read("tei.xml").contains("<TEI "));
}
