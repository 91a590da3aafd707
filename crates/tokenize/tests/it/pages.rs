//! Pages made of pieces at random.

use proptest::{collection::vec, prelude::*, sample::select};

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
