//! The address that a page gives itself.

use tokenize::Kind;

use crate::url;

/// How much of a page is searched: enough for its head.
const SEARCHED: usize = 64 << 10;

/// Returns the absolute URL that a page declares for itself: its
/// `<link rel=canonical>`, or else its `<base>` with the file's name.
///
/// # Complexity
///
/// Linear in the first 64 KiB of the page.
///
/// # Examples
///
/// ```
/// let page = b"<link rel='canonical' href='http://a.example/tides'><p>High";
/// assert_eq!(corpus::declared_url(page, "x.html").as_deref(), Some("http://a.example/tides"));
/// let page = b"<base href=http://a.example/news/index.html><p>High";
/// assert_eq!(corpus::declared_url(page, "x.html").as_deref(), Some("http://a.example/news/x.html"));
/// assert_eq!(corpus::declared_url(b"<p>High", "x.html"), None);
/// ```
pub fn declared_url(page: &[u8], file_name: &str) -> Option<String> {
    let head = &page[..page.len().min(SEARCHED)];
    let source = tokenize::decode(head, None);
    let text = source.text();
    let mut base = None;
    for token in tokenize::scan(text) {
        if token.kind() != Kind::StartTag {
            continue;
        }
        let name = tokenize::tag_name(text, &token);
        let value = |wanted: &str| {
            tokenize::attributes(&text[token.range()])
                .find(|attribute| attribute.name().eq_ignore_ascii_case(wanted))
                .map(|attribute| attribute.value().trim().to_owned())
        };
        if name.eq_ignore_ascii_case("link") {
            let is_canonical = value("rel").is_some_and(|rel| {
                rel.split_ascii_whitespace()
                    .any(|rel| rel.eq_ignore_ascii_case("canonical"))
            });
            let address = value("href").filter(|_| is_canonical);
            if let Some(address) = address.filter(|address| is_absolute(address)) {
                return Some(address);
            }
        } else if name.eq_ignore_ascii_case("base") && base.is_none() {
            base = value("href").filter(|address| is_absolute(address));
        }
    }
    let base = base?;
    let parts = url::parts(&base)?;
    let folder = parts.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Some(format!(
        "{}://{}{folder}/{file_name}",
        parts.scheme, parts.authority
    ))
}

fn is_absolute(address: &str) -> bool {
    let scheme = url::parts(address).map(|parts| parts.scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| scheme == "http" || scheme == "https")
        && url::host(address).is_some()
}
