//! Feeds a list of URLs to a crawl, line by line.

use std::io::{self, BufRead, Read};

use tokio::sync::mpsc::Sender;

/// The maximum length of a line, in bytes. A longer one is cut off, and is not a URL that is requested. Chosen: by eye.
const LONGEST: u64 = 64 << 10;

/// Calls `take` with each line of a list, as long as it returns true. Returns whether it always did. A line longer than
/// 64 KiB is cut off.
///
/// # Errors
///
/// Those of the input.
pub fn each_line(mut input: impl BufRead, mut take: impl FnMut(&str) -> bool) -> io::Result<bool> {
    let mut line = Vec::new();
    while Read::take(&mut input, LONGEST).read_until(b'\n', &mut line)? != 0 {
        let is_cut = line.len() as u64 == LONGEST && !line.ends_with(b"\n");
        if !take(&String::from_utf8_lossy(&line)) {
            return Ok(false);
        }
        // The rest of the line must not be read as the next one.
        if is_cut {
            input.skip_until(b'\n')?;
        }
        line.clear();
    }
    Ok(true)
}

/// Sends each line of a list to a crawl, and blocks while the crawl has enough URLs. Returns whether the crawl
/// accepts more.
///
/// # Errors
///
/// Those of the input.
///
/// # Panics
///
/// If it is called by a task of a runtime, because it blocks.
pub fn feed_lines(input: impl BufRead, feed: &Sender<String>) -> io::Result<bool> {
    each_line(input, |line| feed.blocking_send(line.to_owned()).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_cut() {
        let (feed, mut urls) = tokio::sync::mpsc::channel(9);
        let long = "x".repeat(LONGEST as usize + 5);
        let list = format!("http://a.example/\n{long}\nlast");
        assert!(feed_lines(list.as_bytes(), &feed).unwrap());
        let mut next = || urls.try_recv().unwrap();
        assert_eq!(next(), "http://a.example/\n");
        assert_eq!(next().len(), LONGEST as usize);
        assert_eq!(next(), "last");
        drop(urls);
        assert!(!feed_lines(list.as_bytes(), &feed).unwrap());
    }
}
