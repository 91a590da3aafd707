//! Pages as CSV and as simple XML.

use crate::command::{Folder, crawl, jsonl, sentence};

const PAGE: &str = "<title>Tides, \"high\" | Coast</title><meta name=author content='Ann Lee'><meta name=author content='Bo Ek'>\
    <meta property=article:published_time content=2026-01-31T08:00:00Z><h1>Tides</h1>\
    <p>High water comes twice a day, and nobody on this coast plans a walk without it.</p>\
    <p>The heights of this week are those of the harbour; behind the island they are lower.</p>\
    <ul><li>Ebb<li>Flow</ul>";

#[test]
fn a_crawl_becomes_a_table_of_commas() {
    let folder = Folder::with("c.jsonl", jsonl(&crawl(5, 1)));
    folder.demold("clean c.jsonl -o t.csv").ok();
    let table = folder.read("t.csv");
    assert!(table.starts_with("url,site,title,"), "{table}");
    for nth in 0..5 {
        assert!(table.contains(&format!("\nhttp://s0.example/{nth},s0.example,")), "{table}");
        assert!(table.contains(&format!(",\"Report {nth}\n{}\"\r\n", sentence(nth))), "{table}");
    }
    assert_eq!(folder.demold("clean c.jsonl --format csv").ok().stdout, table);
    folder.write("one.html", PAGE);
    folder.demold("clean one.html --format csv").ok().prints(",Ann Lee; Bo Ek,2026-01-31,");
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
