//! What is written reads back as the words of the text.

use dom::Dom;
use proptest::{collection::vec, prelude::*, sample::select};
use render::{MarkdownOptions, Regions};

use crate::reader::{compared, shown};

/// Fails unless the Markdown of a page shows the words of its text, and no marks of its own.
fn check(page: &str) -> Result<(), TestCaseError> {
    check_without(page, &Regions::new())
}

/// The same for what the regions leave.
fn check_without(page: &str, regions: &Regions) -> Result<(), TestCaseError> {
    let dom = Dom::parse(page);
    let found = render::markdown(&dom, regions, &MarkdownOptions::new()).unwrap();
    let text = render::text(&dom, regions);
    let shown = shown(&found);
    prop_assert_eq!(compared(&shown, page), compared(&text, page), "{}\n---\n{}", page, found);
    Ok(())
}

/// Texts in which a reader of Markdown could see markup.
fn odd_text() -> impl Strategy<Value = String> {
    let piece = select(
        &[
            "a",
            "b1",
            " ",
            " ",
            "  ",
            "*",
            "**",
            "_",
            "__",
            "`",
            "``",
            "```",
            "[",
            "]",
            "(",
            ")",
            "![",
            "](",
            "<b>",
            "<",
            ">",
            "&",
            "amp;",
            "#",
            "##",
            "-",
            "- ",
            "+ ",
            "1. ",
            "2) ",
            "=",
            "===",
            "---",
            "|",
            "|-|",
            ":",
            "~",
            "~~",
            "~~~",
            "$",
            "$$",
            "\\",
            "\\\\",
            "!",
            "^",
            "[^1]",
            "[ ]",
            "[x] ",
            "\n",
            "é",
            "“",
            "。",
            "http://a.b/c_d",
            "{",
            "}",
            "x",
            "0",
            "\t",
            "<!--",
            "-->",
            "<?",
            "</p>",
            "]:",
            "\u{a0}",
            "'",
            "\"",
            "/",
            ".",
        ][..],
    );
    vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// The same as it stands in a page.
fn odd() -> impl Strategy<Value = String> {
    odd_text().prop_map(|text| text.replace('&', "&amp;").replace('<', "&lt;"))
}

fn inline() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        6 => odd(),
        1 => select(&["<br>", "<img src=i.png alt='a_b]'>", "<img src=i.png>", "<wbr>", "<input type=checkbox>"][..])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let name = select(
            &[
                "b",
                "i",
                "em",
                "strong",
                "s",
                "del",
                "code",
                "sub",
                "sup",
                "kbd",
                "mark",
                "span",
                "a href=/x",
                "a href='/y_(z)'",
            ][..],
        );
        (name, vec(inner, 0..4)).prop_map(|(name, inside)| {
            let end = name.split(' ').next().unwrap_or(name);
            format!("<{name}>{}</{end}>", inside.concat())
        })
    })
}

fn flow() -> impl Strategy<Value = String> {
    let line = vec(inline(), 0..4).prop_map(|parts| parts.concat()).boxed();
    let leaf = prop_oneof![
        2 => line.clone(),
        2 => line.clone().prop_map(|line| format!("<p>{line}</p>")),
        1 => line.clone().prop_map(|line| format!("<h3>{line}</h3>")),
        1 => odd().prop_map(|text| format!("<pre>{text}</pre>")),
        1 => Just("<hr>".to_owned()),
    ];
    leaf.prop_recursive(4, 24, 4, move |inner| {
        let some = vec(inner, 0..3).prop_map(|parts| parts.concat());
        let many = vec(some.clone(), 1..4);
        let name = select(&["div", "blockquote", "section", "details", "figure", "dl"][..]);
        prop_oneof![
            (name, some.clone()).prop_map(|(name, inside)| format!("<{name}>{inside}</{name}>")),
            (select(&["ul", "ol", "ol start=7"][..]), many.clone()).prop_map(|(name, items)| {
                let items: String = items.iter().map(|item| format!("<li>{item}</li>")).collect();
                let end = name.split(' ').next().unwrap_or(name);
                format!("<{name}>{items}</{end}>")
            }),
            many.clone().prop_map(|items| {
                let items: String = items.iter().map(|item| format!("<dt>t</dt><dd>{item}</dd>")).collect();
                format!("<dl>{items}</dl>")
            }),
            (many, 1..4usize, any::<bool>()).prop_map(|(cells, n_columns, has_header)| {
                let mut table = String::from("<table>");
                if has_header {
                    table.push_str(&format!("<tr>{}</tr>", "<th>h</th>".repeat(n_columns)));
                }
                for row in cells.chunks(n_columns) {
                    let cells: String = row.iter().map(|cell| format!("<td>{cell}</td>")).collect();
                    table.push_str(&format!("<tr>{cells}</tr>"));
                }
                table + "</table>"
            }),
        ]
    })
}

/// Tags in no order, with texts between.
fn soup() -> impl Strategy<Value = String> {
    #[rustfmt::skip]
    const NAMES: &[&str] = &[
        "p", "div", "b", "i", "a href=x", "code", "pre", "ul", "ol", "li", "dl", "dt", "dd", "table", "tr", "td", "th",
        "caption", "thead", "blockquote", "h2", "sup", "details", "summary", "select", "option", "form", "br", "hr",
        "img src=i", "svg", "mi", "template", "noscript", "object", "button", "ruby", "rt", "textarea", "xmp",
        "input type=checkbox", "span class=lineno", "x-y", "s", "nobr", "font", "td rowspan=2", "th colspan=3",
    ];
    let start = select(NAMES).prop_map(|name| format!("<{name}>"));
    let end = select(NAMES).prop_map(|name| format!("</{}>", name.split(' ').next().unwrap_or(name)));
    vec(prop_oneof![3 => start, 2 => end, 3 => odd()], 0..24).prop_map(|pieces| pieces.concat())
}

/// Regions of a page that begin and end where something does, or anywhere.
fn with_regions(page: impl Strategy<Value = String>) -> impl Strategy<Value = (String, Regions)> {
    page.prop_flat_map(|page| {
        let borders: Vec<usize> = page.match_indices(['<', ' ']).map(|(at, _)| at).chain([0]).collect();
        let tight = (select(borders.clone()), select(borders)).prop_map(|(a, b)| a.min(b)..a.max(b));
        let loose = (0..=page.len(), 0..12usize).prop_map(|(start, len)| start..start + len);
        let regions = vec(prop_oneof![3 => tight, 1 => loose], 0..5).prop_map(Regions::from_ranges);
        (Just(page), regions)
    })
}

/// `[a]: b` at the beginning of a paragraph defines a link, even if the bracket ends in code.
#[test]
fn code_defines_nothing() {
    for page in [
        "<p>[&gt;<code>{]:x</code>",
        "<p>[<b>a</b> <code>b]:c</code>",
        "<p>[a<br>b <code>c]: d</code>",
        "<ul><li>[&gt;<strong><a href=/x></a><code>{]:x~.`#<img src=i.png alt='a_b]'></code></strong></ul>",
    ] {
        check(page).unwrap();
    }
}

#[test]
fn raw_texts_are_texts() {
    for page in [
        "<table><td>a<th>b<th><xmp>c &amp; d</xmp>",
        "<table><tr><th>a<th>b<tr><td><xmp>c</xmp><td>d</table>",
        "<table><tr><th>a<th>b<tr><td>c<td><plaintext>d",
        "<table><tr><th>a<th>b<tr><td>c<td><style>d</style><script>e</script></table>",
        "<ul><li><xmp>a</xmp></ul><blockquote><xmp>b</xmp></blockquote>",
        "<h2><xmp>a</xmp></h2><details><summary><xmp>b</xmp></summary></details>",
        "<dl><dt><xmp>a</xmp><dd><xmp>b</xmp></dl><figure><figcaption><xmp>c</xmp></figcaption></figure>",
        "<div class=note><p><xmp>a</xmp></p><p>b</div>",
        "a<sup><a href=#n>1</a></sup><ol><li id=n><xmp>b</xmp></ol>",
    ] {
        check(page).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn odd_texts_are_texts(text in odd()) {
        check(&format!("<p>{text}</p>"))?;
        check(&format!("<h2>{text}</h2>"))?;
        check(&format!("<ul><li>{text}</ul>"))?;
        check(&format!("<a href=x>{text}</a>"))?;
        check(&format!("<table><tr><th>{text}<th>b<tr><td>c<td>{text}</table>"))?;
        check(&format!("<code>{text}</code>"))?;
        check(&format!("<pre>{text}</pre>"))?;
    }

    #[test]
    fn odd_lines_are_lines(lines in vec(odd(), 1..4)) {
        check(&format!("<p>{}", lines.join("<br>")))?;
    }

    #[test]
    fn odd_spans_are_spans(parts in vec(inline(), 1..4)) {
        check(&format!("<p>{}</p>", parts.concat()))?;
    }

    #[test]
    fn pages_read_back_as_their_text(parts in vec(flow(), 0..4)) {
        check(&parts.concat())?;
    }

    #[test]
    fn what_regions_leave_reads_back((page, regions) in with_regions(vec(flow(), 1..4).prop_map(|parts| parts.concat()))) {
        check_without(&page, &regions)?;
    }

    #[test]
    fn soup_reads_back((page, regions) in with_regions(soup())) {
        check_without(&page, &regions)?;
    }
}
