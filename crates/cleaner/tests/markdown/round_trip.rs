//! What is written reads back as the words of the text.

use cleaner::{MarkdownOptions, Regions};
use dom::Dom;
use proptest::{collection::vec, prelude::*, sample::select};

use crate::reader::{shown, words};

fn markdown(page: &str) -> String {
    cleaner::markdown(&Dom::parse(page), &Regions::new(), &MarkdownOptions::new())
}

/// Fails unless the Markdown of a page shows the words of its text, and no marks of its own.
fn check(page: &str) -> Result<(), TestCaseError> {
    let found = markdown(page);
    let text = cleaner::text(&Dom::parse(page), &Regions::new());
    let shown = shown(&found);
    prop_assert_eq!(words(&shown), words(&text), "{}\n---\n{}", page, found);
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
                let items: String = items
                    .iter()
                    .map(|item| format!("<li>{item}</li>"))
                    .collect();
                let end = name.split(' ').next().unwrap_or(name);
                format!("<{name}>{items}</{end}>")
            }),
            many.clone().prop_map(|items| {
                let items: String = items
                    .iter()
                    .map(|item| format!("<dt>t</dt><dd>{item}</dd>"))
                    .collect();
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

proptest! {
    #![proptest_config(ProptestConfig::default())]

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
}
