//! Pages that another program makes in place of a request, such as a browser.

use std::{future::Future, pin::Pin, time::SystemTime};

use reqwest::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue};

use crate::{
    Addresses, Config, Unfit,
    fetch::{Exchange, Failure},
    target::Target,
};

/// The future of a page that is rendered.
pub type RenderedPage<'a> = Pin<Box<dyn Future<Output = Result<Vec<u8>, String>> + Send + 'a>>;

/// Makes pages in place of the crawler's requests for them, such as a browser that runs their scripts.
///
/// The crawl goes on as without: robots.txt is requested and obeyed, a host gets one page at a time with a pause in
/// between, and links of the made pages are followed. How the program itself asks the server is its own affair.
pub trait Renderer: Send + Sync {
    /// Returns the page at a URL as HTML, or says why there is none. It is dropped if the crawl is aborted.
    fn render<'a>(&'a self, url: &'a str) -> RenderedPage<'a>;
}

/// Has a page rendered, and returns it as if its server had sent it.
pub(crate) async fn rendered(renderer: &dyn Renderer, config: &Config, target: &Target) -> Result<Exchange, Failure> {
    check(target, config).await.map_err(|unfit| Failure::Refused(unfit.to_string()))?;
    let date = SystemTime::now();
    let mut body = renderer.render(target.as_str()).await.map_err(Failure::Failed)?;
    let truncated = body.len() > config.max_body;
    body.truncate(config.max_body);
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(body.len()));
    let length = body.len();
    Ok(Exchange {
        status: 200,
        request: format!("GET {} HTTP/1.1\r\n\r\n", target.path_and_query()).into_bytes(),
        head: format!("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {length}\r\n\r\n").into_bytes(),
        headers,
        body,
        truncated,
        unwanted: false,
        address: None,
        date,
    })
}

/// Checks a URL that another program is going to request.
///
/// Every address that its name leads to must be allowed, because the other program may take any of them. A name
/// without an address is no error.
pub(crate) async fn check(target: &Target, config: &Config) -> Result<(), Unfit> {
    let Config { addresses, resolver, timeout, .. } = config;
    // Where every address is allowed, none is asked for.
    if let Some(url::Host::Domain(name)) = target.url().host()
        && *addresses != Addresses::any()
        && let Ok(Ok(found)) = tokio::time::timeout(*timeout, resolver.resolve(name)).await
        && let Some(address) = found.into_iter().find(|address| !addresses.allows(*address))
    {
        return Err(Unfit::Name(address));
    }
    Ok(())
}
