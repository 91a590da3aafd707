//! Requests a page, and reads its links.

use std::borrow::Cow;

use formats::http::{self, Answer, DecodedBody};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};

use crate::{
    Config,
    fetch::{self, Exchange, Failure, Fetcher, Purpose},
    links::{self, Found},
    lists,
    previous::Known,
    rendered::rendered,
    target::Target,
};

/// The result of a request for a page.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) exchange: Exchange,
    /// The stored version with which the server was asked to compare.
    pub(crate) known: Option<Known>,
    pub(crate) names: Names,
}

/// What a body names, as far as it is wanted.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// The page's links.
    pub(crate) links: Found,
    /// The feeds that the page names.
    pub(crate) feeds: Found,
    /// The text of the body, if it is a sitemap or a feed.
    pub(crate) list: Option<String>,
    /// Whether the body could be unpacked only in part.
    pub(crate) is_part: bool,
}

/// What is wanted of a body.
#[derive(Clone, Copy)]
struct Wants {
    links: bool,
    feeds: bool,
    list: bool,
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
    let mut old_names = Names::default();
    if let Some(page) = known.as_ref().filter(|_| follow) {
        // The links of a page that has not changed are those of the stored page. If that cannot be read, the page is
        // requested unconditionally.
        match config.previous.block(page, target.as_str(), config.max_body) {
            Some(block) => old_names = names_of_block(&block, target, config.max_body),
            None => known = None,
        }
    }
    let validators = known.as_ref().map(|page| &page.validators);
    let purpose = if is_start { Purpose::Start(validators) } else { Purpose::Page(validators) };
    let exchange = match &config.renderer {
        Some(renderer) => rendered(&**renderer, config, target).await?,
        None => fetcher.fetch(target, purpose).await?,
    };
    let names = match exchange.status {
        // A response of status 304 has no body to read links from.
        304 => old_names,
        200..=299 => {
            let is_page = fetch::is_html(&exchange.headers);
            let mut directives = exchange.headers.get_all("x-robots-tag").iter();
            let is_closed = directives.any(|value| value.to_str().is_ok_and(links::says_nofollow));
            let wants = Wants {
                links: follow && is_page && !is_closed,
                feeds: is_start && is_page && config.discover,
                list: is_start,
            };
            let encodings = exchange.header(CONTENT_ENCODING).unwrap_or_default();
            let content_type = exchange.header(CONTENT_TYPE).unwrap_or_default();
            names(&exchange.body, encodings, content_type, target, wants, config.max_body)
        }
        _ => Names::default(),
    };
    Ok(Visit { exchange, known, names })
}

fn names_of_block(block: &[u8], target: &Target, limit: usize) -> Names {
    let Ok(Answer { headers, body, .. }) = http::answer(block) else {
        return Names::default();
    };
    if headers.get("x-robots-tag").is_some_and(links::says_nofollow) {
        return Names::default();
    }
    let encodings = headers.get("content-encoding").unwrap_or_default();
    let content_type = headers.get("content-type").unwrap_or_default();
    let wants = Wants { links: true, feeds: false, list: false };
    names(body, encodings, content_type, target, wants, limit)
}

/// Returns what a body names.
fn names(body: &[u8], encodings: &str, content_type: &str, target: &Target, wants: Wants, limit: usize) -> Names {
    let beginning = || http::decoded(Cow::Borrowed(body), encodings, limit.min(lists::MAX_BEGINNING)).bytes;
    let may_list = wants.list && lists::begins_like_a_list(&beginning());
    let mut names = Names::default();
    if !(wants.links || wants.feeds || may_list) {
        return names;
    }
    let mut decoded = http::decoded(Cow::Borrowed(body), encodings, limit);
    if may_list && decoded.bytes.starts_with(&lists::GZIP) {
        // Many servers store sitemaps compressed, as files of gzip whose encoding they do not declare.
        let unpacked = http::decoded(decoded.bytes, "gzip", limit);
        decoded = DecodedBody { fault: decoded.fault.or(unpacked.fault), ..unpacked };
    }
    names.is_part = decoded.fault.is_some();
    if may_list {
        let source = tokenize::decode(&decoded.bytes, None);
        names.list = lists::is_list(source.text()).then(|| source.text().to_owned());
    }
    if wants.links || wants.feeds {
        let (_, charset) = http::content_type(content_type);
        let source = tokenize::decode(&decoded.bytes, charset.as_deref());
        if wants.links {
            names.links = links::links(source.text(), target.url());
        }
        if wants.feeds {
            names.feeds = links::feeds(source.text(), target.url());
        }
    }
    names
}
