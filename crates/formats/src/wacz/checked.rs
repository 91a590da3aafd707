//! Checks a file that is read from an archive against what the archive says about it.

use std::{
    io::{self, Read},
    sync::{Arc, OnceLock},
};

use flate2::Crc;

/// What is wrong with a file, which is known when it was read to its end. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdict(Arc<OnceLock<String>>);

impl Verdict {
    /// Returns what is wrong, if anything is.
    pub(super) fn fault(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// A reader that compares the length and the checksum of a file with those in the archive.
pub(super) struct Checked<R> {
    input: R,
    /// The number of bytes still expected.
    n_left: u64,
    /// The checksum; none if the archive does not say for sure what the file is, and only the length is limited.
    expected: Option<u32>,
    sum: Crc,
    verdict: Verdict,
}

impl<R: Read> Checked<R> {
    pub(super) fn new(input: R, n_bytes: u64, expected: Option<u32>) -> Checked<R> {
        Checked { input, n_left: n_bytes, expected, sum: Crc::new(), verdict: Verdict::default() }
    }

    /// Returns a handle from which the result can be read at the end.
    pub(super) fn verdict(&self) -> Verdict {
        self.verdict.clone()
    }
}

impl<R: Read> Read for Checked<R> {
    /// # Errors
    ///
    /// Those of the input, and an error if there are more bytes than there should be: compressed data may expand to
    /// any number of bytes.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.input.read(buffer)?;
        let n_left = self.n_left.checked_sub(n_read as u64);
        self.n_left = n_left.ok_or_else(|| io::Error::other("it unpacks to more bytes than the archive has for it"))?;
        self.sum.update(&buffer[..n_read]);
        // A read into an empty buffer returns nothing, and does not mean the end.
        if n_read == 0 && !buffer.is_empty() {
            let Some(expected) = self.expected else {
                return Ok(0);
            };
            let fault = match self.n_left {
                0 if self.sum.sum() == expected => return Ok(0),
                0 => "its checksum is another than that in the archive".to_owned(),
                n_left => format!("it ends {n_left} bytes before its length"),
            };
            // At the end the input may be read again, and the fault is already set.
            let _ = self.verdict.0.set(fault);
        }
        Ok(n_read)
    }
}
