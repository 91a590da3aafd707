//! A page in which no script runs, nothing is hidden, and nothing but images is loaded.

mod allowed;

use std::borrow::Cow;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use self::allowed::{ADDRESSES, OF_ALL, is_harmless, verdict};
use crate::{MarkdownOptions, address, work::Work};

/// Writes a page anew, so that no script runs, nothing is hidden, and nothing but images is loaded: only elements and
/// attributes on a list stay.
///
/// Scripts, styles, forms, frames, media, SVG and MathML are removed. A drawing in SVG with a title or words leaves an
/// image with these as its alternative text. Addresses stay if they have no scheme, or
/// `http`, `https`, `mailto` or `tel`. Images stay unless [`MarkdownOptions::images`] leaves them out; whoever opens the
/// page then fetches them. Without images, nothing is loaded. Comments, `id`, `class` and `style` are removed. Links
/// get `rel="noopener nofollow"`.
///
/// Addresses are absolute if the page's own address is known, from its `base` or from [`MarkdownOptions::base`]. The
/// `base` itself is removed: in a page that is shown within another one, it would apply to both. Addresses of more
/// than 8 KiB are left out, and so are all addresses once 4 MiB and 16 bytes for each byte of the page are written.
///
/// Of the `options`, images and the base count. Links keep their addresses in any case.
///
/// Unlike [`html()`](crate::html()), this keeps no byte of the source: everything is written from the tree, with
/// every special character escaped, so that a browser reads exactly what was allowed.
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
/// use render::MarkdownOptions;
/// use dom::Dom;
///
/// let dom = Dom::parse("<!doctype html><p onclick=steal()>Rain <a href='javascript:steal()'>here</a><script>steal()</script>");
/// assert_eq!(
///     render::sanitized(&dom, &MarkdownOptions::new()),
///     "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head>\
///      <body><p>Rain <a rel=\"noopener nofollow\">here</a></p></body></html>"
/// );
/// ```
#[must_use]
pub fn sanitized(dom: &Dom<'_>, options: &MarkdownOptions) -> String {
    let mut out = String::with_capacity(dom.source().len() / 2);
    // In quirks mode, a table does not end the paragraph before it, so the written page must have the mode of the
    // source.
    if !dom.is_quirky() {
        out.push_str("<!DOCTYPE html>\n");
    }
    let base = dom.nodes().find(|&node| dom.tag(node) == Tag::BASE && dom.attribute(node, "href").is_some());
    let writer = Writer {
        dom,
        base: address::base(dom, base, options.get_base()),
        has_images: options.get_images(),
        limit: Work::of(dom).limit(),
    };
    // The names of open elements, and the position after what is in them.
    let mut open: Vec<(&str, usize)> = Vec::new();
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        close(&mut open, at, &mut out);
        let end = dom.subtree_end(node);
        let mut next = at + 1;
        match dom.kind(node) {
            NodeKind::Text => escape(&dom.text(node), &mut out),
            NodeKind::Element => match writer.allowed(node) {
                Verdict::Stays(name, attributes) => {
                    writer.start_tag(node, name, attributes, &mut out);
                    // What was read is written as UTF-8, and the page's own declarations are removed.
                    if name == "head" {
                        out.push_str("<meta charset=\"utf-8\">");
                    }
                    if !dom.tag(node).is_void() {
                        open.push((name, end));
                    }
                }
                // Words that a block kept apart stay apart without it.
                Verdict::Unwrapped if dom.is_block(node) => out.push(' '),
                Verdict::Unwrapped => {}
                Verdict::Picture(text) => {
                    out.push_str("<img alt=\"");
                    escape(&text, &mut out);
                    out.push_str("\">");
                    next = end;
                }
                Verdict::Gone => next = end,
            },
            // Raw text occurs in titles, and in elements that are removed.
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

/// Ends the elements that contain nothing more.
fn close(open: &mut Vec<(&str, usize)>, at: usize, out: &mut String) {
    while let Some((name, _)) = open.pop_if(|(_, end)| *end <= at) {
        out.push_str("</");
        out.push_str(name);
        out.push('>');
    }
}

/// What becomes of an element.
enum Verdict<'d> {
    /// It stays under this name, with these attributes in addition to [`OF_ALL`].
    Stays(&'d str, &'static [&'static str]),
    /// It is removed, but leaves its content.
    Unwrapped,
    /// It is a drawing that says this.
    Picture(String),
    /// It is removed with its content.
    Gone,
}

/// The settings by which tags are written.
struct Writer<'d> {
    dom: &'d Dom<'d>,
    base: Option<String>,
    has_images: bool,
    /// The number of written bytes beyond which no address is written: the `base` may make each of them long.
    limit: usize,
}

impl<'d> Writer<'d> {
    fn allowed(&self, node: NodeId) -> Verdict<'d> {
        if self.dom.tag(node) == Tag::SVG && self.has_images {
            return words_of_drawing(self.dom, node).map_or(Verdict::Gone, Verdict::Picture);
        }
        // Foreign content is removed whole, because the rules for parsing it differ, which attacks on sanitizers
        // exploit.
        if self.dom.namespace(node) != Namespace::Html {
            return Verdict::Gone;
        }
        if self.dom.tag(node) == Tag::IMG && !self.has_images {
            return Verdict::Gone;
        }
        verdict(self.dom.name(node))
    }

    fn start_tag(&self, node: NodeId, tag: &str, attributes: &[&str], out: &mut String) {
        out.push('<');
        out.push_str(tag);
        for attribute in self.dom.attributes(node) {
            let name = attribute.name().to_ascii_lowercase();
            // Event handlers, `style` and everything unknown are not on the lists.
            if !attributes.contains(&&*name) && !OF_ALL.contains(&&*name) {
                continue;
            }
            let mut value = attribute.value();
            // An address is checked after its references are decoded, as `&#106;avascript:` shows.
            if ADDRESSES.contains(&&*name) {
                match self.address(value).filter(|_| out.len() <= self.limit) {
                    Some(address) => value = address,
                    None => continue,
                }
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
        // The parser drops a line feed right after `<pre>`, so that a text that begins with one needs another.
        if tag == "pre" && first_text(self.dom, node).starts_with('\n') {
            out.push('\n');
        }
    }

    /// Returns an address as it is written, or `None` if it must not be.
    fn address<'v>(&self, value: Cow<'v, str>) -> Option<Cow<'v, str>> {
        if !is_harmless(&value) {
            return None;
        }
        let found = match &self.base {
            Some(_) => Cow::Owned(address::written(self.base.as_deref(), &address::trimmed(&value))?),
            None => value,
        };
        // Checked again, because resolving can bring in the scheme of the base.
        (found.len() <= address::MAX_ADDRESS && is_harmless(&found)).then_some(found)
    }
}

/// Returns the title of a drawing, or else the words in it.
fn words_of_drawing(dom: &Dom<'_>, svg: NodeId) -> Option<String> {
    let title = dom.children(svg).find(|&child| dom.tag(child) == Tag::TITLE);
    let (mut words, mut at, end) = match title {
        Some(title) => (String::new(), title.index(), dom.subtree_end(title)),
        None => (String::new(), svg.index(), dom.subtree_end(svg)),
    };
    while let Some(node) = dom.get(at).filter(|_| at < end) {
        at += 1;
        match dom.kind(node) {
            NodeKind::Element if matches!(dom.tag(node), Tag::SCRIPT | Tag::STYLE) => at = dom.subtree_end(node),
            NodeKind::Text | NodeKind::RawText => {
                for word in dom.text(node).split_whitespace() {
                    let separator = if words.is_empty() { "" } else { " " };
                    words.extend([separator, word]);
                }
            }
            _ => {}
        }
    }
    (!words.is_empty()).then_some(words)
}

fn first_text<'d>(dom: &'d Dom<'_>, node: NodeId) -> std::borrow::Cow<'d, str> {
    match dom.first_child(node) {
        Some(child) => dom.text(child),
        None => "".into(),
    }
}

fn escape(text: &str, out: &mut String) {
    let mut rest = text;
    // Escaping these characters is enough for a text and for an attribute value in double quotes alike.
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

    #[test]
    fn titles_stay() {
        let page = "<html lang=de><title>A &amp; </B>\n<base href=x>";
        let page = sanitized(&Dom::parse(page), &MarkdownOptions::new());
        assert!(page.contains("<html lang=\"de\"><head><meta charset=\"utf-8\"><title>A &amp; &lt;/B&gt;"), "{page}");
    }

    #[test]
    fn the_base_goes_into_the_addresses() {
        let based = |page: &str, options: MarkdownOptions| sanitized(&Dom::parse(page), &options);
        let links = "<a href=x>a</a><img src='../i.png'><q cite='?q'>b</q><a href=mailto:a@b>c</a>";
        for (base, expected) in [
            ("<base href=https://b.example/c/d>", "https://b.example/c/x"),
            ("<base href='javascript://b/%0apwn()/'>", "https://a.example/x"),
            ("<base href=/e/><base href=//evil.example/>", "https://a.example/e/x"),
            ("", "https://a.example/x"),
        ] {
            let options = MarkdownOptions::new().base("https://a.example/");
            let page = based(&format!("<p>{links}{base}"), options);
            assert!(page.contains(&format!("<a href=\"{expected}\" rel")), "{page}");
            assert!(page.contains("<a href=\"mailto:a@b\" rel"), "{page}");
            assert!(!page.contains("<base"), "{page}");
        }
        // Without the address of the page it stays as it is, and leads nowhere else.
        let page = based(&format!("<base href=/e/>{links}"), MarkdownOptions::new());
        assert!(page.contains("<a href=\"x\" rel"), "{page}");
    }

    #[test]
    fn a_long_base_does_not_make_a_long_page() {
        let base = "x".repeat(8_000);
        let page = format!("<base href=https://{base}.example/>{}", "<a href=y>z</a>".repeat(20_000));
        let found = sanitized(&Dom::parse(&*page), &MarkdownOptions::new());
        assert!(found.len() < (4 << 20) + 20 * page.len());
        assert!(found.ends_with("<a rel=\"noopener nofollow\">z</a></body></html>"));
    }

    #[test]
    fn without_images_nothing_loads() {
        let page = "<p>a<img src=i.png alt=b><picture><source srcset=j.png><img src=k.png></picture>\
            <image src=l.png><svg><image href=m.png></svg><video poster=n.png></video>\
            <input type=image src=o.png><table background=p.png><td style='background: url(q.png)'>c</table>\
            <link rel=icon href=r.png><object data=s.png></object><body background=t.png>";
        let found = sanitized(&Dom::parse(page), &MarkdownOptions::new().images(false));
        assert!(!found.contains(".png"), "{found}");
        let found = sanitized(&Dom::parse(page), &MarkdownOptions::new());
        assert_eq!(found.matches(".png").count(), 3, "{found}");
    }
}
