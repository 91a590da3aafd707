//! Standard output. If it is a terminal, control characters in pages are escaped, whatever the format.

use std::io::{self, IsTerminal as _, Write};

use anyhow::bail;

use super::printable;

/// Standard output, which escapes control characters if it is a terminal.
#[derive(Debug)]
pub(crate) struct Output<W = io::Stdout> {
    out: W,
    is_shown: bool,
    /// The first bytes of a character, or of a line end, whose other bytes have not been written yet.
    rest: Vec<u8>,
}

/// Opens standard output.
///
/// # Errors
///
/// If standard output is closed.
pub(crate) fn output() -> anyhow::Result<Output> {
    check_open("; name a file with --out")?;
    let out = io::stdout();
    Ok(Output { is_shown: is_shown(), out, rest: Vec::new() })
}

/// Writes all bytes to standard output.
///
/// # Errors
///
/// If standard output is closed, or accepts no more.
pub(crate) fn print(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = output()?;
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Prints the help or the version that was asked for, in colors where clap does that.
///
/// # Errors
///
/// If standard output is closed, or accepts no more.
pub(crate) fn print_help(asked: &clap::Error) -> anyhow::Result<()> {
    check_open("")?;
    let printed = asked.print().and_then(|()| io::stdout().flush());
    Ok(printed.map_err(named)?)
}

/// Checks that somebody can read what is written. `advice` is the end of the message.
fn check_open(advice: &str) -> anyhow::Result<()> {
    if is_closed() {
        bail!("standard output is closed, or is a /dev/null that is open for reading too{advice}");
    }
    Ok(())
}

/// Adds to an error that it is about standard output.
fn named(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

/// Returns whether standard output is a terminal, which people read.
pub(crate) fn is_shown() -> bool {
    io::stdout().is_terminal()
}

/// Returns whether nobody can read what is written. The runtime opens standard streams that are closed when a program
/// starts as `/dev/null`, for reading and writing. A shell that discards output on purpose opens it for writing only.
fn is_closed() -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let out = io::stdout();
        let Ok(flags) = rustix::fs::fcntl_getfl(&out) else {
            return true;
        };
        let null = std::fs::metadata("/dev/null").map(|null| null.rdev());
        let own = rustix::fs::fstat(&out).map(|own| own.st_rdev);
        // Files that are no devices have the number 0, so a `/dev/null` that is an ordinary file must not match them.
        let is_null = matches!((null, own), (Ok(null), Ok(own)) if null == own && null != 0);
        is_null && flags.contains(rustix::fs::OFlags::RDWR)
    }
    #[cfg(not(unix))]
    false
}

impl<W: Write> Output<W> {
    /// Writes the bytes that are complete; at the end, all of them.
    fn show(&mut self, is_end: bool) -> io::Result<()> {
        let n_whole = if is_end { self.rest.len() } else { whole(&self.rest) };
        // A carriage return is a control character, but in the line ends of WARC and HTTP it is harmless.
        let text = String::from_utf8_lossy(&self.rest[..n_whole]).replace("\r\n", "\n");
        self.rest.drain(..n_whole);
        self.out.write_all(printable(&text).as_bytes())
    }
}

/// Returns how many of the bytes can be shown without knowing those that follow.
fn whole(bytes: &[u8]) -> usize {
    // The next byte may be a line feed, and then both are a line end.
    if bytes.ends_with(b"\r") {
        return bytes.len() - 1;
    }
    // A character of UTF-8 has at most four bytes, so at most three of one that is not complete.
    let tail = bytes.len().saturating_sub(3);
    let begins = |&at: &usize| !(0x80..0xc0).contains(&bytes[at]);
    // Without an error length, the bytes are a valid beginning that lacks an end. Bytes that are invalid whatever
    // follows are shown now, as replacement characters.
    match (tail..bytes.len()).rev().find(begins) {
        Some(at) if std::str::from_utf8(&bytes[at..]).is_err_and(|e| e.error_len().is_none()) => at,
        _ => bytes.len(),
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A file or a pipe gets the bytes as they are: records and archives must not change.
        if !self.is_shown {
            return self.out.write(bytes).map_err(named);
        }
        self.rest.extend_from_slice(bytes);
        self.show(false).map_err(named)?;
        // All bytes count as written, those in `rest` too: the caller must not pass them again.
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.show(true).and_then(|()| self.out.flush()).map_err(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pieces: &[&[u8]]) -> String {
        let mut output = Output { out: Vec::new(), is_shown: true, rest: Vec::new() };
        for piece in pieces {
            output.write_all(piece).unwrap();
        }
        output.flush().unwrap();
        String::from_utf8(output.out).unwrap()
    }

    #[test]
    fn control_characters_of_every_kind_are_spelled_out() {
        let page = "a\u{1b}[2J\u{9b}31m\u{7f}\u{0}\u{8}b\tc\n";
        let expected = "a\\u{1b}[2J\\u{9b}31m\\u{7f}\\u{0}\\u{8}b\tc\n";
        assert_eq!(shown(&[page.as_bytes()]), expected);
        for at in 0..page.len() {
            let (left, right) = page.as_bytes().split_at(at);
            assert_eq!(shown(&[left, right]), expected, "cut at {at}");
        }
    }

    #[test]
    fn whatever_is_no_text_is_shown_as_such() {
        assert_eq!(shown(&[b"WARC/1.1\r", b"\n\xff\x9b\xe2\x82", b"x"]), "WARC/1.1\n\u{fffd}\u{fffd}\u{fffd}x");
        assert_eq!(shown(&[b"\xe2\x82"]), "\u{fffd}");
        assert_eq!(shown(&[b"a\r"]), "a\\u{d}");
        assert_eq!(shown(&["é".as_bytes(), "€".as_bytes()]), "é€");
    }
}
