//! Finds the address that a page declares for itself.

use std::sync::LazyLock;

use dom::scan::{self, Markup};
use regex::bytes::Regex;

use crate::url::{self, Host};

/// The number of bytes of a page that are searched: enough for its head. Chosen: by eye.
pub(crate) const SEARCHED: usize = 64 << 10;

/// The number of bytes in which the comment of a program begins that saved the page. Chosen: by eye; most are the first
/// thing in the page, or right after its first tag.
const COMMENTS: usize = 2 << 10;

/// The beginnings of the tags that are of interest, or what is in them. After the last of them the search ends.
static CANDIDATE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("(?i-u)<(?:link|base)|og:url").ok());
/// What a comment with an address must contain.
static SAVING: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("(?i-u)saved (?:from|with)|mirrored from").ok());
/// What a `meta` element with an address must contain. Others are passed over, so that a description with letters
/// other than ASCII does not make the head be decoded.
static GRAPH: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new("(?i-u)og:url").ok());

/// Returns the absolute URL that a page declares for itself: its `<link rel=canonical>`, or else its
/// `<meta property="og:url">`, or else the address that a program which saved it left in a comment (SingleFile, Internet
/// Explorer and browsers after it, monolith, HTTrack), or else its `<base>` with the file's name.
///
/// # Complexity
///
/// Linear in the first 64 KiB of the page, most of which are only searched for the beginnings of these tags. They are
/// decoded only if one of the tags has characters other than ASCII.
///
/// # Examples
///
/// ```
/// let page = b"<link rel='canonical' href='http://a.example/tides'><p>High";
/// assert_eq!(formats::declared_url(page, "x.html").as_deref(), Some("http://a.example/tides"));
/// let page = b"<base href=http://a.example/news/index.html><p>High";
/// assert_eq!(formats::declared_url(page, "x.html").as_deref(), Some("http://a.example/news/x.html"));
/// let page = b"<!-- saved from url=(0022)http://a.example/tides --><p>High";
/// assert_eq!(formats::declared_url(page, "x.html").as_deref(), Some("http://a.example/tides"));
/// assert_eq!(formats::declared_url(b"<p>High", "x.html"), None);
/// ```
pub fn declared_url(page: &[u8], file_name: &str) -> Option<String> {
    let head = &page[..page.len().min(SEARCHED)];
    // In every charset of the web ASCII characters are the bytes of ASCII, except for UTF-16, which has zeros, and
    // ISO-2022-JP, which has escapes.
    let is_plain = !head.iter().any(|&byte| matches!(byte, 0 | ESCAPE));
    let plain = is_plain.then(|| declared(head, ascii)).flatten();
    let address = plain.unwrap_or_else(|| {
        let source = tokenize::decode(head, None);
        declared(source.text().as_bytes(), |tag| std::str::from_utf8(tag).ok()).unwrap_or_default()
    });
    if let Some(whole) = address.canonical.or(address.graph).or(address.saved) {
        return Some(whole);
    }
    let base = address.base?;
    let parts = url::parts(&base)?;
    let folder = parts.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Some(format!("{}://{}{folder}/{file_name}", parts.scheme, parts.authority))
}

fn ascii(tag: &[u8]) -> Option<&str> {
    std::str::from_utf8(tag).ok().filter(|tag| tag.is_ascii())
}

/// The byte that begins a change of charset in ISO-2022-JP. Set by: ISO 2022.
const ESCAPE: u8 = 0x1b;

/// The first absolute URLs in a page's head.
#[derive(Default)]
struct Addresses {
    canonical: Option<String>,
    /// What the Open Graph protocol calls `og:url`.
    graph: Option<String>,
    base: Option<String>,
    /// What a program wrote into a comment when it saved the page.
    saved: Option<String>,
}

/// Returns the URLs that a page declares. Returns `None` if `text` cannot convert one of the tags that matter.
fn declared(bytes: &[u8], text: impl Fn(&[u8]) -> Option<&str>) -> Option<Addresses> {
    let mut found = Addresses::default();
    let candidates = CANDIDATE.as_ref()?.find_iter(bytes);
    let last = candidates.last().map_or(0, |last| last.end());
    // Programs write their comment at the beginning.
    let beginning = &bytes[..bytes.len().min(COMMENTS)];
    let saved = SAVING.as_ref().and_then(|saving| saving.find_iter(beginning).last()).map_or(0, |saved| saved.end());
    let last = last.max(saved);
    let mut at = 0;
    while let Some((start, markup)) = scan::next_markup(&bytes[..last], at) {
        // The end is searched for in all of the head, since the tag may end after the last of the candidates.
        let Some(end) = scan::markup_end(bytes, start, markup) else {
            break;
        };
        at = end;
        if markup == Markup::Comment && start < COMMENTS && found.saved.is_none() && is_of_saving(&bytes[start..end]) {
            found.saved = saved_from(text(&bytes[start..end])?);
        }
        if markup != Markup::StartTag {
            continue;
        }
        let name = &bytes[scan::name_range(bytes, start)];
        // The content of a script or a title is text, in which tags are none.
        if let Some(behind) = scan::content_end(bytes, end, dom::Tag::from_bytes(name)) {
            let is_empty = bytes[..end].ends_with(b"/>") && scan::is_xhtml(bytes);
            at = if is_empty { end } else { behind };
        }
        let is_link = name.eq_ignore_ascii_case(b"link");
        let is_meta = name.eq_ignore_ascii_case(b"meta") && has_graph_url(&bytes[start..end]);
        if !is_link && !is_meta && !name.eq_ignore_ascii_case(b"base") {
            continue;
        }
        let tag = text(&bytes[start..end])?;
        let value = |wanted: &str| {
            dom::Attribute::of_tag(tag)
                .find(|attribute| attribute.name().eq_ignore_ascii_case(wanted))
                .map(|attribute| attribute.value().trim().to_owned())
        };
        if is_meta {
            let is_address = value("property").is_some_and(|property| is_graph_url(&property));
            let address = || value("content").filter(|address| is_absolute(address));
            found.graph = found.graph.or_else(|| is_address.then(address).flatten());
            continue;
        }
        let address = value("href").filter(|address| is_absolute(address));
        if !is_link {
            // As in HTML, only the first base with an address counts.
            found.base = found.base.or(address);
        } else if value("rel").is_some_and(|rel| is_canonical(&rel)) && address.is_some() {
            // A canonical link has precedence over any base, so the search can end here.
            found.canonical = address;
            break;
        }
    }
    #[cfg(feature = "counters")]
    dom::counters::add(dom::counters::Counts { lexed: at, ..Default::default() });
    Some(found)
}

fn is_canonical(rel: &str) -> bool {
    rel.split_ascii_whitespace().any(|rel| rel.eq_ignore_ascii_case("canonical"))
}

/// Returns whether a comment may be one that [`saved_from`] reads.
fn is_of_saving(comment: &[u8]) -> bool {
    SAVING.as_ref().is_some_and(|saving| saving.is_match(comment))
}

/// Returns the address in the comment of a program that saved the page: SingleFile, Internet Explorer and those after
/// it, monolith, HTTrack.
fn saved_from(comment: &str) -> Option<String> {
    let text = comment.strip_prefix("<!--")?.trim_start();
    let behind = |mark: &str| {
        let start = text.get(..mark.len())?;
        start.eq_ignore_ascii_case(mark).then(|| text[mark.len()..].trim_start())
    };
    let address = if behind("page saved with singlefile").is_some() {
        text.lines().find_map(|line| line.trim_start().strip_prefix("url:"))?.trim_start()
    } else if let Some(rest) = behind("saved from url=(") {
        // The number in brackets is the length of the address.
        rest.split_once(')')?.1
    } else {
        behind("saved from").or_else(|| behind("mirrored from"))?
    };
    let address = address.split_ascii_whitespace().next()?.trim_end_matches("-->");
    // HTTrack leaves out the scheme.
    let whole = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
    (is_absolute(&whole) && Host::of(&whole)?.name().contains('.')).then_some(whole)
}

fn has_graph_url(tag: &[u8]) -> bool {
    GRAPH.as_ref().is_some_and(|graph| graph.is_match(tag))
}

fn is_graph_url(property: &str) -> bool {
    property.eq_ignore_ascii_case("og:url")
}

fn is_absolute(address: &str) -> bool {
    let scheme = url::parts(address).map(|parts| parts.scheme.to_ascii_lowercase());
    scheme.is_some_and(|scheme| scheme == "http" || scheme == "https") && Host::of(address).is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Decodes the whole head first and splits it into tokens, as the reference.
    fn naive(page: &[u8], file_name: &str) -> Option<String> {
        let source = tokenize::decode(&page[..page.len().min(SEARCHED)], None);
        let text = source.text();
        let tokens = tokenize::scan(text);
        let of = |name: &'static str| {
            let tags = tokens.iter().map(|token| (tokenize::tag_name(text, token), token));
            let tags = tags.filter(move |(found, token)| {
                let is_one = token.kind() == tokenize::TokenKind::StartTag && found.eq_ignore_ascii_case(name);
                is_one && (name != "meta" || has_graph_url(text[token.range()].as_bytes()))
            });
            tags.map(|(_, token)| {
                let value = |wanted: &str| {
                    dom::Attribute::of_tag(&text[token.range()])
                        .find(|attribute| attribute.name().eq_ignore_ascii_case(wanted))
                        .map_or(String::new(), |attribute| attribute.value().trim().to_owned())
                };
                [value("rel"), value("href"), value("property"), value("content")]
            })
        };
        let canonical = of("link").find(|[rel, href, ..]| is_canonical(rel) && is_absolute(href));
        if let Some([_, href, ..]) = canonical {
            return Some(href);
        }
        let graph = of("meta").find(|[.., property, content]| is_graph_url(property) && is_absolute(content));
        if let Some([.., content]) = graph {
            return Some(content);
        }
        let comments = tokens.iter().filter(|token| token.kind() == tokenize::TokenKind::Comment);
        let comments = comments.filter(|token| token.range().start < COMMENTS);
        let saved = comments.map(|token| &text[token.range()]).find_map(saved_from);
        if saved.is_some() {
            return saved;
        }
        let [_, base, ..] = of("base").find(|[_, href, ..]| is_absolute(href))?;
        let parts = url::parts(&base)?;
        let folder = parts.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let (scheme, host) = (parts.scheme, parts.authority);
        Some(format!("{scheme}://{host}{folder}/{file_name}"))
    }

    /// Pieces of heads, some of them in a single-byte charset.
    fn pages() -> impl Strategy<Value = Vec<u8>> {
        let latin_1 = |line: &str| line.replace('⏎', "\n").chars().map(|c| c as u8).collect::<Vec<u8>>();
        let others = [&b"\xe3\x81\x82"[..], b"\x1b$B$\"", b"\0", b"<"].map(<[u8]>::to_vec);
        let pieces: Vec<Vec<u8>> = include_str!("declared/heads.txt").lines().map(latin_1).chain(others).collect();
        let piece = proptest::sample::select(pieces);
        proptest::collection::vec(piece, 0..9).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn the_same_is_found_without_decoding(page in pages()) {
            prop_assert_eq!(declared_url(&page, "x"), naive(&page, "x"));
        }
    }

    #[test]
    fn programs_leave_the_address_in_a_comment() {
        let check = |comment: &str, expected: Option<&str>| {
            assert_eq!(saved_from(&format!("<!--{comment}-->")).as_deref(), expected, "{comment}");
        };
        let tides = Some("https://a.example/tides?x=1");
        check("\n Page saved with SingleFile \n url: https://a.example/tides?x=1 \n saved date: today", tides);
        check(" saved from url=(0026)https://a.example/tides?x=1 ", tides);
        check("Saved from https://a.example/tides?x=1 at 2025-03-04T09:12:09Z using monolith v2.8.1", tides);
        let httrack = " Mirrored from a.example/tides by HTTrack Website Copier/3.x [XR&CO'2014], Tue, 04 Mar 2025 ";
        check(httrack, Some("http://a.example/tides"));
        for other in [" saved from url=(0014)about:internet ", " Saved from the sea ", " saved from localhost ", ""] {
            check(other, None);
        }
    }

    #[test]
    fn nothing_is_found_behind_the_head() {
        let mut page = vec![b' '; SEARCHED - 20];
        page.extend(b"<link rel=canonical href=http://a.example/b>");
        assert_eq!(declared_url(&page, "x"), None);
        assert_eq!(naive(&page, "x"), None);
        assert!(declared_url(&page[23..], "x").is_none(), "it is cut");
        assert!(declared_url(&page[24..], "x").is_some());
    }
}
