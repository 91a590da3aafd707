//! Dates in the notation of WARC files.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Returns the time in the form `2026-01-31T12:00:00Z`. Times before 1970 count
/// as 1970: no server responded before that.
///
/// # Examples
///
/// ```
/// use std::time::{Duration, UNIX_EPOCH};
///
/// let time = UNIX_EPOCH + Duration::from_secs(1_767_225_599);
/// assert_eq!(formats::warc::utc(time), "2025-12-31T23:59:59Z");
/// ```
#[must_use]
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    // `jiff` knows no year after 9999, which has five digits.
    let time = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    time.unwrap_or(Timestamp::MAX).strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
