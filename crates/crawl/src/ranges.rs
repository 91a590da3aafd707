//! Parts of files that are known to be there, such as the records of somebody else's archive.

use std::ops::Range;

use reqwest::{
    StatusCode,
    header::{ACCEPT_ENCODING, CONTENT_RANGE, HeaderValue, RANGE},
};

use crate::{Crawler, target::Target};

/// How many bytes of a file one request may ask for: more than any record that is kept has.
pub(crate) const MOST_RANGE: u64 = 64 << 20;

impl Crawler {
    /// Fetches a range of bytes of a file. One request, without pauses, retries, redirects or robots.txt: whoever asks
    /// was given the file's address by an index, and sees to the pauses.
    ///
    /// # Errors
    ///
    /// Says why there are no such bytes: the server answers with anything but them, or not within
    /// [`Config::timeout`](crate::Config::timeout).
    ///
    /// # Panics
    ///
    /// If it is not run by a tokio runtime with time and I/O enabled.
    pub async fn range(&self, url: &str, range: Range<u64>) -> Result<Vec<u8>, String> {
        let n_bytes = range.end.saturating_sub(range.start);
        if n_bytes == 0 || MOST_RANGE < n_bytes {
            return Err(format!(
                "a range has 1 to {MOST_RANGE} bytes, not {n_bytes}"
            ));
        }
        let target = Target::parse(url, &self.config.addresses);
        let target = target.map_err(|unfit| unfit.to_string())?;
        let asked = format!("bytes={}-{}", range.start, range.end - 1);
        let timeout = self.fetcher.timeout();
        let fetched = tokio::time::timeout(timeout, self.part(&target, &asked, n_bytes));
        match fetched.await {
            Ok(fetched) => fetched,
            Err(_) => Err(format!("no complete answer within {timeout:?}")),
        }
    }

    async fn part(&self, target: &Target, asked: &str, n_bytes: u64) -> Result<Vec<u8>, String> {
        let failed = |error: reqwest::Error| chain(&error);
        let asked = HeaderValue::from_str(asked).map_err(|error| error.to_string())?;
        let request = self.fetcher.request(target);
        let request = request.header(RANGE, asked);
        // As it is stored: a packed record is packed for good.
        let request = request.header(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        let mut response = request.send().await.map_err(failed)?;
        if response.status() != StatusCode::PARTIAL_CONTENT
            || !response.headers().contains_key(CONTENT_RANGE)
        {
            return Err(format!(
                "the server answers with status {}, not with a part of the file",
                response.status().as_u16()
            ));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            bytes.extend_from_slice(&chunk);
            if n_bytes < bytes.len() as u64 {
                return Err("the server sends more than was asked for".to_owned());
            }
        }
        if (bytes.len() as u64) < n_bytes {
            return Err(format!(
                "the server sends {} bytes of {n_bytes}",
                bytes.len()
            ));
        }
        Ok(bytes)
    }
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        said.push_str(&format!(": {error}"));
        cause = error.source();
    }
    said
}
