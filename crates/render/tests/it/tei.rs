//! Pages as TEI: what becomes of their elements, and that any page becomes XML of the right form.

use dom::Dom;
use proptest::prelude::*;
use render::{MarkdownOptions, Regions, TeiHeader};

use crate::pages::{soup, well_formed, with_regions, words};

fn body(page: &str, regions: &Regions, options: &MarkdownOptions) -> String {
    let tei = render::tei(&Dom::parse(page), regions, &TeiHeader::default(), options).unwrap();
    let start = tei.find("<body>").unwrap();
    let end = tei.find("</text>").unwrap();
    tei[start..end].to_owned()
}

#[test]
fn elements() {
    insta::glob!("tei/*.html", |path| {
        let page = std::fs::read_to_string(path).unwrap();
        let body = body(page.trim_end(), &Regions::new(), &MarkdownOptions::new());
        read(&body);
        insta::with_settings!({
            description => &page,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(body);
        });
    });
}

#[test]
fn characters_that_xml_forbids_are_left_out() {
    for (text, expected) in [
        ("a\u{1}b\0c&#11;d\u{FFFF}e&#xD800;f]]>", "abc de\u{FFFD}f]]&gt;"),
        // Marks of the direction stay.
        ("\u{200F}שלום\u{200E} (1)\u{200F}", "\u{200F}שלום\u{200E} (1)\u{200F}"),
        ("", ""),
    ] {
        let body = body(&format!("<blockquote>{text}"), &Regions::new(), &MarkdownOptions::new());
        read(&body);
        let quote = if expected.is_empty() { String::new() } else { format!("\n<quote>{expected}</quote>") };
        assert_eq!(body, format!("<body>\n<div>{quote}\n</div>\n</body>\n"));
    }
}

#[test]
fn addresses_are_absolute_and_what_is_not_wanted_goes() {
    let page = "<p><a href=/x>a</a><img src=b.png>";
    let options = MarkdownOptions::new().base("https://a.example/b/");
    let full = body(page, &Regions::new(), &options);
    assert!(full.contains("<ref target=\"https://a.example/x\">a</ref>"), "{full}");
    assert!(full.contains("url=\"https://a.example/b/b.png\""), "{full}");
    let bare = body(page, &Regions::new(), &options.links(false).images(false));
    assert!(bare.contains("<p>a</p>"), "{bare}");
}

#[test]
fn nesting_is_limited() {
    for piece in ["<ul><li>", "<blockquote>", "<dl><dd>", "<div>", "<b><i>", "<table><tr><th>a<th>b<tr><td>"] {
        let page = piece.repeat(2000) + "x";
        let body = body(&page, &Regions::new(), &MarkdownOptions::new());
        let depth = read(&body);
        assert!(depth < 200, "{piece}: {depth}");
        assert!(body.len() < 64 * page.len());
    }
}

/// What may be in an element, by the content models of TEI P5, as far as it is used here.
fn may_hold(parent: &str, child: &str) -> bool {
    let phrase = ["hi", "ref", "del", "q", "code", "graphic", "formula", "lb"];
    let inter = ["list", "table", "quote", "ab"];
    let is_phrase = child.is_empty() || phrase.contains(&child);
    match parent {
        "" => child == "body",
        "body" => child == "div",
        "div" => matches!(child, "head" | "p" | "div") || inter.contains(&child),
        "list" => child == "item",
        "table" => matches!(child, "head" | "row"),
        "row" => child == "cell",
        "item" => is_phrase || matches!(child, "p" | "label") || inter.contains(&child),
        "quote" | "cell" => is_phrase || child == "p" || inter.contains(&child),
        "p" | "head" | "ab" | "label" | "hi" | "ref" | "del" | "q" => is_phrase,
        "graphic" => child == "desc",
        "code" | "formula" | "desc" => child.is_empty(),
        _ => false,
    }
}

/// Reads the body of a document as a parser of XML would, without mercy; returns how deep it is.
fn read(body: &str) -> usize {
    // Elements with the names of their children.
    let mut open: Vec<(&str, Vec<&str>)> = vec![("", Vec::new())];
    let mut depth = 0;
    let mut rest = body.strip_suffix('\n').unwrap();
    while !rest.is_empty() {
        let (parent, children) = open.last_mut().unwrap();
        if let Some(tag) = rest.strip_prefix('<') {
            let (tag, after) = tag.split_once('>').unwrap();
            rest = after;
            if let Some(name) = tag.strip_prefix('/') {
                assert_eq!(*parent, name, "{body}");
                let first = children.first().copied();
                match name {
                    "list" | "row" => assert!(first.is_some(), "{body}"),
                    "table" => assert!(children.contains(&"row"), "{body}"),
                    // Headings come first, sections last.
                    "div" => {
                        let rank = |child: &&str| match *child {
                            "head" => 0,
                            "div" => 2,
                            _ => 1,
                        };
                        assert!(children.is_sorted_by_key(rank), "{body}");
                    }
                    _ => {}
                }
                open.pop();
                continue;
            }
            let is_empty = tag.ends_with('/');
            let tag = tag.trim_end_matches('/');
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            let marks = attributes.matches('"').count();
            assert!(marks % 2 == 0 && !attributes.contains('<'), "{tag}");
            assert!(may_hold(parent, name), "{name} in {parent}: {body}");
            children.push(name);
            if !is_empty {
                open.push((name, Vec::new()));
                depth = depth.max(open.len());
            }
        } else {
            let end = rest.find('<').unwrap();
            let text = &rest[..end];
            assert!(text.trim().is_empty() || may_hold(parent, ""), "{text:?} in {parent}: {body}");
            for reference in text.split('&').skip(1) {
                let name = reference.split(';').next().unwrap();
                assert!(["amp", "lt", "gt"].contains(&name), "{text}");
            }
            let is_allowed = |letter: char| matches!(letter, '\t' | '\n' | ' '..='\u{FFFD}' | '\u{10000}'..);
            assert!(text.chars().all(is_allowed), "{text:?}");
            rest = &rest[end..];
        }
    }
    assert_eq!(open.len(), 1, "{body}");
    depth
}

/// The letters of a body, or of a text.
fn letters(text: &str) -> String {
    let is_letter = |letter: &char| letter.is_alphanumeric() || *letter == '😀';
    text.chars().filter(is_letter).collect()
}

fn unmarked(body: &str) -> String {
    let texts = body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    let text: String = texts.collect();
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn is_text_in_order(page: &str, regions: &Regions) {
    let options = MarkdownOptions::new().images(false);
    let body = body(page, regions, &options);
    read(&body);
    if page.contains("<math") {
        return;
    }
    let text = render::text(&Dom::parse(page), regions);
    assert_eq!(letters(&unmarked(&body)), letters(&text), "{page:?}\n{body}");
}

proptest! {
    #[test]
    fn pages_become_xml_with_the_letters_of_their_text((page, regions) in with_regions(well_formed())) {
        is_text_in_order(&page, &regions);
    }

    #[test]
    fn anything_becomes_xml_with_the_letters_of_its_text((page, regions) in with_regions(soup(words(), &[]))) {
        is_text_in_order(&page, &regions);
    }
}
