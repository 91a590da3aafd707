//! Tokens and the tree are read from a page in two ways, and must find the same text in it.

use dom::{Dom, NodeKind};
use proptest::{collection::vec, prelude::*, sample::select};
use tokenize::Kind;

use crate::streamed::scan;

/// What a byte of a page is to a reader.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Markup,
    /// Text in which references count.
    Text,
    /// Text in which they don't.
    Raw,
}

/// The role of each byte of a page. White space is left out, since it makes no token and its nodes
/// depend on what is around, and so is NUL, which makes no text in most places.
fn roles(source: &str, pieces: impl Iterator<Item = (std::ops::Range<usize>, Role)>) -> Vec<Role> {
    let mut roles = vec![Role::Markup; source.len()];
    for (range, role) in pieces {
        roles[range].fill(role);
    }
    for (role, byte) in roles.iter_mut().zip(source.bytes()) {
        if byte.is_ascii_whitespace() || byte == 0 {
            *role = Role::Markup;
        }
    }
    roles
}

fn of_tokens(source: &str) -> Vec<Role> {
    let tokens = scan(source);
    let pieces = tokens.iter().filter_map(|token| {
        let role = match token.kind() {
            Kind::Text => Role::Text,
            Kind::RawText => Role::Raw,
            // Its marks belong to the token, and not to the text.
            Kind::Cdata => {
                let section = &source[token.range()];
                let start = token.start() + "<![CDATA[".len();
                let end = token.end() - if section.ends_with("]]>") { 3 } else { 0 };
                return Some((start..end.max(start), Role::Raw));
            }
            _ => return None,
        };
        Some((token.range(), role))
    });
    roles(source, pieces)
}

fn of_tree(source: &str) -> Vec<Role> {
    let dom = Dom::parse(source);
    let texts = dom.nodes().filter_map(|node| {
        let role = match dom.kind(node) {
            NodeKind::Text => Role::Text,
            NodeKind::RawText => Role::Raw,
            _ => return None,
        };
        let raw = dom.raw(node)?;
        // The text stands in its extent, which may have marks around it.
        let extent = dom.extent(node);
        let start = extent.start + source[extent.clone()].find(raw)?;
        Some((start..start + raw.len(), role))
    });
    roles(source, texts)
}

#[track_caller]
fn check(source: &str) {
    let (tokens, tree) = (of_tokens(source), of_tree(source));
    let differs = (0..source.len()).find(|&at| tokens[at] != tree[at]);
    if let Some(at) = differs {
        panic!("byte {at} of {source:?} is {:?} as token, {:?} in the tree", tokens[at], tree[at]);
    }
}

/// Elements in which text stays what it is, wherever the standard moves it. In a `frameset`, and beside a `col` in a
/// `template`, it drops text, of which tokens know nothing.
const ELEMENTS: &[&str] = &[
    "p", "div", "b", "a", "i", "span", "ul", "li", "dl", "dd", "dt", "table", "tr", "td", "th", "tbody", "caption",
    "button", "form", "h1", "h2", "pre", "head", "body", "html", "object", "br", "hr", "img", "input", "x-y", "X-Y",
    "nobr", "ruby", "rt", "font", "meta", "base", "noscript", "NoScript", "main", "section", "details", "label",
    "code", "select", "option", "optgroup",
];

/// Elements whose contents are one text. They come apart from foreign ones: what they are in `svg`
/// depends on the tree, and who has none cannot always tell.
pub(crate) const RAW_TEXT: &[&str] = &["title", "textarea", "script", "style", "iframe", "xmp", "noembed", "noframes"];

pub(crate) const FOREIGN: &[&str] = &["svg", "math", "g", "mi", "path", "text"];

const PIECES: &[&str] = &[
    "one",
    " two words ",
    "&amp;",
    "&nbsp;",
    "&",
    "\0",
    "\r\n",
    "é",
    "😀",
    "<",
    "</",
    "</>",
    "<!-- c -->",
    "<!-->",
    "<!x>",
    "<?y?>",
    "<a href='x'>",
    "<a b=\"<p>\">",
    "<p ",
    ">",
    "\"",
    "'",
    "&lt",
    "&#65;",
    " ",
    "\n",
    "<noscript><img src=x>z</noscript>",
];

pub(crate) fn page(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let name = prop_oneof![4 => select(ELEMENTS), 1 => select(names)].boxed();
    let piece = prop_oneof![
        3 => name.clone().prop_map(|name| format!("<{name}>")),
        2 => name.prop_map(|name| format!("</{name}>")),
        3 => select(PIECES).prop_map(str::to_owned),
    ];
    vec(piece, 0..32).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn pages_with_raw_text(source in page(RAW_TEXT)) {
        check(&source);
    }

    #[test]
    fn pages_with_other_languages(source in page(FOREIGN)) {
        check(&source);
    }
}

#[test]
fn what_noscript_holds_is_read_alike() {
    check("<head><noscript><style>a</style><p>b</noscript>c");
    check("<body><noscript><iframe><p>x</p></iframe> y <noscript>z</noscript></noscript>");
    check("<noscript><img src=a><a href=b>c</a></noscript><script>'<noscript>'</script>d");
    check("<noscript><!-- </noscript> --> e <textarea></noscript></textarea>");
}

#[test]
fn sections_of_characters_are_read_alike() {
    check("<svg><text>a<![CDATA[b &amp; c]]>d</text></svg><p>e");
    check("<p><![CDATA[x]]>y");
}
