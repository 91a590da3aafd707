//! The tree equals html5ever's, and its spans are true.

use proptest::prelude::*;
use rtdm_tree_mapping::dom::{Dom, NodeId, NodeKind};

use crate::dom_twin;

/// Prints a tree: names and the characters of texts, without white space.
pub(crate) fn shape(dom: &Dom<'_>) -> String {
    let mut res = String::new();
    let mut open: Vec<NodeId> = Vec::new();
    for node in dom.nodes().skip(1) {
        while open.last().is_some_and(|&last| !dom.contains(last, node)) {
            open.pop();
            res.push(')');
        }
        match dom.kind(node) {
            NodeKind::Element => {
                res.push('(');
                res.push_str(&dom.name(node));
                open.push(node);
            }
            NodeKind::Comment => res.push('!'),
            NodeKind::Doctype => res.push('?'),
            NodeKind::Text => {
                res.extend(
                    dom.text(node)
                        .chars()
                        .filter(|c| !c.is_ascii_whitespace() && *c != '\0'),
                );
            }
            _ => res.extend(dom.text(node).chars().filter(|c| !c.is_ascii_whitespace())),
        }
    }
    res.extend(open.iter().map(|_| ')'));
    res
}

/// Checks all that must hold for any page.
fn check(source: &str) {
    let dom = Dom::parse(source);
    assert_eq!(shape(&dom), dom_twin::shape(source), "{source}");
    check_spans(&dom);
}

fn check_spans(dom: &Dom<'_>) {
    for node in dom.nodes().skip(1) {
        let parent = dom.parent(node).unwrap();
        assert!(parent < node && dom.contains(parent, node));
        assert_eq!(dom.depth(node), dom.depth(parent) + 1);
        assert!(dom.children(parent).any(|child| child == node));
        let (outer, inner) = (dom.extent(parent), dom.extent(node));
        if !inner.is_empty() {
            assert!(
                outer.start <= inner.start && inner.end <= outer.end,
                "{node:?} in {}",
                dom.source()
            );
        }
        if let Some(tag) = dom.start_tag(node) {
            let tag = dom.source()[tag].to_ascii_lowercase();
            let name = dom.name(node);
            assert!(
                tag.starts_with(&format!("<{name}"))
                    || (name == "img" && tag.starts_with("<image")),
                "{name} has {tag}"
            );
        }
        if let Some(tag) = dom.end_tag(node) {
            let tag = dom.source()[tag].to_ascii_lowercase();
            assert!(
                tag.starts_with(&format!("</{}", dom.name(node))),
                "{} has {tag}",
                dom.name(node)
            );
        }
    }
}

#[test]
fn ordinary_pages() {
    check(
        "<!DOCTYPE html><title>a</title><body class=x><h1>b</h1><ul><li>c<li>d</ul><!-- e --></body></html>",
    );
    check("<p>a<div>b</div>c</p>d");
    check("");
    check("   \n");
    check("just text & more &lt; &nbsp;");
    check("\u{feff}<title>marked</title>");
}

#[test]
fn tables_and_foster_parenting() {
    check("<table>a<tr>b<td>c</td>d</tr>e</table>f");
    check("<table><b><tr><td>x</b>y</td></tr></table>");
    check("<table> <a href=1>in</a> <tr> <td> <a>x <table><tr><td>y</table> z</table>");
    check("<table><td>1<tr><th>2<caption>3<tbody><tr><td>4<col><td>5</table>");
    check("<table><input type=hidden><input type=text><form><tr><td></form>x</table>");
    check("<div><table>a <i>b</table>c</div>");
}

#[test]
fn unclosed_formatting() {
    check("<p><b>x</p> <p>y");
    check("<p><b>1</p><p><b>2</p><p><b>3</p><p><b>4</p><p><b>5</p>");
    check("<a href=1>x<p>y<a href=2>z</a></p>");
    check("<b><i><p>x</b>y</i>z");
    check("<b>1<p>2<b>3</b>4</p>5</b></b></i>6");
    check("<font size=1><font size=1><font size=1><font size=1><p>x</font></font>y");
    check("<nobr>a<nobr>b<div><nobr>c</nobr></div>");
    check("<pre>\n\na</pre><pre>\n</pre><pre>&#10;x</pre><textarea>\nb</textarea>");
}

#[test]
fn other_languages() {
    check("<svg><title>a</title><foreignObject><p>b<table><td>c</foreignObject><path/></svg>d");
    check("<svg><desc><div>x</svg>y</div>");
    check(
        "<math><mi>x</mi><annotation-xml encoding='text/html'><p>y</p></annotation-xml></math><p>z",
    );
    check("<math><annotation-xml><p>y</p></annotation-xml></math>");
    check("<svg><font color=red>x</font><font>y</font></svg>");
    check("<svg><a>1<a>2</a></svg><svg/>after");
}

#[test]
fn documents_of_odd_kinds() {
    check("<frameset><frame><noframes>x</noframes></frameset>y");
    check("<template><td>x</td><template>y</template></template>z");
    check("<table><template><tr><td>x</template></table>");
    check("<select><option>a<option>b<optgroup><option>c</select>");
    check("<body><p>x</body>y</html>z<!-- c -->");
    check("a</p>b</br>c</div>d");
    check("<h1>a<h2>b</h1>c");
    check("<ruby>a<rt>b<rp>c</ruby><dl><dt>a<dd>b<dt>c</dl>");
    check("<image src=x><button>a<button>b</button>");
    check("<html lang=x><head><html lang=y><body a=1><body b=2>z");
    check("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"><p><table><tr><td>x</table>");
    check("<!DOCTYPE html><p><table><tr><td>x</table>");
    check("x\0y<p>\0</p><table>\0a</table>");
}

#[test]
fn links_keep_their_tag_when_they_are_copied() {
    let source = "<p><a href=x>1</p><p>2</p>";
    let dom = Dom::parse(source);
    let links: Vec<_> = dom.nodes().filter(|&node| dom.name(node) == "a").collect();
    assert_eq!(links.len(), 2);
    for link in &links {
        assert_eq!(dom.attribute(*link, "href").unwrap(), "x");
    }
    assert_eq!(
        links
            .iter()
            .map(|&link| dom.is_copy(link))
            .collect::<Vec<_>>(),
        [false, true]
    );
}

#[test]
fn a_start_tag_belongs_to_the_new_element_not_to_the_copy() {
    let source = "<p><b id=1>x</p><p><b id=2>y";
    let dom = Dom::parse(source);
    let bold: Vec<_> = dom.nodes().filter(|&node| dom.name(node) == "b").collect();
    let ids: Vec<_> = bold.iter().map(|&node| dom.attribute(node, "id")).collect();
    assert_eq!(ids, [Some("1".into()), None, Some("2".into())]);
}

#[test]
fn extents_end_where_an_element_is_closed() {
    let source = "<ul><li>a<li>b</ul><p>c<div>d</div>";
    let dom = Dom::parse(source);
    let found: Vec<_> = dom
        .nodes()
        .filter(|&node| dom.start_tag(node).is_some())
        .map(|node| &source[dom.extent(node)])
        .collect();
    assert_eq!(
        found,
        [
            "<ul><li>a<li>b</ul>",
            "<li>a",
            "<li>b",
            "<p>c",
            "<div>d</div>"
        ]
    );
}

#[test]
fn sections_of_characters_hold_their_inside() {
    let source = "<svg><text><![CDATA[a &amp; b]]></text></svg>";
    let dom = Dom::parse(source);
    let text = dom.nodes().last().unwrap();
    assert_eq!(
        (dom.kind(text), &*dom.text(text)),
        (NodeKind::RawText, "a &amp; b")
    );
}

#[test]
fn deep_pages_become_wide() {
    for tag in ["div", "b", "table><td", "svg><g", "font a=1 b", "my-own"] {
        let source = format!(
            "{}x{}",
            format!("<{tag}>").repeat(100_000),
            format!("</{tag}>").repeat(1_000)
        );
        let dom = Dom::parse(&source);
        check_depth(&dom);
        assert!(100_000 <= dom.len(), "{tag}: {}", dom.len());
        let text = dom
            .nodes()
            .find(|&node| dom.kind(node) == NodeKind::Text)
            .unwrap();
        assert_eq!(dom.text(text), "x");
    }
}

#[test]
fn pages_that_multiply_copies_are_curbed() {
    let source: String = (0..20_000).map(|i| format!("<p><b id={i}>x</p>")).collect();
    let dom = Dom::parse(&source);
    assert!(dom.len() < 300_000, "{}", dom.len());
    check_depth(&dom);
    let source: String = (0..20_000)
        .map(|i| format!("<table><tr><td><i id={i}><p>x"))
        .collect();
    check_depth(&Dom::parse(&source));
}

fn check_depth(dom: &Dom<'_>) {
    let deepest = dom.nodes().map(|node| dom.depth(node)).max();
    assert!(deepest <= Some(2 * Dom::MAX_DEPTH), "{deepest:?}");
}

/// Tags that interact, in any order.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        5 => prop::sample::select(vec![
            "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i x=1>", "</i>", "<a href=1>", "</a>",
            "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<th>", "<tbody>", "<caption>",
            "<li>", "</li>", "<ul>", "</ul>", "<h1>", "</h1>", "<h2>", "<form>", "</form>", "<br>",
            "</br>", "<hr>", "<span class=x>", "</span>", "<font color=a>", "</font>", "<nobr>",
        ]).prop_map(str::to_owned),
        2 => prop::sample::select(vec![
            "<svg>", "</svg>", "<math>", "</math>", "<mi>", "<foreignObject>", "<desc>", "<select>",
            "</select>", "<option>", "<template>", "</template>", "<button>", "</button>", "<dd>", "<dt>",
            "<ruby>", "<rt>", "<col>", "<colgroup>", "<input type=hidden>", "<input>", "<applet>",
            "</applet>", "<pre>\n", "</pre>", "<body>", "</body>", "</html>", "<head>", "</head>",
            "<title>t</title>", "<script>s</script>", "<!-- c -->", "<frameset>", "<frame>", "<image>",
            "<annotation-xml encoding=text/html>", "<main>", "</main>", "<summary>", "<code>", "</code>",
        ]).prop_map(str::to_owned),
        3 => prop::sample::select(vec![" ", "\n", "x", "y z", "&lt;", "&#32;", " w", "v "]).prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn soup_has_the_standards_shape(source in soup()) {
        check(&source);
    }

    #[test]
    fn any_text_is_a_page(source in "[ -~\\n<>/&;\"'=]{0,80}") {
        let dom = Dom::parse(&source);
        check_spans(&dom);
    }
}
