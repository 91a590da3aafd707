//! Makes a request, and receives its response.

use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, SystemTime},
};

use reqwest::{
    Client, Response, Version,
    header::{
        ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue,
        IF_MODIFIED_SINCE, IF_NONE_MATCH, TRANSFER_ENCODING, USER_AGENT,
    },
};
use rustls::{ClientConfig, RootCertStore};
use url::Position;

use crate::{
    Config, Error, lists,
    resolve::Guard,
    target::{Target, Unfit},
};

/// The maximum number of bytes of a robots.txt that are fetched. Chosen: a little more than the 500 KiB that the parser
/// reads and RFC 9309 requires.
const MAX_ROBOTS: usize = 512 << 10;

/// How long a connection stays open when the next request could have been sent. Chosen: by eye.
const IDLE: Duration = Duration::from_secs(2);

/// The purpose of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose<'a> {
    Robots,
    /// A page; with validators, only if it has changed.
    Page(Option<&'a Validators>),
    /// A page, or a sitemap or feed, which is accepted as well.
    Start(Option<&'a Validators>),
}

/// The values by which a server can tell whether a page has changed since it was fetched.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Validators {
    pub(crate) etag: Option<Box<str>>,
    pub(crate) last_modified: Option<Box<str>>,
}

/// A request and its response, as a WARC file stores them.
#[derive(Debug)]
pub(crate) struct Exchange {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    /// The request's header as it was sent.
    pub(crate) request: Vec<u8>,
    /// The response's header as received, but with the length of the body as stored here.
    pub(crate) head: Vec<u8>,
    /// The body in the content encoding in which it was sent.
    pub(crate) body: Vec<u8>,
    /// Whether the body was longer than allowed.
    pub(crate) truncated: bool,
    /// Whether the body was not read, or is not stored, because it is not HTML.
    pub(crate) unwanted: bool,
    pub(crate) address: Option<IpAddr>,
    pub(crate) date: SystemTime,
}

/// Why no response was received.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The host has no address that may be connected to.
    Refused(String),
    /// Any failure that may not happen the next time.
    Failed(String),
}

impl Exchange {
    /// Returns the first header field of this name, if it is text.
    pub(crate) fn header(&self, name: HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// The HTTP client.
#[derive(Clone, Debug)]
pub(crate) struct Fetcher {
    client: Client,
    user_agent: HeaderValue,
    timeout: Duration,
    max_body: usize,
    all_types: bool,
    has_proxy: bool,
}

impl Fetcher {
    pub(crate) fn new(config: &Config) -> Result<Fetcher, Error> {
        let client_error = |source: Box<dyn std::error::Error + Send + Sync>| Error::Client { source };
        let user_agent = HeaderValue::from_str(&config.user_agent()).map_err(|e| client_error(e.into()))?;
        let guard = Guard {
            resolver: Arc::clone(&config.resolver),
            addresses: config.addresses.clone(),
            proxy: proxy_host(config),
        };
        let client = Client::builder()
            .tls_backend_preconfigured(tls().map_err(|e| client_error(e.into()))?)
            .dns_resolver(guard)
            // A proxy connects to addresses that were not checked, so only the one in the settings is used, and none
            // of the environment.
            .no_proxy();
        let client = match &config.proxy {
            Some(url) if !Config::is_proxy(url) => {
                return Err(client_error("the proxy is not an http URL".into()));
            }
            Some(url) => client.proxy(reqwest::Proxy::all(url).map_err(|e| client_error(e.into()))?),
            None => client,
        };
        let client = client
            // Each hop is a request of its own, with the pauses of its host.
            .redirect(reqwest::redirect::Policy::none())
            // The crawl itself repeats requests, and counts each of them.
            .retry(reqwest::retry::never())
            .referer(false)
            .pool_max_idle_per_host(1)
            .pool_idle_timeout(config.delay.saturating_add(IDLE).min(5 * IDLE))
            .http1_title_case_headers()
            .build()
            .map_err(|e| client_error(e.into()))?;
        Ok(Fetcher {
            client,
            user_agent,
            timeout: config.timeout,
            max_body: config.max_body,
            all_types: config.all_types,
            has_proxy: config.proxy.is_some(),
        })
    }

    /// Makes a request, and receives its response, in as much time as it may take.
    pub(crate) async fn within<T>(
        &self,
        request: impl Future<Output = Result<T, reqwest::Error>>,
    ) -> Result<T, Failure> {
        match tokio::time::timeout(self.timeout, request).await {
            Ok(done) => done.map_err(|error| failure(&error)),
            Err(_) => Err(Failure::Failed(format!("no complete answer within {:?}", self.timeout))),
        }
    }

    /// Begins a request that has no header fields but the `User-Agent`.
    pub(crate) fn request(&self, target: &Target) -> reqwest::RequestBuilder {
        let request = self.client.get(target.url().clone());
        request.header(USER_AGENT, self.user_agent.clone())
    }

    /// Makes exactly one request.
    pub(crate) async fn fetch(&self, target: &Target, purpose: Purpose<'_>) -> Result<Exchange, Failure> {
        self.within(self.exchange(target, purpose)).await
    }

    async fn exchange(&self, target: &Target, purpose: Purpose<'_>) -> Result<Exchange, reqwest::Error> {
        let date = SystemTime::now();
        let headers = self.headers(target, purpose);
        let request = head(&format!("GET {} HTTP/1.1", target.path_and_query()), &headers, title_case);
        let mut response = self.client.get(target.url().clone()).headers(headers).send().await?;

        let headers = response.headers().clone();
        let limit = match purpose {
            Purpose::Robots => self.max_body.min(MAX_ROBOTS),
            Purpose::Page(_) | Purpose::Start(_) => self.max_body,
        };
        let unwanted = !matches!(purpose, Purpose::Robots)
            && !self.all_types
            && response.status().is_success()
            && !is_html(&headers);
        let is_start = matches!(purpose, Purpose::Start(_));
        let mut is_read = !unwanted || is_start && is_xml(&headers);
        // Servers give sitemaps any type. A list is known by its first bytes, and nothing else is read of other files.
        let may_list = is_start && !is_read;
        let mut body = Vec::new();
        let mut truncated = false;
        while (is_read || may_list) && !truncated {
            let Some(chunk) = response.chunk().await? else {
                break;
            };
            // The body never has more than `limit` bytes, so the difference is not negative.
            let n_free = limit - body.len();
            body.extend_from_slice(&chunk[..chunk.len().min(n_free)]);
            truncated = n_free < chunk.len();
            if !is_read && body.len() >= lists::MIN_BEGINNING {
                is_read = lists::begins_like_a_list(&body);
                if !is_read {
                    break;
                }
            }
        }
        if !is_read {
            body.clear();
        }
        Ok(Exchange {
            status: response.status().as_u16(),
            head: response_head(&response, body.len()),
            headers,
            request,
            body,
            truncated,
            unwanted,
            // The address of a proxy says nothing about the page.
            address: (response.remote_addr()).filter(|_| !self.has_proxy).map(|address| address.ip()),
            date,
        })
    }

    /// Returns the header fields that are sent, in this order.
    fn headers(&self, target: &Target, purpose: Purpose<'_>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        // A URL contains no byte that a header field must not contain.
        let authority = &target.url()[Position::BeforeHost..Position::AfterPort];
        if let Ok(host) = HeaderValue::from_str(authority) {
            headers.insert(HOST, host);
        }
        headers.insert(USER_AGENT, self.user_agent.clone());
        let accept = match purpose {
            Purpose::Robots => "text/plain,*/*;q=0.5",
            Purpose::Page(_) | Purpose::Start(_) => "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
        };
        headers.insert(ACCEPT, HeaderValue::from_static(accept));
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("gzip, br, zstd"));
        if let Purpose::Page(Some(validators)) | Purpose::Start(Some(validators)) = purpose {
            for (name, value) in [(IF_NONE_MATCH, &validators.etag), (IF_MODIFIED_SINCE, &validators.last_modified)] {
                // A validator of an earlier crawl that is no valid field value is left out: the page is then fetched
                // in any case.
                if let Some(Ok(value)) = value.as_deref().map(HeaderValue::from_str) {
                    headers.insert(name, value);
                }
            }
        }
        headers
    }
}

/// Returns the host of the proxy.
fn proxy_host(config: &Config) -> Option<String> {
    let url = url::Url::parse(config.proxy.as_ref()?).ok()?;
    url.host_str().map(str::to_owned)
}

/// Returns whether a response is HTML, or does not say what it is.
pub(crate) fn is_html(headers: &HeaderMap) -> bool {
    matches!(&*essence(headers), "" | "text/html" | "application/xhtml+xml")
}

/// Returns whether a response can be a sitemap or a feed, compressed or not.
pub(crate) fn is_xml(headers: &HeaderMap) -> bool {
    let essence = essence(headers);
    // Types of feeds end with the format that they are based on, as in `application/rss+xml`.
    let essence = essence.rsplit(['/', '+']).next().unwrap_or_default();
    matches!(essence, "xml" | "gzip" | "x-gzip")
}

/// Returns the media type without its parameters, in lower case.
fn essence(headers: &HeaderMap) -> String {
    let content_type = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let content_type = String::from_utf8_lossy(content_type).to_ascii_lowercase();
    content_type.split(';').next().unwrap_or_default().trim().to_owned()
}

/// Returns the TLS settings, with the system's certificates.
fn tls() -> Result<ClientConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions()?;
    Ok(match rustls_platform_verifier::Verifier::new(provider) {
        Ok(verifier) => builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)).with_no_client_auth(),
        // On a machine without certificates plain http can still be used.
        Err(_) => builder.with_root_certificates(RootCertStore::empty()).with_no_client_auth(),
    })
}

/// Formats a header as it is sent: a first line, and fields.
fn head(first: &str, headers: &HeaderMap, spell: impl Fn(&str) -> String) -> Vec<u8> {
    let mut bytes = first.as_bytes().to_vec();
    bytes.extend_from_slice(b"\r\n");
    for (name, value) in headers {
        bytes.extend_from_slice(spell(name.as_str()).as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"\r\n");
    bytes
}

/// Returns the name of a field as the client spells it.
fn title_case(name: &str) -> String {
    let mut after_dash = true;
    let spell = |letter: char| {
        let spelled = if after_dash { letter.to_ascii_uppercase() } else { letter };
        after_dash = letter == '-';
        spelled
    };
    name.chars().map(spell).collect()
}

/// Returns the header of a response as it is stored. The transfer encoding has been decoded, so that its field gets
/// another name, and `Content-Length` is the length of the stored body.
fn response_head(response: &Response, n_body: usize) -> Vec<u8> {
    let version = match response.version() {
        Version::HTTP_09 | Version::HTTP_10 => "HTTP/1.0",
        _ => "HTTP/1.1",
    };
    let status = response.status();
    let first = format!("{version} {} {}", status.as_str(), status.canonical_reason().unwrap_or(""));
    let mut headers = HeaderMap::new();
    let length = n_body.to_string();
    for (name, value) in response.headers() {
        let is_other_length = *name == CONTENT_LENGTH && value.as_bytes() != length.as_bytes();
        let name = if *name == TRANSFER_ENCODING {
            HeaderName::from_static("x-crawl-transfer-encoding")
        } else if is_other_length {
            HeaderName::from_static("x-crawl-content-length")
        } else {
            name.clone()
        };
        headers.append(name, value.clone());
    }
    // A response of status 304 has no body, and its length would be that of the page.
    if status.as_u16() != 304 {
        headers.insert(CONTENT_LENGTH, HeaderValue::from(n_body));
    }
    head(first.trim_end(), &headers, str::to_owned)
}

/// Tells an address that was refused from a request that failed.
fn failure(error: &reqwest::Error) -> Failure {
    let mut cause: &dyn std::error::Error = error;
    loop {
        if let Some(refused) = cause.downcast_ref::<Unfit>() {
            return Failure::Refused(refused.to_string());
        }
        match cause.source() {
            Some(source) => cause = source,
            // The innermost cause says what has happened; the outer ones only say that something has.
            None => return Failure::Failed(cause.to_string()),
        }
    }
}
