//! Requests a page, and reads its links.

use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use url::Url;

use crate::{
    Config, body,
    entry::Entry,
    fetch::{self, Exchange, Failure, Fetcher, Purpose},
    links, lists,
    previous::{Head, Known},
    target::Target,
};

/// The result of a request for a page.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) exchange: Exchange,
    /// The stored version with which the server was asked to compare.
    pub(crate) known: Option<Known>,
    /// The page's links, if they are to be followed.
    pub(crate) links: Vec<Url>,
    /// The pages that it names, if it is a sitemap or a feed that was given.
    pub(crate) listed: Vec<Entry>,
    /// The feeds that it names, if it is a page that was given and they are wanted.
    pub(crate) feeds: Vec<Url>,
}

/// Requests a page. If a previous crawl has it, the server is asked to send it only if it has changed.
pub(crate) async fn page(
    fetcher: &Fetcher,
    config: &Config,
    target: &Target,
    follow: bool,
    is_start: bool,
) -> Result<Visit, Failure> {
    let mut known = config.previous.get(target.fingerprint()).cloned();
    let mut old_links = Vec::new();
    if let Some(page) = known.as_ref().filter(|_| follow) {
        // The links of a page that has not changed are those of the stored page. If that cannot be read, the page is
        // requested unconditionally.
        match config.previous.block(page, target.as_str(), config.max_body) {
            Some(block) => old_links = links_of_block(&block, target, config.max_body),
            None => known = None,
        }
    }
    let validators = known.as_ref().map(|page| &page.validators);
    let purpose = if is_start { Purpose::Start(validators) } else { Purpose::Page(validators) };
    let exchange = fetcher.fetch(target, purpose).await?;
    let links = match exchange.status {
        // A response of status 304 has no body to read links from.
        304 => old_links,
        200..=299 if follow && fetch::is_html(&exchange.headers) => {
            links_of_exchange(&exchange, target, config.max_body)
        }
        _ => Vec::new(),
    };
    let listed = match exchange.status {
        200..=299 if is_start && lists::begins_like_a_list(&exchange.body) => {
            listed_in(&exchange, target, config.max_body)
        }
        _ => Vec::new(),
    };
    let feeds = match exchange.status {
        200..=299 if is_start && config.discover && fetch::is_html(&exchange.headers) => {
            feeds_in(&exchange, target, config.max_body)
        }
        _ => Vec::new(),
    };
    Ok(Visit { listed, feeds, exchange, known, links })
}

fn feeds_in(exchange: &Exchange, target: &Target, limit: usize) -> Vec<Url> {
    let encoding = exchange.header(CONTENT_ENCODING).unwrap_or_default();
    let content_type = exchange.header(CONTENT_TYPE).unwrap_or_default();
    let bytes = body::decoded(&exchange.body, encoding, limit);
    links::feeds(tokenize::decode(&bytes, charset(content_type)).text(), target.url())
}

fn listed_in(exchange: &Exchange, target: &Target, limit: usize) -> Vec<Entry> {
    let encoding = exchange.header(CONTENT_ENCODING).unwrap_or_default();
    let mut bytes = body::decoded(&exchange.body, encoding, limit);
    if bytes.starts_with(&[0x1f, 0x8b]) {
        // Many servers store sitemaps compressed, as files of gzip whose encoding they do not declare.
        bytes = body::decoded(&bytes, "gzip", limit).into_owned().into();
    }
    lists::listed(tokenize::decode(&bytes, None).text(), target.url())
}

fn links_of_exchange(exchange: &Exchange, target: &Target, limit: usize) -> Vec<Url> {
    let headers = &exchange.headers;
    let mut directives = headers.get_all("x-robots-tag").iter();
    if directives.any(|value| value.to_str().is_ok_and(links::says_nofollow)) {
        return Vec::new();
    }
    let encoding = exchange.header(CONTENT_ENCODING).unwrap_or_default();
    let content_type = exchange.header(CONTENT_TYPE).unwrap_or_default();
    links_of_body(&exchange.body, encoding, content_type, target, limit)
}

fn links_of_block(block: &[u8], target: &Target, limit: usize) -> Vec<Url> {
    let Some(head) = Head::parse(block) else {
        return Vec::new();
    };
    if head.get("x-robots-tag").is_some_and(links::says_nofollow) {
        return Vec::new();
    }
    let encoding = head.get("content-encoding").unwrap_or_default();
    let content_type = head.get("content-type").unwrap_or_default();
    links_of_body(&block[head.len..], encoding, content_type, target, limit)
}

fn links_of_body(body: &[u8], encoding: &str, content_type: &str, target: &Target, limit: usize) -> Vec<Url> {
    let bytes = body::decoded(body, encoding, limit);
    let source = tokenize::decode(&bytes, charset(content_type));
    links::links(source.text(), target.url())
}

/// Returns the charset of a `Content-Type`.
fn charset(content_type: &str) -> Option<&str> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches('"');
        name.trim().eq_ignore_ascii_case("charset").then_some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets() {
        assert_eq!(charset("text/html; Charset=\"Shift_JIS\""), Some("Shift_JIS"));
        assert_eq!(charset("text/html; x; charset = latin1 ;y=z"), Some("latin1"));
        assert_eq!(charset("text/html"), None);
    }
}
