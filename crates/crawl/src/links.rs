//! Finds the links of a page.

use std::collections::HashSet;

use url::Url;

use crate::start_tags::start_tags;

/// The names of `<meta>` elements whose robots directives apply to this crawler: those for every crawler, and its
/// own.
const OUR_NAMES: [&str; 2] = ["robots", crate::PRODUCT];

/// The maximum length of an address that is followed, in bytes. Servers accept less.
pub(crate) const MAX_URL: usize = 8 << 10;

/// The maximum number of bytes of addresses that are taken from one page. With a long `<base>` and short links, a
/// page can name many long ones. A page made for readers has some hundred kilobytes.
const MAX_BYTES: usize = 4 << 20;

/// Returns the addresses that the page at `url` links to by `a`, `area` and `frame`, each once, in page order,
/// without fragments.
///
/// `<base>` is respected, and so is `nofollow`, of a link or of the whole page. Addresses of more than 8 KiB are
/// ignored, and only the first 4 MiB of addresses on a page are taken.
pub(crate) fn links(source: &str, url: &Url) -> Vec<Url> {
    let tags: Vec<(String, &str)> =
        (start_tags(source).into_iter()).map(|(name, range)| (name, &source[range])).collect();
    let of_name = |wanted: &'static str| tags.iter().filter(move |(name, _)| name == wanted);
    if of_name("meta").any(|(_, tag)| forbids_following(tag)) {
        return Vec::new();
    }
    // As in browsers, the first base with an address counts, even if that is invalid.
    let base = of_name("base").find_map(|(_, tag)| attribute(tag, "href")).and_then(|href| join(url, &href));
    let base = base.as_ref().unwrap_or(url);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut n_bytes = 0;
    for (name, tag) in &tags {
        let name = match name.as_str() {
            "a" | "area" => "href",
            "frame" => "src",
            _ => continue,
        };
        let Some(href) = attribute(tag, name) else {
            continue;
        };
        let rel = attribute(tag, "rel").unwrap_or_default();
        if rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("nofollow")) {
            continue;
        }
        // An address that cannot be joined is not followed.
        let Some(mut link) = join(base, &href) else {
            continue;
        };
        // Other schemes, such as `mailto:` and `javascript:`, name nothing to request.
        if !matches!(link.scheme(), "http" | "https") {
            continue;
        }
        link.set_fragment(None);
        if !seen.contains(&link) {
            n_bytes += link.as_str().len();
            if MAX_BYTES < n_bytes {
                break;
            }
            seen.insert(link.clone());
            found.push(link);
        }
    }
    found
}

/// The types of feeds.
const FEEDS: [&str; 3] = ["application/rss+xml", "application/atom+xml", "application/rdf+xml"];

/// The maximum number of feeds that are taken from one page: one for each of its categories at most.
const MAX_FEEDS: usize = 20;

/// Returns the addresses of the feeds that the page at `url` names by `<link rel=alternate>`, each once.
pub(crate) fn feeds(source: &str, url: &Url) -> Vec<Url> {
    let mut found: Vec<Url> = Vec::new();
    for (name, range) in start_tags(source) {
        let tag = &source[range];
        if name != "link" || found.len() == MAX_FEEDS {
            continue;
        }
        let has_word = |name: &str, wanted: &[&str]| {
            let value = attribute(tag, name).unwrap_or_default();
            value.split_ascii_whitespace().any(|word| wanted.iter().any(|known| known.eq_ignore_ascii_case(word)))
        };
        if !has_word("rel", &["alternate"]) || !has_word("type", &FEEDS) {
            continue;
        }
        let feed = attribute(tag, "href").and_then(|href| join(url, &href));
        let feed = feed.filter(|feed| matches!(feed.scheme(), "http" | "https") && !found.contains(feed));
        found.extend(feed);
    }
    found
}

/// Resolves a reference against its base. Returns `None` if the result is no address to follow.
pub(crate) fn join(base: &Url, href: &str) -> Option<Url> {
    let href = href.trim();
    // Tested before `join` copies the two.
    if MAX_URL < href.len() {
        return None;
    }
    base.join(href).ok().filter(|url| url.as_str().len() <= MAX_URL)
}

/// Robots directives with a value behind a colon. Any other word before a colon is the name of a crawler.
const WITH_VALUES: [&str; 4] = ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"];

/// Returns whether a list of robots directives forbids following links: by `nofollow` or `none`, as in `<meta
/// name=robots>` and `X-Robots-Tag`. In the latter, the directives after the name of a crawler and a colon are for
/// that crawler only.
pub(crate) fn says_nofollow(directives: &str) -> bool {
    let among = |known: &[&str], name: &str| known.iter().any(|known| known.eq_ignore_ascii_case(name.trim()));
    let mut is_for_us = true;
    directives.split(',').any(|part| {
        let part = match part.split_once(':') {
            // The value of a directive, such as `none` for the size of previews, is about something else.
            Some((name, _)) if among(&WITH_VALUES, name) => "",
            // A date has a colon too, and a comma before it.
            Some((name, directive)) if !name.trim().contains(char::is_whitespace) => {
                is_for_us = among(&OUR_NAMES, name);
                directive
            }
            _ => part,
        };
        is_for_us && part.split_whitespace().any(|word| among(&["nofollow", "none"], word))
    })
}

/// Returns whether this `meta` tag forbids following the links of its page.
fn forbids_following(tag: &str) -> bool {
    let name = attribute(tag, "name").unwrap_or_default();
    OUR_NAMES.iter().any(|ours| name.trim().eq_ignore_ascii_case(ours))
        && attribute(tag, "content").is_some_and(|content| says_nofollow(&content))
}

/// Returns the value of a tag's first attribute of this name.
fn attribute(tag: &str, name: &str) -> Option<String> {
    tokenize::attributes(tag)
        .find(|attribute| attribute.name().eq_ignore_ascii_case(name))
        .map(|attribute| attribute.value().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[&str]) {
        let url = Url::parse("http://a.example/dir/page").unwrap();
        let found: Vec<String> = links(source, &url).into_iter().map(String::from).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn links_are_resolved_once_each() {
        check(
            "<a href=b>1</a><A HREF=' /c?x&amp;y#z '>2</A><area href=//d.example><a href='b#c'>3</a>",
            &["http://a.example/dir/b", "http://a.example/c?x&y", "http://d.example/"],
        );
        check("<frame src=f.html><img src=i.png><link href=l>", &["http://a.example/dir/f.html"]);
        check("<a>x</a><a href=mailto:a@b.example>y</a><a href='javascript:x()'>z</a>", &[]);
        check(
            "<noscript><a href=b>text of all</a><iframe src=c><a href=d></iframe></noscript>",
            &["http://a.example/dir/b"],
        );
        check("<a href='http://['>broken</a><!-- <a href=x> --><script>'<a href=y>'</script>", &[]);
    }

    #[test]
    fn feeds_are_found_by_their_type() {
        let url = Url::parse("http://a.example/dir/page").unwrap();
        let page = "<link rel=alternate type=application/rss+xml href=rss><link rel='Alternate home' type='Application/Atom+XML'\
            href=/atom><link rel=alternate type=application/rss+xml href=rss><link rel=alternate hreflang=de href=/de>\
            <link rel=stylesheet type=application/rss+xml href=x><link rel=alternate type=application/rss+xml href=ftp://a/>";
        let found: Vec<String> = feeds(page, &url).into_iter().map(String::from).collect();
        assert_eq!(found, ["http://a.example/dir/rss", "http://a.example/atom"]);
        let many: String = (0..99).map(|n| format!("<link rel=alternate type=application/rss+xml href={n}>")).collect();
        assert_eq!(feeds(&many, &url).len(), MAX_FEEDS);
    }

    #[test]
    fn the_first_base_counts() {
        check("<base target=x><base href=/e/><base href=/f/><a href=b>", &["http://a.example/e/b"]);
        check("<base href='http://['><a href=b>", &["http://a.example/dir/b"]);
    }

    #[test]
    fn nofollow_is_heeded() {
        check("<a rel='me NoFollow' href=b><a rel=next href=c>", &["http://a.example/dir/c"]);
        check("<meta name=Robots content='noindex, nofollow'><a href=b>", &[]);
        check("<meta name=demold content=none><a href=b>", &[]);
        check("<meta name=otherbot content=nofollow><a href=b>", &["http://a.example/dir/b"]);
    }

    #[test]
    fn directives_for_other_crawlers_are_not_ours() {
        for ours in [
            "nofollow",
            "noindex, NoFollow",
            "noindex nofollow",
            "demold: nofollow",
            "Demold : noindex, none",
            "robots:none",
            "otherbot: noindex, demold: nofollow",
            "max-snippet: 5, nofollow",
            "unavailable_after: Tue, 1 Jan 2030 10:00:00 GMT, nofollow",
        ] {
            assert!(says_nofollow(ours), "{ours}");
        }
        for other in [
            "noindex, follow",
            "otherbot: nofollow",
            "otherbot: noindex, nofollow",
            "demold: noindex, otherbot: none",
            "max-image-preview: none",
            "unavailable_after: 1 Jan 2030 10:00:00 GMT",
        ] {
            assert!(!says_nofollow(other), "{other}");
        }
    }

    #[test]
    fn long_addresses_lead_nowhere() {
        let url = Url::parse("http://a.example/dir/page").unwrap();
        // Four megabytes, which would be copied for each link.
        let base = format!("<base href='/{}/'>", "x".repeat(4 << 20));
        let page = base + &"<a href=b>".repeat(50_000) + "<a href=c>";
        let found: Vec<String> = links(&page, &url).into_iter().map(String::from).collect();
        let expected = ["http://a.example/dir/b", "http://a.example/dir/c"];
        assert_eq!(found, expected);
        let long = format!("<a href={}><a href=b>", "x".repeat(MAX_URL));
        assert_eq!(links(&long, &url).len(), 1);
    }

    #[test]
    fn a_page_names_only_so_much() {
        let url = Url::parse("http://a.example/").unwrap();
        let base = format!("<base href='/{}/'>", "x".repeat(4_000));
        let all: String = (0..20_000).map(|nth| format!("<a href={nth}>")).collect();
        let found = links(&(base + &all), &url);
        let n_bytes: usize = found.iter().map(|link| link.as_str().len()).sum();
        assert!(n_bytes <= MAX_BYTES && 1_000 < found.len(), "{n_bytes}");
        assert!(found[0].path().ends_with("/0"));
    }
}
