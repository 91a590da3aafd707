//! What a known sanitizer makes of a page that was sanitized: the same page.

use std::collections::{HashMap, HashSet};

use ammonia::Builder;
use dom::{Dom, NodeKind};
use proptest::{collection::vec, prelude::*, sample::select};
use render::MarkdownOptions;

use crate::snapshots::cases;

/// The elements, their attributes and the text of a page's body.
fn outline(dom: &Dom<'_>) -> Vec<String> {
    let mut outline = Vec::new();
    for node in dom.nodes() {
        match dom.kind(node) {
            NodeKind::Element if !["html", "head", "meta", "title", "body"].contains(&dom.name(node)) => {
                let mut attributes: Vec<String> = dom
                    .attributes(node)
                    .map(|attribute| format!("{}={}", attribute.name(), attribute.value()))
                    .collect();
                attributes.sort();
                outline.push(format!("<{} {}>", dom.name(node), attributes.join(" ")));
            }
            // Where it stands may say whether it is in the head.
            NodeKind::Text if dom.text(node).trim().is_empty() => {}
            // White space may stand elsewhere: where a block went, or a title.
            NodeKind::Text => {
                let text: String = dom.text(node).split_whitespace().collect();
                match outline.last_mut() {
                    Some(last) if !last.starts_with('<') => last.push_str(&text),
                    _ => outline.push(format!("'{text}")),
                }
            }
            _ => {}
        }
    }
    outline
}

/// The body of a page, as a fragment.
fn body(page: &str) -> &str {
    let start = page.find("<body").expect("every page has a body");
    let start = start + page[start..].find('>').expect("tags end") + 1;
    &page[start..page.rfind("</body>").expect("a body ends")]
}

fn known() -> Builder<'static> {
    let mut builder = Builder::default();
    let generic: HashSet<&str> = ["dir", "lang", "title"].into();
    let align: HashSet<&str> = ["align"].into();
    let mut of_tags: HashMap<&str, HashSet<&str>> = builder.clone_tag_attributes();
    of_tags.entry("a").or_default().extend(["rel"]);
    of_tags.insert("area", ["alt", "coords", "href", "rel", "shape"].into());
    of_tags.insert("data", ["value"].into());
    of_tags.insert("details", ["open"].into());
    of_tags.insert("li", ["value"].into());
    of_tags.insert("ol", ["reversed", "start", "type"].into());
    of_tags.insert("time", ["datetime"].into());
    of_tags.entry("tr").or_default().extend(align);
    builder
        .generic_attributes(generic)
        .tag_attributes(of_tags)
        .add_tags(["big", "main", "section"])
        .url_schemes(["http", "https", "mailto", "tel"].into())
        .link_rel(None);
    builder
}

#[track_caller]
fn check(source: &str) {
    let whole = format!("<!doctype html>{source}");
    let page = render::sanitized(&Dom::parse(&*whole), &MarkdownOptions::new());
    if !page.contains("<body") {
        // It has a frameset, of which nothing stays.
        assert!(page.ends_with("</head></html>"), "{page}");
        return;
    }
    let ours = Dom::parse(format!("<!doctype html>{}", body(&page)));
    let cleaned = known().clean(body(&page)).to_string();
    let theirs = Dom::parse(format!("<!doctype html>{cleaned}"));
    assert_eq!(outline(&ours), outline(&theirs), "{source}");
    // Once is enough, and what is written is what is read.
    let again = render::sanitized(&Dom::parse(&*page), &MarkdownOptions::new());
    assert_eq!(outline(&Dom::parse(&*again)), outline(&Dom::parse(&*page)), "{source}");
}

#[test]
fn what_runs_goes_and_what_is_read_stays() {
    for (source, _, expected) in cases(include_str!("sanitized.txt")) {
        let page = render::sanitized(&Dom::parse(&*source), &MarkdownOptions::new());
        assert_eq!(body(&page), expected, "{source}");
    }
}

#[test]
fn a_known_sanitizer_finds_nothing_more() {
    for source in [
        "<p onclick=x>a<script>b</script><a href='jav&#x09;ascript:x'>c</a>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=x&gt;'>",
        "<svg></p><style><a id='</style><img src=1 onerror=x>'>",
        "<form><math><mtext></form><form><mglyph><style></math><img src onerror=x>",
        "<noscript><p title='</noscript><img src=x onerror=x>'></noscript>",
        "<table><td><a href=//x>y<table><a href=z>w</table></a>",
        "<details open ontoggle=x><summary>a</summary><video src=x onerror=y>b</video>",
        "<select><option><style></option></select><img src=x onerror=x></style>",
        "<b><p><i></b>x</i><ul><li value=3>1<li>2</ul><ol start=2 onload=x>",
        "<title></title><img src=x onerror=x>--></title><pre>\n\na<!--x--></pre>",
    ] {
        check(source);
    }
}

/// Pieces of pages, which parsers of HTML read in different ways, and what may run.
fn pieces() -> Vec<&'static str> {
    include_str!("pieces.txt").lines().chain(["\n"]).collect()
}

proptest! {
    #[test]
    fn of_any_page(pieces in vec(select(pieces()), 0..40)) {
        check(&pieces.concat());
    }
}
