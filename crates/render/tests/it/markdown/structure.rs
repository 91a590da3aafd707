//! What pages are made of is what their Markdown is made of: headings, links, items, code blocks and cells.

use dom::{Dom, NodeId, NodeKind, Tag};
use proptest::{collection::vec, prelude::*, sample::select};
use pulldown_cmark::{Options, Parser, html};

use super::markdown;

/// Returns the parts of a page that have letters, each with its kind, its address and its own letters and digits. Those
/// of an item are without those of the items in it.
fn parts(source: &str) -> Vec<String> {
    let dom = Dom::parse(source);
    let part = |node: NodeId| {
        let kind = match dom.tag(node) {
            // Markdown has the definitions of a term as a list.
            Tag::LI | Tag::DD => "item",
            Tag::TH => "header",
            Tag::TD => "cell",
            tag @ (Tag::A | Tag::PRE) => tag.name(),
            tag if tag.is_heading() => tag.name(),
            _ => return None,
        };
        let is_of = |text: &NodeId| {
            let mut items = dom.ancestors(*text).filter(|&above| matches!(dom.tag(above), Tag::LI | Tag::DD));
            dom.kind(*text) == NodeKind::Text && (kind != "item" || items.next() == Some(node))
        };
        let texts = dom.descendants(node).filter(is_of).map(|text| dom.text(text));
        let letters: String = texts.collect::<String>().chars().filter(|letter| letter.is_alphanumeric()).collect();
        let address = dom.attribute(node, "href").unwrap_or_default();
        (!letters.is_empty()).then(|| format!("{kind} {address} {letters}"))
    };
    let mut parts: Vec<String> = dom.nodes().filter_map(part).collect();
    parts.sort_unstable();
    parts
}

/// Returns the parts of Markdown, as a parser reads it.
fn parts_of_markdown(markdown: &str) -> Vec<String> {
    let mut read = String::new();
    html::push_html(&mut read, Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_GFM));
    parts(&read)
}

fn words() -> impl Strategy<Value = String> {
    let word = select(&["tide", "sea", "moon 2", "x_y", "a*b", "1. ", "# ", "|", "é", "[z]"][..]);
    vec(word, 1..4).prop_map(|words| format!("w{}", words.join(" ")))
}

fn line() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => words(),
        1 => words().prop_map(|text| format!("<b>{text}</b>")),
        1 => words().prop_map(|text| format!("<code>{text}</code>")),
        2 => (0..9u8, words()).prop_map(|(n, text)| format!("<a href='/p{n}?a=1&amp;b=(2)'>{text}</a>")),
    ];
    vec(part, 1..4).prop_map(|parts| parts.join(" "))
}

/// Articles as people write them: sections of paragraphs, lists, code, quotations, tables.
fn flow() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        3 => line().prop_map(|text| format!("<p>{text}</p>")),
        1 => (1..7u8, line()).prop_map(|(n, text)| format!("<h{n}>{text}</h{n}>")),
        1 => vec(words(), 1..4).prop_map(|lines| format!("<pre><code>{}</code></pre>", lines.join("\n\n  "))),
        1 => (2..5usize, vec(line(), 3..9)).prop_map(|(n, cells)| table(n, &cells)),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let inside = vec(inner, 1..3).prop_map(|parts| parts.concat());
        prop_oneof![
            (select(&["ul", "ol"][..]), vec(inside.clone(), 1..4))
                .prop_map(|(name, items)| format!("<{name}><li>{}</{name}>", items.join("<li>"))),
            (words(), vec(inside.clone(), 1..3))
                .prop_map(|(term, parts)| format!("<dl><dt>{term}<dd>{}</dl>", parts.join("<dd>"))),
            (select(&["blockquote", "section"][..]), inside)
                .prop_map(|(name, inside)| format!("<{name}>{inside}</{name}>")),
        ]
    })
}

fn table(n_columns: usize, cells: &[String]) -> String {
    let head: String = (0..n_columns).map(|n| format!("<th>head {n}")).collect();
    let rows: String = cells.chunks(n_columns).map(|row| format!("<tr><td>{}", row.join("<td>"))).collect();
    format!("<table><tr>{head}{rows}</table>")
}

/// The comparison finds each kind of loss.
#[test]
fn what_is_lost_is_found() {
    let page = "<h2>a</h2><p><a href=/b>b</a><ul><li>c</ul><pre>d</pre><table><tr><th>e<th>f<tr><td>g<td>h</table>";
    let expected = ["a /b b", "cell  g", "cell  h", "h2  a", "header  e", "header  f", "item  c", "pre  d"];
    assert_eq!(parts(page), expected);
    assert_eq!(parts_of_markdown(&markdown(page)), expected);
    let whole = "## a\n\n[b](/b)\n\n- c\n\n```\nd\n```\n\n|e|f|\n|-|-|\n|g|h|";
    assert_eq!(parts_of_markdown(whole), expected);
    let header = ("|e|f|\n|-|-|", "| | |\n|-|-|\n|e|f|");
    for (part, by) in [("## a", "a"), ("## a", "## aa"), ("/b", "/c"), ("- c", "c"), ("```", ""), ("h", "x"), header] {
        assert_ne!(parts_of_markdown(&whole.replace(part, by)), expected, "{part}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn generated_pages(parts_of_page in vec(flow(), 1..5)) {
        let page = parts_of_page.concat();
        prop_assert_eq!(parts_of_markdown(&markdown(&page)), parts(&page), "{}", page);
    }
}
