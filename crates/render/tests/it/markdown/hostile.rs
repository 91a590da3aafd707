//! Nothing of a page becomes markup that it was not. With a text in a place of a page, the elements and the addresses of
//! links are those that the page has with a plain word there, and the text is that of the page. Whatever an attribute or
//! a formula says, the elements are those that `docs/markdown.md` names.
//!
//! Of the readers some know formulas, some metadata, and some link bare addresses and then take marks and escapes into
//! them.

use std::sync::LazyLock;

use dom::{Dom, Namespace, NodeId, NodeKind};
use proptest::{collection::vec, prelude::*, sample::select};
use pulldown_cmark::{Event, Options, Parser, html};

use super::markdown;

/// Places in the text of a page. A `@` stands for the text.
const PLACES: &str = include_str!("places.txt");
/// Other places: values of attributes, formulas, and elements of raw text. A `%` stands for the text as it is.
const OTHER_PLACES: &str = include_str!("other_places.txt");
/// Addresses that some readers link.
const ADDRESSES: &str = include_str!("addresses.txt");
/// What may follow an address: markup, and marks that end what is around them.
const TAILS: &str = include_str!("tails.txt");
/// What else a page writes to become markup.
const OTHERS: &str = include_str!("hostile.txt");
/// White space, which has a meaning beside marks, and no text at all.
const SPACES: &[&str] = &["", " ", "    ", "\t", "\n", "\n\n", "\r\n\r\n", "\u{a0}"];
/// Marks that begin a block with the space behind them.
const MARKERS: &[&str] = &["# ", "- ", "> ", "+ ", "1. ", "2) ", "[x] "];

fn addresses() -> impl Iterator<Item = &'static str> {
    ADDRESSES.lines().chain(["", "http://a.example\u{a0}"])
}

/// All texts that are or may become markup.
pub(super) static TEXTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| TAILS.lines().chain(OTHERS.lines()).chain(SPACES.iter().chain(MARKERS).copied()).collect());

/// Returns a text as it stands in a page.
pub(super) fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// A page that has texts in a place, one after the other.
fn page(place: &str, texts: &[String]) -> String {
    let mut texts = texts.iter().cycle();
    let mut page = String::new();
    for letter in place.chars() {
        match letter {
            '@' => page.push_str(&escaped(texts.next().unwrap())),
            '%' => page.push_str(&texts.next().unwrap().replace("</", "<")),
            _ => page.push(letter),
        }
    }
    page
}

const GITHUB: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_GFM);
const METADATA: Options =
    Options::ENABLE_YAML_STYLE_METADATA_BLOCKS.union(Options::ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS);

/// The settings of three readers.
const READERS: [Options; 3] = [GITHUB, GITHUB.union(Options::ENABLE_MATH).union(METADATA), Options::empty()];

/// Markdown as several readers show it: those, and one that links bare addresses, of some schemes or of all.
fn rendered(markdown: &str) -> Vec<String> {
    let of_readers = READERS.map(|options| {
        let mut rendered = String::new();
        html::push_html(&mut rendered, Parser::new_ext(markdown, options));
        rendered
    });
    let linked = [false, true].map(|links_all_schemes| {
        let mut options = comrak::Options::default();
        options.parse.relaxed_autolinks = links_all_schemes;
        options.extension.autolink = true;
        options.extension.footnotes = true;
        options.extension.strikethrough = true;
        options.extension.table = true;
        options.extension.tasklist = true;
        options.render.r#unsafe = true;
        comrak::markdown_to_html(markdown, &options)
    });
    of_readers.into_iter().chain(linked).collect()
}

/// Returns all texts without white space.
fn text(dom: &Dom<'_>, nodes: impl Iterator<Item = NodeId>) -> String {
    let texts = nodes.filter(|&node| matches!(dom.kind(node), NodeKind::Text | NodeKind::RawText));
    let text: String = texts.map(|node| dom.text(node).into_owned()).collect();
    text.split_whitespace().collect()
}

/// Returns the elements with their attributes, but for links that a reader has made of bare addresses.
fn elements(html: &str) -> Vec<String> {
    let dom = Dom::parse(html);
    let mut elements = Vec::new();
    for node in dom.nodes() {
        if dom.kind(node) == NodeKind::Text || is_bare(&dom, node) {
            continue;
        }
        let mut element = format!("{:?} {}", dom.kind(node), dom.name(node));
        for attribute in dom.attributes(node).filter(|attribute| attribute.name() != "alt") {
            element.extend([" ", attribute.name(), "=", &attribute.value()]);
        }
        elements.push(element);
    }
    elements
}

/// Returns whether an element links the address that it shows.
fn is_bare(dom: &Dom<'_>, node: NodeId) -> bool {
    let Some(address) = dom.attribute(node, "href") else {
        return false;
    };
    let shown = text(dom, dom.descendants(node));
    // Readers differ on which letters they encode.
    let shown = ["", "http://", "mailto:"].map(|scheme| decoded(&[scheme, &shown].concat()));
    shown.contains(&decoded(&address)) && address.contains([':', '@']) && !address.starts_with("javascript")
}

fn decoded(address: &str) -> Vec<u8> {
    let mut bytes = address.as_bytes().iter().copied();
    let mut decoded = Vec::new();
    while let Some(byte) = bytes.next() {
        let code: Vec<u8> = bytes.clone().take(2).collect();
        let code = std::str::from_utf8(&code).ok().filter(|code| byte == b'%' && code.len() == 2);
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        decoded.push(code.unwrap_or(byte));
        if code.is_some() {
            bytes.nth(1);
        }
    }
    decoded
}

/// Returns the elements that readers of GitHub's dialect show for Markdown with a plain word in place of the text. Where
/// tables are not known, their lines are text, and links of all schemes may be in other links.
fn plain(markdown: &str) -> [Option<Vec<String>>; 5] {
    let mut rendered = rendered(markdown).into_iter();
    [true, true, false, true, false].map(|is_github| rendered.next().filter(|_| is_github).map(|html| elements(&html)))
}

/// Fails unless all readers show the elements of the plain word, and the text.
#[track_caller]
fn check_text(hostile: &str, found: &str, plain: &[Option<Vec<String>>], expected: &str) {
    for (html, plain) in rendered(found).iter().zip(plain) {
        let Some(plain) = plain else { continue };
        let context = || format!("{hostile}\n---\n{found}\n---\n{html}");
        assert_eq!(elements(html), *plain, "{}", context());
        let dom = Dom::parse(html);
        assert_eq!(text(&dom, dom.nodes()), expected, "{}", context());
    }
}

#[track_caller]
fn check(place: &str, plain: &[Option<Vec<String>>], texts: &[String]) {
    let hostile = page(place, texts);
    let dom = Dom::parse(&*hostile);
    check_text(&hostile, &markdown(&hostile), plain, &text(&dom, dom.nodes()));
}

fn plain_of(place: &str) -> [Option<Vec<String>>; 5] {
    plain(&markdown(&page(place, &["x".to_owned()])))
}

#[test]
fn each_tail_of_each_address_in_each_place() {
    for place in PLACES.lines() {
        let plain = plain_of(place);
        for address in addresses() {
            for tail in TAILS.lines().chain([""]) {
                let text = [address, tail].concat();
                if !text.trim().is_empty() {
                    check(place, &plain, &[text]);
                }
            }
        }
    }
}

/// A list of pages with this title, as it is written without a tree.
fn listed(title: &str) -> String {
    let (text, link) = (render::markdown_text(title), render::markdown_link(title, "/y"));
    format!("# {text}\n\n- {link}: {text}\n- {text}\n\n---\n\nTitle: {text}\nURL: {text}\n\n{text}\n")
}

#[test]
fn a_text_without_a_tree_is_no_markup_either() {
    let plain = plain(&listed("x"));
    for address in addresses() {
        for tail in TAILS.lines().chain([""]) {
            let title = [address, tail].concat();
            let shown: String = title.split_whitespace().collect();
            if !shown.is_empty() {
                let expected = format!("{shown}{shown}:{shown}{shown}Title:{shown}URL:{shown}{shown}");
                check_text(&title, &listed(&title), &plain, &expected);
            }
        }
    }
}

#[test]
fn addresses_of_links_stay_addresses() {
    for (address, expected) in [
        ("https://a.example/b_c?d=e", "[\\[x\\]](https://a.example/b_c?d=e)"),
        ("a b/(c", "[\\[x\\]](a%20b/%28c)"),
        ("a)<img src=x>", "[\\[x\\]](a%29%3Cimg%20src=x%3E)"),
        ("javascript:pwn()", "\\[x]"),
        ("", "\\[x]"),
    ] {
        assert_eq!(render::markdown_link("[x]", address), expected, "{address}");
    }
}

/// What may be in rendered Markdown without attributes: the elements of CommonMark and of GitHub's additions, and the
/// tags that are kept.
const ELEMENTS: &str = "body br caption dd del dl dt em h1 h2 h3 h4 h5 h6 head hr html ins kbd mark p strong sub table tbody \
    thead tr u ul";

/// The tags that are kept in a line.
const TAGS: &[&str] = &["br", "code", "del", "em", "ins", "kbd", "mark", "strong", "sub", "sup", "u"];

/// Returns the attributes that an element may have; `None` if it is none of Markdown.
fn attributes(element: &str) -> Option<&'static str> {
    Some(match element {
        "a" => "aria-label class data-footnote-backref data-footnote-backref-idx data-footnote-ref href id",
        "blockquote" | "code" | "span" => "class",
        "div" | "sup" => "class id",
        "img" => "alt src",
        "input" => "checked disabled type",
        "li" => "id",
        "ol" => "start",
        "pre" => "lang",
        "section" => "class data-footnotes",
        "td" | "th" => "align colspan rowspan style",
        _ => return ELEMENTS.split(' ').find(|&known| known == element).map(|_| ""),
    })
}

/// Returns what is wrong with rendered HTML.
fn live(rendered: &str) -> Option<String> {
    let dom = Dom::parse(rendered);
    for node in dom.nodes() {
        match dom.kind(node) {
            NodeKind::Element => {}
            NodeKind::Document | NodeKind::Text => continue,
            kind => return Some(format!("{kind:?}")),
        }
        let name = dom.name(node);
        let Some(allowed) = attributes(name).filter(|_| dom.namespace(node) == Namespace::Html) else {
            return Some(format!("<{name}>"));
        };
        for attribute in dom.attributes(node) {
            let (name, value) = (attribute.name(), attribute.value());
            let value: String = value.chars().filter(|letter| *letter > ' ').collect();
            let runs = matches!(name, "href" | "src") && value.to_ascii_lowercase().starts_with("javascript:");
            if runs || !allowed.split(' ').any(|allowed| allowed == name) {
                return Some(format!("{name}={value}"));
            }
        }
    }
    None
}

#[track_caller]
fn check_live(page: &str) {
    let found = markdown(page);
    for options in READERS {
        for event in Parser::new_ext(&found, options) {
            let wrong = match &event {
                Event::InlineHtml(tag) => {
                    let name = tag.trim_start_matches(['<', '/']).trim_end_matches('>');
                    !TAGS.contains(&name)
                }
                Event::Start(pulldown_cmark::Tag::MetadataBlock(_)) => true,
                _ => false,
            };
            assert!(!wrong, "{event:?}\n{page}\n---\n{found}");
        }
    }
    for rendered in rendered(&found) {
        let live = live(&rendered);
        assert!(live.is_none(), "{live:?}\n{page}\n---\n{found}\n---\n{rendered}");
    }
}

#[test]
fn each_text_in_each_place() {
    for place in PLACES.lines().chain(OTHER_PLACES.lines()) {
        for text in &*TEXTS {
            check_live(&page(place, &[(*text).to_owned()]));
        }
    }
}

#[test]
fn code_and_formulas_that_meet() {
    let page = |formula: &str, code: &str| format!("<p>a <math alttext=\"{formula}\"></math> and <code>{code}</code>");
    check_live(&page("`", "&lt;img src=x onerror=pwn()>"));
    check_live(&page("x", "$&lt;img src=x onerror=pwn()>"));
    check_live("<table><tr><th>a<th>b<tr><td><code>a\\|&lt;img src=x onerror=pwn()></code><td>c</table>");
    check_live("<a href='javascript&colon;pwn()'>a</a> <a href=' java\nscript:pwn()'>b</a>");
}

fn hostile_text(pieces: Vec<&'static str>) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        2 => select(addresses().collect::<Vec<_>>()).prop_map(str::to_owned),
        4 => select(pieces).prop_map(str::to_owned),
        1 => "\\PC{1,8}",
        1 => "[!-/:-@\\[-`{-~a ]{1,8}",
    ];
    vec(piece, 1..7).prop_map(|pieces| pieces.concat())
}

fn places() -> impl Strategy<Value = String> {
    let place = select(PLACES.lines().chain(OTHER_PLACES.lines()).collect::<Vec<_>>());
    let place = (place, vec(hostile_text(TEXTS.clone()), 8)).prop_map(|(place, texts)| page(place, &texts));
    vec(place, 1..4).prop_map(|places| places.concat())
}

proptest! {
    #[test]
    fn no_text_is_markup(
        place in select(PLACES.lines().collect::<Vec<_>>()),
        texts in vec(hostile_text(TAILS.lines().collect()), 1..6),
    ) {
        prop_assume!(texts.iter().all(|text| text.contains(|letter: char| letter.is_alphanumeric())));
        check(place, &plain_of(place), &texts);
    }

    #[test]
    fn no_page_is_live(page in places()) {
        check_live(&page);
    }
}
