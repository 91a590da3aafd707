//! The elements, attributes and addresses of a sanitized page.

use super::Verdict;

/// Returns what becomes of an element of this name.
pub(super) fn verdict(name: &str) -> Verdict<'_> {
    let attributes: &[&str] = match name {
        "a" => &["href", "hreflang"],
        "area" => &["alt", "coords", "href", "shape"],
        "blockquote" | "q" => &["cite"],
        "col" | "colgroup" => &["align", "span"],
        "data" | "li" => &["value"],
        "del" | "ins" => &["cite", "datetime"],
        "details" => &["open"],
        "img" => &["alt", "height", "src", "width"],
        "ol" => &["reversed", "start", "type"],
        "table" => &["summary"],
        "td" => &["align", "colspan", "headers", "rowspan"],
        "th" => &["align", "colspan", "headers", "rowspan", "scope"],
        "time" => &["datetime"],
        "tr" => &["align"],
        "abbr" | "acronym" | "address" | "article" | "aside" | "b" | "bdi" | "bdo" | "big" | "body" | "br"
        | "caption" | "center" | "cite" | "code" | "dd" | "dfn" | "div" | "dl" | "dt" | "em" | "figcaption"
        | "figure" | "footer" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "head" | "header" | "hgroup" | "hr"
        | "html" | "i" | "kbd" | "main" | "map" | "mark" | "nav" | "p" | "pre" | "rp" | "rt" | "ruby" | "s"
        | "samp" | "section" | "small" | "span" | "strike" | "strong" | "sub" | "summary" | "sup" | "tbody"
        | "tfoot" | "thead" | "title" | "tt" | "u" | "ul" | "var" | "wbr" => &[],
        // Their content is not content of the page, or would be read as something else without them.
        "applet" | "audio" | "canvas" | "embed" | "frameset" | "iframe" | "math" | "noembed" | "noframes"
        | "object" | "plaintext" | "script" | "select" | "style" | "svg" | "template" | "textarea" | "video"
        | "xmp" => return Verdict::Gone,
        _ => return Verdict::Unwrapped,
    };
    Verdict::Stays(name, attributes)
}

/// Attributes that every element keeps.
pub(super) const OF_ALL: &[&str] = &["dir", "lang", "title"];

/// Attributes that hold addresses.
pub(super) const ADDRESSES: &[&str] = &["cite", "href", "src"];

/// Schemes of addresses that stay; so do addresses without one.
const SCHEMES: &[&str] = &["http", "https", "mailto", "tel"];

/// Returns whether an address, as browsers read it, has an allowed scheme or none.
pub(super) fn is_harmless(address: &str) -> bool {
    // Browsers strip control characters and spaces from the start, and tabs and line ends from anywhere, before they
    // look for a scheme: `java\nscript:` is `javascript:`.
    let meant = address.trim_start_matches(|c: char| c <= ' ').chars().filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let mut scheme = String::new();
    for c in meant {
        match c {
            ':' => return SCHEMES.contains(&&*scheme),
            c if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                scheme.push(c.to_ascii_lowercase());
            }
            // A scheme consists of these characters only, so a colon after any other one is part of a path or a
            // query.
            _ => return true,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_browsers_read_them() {
        for address in ["/a", "a:b/c:d", "#x", "?a:b", "HTTPS://a.example", "mailto:a@b", "//a", ""] {
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
}
