//! Reading whole files whose length is not known, such as pipes and devices.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

/// The maximum length of a file that demold has learned: a template, expressions, the index of a set. Chosen: the index
/// of ten million sites, which takes a gigabyte.
pub const MOST_LEARNED: u64 = 1 << 30;

/// Reads a file that may have at most `limit` bytes.
///
/// # Errors
///
/// Those of the system, and an error if the file is longer.
pub fn read_limited(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    let n_read = File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut content)?;
    if n_read as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {limit} bytes")));
    }
    Ok(content)
}

/// Reads a text that may have at most `limit` bytes.
///
/// # Errors
///
/// Those of [`read_limited`], and an error if it is not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    let content = read_limited(path, limit)?;
    String::from_utf8(content).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_files_than_the_limit_are_refused() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("a");
        std::fs::write(&path, "tide\n").unwrap();
        assert_eq!(read_text(&path, 5).unwrap(), "tide\n");
        assert_eq!(read_limited(&path, u64::MAX).unwrap(), b"tide\n");
        assert_eq!(read_text(&path, 4).unwrap_err().to_string(), "it has more than 4 bytes");
    }
}
