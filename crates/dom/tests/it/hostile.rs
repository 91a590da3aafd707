//! Pages made to break a parser. That these tests end at all says that time and stack do not grow with the square of
//! the page or with its depth.

use dom::{Dom, NodeId, NodeKind};

use crate::spans;

/// Parses a page and checks that no node is deeper than the limit allows.
#[track_caller]
fn parse(source: &str) -> Dom<'_> {
    let dom = Dom::parse(source);
    let deepest = dom.nodes().map(|node| dom.depth(node)).max();
    assert!(deepest <= Some(2 * Dom::MAX_DEPTH), "{deepest:?}");
    dom
}

fn elements<'a>(dom: &'a Dom<'_>, name: &'a str) -> impl Iterator<Item = NodeId> + 'a {
    dom.nodes().filter(move |&node| dom.name(node) == name)
}

#[test]
fn deep_pages_become_wide() {
    let times = 300_000;
    for tag in ["div", "b", "p", "table><td", "svg><g", "font a=1 b", "my-own", "template", "select", "noscript"] {
        let source = format!("<{tag}>").repeat(times) + "x" + &format!("</{tag}>").repeat(1_000);
        let dom = parse(&source);
        let text = dom.nodes().find(|&node| dom.kind(node) == NodeKind::Text);
        assert_eq!(text.map(|text| dom.text(text)).as_deref(), Some("x"), "{tag}");
    }
    let source = "<div>".repeat(1_000_000);
    assert_eq!(elements(&parse(&source), "div").count(), 1_000_000);
}

#[test]
fn end_tags_without_a_start() {
    for name in ["div", "b", "p", "a", "h1", "br", "svg", "table", "my-own"] {
        let source = "<table><td><svg><desc><b>".to_owned() + &format!("</{name}>").repeat(200_000);
        assert!(parse(&source).len() <= 200_020, "{name}");
    }
}

#[test]
fn formatting_that_is_left_open() {
    // Each paragraph would repeat all of them: the square of the page.
    let source: String = (0..20_000).map(|i| format!("<p><b id={i}>x</p>")).collect();
    let dom = parse(&source);
    spans::check(&dom);
    assert!(dom.len() < 20 * 20_000, "{}", dom.len());
    let source: String = (0..20_000).map(|i| format!("<table><tr><td><i id={i}><p>x")).collect();
    parse(&source);
    let source: String = (0..100_000).map(|i| format!("<font a{i}>")).collect::<String>() + &"<p>x</p>".repeat(1_000);
    parse(&source);
}

#[test]
fn formatting_that_is_closed_in_the_wrong_order() {
    for piece in ["<a><div>", "<b><p></b>", "<i><b><p>x</i>", "<nobr><div>x", "<a>x<table><a>", "<b><i></b>"] {
        let source = piece.repeat(50_000);
        let dom = parse(&source);
        assert!(dom.len() < 30 * 50_000, "{piece}: {}", dom.len());
    }
    spans::check(&Dom::parse("<b><p>x</b>".repeat(2_000)));
}

#[test]
fn content_that_is_moved_before_tables() {
    for piece in ["<table>x", "<table><b>", "<table>x<tr>y", "<table><tr><div>x</table>"] {
        parse(&piece.repeat(50_000));
    }
    let dom_of_many = "<table>".to_owned() + &"x<b>y</b>".repeat(50_000);
    let dom = parse(&dom_of_many);
    spans::check(&dom);
    let table = elements(&dom, "table").next().expect("there is a table");
    assert!(dom.nodes().all(|node| dom.kind(node) != NodeKind::Text || !dom.contains(table, node)));
}

#[test]
fn many_attributes() {
    let attributes: String = (0..100_000).map(|i| format!(" a{}=b", i * 7_919 % 100_000)).collect();
    let source = format!("<p{attributes}>");
    let dom = parse(&source);
    let p = elements(&dom, "p").next().expect("there is a paragraph");
    assert_eq!(dom.attributes(p).count(), 100_000);
    let source = format!("<p{}>", " a=b A=c".repeat(100_000));
    let dom = parse(&source);
    let p = elements(&dom, "p").next().expect("there is a paragraph");
    assert_eq!(dom.attributes(p).count(), 1);
}

#[test]
fn a_body_in_many_pieces() {
    let source: String = (0..20_000).map(|i| format!("<body a{i}><html b{i}>")).collect();
    let dom = parse(&source);
    let body = elements(&dom, "body").next().expect("there is a body");
    assert_eq!(dom.attributes(body).count(), 20_000);
}

#[test]
fn runs_of_one_thing() {
    let pieces = "<|&|</|<!|<!--|-->|<a|</>|<?|\0|\r| |\"|=|<![CDATA[|]]>|&amp|&#x10FFFF;|<script><!--|</title|<p/|\
                  <br/>|é|<td>|<frameset>|<option>|<li>|<dd>";
    for piece in pieces.split('|') {
        let run = piece.repeat(50_000);
        for before in
            ["", "<svg>", "<script>", "<title>", "<a ", "<a b=\"", "<!--", "<table>", "<select>", "<frameset>"]
        {
            parse(&format!("{before}{run}"));
        }
    }
}

#[test]
fn pages_that_end_anywhere() {
    let page = "<!doctype html><html lang=en><head><title>a&amp;b</title><script>x<!--<script>--></script></head>\
                <body><p title='a &amp; b' x=1 y>é&nbsp;<!-- c --><b>x<p>y</b><table><tr>z<td>1</table>\
                <svg><![CDATA[d]]></svg><script><!--<script></script>--></script><textarea>\n&lt;</textarea></p>";
    for end in (0..page.len()).filter(|&end| page.is_char_boundary(end)) {
        spans::check(&parse(&page[..end]));
    }
}

#[test]
fn a_long_start_tag_is_repeated_a_few_times_only() {
    // Each paragraph would repeat it, and whoever reads the attributes of each element would read the square of the page.
    let source = format!("<b class='{}'>", "c ".repeat(50_000)) + &"<p>x".repeat(25_000);
    let dom = parse(&source);
    let copies = dom.nodes().filter(|&node| dom.is_copy(node));
    let bytes: usize = copies.filter_map(|copy| Some(dom.start_tag(copy)?.len())).sum();
    assert!(bytes <= (1 << 20) + 2 * source.len(), "{bytes}");
    assert_eq!(elements(&dom, "p").count(), 25_000);
}

#[test]
fn attributes_are_compared_in_any_order_without_a_search_for_each() {
    let names: Vec<String> = (0..3_000).map(|i| format!("a{i}")).collect();
    let tag = |nth: usize| {
        let mut names = names.clone();
        if nth.is_multiple_of(2) {
            names.reverse();
        }
        format!("<b {} z={nth}>", names.join(" "))
    };
    let source: String = (0..100).map(tag).collect();
    assert_eq!(elements(&parse(&source), "b").count(), 100);
    // Of four that are alike in whatever order, three are repeated.
    let alike = "<p><i a b c><i c a b><i b c a><i c b a></p>x";
    let dom = parse(alike);
    assert_eq!(dom.nodes().filter(|&node| dom.is_copy(node)).count(), 3);
}

/// What all texts mean may be longer than the page. Then some of them are decoded when they are asked for, to the same.
#[test]
fn texts_that_are_longer_than_their_source() {
    let n_texts = 500;
    for (source, text) in [("\0", "\u{FFFD}"), ("\0&#x41;\r\n", "\u{FFFD}A\n"), ("&nGt;", "\u{226B}\u{20D2}")] {
        let long = source.repeat(40);
        let page = format!("<svg>{}</svg>", format!("<g>{long}</g>").repeat(n_texts));
        let dom = parse(&page);
        let texts: Vec<NodeId> = (dom.nodes()).filter(|&node| dom.kind(node) == NodeKind::Text).collect();
        assert_eq!(texts.len(), n_texts);
        for node in texts {
            assert_eq!(dom.text(node), text.repeat(40));
            assert_eq!((dom.start_tag(node), dom.end_tag(node)), (None, None));
        }
        // The source is borrowed. Decoded texts take no more than it would, and some do.
        let plain = "x".repeat(long.len());
        let plain = format!("<svg>{}</svg>", format!("<g>{plain}</g>").repeat(n_texts));
        let more = dom.memory() - parse(&plain).memory();
        assert!(more > 0 && more <= page.len(), "{more} of {}", page.len());
    }
}
