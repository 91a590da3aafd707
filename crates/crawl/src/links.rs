//! The links of a page.

use std::collections::HashSet;

use tokenize::{Kind, Tag, Token};
use url::Url;

/// What of a page's robots directives concerns links, for our name or for
/// every crawler's.
const OUR_NAMES: [&str; 2] = ["robots", crate::PRODUCT];

/// Returns the addresses that the page at `url` links to by `a`, `area` and
/// `frame`, each once, in the order of the page, without fragments.
///
/// `<base>` is heeded, and so is `nofollow`, of a link or of the whole page.
/// Read from the page's tokens, and not from its tree, which leaves out tags that
/// stand in the wrong place, such as a `frame` in a body.
pub(crate) fn links(source: &str, url: &Url) -> Vec<Url> {
    let tokens = tokenize::scan(source);
    let starts = || tokens.iter().filter(|token| token.kind() == Kind::StartTag);
    if starts().any(|token| token.tag() == Tag::META && forbids_following(source, token)) {
        return Vec::new();
    }
    let base = starts()
        .filter(|token| token.tag() == Tag::BASE)
        .find_map(|token| attribute(source, token, "href"))
        .and_then(|href| url.join(href.trim()).ok());
    let base = base.as_ref().unwrap_or(url);
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for token in starts() {
        let name = match token.tag() {
            Tag::A | Tag::AREA => "href",
            Tag::FRAME => "src",
            _ => continue,
        };
        let Some(href) = attribute(source, token, name) else {
            continue;
        };
        let rel = attribute(source, token, "rel").unwrap_or_default();
        if rel
            .split_ascii_whitespace()
            .any(|word| word.eq_ignore_ascii_case("nofollow"))
        {
            continue;
        }
        // Anything else (mailto:, javascript:) is no place to go.
        let Ok(mut link) = base.join(href.trim()) else {
            continue;
        };
        if !matches!(link.scheme(), "http" | "https") {
            continue;
        }
        link.set_fragment(None);
        if seen.insert(link.clone()) {
            found.push(link);
        }
    }
    found
}

/// Returns whether a list of robots directives says not to follow links:
/// `nofollow` or `none`, as in `<meta name=robots>` and `X-Robots-Tag`.
pub(crate) fn says_nofollow(directives: &str) -> bool {
    let mut words = directives.split([',', ' ', ':']).map(str::trim);
    words.any(|word| word.eq_ignore_ascii_case("nofollow") || word.eq_ignore_ascii_case("none"))
}

fn forbids_following(source: &str, token: &Token) -> bool {
    let name = attribute(source, token, "name").unwrap_or_default();
    OUR_NAMES
        .iter()
        .any(|ours| name.trim().eq_ignore_ascii_case(ours))
        && attribute(source, token, "content").is_some_and(|content| says_nofollow(&content))
}

/// The value of a tag's first attribute of this name.
fn attribute(source: &str, token: &Token, name: &str) -> Option<String> {
    tokenize::attributes(&source[token.range()])
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
            &[
                "http://a.example/dir/b",
                "http://a.example/c?x&y",
                "http://d.example/",
            ],
        );
        check(
            "<frame src=f.html><img src=i.png><link href=l>",
            &["http://a.example/dir/f.html"],
        );
        check(
            "<a>x</a><a href=mailto:a@b.example>y</a><a href='javascript:x()'>z</a>",
            &[],
        );
        check(
            "<noscript><a href=b>text of all</a><iframe src=c><a href=d></iframe></noscript>",
            &["http://a.example/dir/b"],
        );
        check(
            "<a href='http://['>broken</a><!-- <a href=x> --><script>'<a href=y>'</script>",
            &[],
        );
    }

    #[test]
    fn the_first_base_counts() {
        check(
            "<base target=x><base href=/e/><base href=/f/><a href=b>",
            &["http://a.example/e/b"],
        );
        check(
            "<base href='http://['><a href=b>",
            &["http://a.example/dir/b"],
        );
    }

    #[test]
    fn nofollow_is_heeded() {
        check(
            "<a rel='me NoFollow' href=b><a rel=next href=c>",
            &["http://a.example/dir/c"],
        );
        check(
            "<meta name=Robots content='noindex, nofollow'><a href=b>",
            &[],
        );
        check("<meta name=demold content=none><a href=b>", &[]);
        check(
            "<meta name=otherbot content=nofollow><a href=b>",
            &["http://a.example/dir/b"],
        );
        assert!(says_nofollow("demold: nofollow"));
        assert!(!says_nofollow("noindex, follow"));
    }
}
