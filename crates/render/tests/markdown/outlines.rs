//! What pages are made of is what their Markdown is made of.

use proptest::{collection::vec, prelude::*, sample::select};

use crate::outline::{KINDS, Outline, both};

/// Returns what is only in the page, and what is only in its Markdown, by kind.
fn differences(page: &str) -> Vec<String> {
    let (page, markdown) = both(page).unwrap();
    between(&page, &markdown)
}

fn between(page: &Outline, markdown: &Outline) -> Vec<String> {
    let mut found = Vec::new();
    for (kind, name) in KINDS.iter().enumerate() {
        let only = |mark: char, parts: Vec<(&str, usize)>| {
            let rows = parts.into_iter();
            rows.map(|(part, n)| format!("{mark}{n} of {name}: {part}")).collect::<Vec<_>>()
        };
        found.extend(only('-', page.missing(markdown, kind)));
        found.extend(only('+', markdown.missing(page, kind)));
    }
    found
}

/// The comparison finds each kind of loss.
#[test]
fn what_is_lost_is_found() {
    let check = |page: &str, markdown: &str, expected: &[&str]| {
        let page = Outline::of_html(page);
        let found = between(&page, &Outline::of_markdown(markdown));
        assert_eq!(found, expected, "{markdown}");
    };
    let page = "<h2>a</h2><p><a href=/b>b</a><ul><li>c</ul><pre>d</pre>\
        <table><tr><th>e<th>f<tr><td>g<td>h</table><dl><dt>i<dd>j</dl>";
    let whole = "## a\n\n[b](/b)\n\n- c\n\n```\nd\n```\n\n|e|f|\n|-|-|\n|g|h|\n\n**i**\n\n- j";
    check(page, whole, &[]);
    let lost = |part: &str, by: &str, expected: &[&str]| {
        check(page, &whole.replace(part, by), expected);
    };
    lost("## a", "a", &["-1 of headings: a"]);
    lost("## a", "## aa", &["-1 of headings: a", "+1 of headings: aa"]);
    lost("(/b)", "(/c)", &["-1 of links: /b", "+1 of links: /c"]);
    lost("- c", "c", &["-1 of items: c"]);
    lost("- j", "j", &["-1 of items: j"]);
    lost("```\nd\n```", "d", &["-1 of code blocks: d"]);
    let cell = ["-1 of cells: h", "+1 of cells: x"];
    let table = ["-1 of tables: efgh", "+1 of tables: efgx"];
    lost("h", "x", &[cell, table].concat());
    let header = ["-1 of headers: ef"];
    lost("|e|f|\n|-|-|", "| | |\n|-|-|\n|e|f|", &header);
}

/// Pages of the generated site that the project has for an example.
#[test]
fn the_sample() {
    insta::glob!("../../../../datasets/sample", "**/*.html", |path| {
        let page = std::fs::read_to_string(path).unwrap();
        assert_eq!(differences(&page), [""; 0], "{}", path.display());
        let (outline, _) = both(&page).unwrap();
        assert!(outline.count(0) > 0 && outline.count(1) > 0);
    });
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
        1 => (1..4usize, vec(line(), 3..9)).prop_map(|(n, cells)| table(n, &cells)),
    ];
    leaf.prop_recursive(3, 16, 3, |inner| {
        let inside = vec(inner, 1..3).prop_map(|parts| parts.concat());
        prop_oneof![
            (select(&["ul", "ol"][..]), vec(inside.clone(), 1..4)).prop_map(|(name, items)| {
                let items: String = items.iter().map(|item| format!("<li>{item}")).collect();
                format!("<{name}>{items}</{name}>")
            }),
            (words(), vec(inside.clone(), 1..3)).prop_map(|(term, parts)| {
                let parts: String = parts.iter().map(|part| format!("<dd>{part}")).collect();
                format!("<dl><dt>{term}{parts}</dl>")
            }),
            inside.clone().prop_map(|inside| format!("<blockquote>{inside}</blockquote>")),
            inside.prop_map(|inside| format!("<section>{inside}</section>")),
        ]
    })
}

fn table(n_columns: usize, cells: &[String]) -> String {
    let n_columns = n_columns + 1;
    let head = (0..n_columns).map(|n| format!("<th>head {n}"));
    let mut table = format!("<table><tr>{}", head.collect::<String>());
    for row in cells.chunks(n_columns) {
        let cells = row.iter().map(|cell| format!("<td>{cell}"));
        table.push_str(&format!("<tr>{}", cells.collect::<String>()));
    }
    table + "</table>"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn generated_pages(parts in vec(flow(), 1..5)) {
        let page = parts.concat();
        prop_assert_eq!(differences(&page), Vec::<String>::new(), "{}", page);
    }
}
