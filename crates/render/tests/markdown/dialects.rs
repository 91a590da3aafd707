//! No text changes what any reader finds: with a text in a place of a page, the elements and the addresses of links
//! are those that the page has with a plain word there, and the text is that of the page.
//!
//! Some of the readers link bare addresses, and then take marks and escapes into them.

use dom::{Dom, NodeId, NodeKind};
use proptest::{collection::vec, prelude::*, sample::select};
use pulldown_cmark::{Options, Parser, html};
use render::{MarkdownOptions, Regions};

/// A `@` stands for the text.
const PLACES: &[&str] = &[
    "<p>@</p>",
    "<p>x @</p>",
    "<p>@@</p>",
    "<p>@<br>@</p>",
    "<h1>@</h1>",
    "<h2>x<br>@</h2>",
    "<ul><li>@<li>@<ul><li>@</ul></ul>",
    "<ol><li>@</ol>",
    "<dl><dt>@<dd>@</dl>",
    "<blockquote>@<p>@</blockquote>",
    "<details><summary>@</summary>@</details>",
    "<table><tr><th>@<th>b<tr><td>@<td>@<br>@<tr><td><code>@</code><td>@<code>@</code>@</table>",
    "<table><caption>@</caption><tr><th>a<th>b<tr><td>@<td><a href=/y>@</a>@</table>",
    "<table><tr><th>@<th>b<tr><td>@<pre>@</pre>@<td>@<img src=i.png alt='@'>@<tr><td>@<td>@</table>",
    "<p><b>@</b></p>",
    "<p><b>@</b>@</p>",
    "<p>@<b>@</b>@<i>@</i>@<s>@</s>@<sup>@</sup>@<u>@</u>@</p>",
    "<p><s>@</s> <s><b>@</b></s> <b><s>@</s></b> <i><b>@</b></i></p>",
    "<p><a href=/y>@</a></p>",
    "<p>@<a href=/y>@</a>@</p>",
    "<p>@<a href=/y>@<code>@</code>@<b>@</b></a></p>",
    "<p>@<img src=i.png alt='@'>@</p>",
    "<p><a href=/y>@<img src=i.png alt='@'>@</a></p>",
    "<p><code>@</code>@<code>@</code></p>",
    "<p>@<code>@</code> @</p>",
    "<p>@ <b><code>@</code></b>@</p>",
    "<pre>@</pre>",
    "<p>~x @ <s>@</s> @",
];

const ADDRESSES: &[&str] = &[
    "http://a.example",
    "HTTPS://a.example/b?c=d&e=f",
    "www.a.example",
    "WWW.a.example/b",
    "ftp://a.example",
    "(http://a.example",
    "\"http://a.example/\\",
    "http://a_b_",
    "http://a.example/~b",
    "http://a.example/$b",
    "http://a.example/www.b",
    "http://a.example/]",
    "me@a.example",
    "mailto:me@a.example",
    "xmpp:me@a.example/b",
    "irc://a.example",
    "//a.example",
    "http://a.example/,",
    "http://a.example\u{a0}",
    "http：//a.example",
    "ｗｗｗ.a.example",
    "x",
    "*",
    "<3",
    "",
];

const TAILS: &[&str] = &[
    "<img src=x onerror=pwn()>",
    "<script>pwn()</script>",
    "<javascript:pwn()>",
    "<http://b.example>",
    "<me@b.example>",
    "<1@b.example>",
    "`<img src=x onerror=pwn()>`",
    "``<b>",
    "`",
    "*<b onclick=pwn()>*",
    "*<3 *b*",
    "_<3 _b_",
    "*",
    "**",
    "_",
    "~",
    "~~",
    "~~b~~",
    "\\",
    "\\<b>",
    "</p><b onclick=pwn()>",
    "<!-- x",
    "<?x",
    "＜img src=x onerror=pwn()＞",
    "&lt;img src=x onerror=pwn()&gt;",
    "&amp;lt;b>",
    "&#60;b>",
    "&copy;",
    "](javascript:pwn())",
    "[b](javascript:pwn())",
    "![b](javascript:pwn())",
    "[b]: javascript:pwn()",
    "]: /y",
    "[^1]",
    "|b",
    "\\|<b>",
    "$b$<b>",
    "$$",
    "!",
    ";",
    ">",
    "'\")",
    " <b>",
    " http://b.example/*",
    "",
];

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&#39;")
}

/// A page that has texts in a place, one after the other.
fn page(place: &str, texts: &[String]) -> String {
    let mut texts = texts.iter().cycle();
    let mut page = String::new();
    for letter in place.chars() {
        match letter {
            '@' => page.push_str(&escaped(texts.next().unwrap())),
            _ => page.push(letter),
        }
    }
    page
}

/// Markdown as several readers show it.
fn rendered(markdown: &str) -> Vec<String> {
    let github = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM;
    let commonmark = [github, github | Options::ENABLE_MATH].map(|options| {
        let mut rendered = String::new();
        html::push_html(&mut rendered, Parser::new_ext(markdown, options));
        rendered
    });
    let linked = comrak::markdown_to_html(markdown, &linking());
    commonmark.into_iter().chain([linked]).collect()
}

/// Returns the settings of a reader of GitHub's dialect, which links bare addresses.
pub(crate) fn linking() -> comrak::Options<'static> {
    let mut options = comrak::Options::default();
    options.extension.autolink = true;
    options.extension.footnotes = true;
    options.extension.strikethrough = true;
    options.extension.table = true;
    options.extension.tasklist = true;
    options.render.r#unsafe = true;
    options
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

fn markdown(page: &str) -> String {
    let dom = Dom::parse(page);
    render::markdown(&dom, &Regions::new(), &MarkdownOptions::new()).unwrap()
}

/// Returns the elements that each reader shows for a place with a plain word in it.
fn plain(place: &str) -> Vec<Vec<String>> {
    let page = page(place, &["x".to_owned()]);
    rendered(&markdown(&page)).iter().map(|html| elements(html)).collect()
}

#[track_caller]
fn check(place: &str, plain: &[Vec<String>], texts: &[String]) {
    let hostile = page(place, texts);
    let found = markdown(&hostile);
    for (html, plain) in rendered(&found).iter().zip(plain) {
        let context = || format!("{hostile}\n---\n{found}\n---\n{html}");
        assert_eq!(elements(html), *plain, "{}", context());
        let (html_dom, page_dom) = (Dom::parse(html), Dom::parse(&*hostile));
        let expected = text(&page_dom, page_dom.nodes());
        assert_eq!(text(&html_dom, html_dom.nodes()), expected, "{}", context());
    }
}

#[test]
fn each_tail_of_each_address_in_each_place() {
    for place in PLACES {
        let plain = plain(place);
        for address in ADDRESSES {
            for tail in TAILS {
                let text = [*address, tail].concat();
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
    let plain: Vec<_> = rendered(&listed("x")).iter().map(|html| elements(html)).collect();
    for address in ADDRESSES {
        for tail in TAILS {
            let title = [*address, tail].concat();
            if title.trim().is_empty() {
                continue;
            }
            let found = listed(&title);
            let shown: String = title.split_whitespace().collect();
            for (html, plain) in rendered(&found).iter().zip(&plain) {
                let context = || format!("{title}\n---\n{found}\n---\n{html}");
                assert_eq!(elements(html), *plain, "{}", context());
                let dom = Dom::parse(html);
                let expected = format!("{shown}{shown}:{shown}{shown}Title:{shown}URL:{shown}{shown}");
                assert_eq!(text(&dom, dom.nodes()), expected, "{}", context());
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

fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => select(ADDRESSES).prop_map(str::to_owned),
        3 => select(TAILS).prop_map(str::to_owned),
        1 => "\\PC{1,8}",
        1 => "[!-/:-@\\[-`{-~a ]{1,8}",
    ];
    let text = vec(piece, 1..5).prop_map(|pieces| pieces.concat());
    text.prop_filter("no text", |text| text.contains(|letter: char| letter.is_alphanumeric()))
}

proptest! {
    #[test]
    fn no_text_is_markup(place in select(PLACES), texts in vec(hostile_text(), 1..8)) {
        check(place, &plain(place), &texts);
    }
}
