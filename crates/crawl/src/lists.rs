//! Reads sitemaps and feeds, which are lists of pages.

use tokenize::decode_references;
use url::Url;

use crate::{
    entry::{Entry, day},
    links::{Joined, Joiner, MAX_BYTES},
};

/// The maximum length of a chain of lists, each named by the one before it. The sitemap protocol allows one list that
/// names others. Chosen: by eye, one more than that.
pub(crate) const MAX_NESTING: u32 = 2;

/// Gives the pages, or further sitemaps, that a sitemap, an RSS feed or an Atom feed names to `take`, in their order.
/// Gives nothing of any other file. Returns the number of entries that were left out.
///
/// Entries are left out when the addresses before them have more than three bytes for each byte of the list, and 4 MiB
/// more: only references to a long base address have that many. Whole addresses have not, because percent-encoding
/// writes three bytes for one.
///
/// # Errors
///
/// The first error of `take`.
pub(crate) fn read<E>(source: &str, url: &Url, mut take: impl FnMut(Entry) -> Result<(), E>) -> Result<u64, E> {
    let Some((root, start, days)) = form(source) else {
        return Ok(0);
    };
    let language = language(source, start);
    let mut joiner = Joiner::new(url, source.len().saturating_mul(3).saturating_add(MAX_BYTES));
    let mut n_left_out = 0;
    for (nth, piece) in pieces(source, start).enumerate() {
        let found: Vec<&str> = match root {
            "feed" => hrefs(piece).collect(),
            "rss" | "RDF" => texts(piece, "link").collect(),
            _ => texts(piece, "loc").collect(),
        };
        // What stands before the first entry is about the list itself.
        let date = days.iter().filter(|_| nth > 0).find_map(|name| day(texts(piece, name).next()?));
        for text in found {
            let text = text.trim();
            // RSS feeds often put addresses into CDATA sections.
            let text = text.strip_prefix("<![CDATA[").unwrap_or(text);
            let text = text.strip_suffix("]]>").unwrap_or(text);
            match joiner.join(&decode_references(text)) {
                Joined::Url(mut link) => {
                    link.set_fragment(None);
                    // A feed commonly has a link to itself.
                    if link != *url {
                        take(Entry { url: link, date: date.clone(), language: language.clone() })?;
                    }
                }
                Joined::Nothing => {}
                Joined::LeftOut => n_left_out += 1,
            }
        }
    }
    Ok(n_left_out)
}

/// Returns whether a text is a sitemap or a feed.
pub(crate) fn is_list(source: &str) -> bool {
    form(source).is_some()
}

/// Returns the root of a list, the tag that begins an entry, and the elements that have its day, the best first.
fn form(source: &str) -> Option<(&str, &'static str, &'static [&'static str])> {
    let root = root(source)?;
    let (start, days): (_, &[&str]) = match root {
        "urlset" => ("<url", &["lastmod"]),
        "sitemapindex" => ("<sitemap", &["lastmod"]),
        // `RDF` is the root of RSS 1.0.
        "rss" | "RDF" => ("<item", &["pubDate", "dc:date"]),
        "feed" => ("<entry", &["published", "updated"]),
        _ => return None,
    };
    Some((root, start, days))
}

/// Cuts a list before each of its entries.
fn pieces<'a>(source: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let mut rest = Some(source);
    std::iter::from_fn(move || {
        let text = rest?;
        let next = text.get(1..).and_then(|behind| behind.find(start)).map(|at| at + 1);
        rest = next.map(|at| &text[at..]);
        Some(&text[..next.unwrap_or(text.len())])
    })
}

/// Returns the language that a feed declares for all of its entries.
fn language(source: &str, start: &str) -> Option<String> {
    let head = &source[..source.find(start)?];
    let declared = ["language", "dc:language"].iter().find_map(|name| texts(head, name).next());
    let of_root = || {
        let rest = &head[head.find("xml:lang=")? + "xml:lang=".len()..];
        let quote = rest.chars().next().filter(|quote| "\"'".contains(*quote))?;
        rest[1..].split(quote).next()
    };
    let found = declared.or_else(of_root)?.trim().to_ascii_lowercase();
    let is_code = !found.is_empty() && found.len() <= LONGEST_LANGUAGE && found.is_ascii();
    is_code.then_some(found)
}

/// The maximum length of a language tag, in bytes. Longer values are ignored. Set by: RFC 5646, which names 35
/// characters as the length that a buffer needs.
const LONGEST_LANGUAGE: usize = 35;

/// How many bytes tell whether a file is a list; all lists are longer. Chosen: by eye.
pub(crate) const MIN_BEGINNING: usize = 16;

/// How many bytes of a file are looked at to tell whether it is a list, because white space may stand before it.
/// Chosen: more than any program writes there, and a small part of a page.
pub(crate) const MAX_BEGINNING: usize = 64 << 10;

/// The bytes with which gzip begins.
pub(crate) const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Those of Zstandard.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Returns whether a file may be a list, packed or not, by its first bytes.
pub(crate) fn begins_like_a_list(bytes: &[u8]) -> bool {
    const BEGINNINGS: &[&[u8]] =
        &[b"<?xml", b"<!--", b"<urlset", b"<sitemapindex", b"<rss", b"<rdf:", b"<feed", b"<sm:"];
    let is_packed = bytes.starts_with(&GZIP) || bytes.starts_with(&ZSTD);
    let is_wide = bytes.starts_with(b"\xff\xfe<\0") || bytes.starts_with(b"\xfe\xff\0<");
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let begins = |sign: &&[u8]| text.get(..sign.len()).is_some_and(|head| head.eq_ignore_ascii_case(sign));
    is_packed || is_wide || BEGINNINGS.iter().any(begins)
}

/// The name of the first element, without its prefix.
fn root(source: &str) -> Option<&str> {
    let mut rest = source.trim_start_matches('\u{feff}').trim_start();
    // The XML declaration, comments and a document type may stand before it.
    while rest.starts_with("<?") || rest.starts_with("<!") {
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        rest = rest[rest.find(end)? + end.len()..].trim_start();
    }
    let name = rest.strip_prefix('<')?;
    let name = &name[..name.find(|c: char| c.is_whitespace() || c == '>' || c == '/')?];
    Some(name.rsplit(':').next().unwrap_or(name))
}

/// Returns the texts of all elements of this name whose start tags have no attributes.
fn texts<'a>(source: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (start, end) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = source;
    std::iter::from_fn(move || {
        rest = &rest[rest.find(&start)? + start.len()..];
        let text = &rest[..rest.find(&end)?];
        rest = &rest[text.len() + end.len()..];
        Some(text)
    })
}

/// Returns the targets of the links in an Atom feed that stand for pages.
fn hrefs(source: &str) -> impl Iterator<Item = &str> {
    let mut rest = source;
    std::iter::from_fn(move || {
        loop {
            rest = &rest[rest.find("<link")? + "<link".len()..];
            let tag = &rest[..rest.find('>')?];
            rest = &rest[tag.len()..];
            let value = |name: &str| {
                let at = tag.find(name)? + name.len();
                let quote = tag[at..].chars().next().filter(|c| "\"'".contains(*c))?;
                let value = &tag[at + 1..];
                Some(&value[..value.find(quote)?])
            };
            // A link without `rel` is an alternate one by RFC 4287. The others lead to the feed itself, to enclosures
            // and the like.
            let is_page = value("rel=").is_none_or(|rel| rel == "alternate");
            if let Some(href) = value("href=").filter(|_| is_page) {
                return Some(href);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::cases::cases;

    fn listed(source: &str, url: &Url) -> Vec<Entry> {
        let mut entries = Vec::new();
        let read = read(source, url, |entry| {
            entries.push(entry);
            Ok::<(), Infallible>(())
        });
        assert_eq!(read, Ok(0));
        entries
    }

    #[test]
    fn sitemaps_and_feeds_name_pages_their_days_and_their_language() {
        let url = Url::parse("http://a.example/list.xml").unwrap();
        for [source, expected] in cases(include_str!("lists.txt")) {
            let found = listed(source, &url);
            let found = found.iter().map(|one| {
                let (date, language) = (one.date().unwrap_or("-"), one.language().unwrap_or("-"));
                format!("{} {date} {language}", one.url())
            });
            assert_eq!(found.collect::<Vec<_>>().join(", "), expected, "{source}");
        }
    }

    #[test]
    fn long_lists_are_read_to_their_end() {
        let url = Url::parse("http://a.example/list.xml").unwrap();
        // Letters of which each byte is written as three.
        let text = |nth: usize| format!("<url><loc>http://a.example/{nth}/{}</loc></url>", "ж".repeat(99));
        let all: String = (0..60_000).map(text).collect();
        assert_eq!(listed(&format!("<urlset>{all}</urlset>"), &url).len(), 60_000);
    }

    #[test]
    fn references_to_a_long_address_are_counted_when_they_become_too_many() {
        let url = Url::parse(&format!("http://a.example/{}/list.xml", "x".repeat(8_000))).unwrap();
        let all: String = (0..20_000).map(|nth| format!("<loc>{nth}</loc>")).collect();
        let mut n_taken = 0;
        let n_left_out = read(&format!("<urlset><url>{all}</urlset>"), &url, |_| {
            n_taken += 1;
            Ok::<(), Infallible>(())
        });
        assert!((500..1_000).contains(&n_taken), "{n_taken}");
        assert_eq!(n_left_out, Ok(20_000 - n_taken));
    }

    #[test]
    fn other_files_name_none() {
        let url = Url::parse("http://a.example/list.xml").unwrap();
        for source in ["", "<html><loc>http://a.example/</loc>", "<urlset", "<urlset><loc>x", "text", "<!--", "<é"] {
            assert!(listed(source, &url).is_empty(), "{source}");
        }
    }
}
