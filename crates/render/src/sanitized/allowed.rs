//! The elements, attributes and addresses of a sanitized page.

/// Elements that stay, each with the attributes that it keeps in addition to [`OF_ALL`]. Other elements are removed
/// but leave their content, except for those in [`GONE`].
pub(super) const ALLOWED: &[(&str, &[&str])] = &[
    ("a", &["href", "hreflang"]),
    ("abbr", &[]),
    ("acronym", &[]),
    ("address", &[]),
    ("area", &["alt", "coords", "href", "shape"]),
    ("article", &[]),
    ("aside", &[]),
    ("b", &[]),
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
pub(super) const OF_ALL: &[&str] = &["dir", "lang", "title"];

/// Attributes that hold addresses.
pub(super) const ADDRESSES: &[&str] = &["cite", "href", "src"];

/// Schemes of addresses that stay; so do addresses without one.
const SCHEMES: &[&str] = &["http", "https", "mailto", "tel"];

/// Elements that are removed with their content, which is not content of the page, or would be read as something else
/// without the element.
pub(super) const GONE: &[&str] = &[
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
    fn names_are_sorted_to_be_found() {
        assert!(ALLOWED.is_sorted_by(|one, two| one.0 < two.0));
        assert!(ALLOWED.iter().all(|(name, _)| !GONE.contains(name)));
    }

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
