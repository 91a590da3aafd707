//! Fetches parts of files that are known to exist, such as records in an archive of another crawl.

use std::ops::Range;

use reqwest::{
    StatusCode,
    header::{ACCEPT_ENCODING, CONTENT_RANGE, HeaderValue, RANGE},
};

use crate::{
    Crawler,
    fetch::Failure,
    patience::{Later, backoff, later},
    target::Target,
};

/// The maximum number of bytes that one request may ask for: more than any record that is kept has. Chosen: by eye.
pub(crate) const MOST_RANGE: u64 = 64 << 20;

/// Why a part of a file was not received, in words.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPart {
    /// There is no such part, or it may not be asked for.
    #[error("{0}")]
    Lost(String),
    /// The connection failed or the server was busy, in all attempts.
    #[error("{0}")]
    Away(String),
    /// The server asks for a longer pause than [`Config::patience`](crate::Config::patience).
    #[error("{0}")]
    Closed(String),
}

/// The result of one request.
enum Answer {
    Part(Vec<u8>),
    /// Another status than that of a part, and whether to try again.
    Status(u16, Later),
    /// Bytes other than those that were asked for.
    Other(String),
}

impl Crawler {
    /// Fetches a byte range of a file, without pauses, redirects or robots.txt. The caller is assumed to have the
    /// file's address from an index, and to make the pauses.
    ///
    /// If the connection fails or the server is busy, the request is repeated as in a crawl: [`Config::retries`]
    /// times, after [`Config::backoff`] or the server's own `Retry-After`, unless that is longer than
    /// [`Config::patience`].
    ///
    /// # Errors
    ///
    /// Why there are no such bytes: the server answers with anything but them, or not within [`Config::timeout`].
    ///
    /// # Panics
    ///
    /// If it is not run by a tokio runtime with time and I/O enabled.
    ///
    /// [`Config::retries`]: crate::Config::retries
    /// [`Config::backoff`]: crate::Config::backoff
    /// [`Config::patience`]: crate::Config::patience
    /// [`Config::timeout`]: crate::Config::timeout
    pub async fn range(&self, url: &str, range: Range<u64>) -> Result<Vec<u8>, NoPart> {
        let n_bytes = range.end.saturating_sub(range.start);
        if n_bytes == 0 || MOST_RANGE < n_bytes {
            let why = format!("a range has 1 to {MOST_RANGE} bytes, not {n_bytes}");
            return Err(NoPart::Lost(why));
        }
        let target = Target::parse(url, &self.config.addresses);
        let target = target.map_err(|unfit| NoPart::Lost(unfit.to_string()))?;
        let mut n_failures = 0;
        loop {
            let part = self.part(&target, &range, n_bytes, n_failures);
            let answer = self.fetcher.within(part).await;
            let is_last = self.config.retries <= n_failures;
            let wait = match answer {
                Ok(Answer::Part(bytes)) => return Ok(bytes),
                Ok(Answer::Other(why)) | Err(Failure::Refused(why)) => {
                    return Err(NoPart::Lost(why));
                }
                // `later` counts the attempts, and says to wait only while there is one left.
                Ok(Answer::Status(_, Later::Url(wait) | Later::Host(wait))) => wait,
                Ok(Answer::Status(status, later)) => return Err(no_part(status, &later)),
                Err(Failure::Failed(why)) if is_last => return Err(NoPart::Away(why)),
                Err(Failure::Failed(_)) => backoff(self.config.backoff, n_failures + 1),
            };
            tokio::time::sleep(wait).await;
            n_failures += 1;
        }
    }

    async fn part(
        &self,
        target: &Target,
        range: &Range<u64>,
        n_bytes: u64,
        n_failures: u32,
    ) -> Result<Answer, reqwest::Error> {
        let request = self.fetcher.request(target);
        let asked = format!("bytes={}-{}", range.start, range.end - 1);
        let request = request.header(RANGE, asked);
        // The bytes are wanted as they are stored: a compressed record stays compressed.
        let request = request.header(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
        let mut response = request.send().await?;
        let status = response.status();
        // Status 200 would be the whole file, whose first bytes are not the range.
        if status != StatusCode::PARTIAL_CONTENT || !response.headers().contains_key(CONTENT_RANGE) {
            let status = status.as_u16();
            let later = later(status, response.headers(), n_failures, &self.config);
            return Ok(Answer::Status(status, later));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            bytes.extend_from_slice(&chunk);
            // Checked with each chunk, so that a server cannot fill the memory.
            if n_bytes < bytes.len() as u64 {
                let why = "the server sends more than was asked for";
                return Ok(Answer::Other(why.to_owned()));
            }
        }
        if (bytes.len() as u64) < n_bytes {
            let n_sent = bytes.len();
            let why = format!("the server sends {n_sent} bytes of {n_bytes}");
            return Ok(Answer::Other(why));
        }
        Ok(Answer::Part(bytes))
    }
}

/// Returns what a final answer with another status means.
fn no_part(status: u16, later: &Later) -> NoPart {
    let why = format!("the server answers with status {status}, not with a part of the file");
    match later {
        Later::Never(wait) => NoPart::Closed(format!("{why}, and asks to be left alone for {wait:?}")),
        _ if matches!(status, 408 | 429 | 500 | 502..=504) => NoPart::Away(why),
        _ => NoPart::Lost(why),
    }
}
