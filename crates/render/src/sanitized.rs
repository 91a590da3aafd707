//! A page in which nothing runs, loads by itself, or hides.

use dom::{Dom, Namespace, NodeId, NodeKind};

use crate::layout::is_block;

/// Elements that stay, with the attributes that they keep in addition to those
/// of all elements. All others are removed, but leave their content, except for
/// [`GONE`].
const ALLOWED: &[(&str, &[&str])] = &[
    ("a", &["href", "hreflang"]),
    ("abbr", &[]),
    ("acronym", &[]),
    ("address", &[]),
    ("area", &["alt", "coords", "href", "shape"]),
    ("article", &[]),
    ("aside", &[]),
    ("b", &[]),
    ("base", &["href"]),
    ("bdi", &[]),
    ("bdo", &[]),
    ("big", &[]),
    ("blockquote", &["cite"]),
    ("body", &[]),
    ("br", &[]),
    ("caption", &[]),
    ("center", &[]),
    ("cite", &[]),
    ("code", &[]),
    ("col", &["align", "span"]),
    ("colgroup", &["align", "span"]),
    ("data", &["value"]),
    ("dd", &[]),
    ("del", &["cite", "datetime"]),
    ("details", &["open"]),
    ("dfn", &[]),
    ("div", &[]),
    ("dl", &[]),
    ("dt", &[]),
    ("em", &[]),
    ("figcaption", &[]),
    ("figure", &[]),
    ("footer", &[]),
    ("h1", &[]),
    ("h2", &[]),
    ("h3", &[]),
    ("h4", &[]),
    ("h5", &[]),
    ("h6", &[]),
    ("head", &[]),
    ("header", &[]),
    ("hgroup", &[]),
    ("hr", &[]),
    ("html", &[]),
    ("i", &[]),
    ("img", &["alt", "height", "src", "width"]),
    ("ins", &["cite", "datetime"]),
    ("kbd", &[]),
    ("li", &["value"]),
    ("main", &[]),
    ("map", &[]),
    ("mark", &[]),
    ("nav", &[]),
    ("ol", &["reversed", "start", "type"]),
    ("p", &[]),
    ("pre", &[]),
    ("q", &["cite"]),
    ("rp", &[]),
    ("rt", &[]),
    ("ruby", &[]),
    ("s", &[]),
    ("samp", &[]),
    ("section", &[]),
    ("small", &[]),
    ("span", &[]),
    ("strike", &[]),
    ("strong", &[]),
    ("sub", &[]),
    ("summary", &[]),
    ("sup", &[]),
    ("table", &["summary"]),
    ("tbody", &[]),
    ("td", &["align", "colspan", "headers", "rowspan"]),
    ("tfoot", &[]),
    ("th", &["align", "colspan", "headers", "rowspan", "scope"]),
    ("thead", &[]),
    ("time", &["datetime"]),
    ("title", &[]),
    ("tr", &["align"]),
    ("tt", &[]),
    ("u", &[]),
    ("ul", &[]),
    ("var", &[]),
    ("wbr", &[]),
];

/// Attributes that every element keeps.
const OF_ALL: &[&str] = &["dir", "lang", "title"];

/// Attributes that hold addresses.
const ADDRESSES: &[&str] = &["cite", "href", "src"];

/// Schemes of addresses that stay; so do addresses without one.
const SCHEMES: &[&str] = &["http", "https", "mailto", "tel"];

/// Elements that are removed with everything in them: their content is not
/// content of the page, or would be read as something else without the element.
const GONE: &[&str] = &[
    "applet",
    "audio",
    "canvas",
    "embed",
    "frameset",
    "iframe",
    "math",
    "noembed",
    "noframes",
    "object",
    "plaintext",
    "script",
    "select",
    "style",
    "svg",
    "template",
    "textarea",
    "video",
    "xmp",
];

/// Writes a page anew, so that nothing in it runs, loads by itself, or hides:
/// only elements and attributes on a list stay.
///
/// Scripts, styles, forms, frames, media, SVG and MathML are removed. Addresses
/// stay if they have no scheme, or `http`, `https`, `mailto` or `tel`. Pictures
/// stay, and are fetched by whoever looks at the page. Comments, `id`, `class`
/// and `style` are removed. Links get `rel="noopener nofollow"`.
///
/// Unlike [`html()`](crate::html()) this keeps no byte of the source:
/// everything is written from the tree, with every special character escaped,
/// so a browser reads exactly what was allowed.
///
/// # Complexity
///
/// Linear in the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use dom::Dom;
///
/// let dom = Dom::parse("<!doctype html><p onclick=steal()>Rain <a href='javascript:steal()'>here</a><script>steal()</script>");
/// assert_eq!(
///     render::sanitized(&dom),
///     "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head>\
///      <body><p>Rain <a rel=\"noopener nofollow\">here</a></p></body></html>"
/// );
/// ```
#[must_use]
pub fn sanitized(dom: &Dom<'_>) -> String {
    let mut out = String::with_capacity(dom.source().len() / 2);
    // Without it, tables would be inside paragraphs.
    if !dom.is_quirky() {
        out.push_str("<!DOCTYPE html>\n");
    }
    // The names of open elements, and the position after what is in them.
    let mut open: Vec<(&'static str, usize)> = Vec::new();
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        close(&mut open, at, &mut out);
        let end = dom.subtree_end(node);
        let mut next = at + 1;
        match dom.kind(node) {
            NodeKind::Text => escape(&dom.text(node), &mut out),
            NodeKind::Element => match allowed(dom, node) {
                Verdict::Stays(name, attributes) => {
                    start_tag(dom, node, name, attributes, &mut out);
                    if name == "head" {
                        out.push_str("<meta charset=\"utf-8\">");
                    }
                    if !dom.tag(node).is_void() {
                        open.push((name, end));
                    }
                }
                // Two words that a block kept apart stay apart.
                Verdict::Unwrapped if is_block(dom, node) => out.push(' '),
                Verdict::Unwrapped => {}
                Verdict::Gone => next = end,
            },
            // Raw text is in elements that were removed, and in titles.
            NodeKind::RawText if open.last().is_some_and(|(name, _)| *name == "title") => {
                escape(&dom.text(node), &mut out);
            }
            _ => {}
        }
        at = next;
    }
    close(&mut open, at, &mut out);
    out
}

enum Verdict {
    Stays(&'static str, &'static [&'static str]),
    Unwrapped,
    Gone,
}

fn allowed(dom: &Dom<'_>, node: NodeId) -> Verdict {
    let name = dom.name(node);
    if dom.namespace(node) != Namespace::Html || GONE.contains(&name) {
        return Verdict::Gone;
    }
    match ALLOWED.binary_search_by_key(&name, |(allowed, _)| allowed) {
        Ok(idx) => Verdict::Stays(ALLOWED[idx].0, ALLOWED[idx].1),
        Err(_) => Verdict::Unwrapped,
    }
}

/// Ends the elements that contain nothing more.
fn close(open: &mut Vec<(&'static str, usize)>, at: usize, out: &mut String) {
    while let Some((name, _)) = open.pop_if(|(_, end)| *end <= at) {
        out.push_str("</");
        out.push_str(name);
        out.push('>');
    }
}

fn start_tag(
    dom: &Dom<'_>,
    node: NodeId,
    tag: &'static str,
    attributes: &[&str],
    out: &mut String,
) {
    out.push('<');
    out.push_str(tag);
    for attribute in dom.attributes(node) {
        let name = attribute.name().to_ascii_lowercase();
        if !attributes.contains(&&*name) && !OF_ALL.contains(&&*name) {
            continue;
        }
        let value = attribute.value();
        if ADDRESSES.contains(&&*name) && !is_harmless(&value) {
            continue;
        }
        out.push(' ');
        out.push_str(&name);
        out.push_str("=\"");
        escape(&value, out);
        out.push('"');
    }
    if matches!(tag, "a" | "area") {
        out.push_str(" rel=\"noopener nofollow\"");
    }
    out.push('>');
    // The parser drops the first line feed.
    if tag == "pre" && first_text(dom, node).starts_with('\n') {
        out.push('\n');
    }
}

fn first_text<'d>(dom: &'d Dom<'_>, node: NodeId) -> std::borrow::Cow<'d, str> {
    match dom.first_child(node) {
        Some(child) => dom.text(child),
        None => "".into(),
    }
}

/// Returns whether an address, as browsers read it, has a scheme that stays, or
/// none.
fn is_harmless(address: &str) -> bool {
    let meant = address
        .trim_start_matches(|c: char| c <= ' ')
        .chars()
        .filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let mut scheme = String::new();
    for c in meant {
        match c {
            ':' => return SCHEMES.contains(&&*scheme),
            c if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                scheme.push(c.to_ascii_lowercase());
            }
            // What comes before the colon is not a scheme.
            _ => return true,
        }
    }
    true
}

fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\u{a0}']) {
        out.push_str(&rest[..at]);
        let c = rest[at..].chars().next().unwrap_or_default();
        out.push_str(match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            _ => "&nbsp;",
        });
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(source: &str) -> String {
        let page = sanitized(&Dom::parse(source));
        let start = page.find("<body").unwrap();
        let start = start + page[start..].find('>').unwrap() + 1;
        page[start..page.find("</body>").unwrap()].to_owned()
    }

    #[test]
    fn names_are_sorted_to_be_found() {
        assert!(ALLOWED.is_sorted_by(|one, two| one.0 < two.0));
        assert!(ALLOWED.iter().all(|(name, _)| !GONE.contains(name)));
    }

    #[test]
    fn addresses_are_read_as_browsers_read_them() {
        for address in [
            "/a",
            "a:b/c:d",
            "#x",
            "?a:b",
            "HTTPS://a.example",
            "mailto:a@b",
            "//a",
            "",
        ] {
            assert_eq!(is_harmless(address), address != "a:b/c:d", "{address}");
        }
        for address in [
            "javascript:x",
            " \u{1}JavaScript:x",
            "java\nscript:x",
            "\tdata:text/html,x",
            "vbscript:x",
            "blob:x",
            "file:///etc",
        ] {
            assert!(!is_harmless(address), "{address:?}");
        }
    }

    #[test]
    fn what_runs_goes_and_what_is_read_stays() {
        for (source, expected) in [
            ("<p onclick=x style=y class=z id=w>a</p>", "<p>a</p>"),
            ("a<script>x</script><style>y</style>b", "ab"),
            ("<form><b>a</b><input value=x></form>", " <b>a</b>"),
            ("<svg><script>x</script><p>a", "<p>a</p>"),
            (
                "<math><mtext></form><form><mglyph><svg><mtext><style><path id=</style><img onerror=x src>\">",
                "",
            ),
            ("<noscript><p>a</noscript>", "<p>a</p>"),
            (
                "<img src=x onerror=y><img src='javascript:z'>",
                "<img src=\"x\"><img>",
            ),
            (
                "<iframe srcdoc='<p>x'></iframe><object data=x>y</object>z",
                "z",
            ),
            (
                "<a href='&#106;avascript:x'>a</a>",
                "<a rel=\"noopener nofollow\">a</a>",
            ),
            (
                "<a title='\"><script>x</script>'>a</a>",
                "<a title=\"&quot;&gt;&lt;script&gt;x&lt;/script&gt;\" rel=\"noopener nofollow\">a</a>",
            ),
            ("<pre>\n\na</pre>", "<pre>\n\na</pre>"),
            ("&lt;script>&amp;amp;", "&lt;script&gt;&amp;amp;"),
            ("<!-- a --><x-y>b</x-y>", "b"),
        ] {
            assert_eq!(body(source), expected, "{source}");
        }
    }

    #[test]
    fn titles_stay() {
        let page = sanitized(&Dom::parse(
            "<html lang=de><title>A &amp; </B>\n<base href=x>",
        ));
        assert!(
            page.contains(
                "<html lang=\"de\"><head><meta charset=\"utf-8\"><title>A &amp; &lt;/B&gt;"
            ),
            "{page}"
        );
    }
}
