//! Finds the links of a page.

use std::collections::HashSet;

use url::Url;

use crate::start_tags::start_tags;

/// The names of `<meta>` elements whose robots directives apply to this crawler: those for every crawler, and its
/// own.
const OUR_NAMES: [&str; 2] = ["robots", crate::PRODUCT];

/// The maximum length of an address that is followed, in bytes. Servers accept less. Chosen: by eye.
pub(crate) const MAX_URL: usize = 8 << 10;

/// The maximum number of bytes of addresses that are taken from one page. Chosen: ten times as many as a page made
/// for readers has.
pub(crate) const MAX_BYTES: usize = 4 << 20;

/// Addresses that were found in a text.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) urls: Vec<Url>,
    /// The number of those after the last one that was taken.
    pub(crate) n_left_out: u64,
}

/// Returns the addresses that the page at `url` links to by `a`, `area` and `frame`, each once, in page order,
/// without fragments.
///
/// `<base>` is respected, and so is `nofollow`, of a link or of the whole page. Addresses of more than 8 KiB are
/// ignored. Only the first 4 MiB of addresses on a page are taken, and the links after them are counted.
pub(crate) fn links(source: &str, url: &Url) -> Found {
    let tags: Vec<(&str, &str)> =
        (start_tags(source).into_iter()).map(|(name, range)| (name, &source[range])).collect();
    let of_name = |wanted: &'static str| tags.iter().filter(move |(name, _)| *name == wanted);
    if of_name("meta").any(|(_, tag)| forbids_following(tag)) {
        return Found::default();
    }
    // As in browsers, the first base with an address counts, even if that is invalid.
    let base = of_name("base").find_map(|(_, tag)| attribute(tag, "href")).and_then(|href| join(url, &href));
    let base = base.as_ref().unwrap_or(url);
    let mut seen = HashSet::new();
    let mut found = Found::default();
    let mut joiner = Joiner::new(base, MAX_BYTES);
    for (name, tag) in &tags {
        let name = match *name {
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
        let href = href.split('#').next().unwrap_or_default();
        match joiner.join(href) {
            Joined::Url(link) => {
                if seen.insert(link.clone()) {
                    found.urls.push(link);
                }
            }
            Joined::Nothing => {}
            Joined::LeftOut => found.n_left_out += 1,
        }
    }
    found
}

impl Found {
    /// Adds the address of a list, if it is a new one and there are fewer than `most`.
    pub(crate) fn add_list(&mut self, joined: Joined, most: usize) {
        match joined {
            Joined::Url(list) if self.urls.contains(&list) => {}
            Joined::Url(list) if self.urls.len() < most => self.urls.push(list),
            Joined::Nothing => {}
            Joined::Url(_) | Joined::LeftOut => self.n_left_out += 1,
        }
    }
}

/// The types of feeds.
const FEEDS: [&str; 3] = ["application/rss+xml", "application/atom+xml", "application/rdf+xml"];

/// The maximum number of feeds that are taken from one page: one for each of its categories at most. Chosen: by eye.
const MAX_FEEDS: usize = 20;

/// Returns the addresses of the feeds that the page at `url` names by `<link rel=alternate>`, each once.
pub(crate) fn feeds(source: &str, url: &Url) -> Found {
    let mut found = Found::default();
    let mut joiner = Joiner::new(url, MAX_BYTES);
    for (name, range) in start_tags(source) {
        let tag = &source[range];
        if name != "link" {
            continue;
        }
        let has_word = |name: &str, wanted: &[&str]| {
            let value = attribute(tag, name).unwrap_or_default();
            value.split_ascii_whitespace().any(|word| wanted.iter().any(|known| known.eq_ignore_ascii_case(word)))
        };
        if !has_word("rel", &["alternate"]) || !has_word("type", &FEEDS) {
            continue;
        }
        if let Some(href) = attribute(tag, "href") {
            found.add_list(joiner.join(&href), MAX_FEEDS);
        }
    }
    found
}

/// Resolves the references of one text, up to a number of bytes: with a long base, a short text can have many long
/// addresses.
#[derive(Debug)]
pub(crate) struct Joiner<'a> {
    base: &'a Url,
    n_free: usize,
}

/// What a reference stands for.
#[derive(Debug)]
pub(crate) enum Joined {
    /// An address of `http` or `https`.
    Url(Url),
    /// No address to follow.
    Nothing,
    /// It was not resolved, because the addresses before it have as many bytes as they may have.
    LeftOut,
}

impl<'a> Joiner<'a> {
    pub(crate) fn new(base: &'a Url, max_bytes: usize) -> Joiner<'a> {
        Joiner { base, n_free: max_bytes }
    }

    pub(crate) fn join(&mut self, href: &str) -> Joined {
        if self.n_free == 0 {
            return Joined::LeftOut;
        }
        let url = join(self.base, href);
        // A reference costs as much if nothing comes of it.
        let n_bytes = url.as_ref().map_or_else(|| self.base.as_str().len() + href.len(), |url| url.as_str().len());
        let is_within = n_bytes <= self.n_free;
        self.n_free = self.n_free.saturating_sub(n_bytes);
        match url {
            // Other schemes, such as `mailto:` and `javascript:`, name nothing to request.
            Some(url) if matches!(url.scheme(), "http" | "https") => {
                if is_within {
                    Joined::Url(url)
                } else {
                    self.n_free = 0;
                    Joined::LeftOut
                }
            }
            _ => Joined::Nothing,
        }
    }
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
    dom::Attribute::of_tag(tag)
        .find(|attribute| attribute.name().eq_ignore_ascii_case(name))
        .map(|attribute| attribute.value().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    fn check(source: &str, expected: &[&str]) {
        let url = Url::parse("http://a.example/dir/page").unwrap();
        let found: Vec<String> = links(source, &url).urls.into_iter().map(String::from).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn links_are_found() {
        for [page, expected] in cases(include_str!("links.txt")) {
            check(page, &expected.split(' ').filter(|&url| url != "-").collect::<Vec<_>>());
        }
    }

    #[test]
    fn feeds_are_found_by_their_type() {
        let url = Url::parse("http://a.example/dir/page").unwrap();
        let page = "<link rel=alternate type=application/rss+xml href=rss><link rel='Alternate home' type='Application/Atom+XML'\
            href=/atom><link rel=alternate type=application/rss+xml href=rss><link rel=alternate hreflang=de href=/de>\
            <link rel=stylesheet type=application/rss+xml href=x><link rel=alternate type=application/rss+xml href=ftp://a/>";
        let found: Vec<String> = feeds(page, &url).urls.into_iter().map(String::from).collect();
        assert_eq!(found, ["http://a.example/dir/rss", "http://a.example/atom"]);
        let many: String = (0..99).map(|n| format!("<link rel=alternate type=application/rss+xml href={n}>")).collect();
        let found = feeds(&many, &url);
        assert_eq!((found.urls.len(), found.n_left_out), (MAX_FEEDS, 99 - MAX_FEEDS as u64));
    }

    #[test]
    fn directives_for_other_crawlers_are_not_ours() {
        for [whose, directives] in cases(include_str!("nofollow.txt")) {
            assert_eq!(says_nofollow(directives), whose == "ours", "{directives}");
        }
    }

    #[test]
    fn long_addresses_lead_nowhere() {
        let long = "x".repeat(MAX_URL);
        check(&format!("<a href={long}><a href=b>"), &["http://a.example/dir/b"]);
        check(&format!("<base href='/{long}/'><a href=b>"), &["http://a.example/dir/b"]);
    }

    #[test]
    fn a_page_names_only_so_much() {
        let url = Url::parse("http://a.example/").unwrap();
        let base = format!("<base href='/{}/'>", "x".repeat(4_000));
        let check = |link: fn(usize) -> String| {
            let all: String = (0..20_000).map(|nth| format!("<a href={}>", link(nth))).collect();
            let found = links(&format!("{base}{all}"), &url);
            assert!(found.n_left_out > 18_000, "{}", found.n_left_out);
            found
        };
        let found = check(|nth| nth.to_string());
        let n_bytes: usize = found.urls.iter().map(|link| link.as_str().len()).sum();
        assert!(n_bytes <= MAX_BYTES && found.urls.len() > 1_000, "{n_bytes}");
        assert_eq!(found.urls.len() as u64 + found.n_left_out, 20_000);
        // What leads to the same address or to none costs as much.
        assert_eq!(check(|nth| format!("{nth}/../b")).urls.len(), 1);
        assert_eq!(check(|nth| format!("{nth}{}", "y".repeat(5_000))).urls.len(), 0);
    }
}
