use std::{borrow::Cow, ops::Range};

use dom::{Dom, NodeId, NodeKind, Tag};

/// Makes a page declare that it is UTF-8.
///
/// What this crate writes is UTF-8, because it works on decoded text. So a page
/// that came in another encoding must no longer declare it in a `meta`: every
/// declaration of another encoding is rewritten in place. A page without one
/// gets `<meta charset="utf-8">` as early as possible: after `<head>`, else
/// after `<html>`, the doctype, or nothing. A page that already declares UTF-8
/// is borrowed.
///
/// Call it for pages whose encoding was not UTF-8. For others it may add a tag
/// that they did without.
///
/// # Complexity
///
/// That of parsing the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use render::declare_utf8;
///
/// let page = r#"<meta charset="windows-1252"><p>é"#;
/// assert_eq!(declare_utf8(page), r#"<meta charset="utf-8"><p>é"#);
/// assert_eq!(declare_utf8("<head><p>é"), r#"<head><meta charset="utf-8"><p>é"#);
/// ```
#[must_use]
pub fn declare_utf8(html: &str) -> Cow<'_, str> {
    const DECLARATION: &str = "<meta charset=\"utf-8\">";
    let dom = Dom::parse(html);
    let mut labels: Vec<Range<usize>> = dom.nodes().flat_map(|node| labels(&dom, node)).collect();
    if labels.is_empty() {
        let place = place_of_declaration(&dom);
        return Cow::Owned([&html[..place], DECLARATION, &html[place..]].concat());
    }
    // `utf8` without a hyphen is a label of UTF-8 as well, so a page that has it needs no change.
    labels.retain(|label| !is_utf8(&html[label.clone()]));
    if labels.is_empty() {
        return Cow::Borrowed(html);
    }
    // The tree can deviate from the source order, because the parser moves elements out of tables; the copying below
    // needs ascending positions.
    labels.sort_by_key(|label| label.start);
    let mut out = String::with_capacity(html.len());
    let mut done = 0;
    for label in labels {
        out.push_str(&html[done..label.start]);
        out.push_str("utf-8");
        done = label.end;
    }
    out.push_str(&html[done..]);
    Cow::Owned(out)
}

/// Returns whether an element declares an encoding.
pub(crate) fn is_declaration(dom: &Dom<'_>, element: NodeId) -> bool {
    labels(dom, element).next().is_some()
}

fn place_of_declaration(dom: &Dom<'_>) -> usize {
    let end_of = |tag: Tag| {
        let mut nodes = dom.nodes().filter(|&node| dom.tag(node) == tag);
        nodes.find_map(|node| dom.start_tag(node)).map(|tag| tag.end)
    };
    let doctype = || {
        let mut nodes = dom.nodes();
        let doctype = nodes.find(|&node| dom.kind(node) == NodeKind::Doctype)?;
        Some(dom.extent(doctype).end)
    };
    // A browser looks for a declaration in the first 1024 bytes only, hence the earliest place that the page allows.
    let place = end_of(Tag::HEAD).or_else(|| end_of(Tag::HTML));
    place.or_else(doctype).unwrap_or(0)
}

fn is_utf8(label: &str) -> bool {
    ["utf-8", "utf8"].iter().any(|name| label.trim().eq_ignore_ascii_case(name))
}

/// Returns where an element names an encoding, if it is a `meta`: in `charset`,
/// or in `content` if `http-equiv` says that this is a content type.
fn labels<'d>(dom: &'d Dom<'_>, element: NodeId) -> impl Iterator<Item = Range<usize>> + 'd {
    let is_meta = dom.tag(element) == Tag::META;
    let attributes = move || dom.attributes(element).filter(move |_| is_meta);
    let is_type = attributes().any(|attribute| {
        attribute.name().eq_ignore_ascii_case("http-equiv")
            && attribute.raw_value().trim().eq_ignore_ascii_case("content-type")
    });
    attributes().filter_map(move |attribute| {
        let value = attribute.value_range();
        if attribute.name().eq_ignore_ascii_case("charset") {
            // An empty value names no encoding, and an attribute without `=` has no place for one.
            return (!value.is_empty()).then_some(value);
        }
        if !is_type || !attribute.name().eq_ignore_ascii_case("content") {
            return None;
        }
        let label = label_in_content(attribute.raw_value())?;
        Some(value.start + label.start..value.start + label.end)
    })
}

/// Returns where the label is in `text/html; charset=label`.
fn label_in_content(content: &str) -> Option<Range<usize>> {
    // Lowering ASCII letters keeps all byte positions, so that a match in `lower` is a range of `content`.
    let lower = content.to_ascii_lowercase();
    for (at, found) in lower.match_indices("charset") {
        let behind = at + found.len();
        let rest = &content[behind..];
        // HTML's algorithm for a `meta` goes on to the next "charset" if no equals sign follows this one.
        let Some(value) = rest.trim_ascii_start().strip_prefix('=') else {
            continue;
        };
        let value = value.trim_ascii_start().trim_start_matches(['"', '\'']);
        let len = value.find(|letter: char| letter.is_ascii_whitespace() || matches!(letter, ';' | '"' | '\''));
        // `value` is a suffix of `content`, so the difference of their lengths is where it starts.
        let start = content.len() - value.len();
        let label = start..start + len.unwrap_or(value.len());
        return (!label.is_empty()).then_some(label);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: &str) {
        let found = declare_utf8(page);
        assert_eq!(found, expected);
        assert!(matches!(declare_utf8(&found), Cow::Borrowed(_)), "{found}");
    }

    #[test]
    fn declarations_are_rewritten() {
        check("<meta charset=latin1 name=x>", "<meta charset=utf-8 name=x>");
        check(
            r#"<META content="text/html; Charset = 'gb2312' ; x" HTTP-EQUIV=Content-Type>"#,
            r#"<META content="text/html; Charset = 'utf-8' ; x" HTTP-EQUIV=Content-Type>"#,
        );
        check(
            "<meta charset=utf-8><meta http-equiv=content-type content='text/html;charset=sjis'>",
            "<meta charset=utf-8><meta http-equiv=content-type content='text/html;charset=utf-8'>",
        );
        check("<meta charset=\"UTF8\">é", "<meta charset=\"UTF8\">é");
    }

    #[test]
    fn missing_declarations_are_added() {
        let meta = r#"<meta charset="utf-8">"#;
        check("é", &format!("{meta}é"));
        check("<!doctype html>é", &format!("<!doctype html>{meta}é"));
        check("<html lang=fr><title>é</title>", &format!("<html lang=fr>{meta}<title>é</title>"));
        check("<!doctype html><html><head><title>é", &format!("<!doctype html><html><head>{meta}<title>é"));
        // These name no encoding.
        check("<meta charset><p>", &format!("{meta}<meta charset><p>"));
        check("<meta name=charset content='charset=x'>", &format!("{meta}<meta name=charset content='charset=x'>"));
    }
}
