//! Pages as TEI: what becomes of their elements, and that any page becomes XML of the right form.

use dom::Dom;
use proptest::prelude::*;
use render::{MarkdownOptions, Regions, TeiHeader};

use crate::pages::{soup, well_formed, with_regions};

fn body(page: &str, regions: &Regions, options: &MarkdownOptions) -> String {
    let tei = render::tei(&Dom::parse(page), regions, &TeiHeader::default(), options).unwrap();
    let start = tei.find("<body>").unwrap();
    let end = tei.find("</text>").unwrap();
    tei[start..end].to_owned()
}

/// Compares what is in the body without its line feeds.
#[track_caller]
fn check(page: &str, expected: &str) {
    let body = body(page, &Regions::new(), &MarkdownOptions::new());
    read(&body);
    let inside = body.replace('\n', "");
    let inside = inside.strip_prefix("<body>").unwrap();
    let inside = inside.strip_suffix("</body>").unwrap();
    assert_eq!(inside, expected, "{page}");
}

#[test]
fn headings_begin_sections() {
    check(
        "a<h1>b</h1>c<h3>d</h3>e<h2>f</h2><h2>g</h2>h<h1>i",
        "<div><p>a</p></div>\
         <div><head rend=\"h1\">b</head><p>c</p>\
         <div><head rend=\"h3\">d</head><p>e</p></div>\
         <div><head rend=\"h2\">f</head></div>\
         <div><head rend=\"h2\">g</head><p>h</p></div></div>\
         <div><head rend=\"h1\">i</head></div>",
    );
    check("<h1>a<div>b</div><ul><li>c</ul>d</h1>", "<div><head rend=\"h1\">a<lb/>b<lb/>c<lb/>d</head></div>");
    check("", "<div></div>");
    check("<h1> </h1>", "<div></div>");
}

#[test]
fn single_texts_need_no_paragraph() {
    check(
        "<ul><li>a<li>b<p>c<li><p>d</p><ul><li>e</ul><li>f<ul><li>g</ul>h</ul>",
        "<div><list rend=\"bulleted\"><item>a</item><item><p>b</p><p>c</p></item>\
         <item>d<list rend=\"bulleted\"><item>e</item></list></item>\
         <item><p>f</p><list rend=\"bulleted\"><item>g</item></list><p>h</p></item></list></div>",
    );
    check(
        "<blockquote><h2>a</h2>b</blockquote><blockquote><p>c<p>d",
        "<div><quote><ab type=\"head\" rend=\"h2\">a</ab>b</quote><quote><p>c</p><p>d</p></quote></div>",
    );
}

#[test]
fn lists_hold_nothing_but_items() {
    check(
        "<ol start=3>a<li>b<li value=9>c</li>d<ol><li>e</ol></ol><ul></ul><ul><li> </ul><li>f",
        "<div><list rend=\"numbered\"><item>a</item><item n=\"3\">b</item><item n=\"9\">c</item>\
         <item>d<list rend=\"numbered\"><item>e</item></list></item></list><p>f</p></div>",
    );
    check(
        "<dl><dt>a<dt>b<dd>c<dd>d<dt>e<dd><ul><li>f</ul></dl>",
        "<div><list rend=\"definitions\"><item><label>a</label><label>b</label><p>c</p><p>d</p></item>\
         <item><label>e</label><list rend=\"bulleted\"><item>f</item></list></item></list></div>",
    );
    check(
        "<dl>x<dd>a<dt>b<pre>c</pre></dl><dt>d<dd>e",
        "<div><list rend=\"definitions\"><item><p>x</p><p>a</p></item><item><label>b</label>\
         <ab type=\"listing\"><code xml:space=\"preserve\">c</code></ab></item></list><p>d</p><p>e</p></div>",
    );
}

#[test]
fn tables_hold_nothing_but_rows_of_cells() {
    check(
        "<table><caption>a<br>b</caption><tr><th colspan=2>c<th>d<tr><td>e<td><td>f<tr><td> <td> </table>",
        "<div><table><head>a<lb/>b</head><row><cell role=\"label\" cols=\"2\">c</cell>\
         <cell role=\"label\">d</cell></row><row><cell>e</cell><cell/><cell>f</cell></row></table></div>",
    );
    check(
        "<table><tr><td><td>a<td><tr><td>b<td>c</table><table><tr><td>d<tr><td>e</table>",
        "<div><table><row><cell/><cell>a</cell><cell/></row>\
         <row><cell>b</cell><cell>c</cell></row></table><p>d</p><p>e</p></div>",
    );
    check(
        "<table><tr><th>a<th>b<tr><td>c<td>d<caption>e</caption><tr><td>f</table>",
        "<div><table><row><cell role=\"label\">a</cell><cell role=\"label\">b</cell></row>\
         <row><cell>c</cell><cell>d</cell></row><row><cell>e</cell></row><row><cell>f</cell></row></table></div>",
    );
}

#[test]
fn words_in_a_line_keep_what_they_are() {
    check(
        "<p>a <b>b <i>c</i></b><i>d</i> 10<sup>6</sup> <del>e</del> <q>f</q> <code>g <b>h</b></code>",
        "<div><p>a <hi rend=\"bold\">b <hi rend=\"italic\">c</hi></hi><hi rend=\"italic\">d</hi> \
         10<hi rend=\"superscript\">6</hi> <del>e</del> <q>f</q> <code>g h</code></p></div>",
    );
    check("<b>a<p>b<b>c</b></b> d", "<div><p><hi rend=\"bold\">a</hi></p><p><hi rend=\"bold\">bc</hi> d</p></div>");
    check(
        "<p><a href='/x y'>a</a><a href='/x y'>b</a> <a href='#'>c</a> <a href=javascript:x>d</a>",
        "<div><p><ref target=\"/x%20y\">a</ref><ref target=\"/x%20y\">b</ref> c d</p></div>",
    );
    check("<p><br>a<br><code>b<br>c</code><br>", "<div><p>a<lb/><code>b</code><lb/><code>c</code></p></div>");
    check(
        "<img src=a.png alt='a \"b\"'><figure><img src=b.png><figcaption>c</figcaption></figure>",
        "<div><p><graphic url=\"a.png\"><desc>a \"b\"</desc></graphic></p>\
         <p><graphic url=\"b.png\"/></p><ab type=\"caption\">c</ab></div>",
    );
    check(
        "<p>a <math><mfrac><mi>x</mi><mn>2</mn></mfrac></math>",
        "<div><p>a <formula notation=\"TeX\">\\frac{x}{2}</formula></p></div>",
    );
}

#[test]
fn listings_keep_their_lines() {
    let page = "<pre><code class=language-rust>let a = 1 < 2;\n\n  b\n</code></pre>";
    let body = body(page, &Regions::new(), &MarkdownOptions::new());
    let listing = "<ab type=\"listing\"><code lang=\"rust\" xml:space=\"preserve\">\
                   let a = 1 &lt; 2;\n\n  b</code></ab>";
    assert!(body.contains(listing), "{body}");
}

#[test]
fn characters_that_xml_forbids_are_left_out() {
    check("<p>a\u{1}b\0c&#11;d\u{FFFF}e&#xD800;f]]>", "<div><p>abc de\u{FFFD}f]]&gt;</p></div>");
}

#[test]
fn right_to_left_marks_stay() {
    check("<p>\u{200F}שלום\u{200E} (1)\u{200F}", "<div><p>\u{200F}שלום\u{200E} (1)\u{200F}</p></div>");
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
    fn anything_becomes_xml_with_the_letters_of_its_text((page, regions) in with_regions(soup())) {
        is_text_in_order(&page, &regions);
    }
}
