//! Pages made at random, and regions to go with them.

use std::ops::Range;

use proptest::{collection::vec, prelude::*, sample::select};
use render::Regions;

/// A page without a parse error: trees that the standard's content model
/// allows, written with or without the tags that may be left out.
pub(crate) fn well_formed() -> impl Strategy<Value = String> {
    (vec(metadata(), 0..3), vec(flow(phrasing(words(), NAMES_IN_LINES)), 0..5), 0..4u8).prop_map(
        |(head, body, style)| {
            let (head, body) = (head.concat(), body.concat());
            match style {
                0 => format!(
                    "<!doctype html><html lang=en><head><meta charset=utf-8>{head}</head>\n<body>{body}</body></html>\n"
                ),
                1 => format!("<!DOCTYPE html>\n<title>t</title>{head}<body>{body}"),
                2 => format!("<!doctype html><html><head>{head}<body class=x>{body}</html>"),
                _ => format!("<!doctype html>{head}{body}"),
            }
        },
    )
}

/// Elements of every kind that the tree construction has rules for.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "p", "div", "b", "a", "i", "span", "ul", "li", "dl", "dd", "dt", "table", "tr", "td", "th", "tbody", "caption",
    "select", "option", "button", "form", "h1", "h2", "pre", "head", "body", "html", "template", "object", "br", "hr",
    "img", "input", "x-y", "X-Y", "nobr", "ruby", "rt", "font", "meta", "base", "colgroup", "col", "frameset", "noscript",
];
const RAW_TEXT: &[&str] = &["title", "textarea", "script", "style", "plaintext", "iframe", "xmp"];
const FOREIGN: &[&str] = &["svg", "math", "g", "desc", "foreignObject", "mi", "annotation-xml"];

/// Anything: tags in no order, text, and broken pieces of both.
///
/// Raw text and foreign elements come apart from each other, and there are no
/// CDATA sections: what these are depends on whether they stand in `svg`, and
/// a tokenizer without a tree cannot always tell. `more` are other elements, with
/// or without attributes.
pub(crate) fn soup(words: BoxedStrategy<String>, more: &[&'static str]) -> impl Strategy<Value = String> + use<> {
    let names = [NAMES, more].concat();
    prop_oneof![soup_of(names.clone(), RAW_TEXT, words.clone()), soup_of(names, FOREIGN, words)]
}

fn soup_of(
    names: Vec<&'static str>,
    others: &'static [&'static str],
    words: BoxedStrategy<String>,
) -> impl Strategy<Value = String> {
    let name = prop_oneof![3 => select(names), 1 => select(others)].boxed();
    let start = name.clone().prop_map(|name| format!("<{name}>"));
    let end = name.prop_map(|name| format!("</{}>", name.split(' ').next().unwrap_or(name)));
    #[rustfmt::skip]
    const ODD: &[&str] = &[
        "<", "&", "&am", "&lt", "&#6", "<!--", "-->", "<!-- c -->", "<g/>", "\0", "\r\n", "é",
        "\u{A0}", "<a href='", "'>", "<!doctype html>", "<font color=red>", "<meta charset=x>", "/>", "</",
        "<a b=\"<p>\">", "😀",
    ];
    let piece = prop_oneof![4 => start, 3 => end, 3 => words, 1 => select(ODD).prop_map(str::to_owned)];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Regions of a page: most begin and end where something does in the source,
/// as those that the methods find do, and some anywhere.
pub(crate) fn regions(page: &str) -> impl Strategy<Value = Regions> + use<> {
    let len = page.len();
    let mut borders: Vec<usize> =
        page.match_indices(['<', '>', ' ']).map(|(at, found)| at + usize::from(found == ">")).collect();
    borders.extend([0, len]);
    let border = select(borders);
    let tight = (border.clone(), border).prop_map(|(a, b)| Range { start: a.min(b), end: a.max(b) });
    let loose = (0..=len, 0..12usize).prop_map(|(start, len)| start..start + len);
    vec(prop_oneof![3 => tight, 1 => loose], 0..5).prop_map(Regions::from_ranges)
}

/// A page of this kind with regions for it.
pub(crate) fn with_regions(page: impl Strategy<Value = String>) -> impl Strategy<Value = (String, Regions)> {
    page.prop_flat_map(|page| {
        let regions = regions(&page);
        (Just(page), regions)
    })
}

pub(crate) fn words() -> BoxedStrategy<String> {
    const WORDS: &[&str] =
        &["one", "two words", " led", "trailed ", "a &amp; b", "x &lt; y", "n&nbsp;b", " ", "\n", "é€", "1 &#8211; 2"];
    select(WORDS).prop_map(str::to_owned).boxed()
}

fn metadata() -> impl Strategy<Value = String> {
    select(
        &[
            "<script>if (a < b) c()</script>",
            "<style>p > a { }</style>",
            "<link rel=x>",
            "<meta name=a content=b>",
            "<!-- note -->",
            "\n",
            "<base href=/>",
            "<noscript><link rel=y></noscript>",
        ][..],
    )
    .prop_map(str::to_owned)
}

const NAMES_IN_LINES: &[&str] = &["b", "i", "em", "span", "u", "small", "x-y", "label"];

/// Words, and elements of these names around words.
pub(crate) fn phrasing(words: BoxedStrategy<String>, names: &'static [&'static str]) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        5 => words,
        1 => select(&["<br>", "<img src=x>", "<!-- c -->", "<input>", "<wbr>", "<script>x</script>", "<svg> <path d=''/> <g>no</g> </svg>",
            // Without text beside it, which would make it a part of a sentence: that shows one option.
            "<i><select><option>o<option>p</select></i>", "<noscript><img src=x></noscript>", "<textarea>t</textarea>",
            // Right after another in preformatted text, it would begin a line.
            "<code>c</code><wbr>"][..]).prop_map(str::to_owned),
    ];
    let nested = leaf.prop_recursive(3, 12, 4, move |inner| {
        (select(names), vec(inner, 0..4)).prop_map(|(name, inside)| {
            let end = name.split(' ').next().unwrap_or(name);
            format!("<{name}>{}</{end}>", inside.concat())
        })
    });
    nested.boxed()
}

/// Blocks with lines of this content.
pub(crate) fn flow(phrasing: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let line = vec(phrasing, 0..4).prop_map(|inside| inside.concat()).boxed();
    let leaf = prop_oneof![
        line.clone(),
        // The end tag of a paragraph may be missing before a block.
        line.clone().prop_map(|line| format!("<p>{line}</p>")),
        line.clone().prop_map(|line| format!("<p>{line}<div></div>")),
        line.clone().prop_map(|line| format!("<h2>{line}</h2>")),
        line.clone().prop_map(|line| format!("<a href=x>{line}</a>")),
        line.prop_map(|line| format!("<pre>\n{line}\n  x</pre>")),
        Just("<hr>".to_owned()),
        Just("\n  ".to_owned()),
    ];
    let nested = leaf.prop_recursive(4, 24, 4, |inner| {
        let some = vec(inner, 0..4).prop_map(|inside| inside.concat());
        let many = vec(some.clone(), 1..4);
        prop_oneof![
            (select(&["div", "section", "blockquote", "article", "nav", "details"][..]), some)
                .prop_map(|(name, inside)| format!("<{name}>{inside}</{name}>")),
            (select(&["ul", "ol", "ol start=7"][..]), many.clone(), any::<bool>())
                .prop_map(|(name, items, ends)| list(name, "<li>", &items, ends)),
            (select(&["<dd>", "<dt>t<dd>"][..]), many.clone(), any::<bool>())
                .prop_map(|(item, items, ends)| list("dl", item, &items, ends)),
            (many, 1..4usize, any::<[bool; 3]>()).prop_map(|(cells, n, style)| table(&cells, n, style)),
        ]
    });
    nested.boxed()
}

fn list(list: &str, item: &str, items: &[String], ends: bool) -> String {
    let end = if ends { format!("</{}\n", &item[item.len() - 3..]) } else { String::new() };
    let items: String = items.iter().map(|inside| format!("{item}{inside}{end}")).collect();
    format!("<{list}>{items}</{}>", &list[..2])
}

fn table(cells: &[String], n_columns: usize, [ends, parts, has_headers]: [bool; 3]) -> String {
    let end = |name: &str| {
        if ends { format!("</{name}>") } else { String::new() }
    };
    let row = |name: &str, cells: &[String]| {
        let cells: String = cells.iter().map(|cell| format!("<{name}>{cell}{}", end(name))).collect();
        format!("<tr>{cells}{}", end("tr"))
    };
    let head = has_headers.then(|| row("th", &vec!["h".to_owned(); n_columns]));
    let rows: String = head.into_iter().chain(cells.chunks(n_columns).map(|cells| row("td", cells))).collect();
    if parts {
        format!("<table><caption>c</caption><colgroup><col><thead>{rows}<tbody>{rows}{}</table>", end("tbody"))
    } else {
        format!("<table>{rows}</table>")
    }
}
