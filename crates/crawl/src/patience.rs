//! Decides how long to wait before a failed request is repeated.

use std::time::{Duration, SystemTime};

use reqwest::header::{HeaderMap, RETRY_AFTER};

use crate::Config;

/// The limit up to which a wait is doubled. Chosen: by eye.
const LONGEST_BACKOFF: Duration = Duration::from_secs(300);

/// Returns how long to wait after the given number of failures: `first`, and twice as long after each further one, up
/// to five minutes (or `first`, if longer).
pub(crate) fn backoff(first: Duration, n_failures: u32) -> Duration {
    // The shift overflows after 32 failures, when the limit was reached long ago.
    let factor = 1_u32.checked_shl(n_failures.saturating_sub(1)).unwrap_or(u32::MAX);
    first.saturating_mul(factor).min(LONGEST_BACKOFF.max(first))
}

/// Parses a `Retry-After`: a number of seconds, or a date. A date in the past means 0.
pub(crate) fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that does not fit into 64 bits is longer than anyone waits.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

/// How to handle a response that may be better later.
#[derive(Debug, Eq, PartialEq)]
pub(crate) enum Later {
    /// The response is final.
    No,
    /// Request this URL again.
    Url(Duration),
    /// Request it again, and request nothing from its host until then.
    Host(Duration),
    /// The host asks for a longer pause than we are willing to wait.
    Never(Duration),
}

/// Decides how to handle a response after `n_failures` failures of its URL.
pub(crate) fn later(status: u16, headers: &HeaderMap, n_failures: u32, config: &Config) -> Later {
    let wait = backoff(config.backoff, n_failures + 1);
    let has_tries = n_failures < config.retries;
    match status {
        429 | 503 => {
            let asked = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
            let asked = asked.and_then(|value| retry_after(value, SystemTime::now()));
            match asked {
                // Even with tries left, an early request would disregard what the server asked for.
                Some(asked) if config.patience < asked => Later::Never(asked),
                _ if !has_tries => Later::No,
                asked => Later::Host(asked.unwrap_or(wait)),
            }
        }
        408 | 500 | 502 | 504 if has_tries => Later::Url(wait),
        _ => Later::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_limit() {
        let first = Duration::from_secs(1);
        let seconds = [1, 2, 3, 9, 10, 40, u32::MAX].map(|n| backoff(first, n).as_secs());
        assert_eq!(seconds, [1, 2, 4, 256, 300, 300, 300]);
        assert_eq!(backoff(first, 0), first);
        let long = Duration::from_secs(1000);
        assert_eq!(backoff(long, 5), long);
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let seconds = |value| retry_after(value, now).map(|wait| wait.as_secs());
        assert_eq!(seconds("120"), Some(120));
        assert_eq!(seconds(" 0 "), Some(0));
        assert_eq!(seconds("99999999999999999999999"), Some(u64::MAX));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:47 GMT"), Some(10));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:27 GMT"), Some(0));
        for nonsense in ["", "soon", "-5", "1.5", "12s"] {
            assert_eq!(seconds(nonsense), None, "{nonsense}");
        }
    }
}
