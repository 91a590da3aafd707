//! Decodes LZ4 frames, one after another.

use std::{
    fmt,
    io::{self, BufRead, Read, Seek, SeekFrom},
};

use lz4_flex::frame::FrameDecoder;

use super::{effort, retries::Retries, text::DamagedMember};
use crate::warc::Damage;

/// The first bytes of a frame.
const MARK: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// A reader that decodes LZ4 frames. After a damaged frame the next one is searched for.
pub(crate) struct Lz4<R: Read> {
    /// `None` only while it is replaced by a new decoder.
    frames: Option<FrameDecoder<R>>,
    /// Where the current frame begins.
    start: u64,
    /// How many bytes the current frame has decoded to so far.
    n_given: u64,
    state: State,
    /// The end of the part of the file that damaged frames have covered.
    reached: u64,
    /// The account of bytes that were read or decoded in vain.
    retries: Retries,
}

enum State {
    /// Between two frames.
    Between,
    Inside,
    /// The current frame is damaged.
    Lost,
}

impl<R: Read> fmt::Debug for Lz4<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lz4")
    }
}

impl<R: BufRead + Seek> Lz4<R> {
    pub(crate) fn new(input: R) -> Lz4<R> {
        Lz4 {
            frames: Some(FrameDecoder::new(input)),
            start: 0,
            n_given: 0,
            state: State::Between,
            reached: 0,
            retries: Retries::default(),
        }
    }

    /// Continues at the first frame that begins after the damaged one's first byte, or later if too much was read in
    /// vain. Returns false if there is none.
    fn begin_anew(&mut self) -> io::Result<bool> {
        let Some(mut input) = self.frames.take().map(FrameDecoder::into_inner) else {
            return Ok(false);
        };
        let position = input.stream_position()?;
        // Output of bytes that an earlier damaged frame covered is charged; that of others is in proportion to the
        // file anyway.
        let n_given = if self.start < self.reached { self.n_given } else { 0 };
        self.retries.charge(position.saturating_sub(self.start) + n_given);
        self.reached = self.reached.max(position);
        // Within what was read the search goes on right after the damaged frame's first byte. Otherwise the bytes up
        // to `due` are skipped.
        let start = match self.retries.due() {
            due if due <= self.reached => self.start + 1,
            due => due,
        };
        effort::count(position.saturating_sub(start) as usize);
        let found = seek_frame(&mut input, start);
        self.frames = Some(FrameDecoder::new(input));
        found
    }
}

/// Moves the input to the next mark of a frame. Returns false if there is none.
fn seek_frame(input: &mut (impl BufRead + Seek), start: u64) -> io::Result<bool> {
    let mut at = input.seek(SeekFrom::Start(start))?;
    let mut n_matched = 0;
    loop {
        let bytes = input.fill_buf()?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let n_bytes = bytes.len();
        for (nth, byte) in bytes.iter().enumerate() {
            // The mark's first byte is not among its others, so after a mismatch only this byte can begin another
            // match.
            n_matched = match *byte {
                byte if byte == MARK[n_matched] => n_matched + 1,
                byte if byte == MARK[0] => 1,
                _ => 0,
            };
            if n_matched == MARK.len() {
                let start = at + nth as u64 + 1 - MARK.len() as u64;
                input.seek(SeekFrom::Start(start))?;
                return Ok(true);
            }
        }
        input.consume(n_bytes);
        at += n_bytes as u64;
    }
}

impl<R: BufRead + Seek> Read for Lz4<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // An empty buffer would be taken for the end of a frame below.
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if matches!(self.state, State::Lost) {
                if !self.begin_anew()? {
                    return Ok(0);
                }
                self.state = State::Between;
            }
            let Some(frames) = &mut self.frames else {
                return Ok(0);
            };
            if matches!(self.state, State::Between) {
                if frames.get_mut().fill_buf()?.is_empty() {
                    return Ok(0);
                }
                self.start = frames.get_mut().stream_position()?;
                self.n_given = 0;
                self.state = State::Inside;
            }
            match frames.read(buffer) {
                // The decoder returns no bytes only at the end of a frame.
                Ok(0) => self.state = State::Between,
                Ok(n_read) => {
                    self.n_given += n_read as u64;
                    effort::count(n_read);
                    return Ok(n_read);
                }
                Err(error) => {
                    self.state = State::Lost;
                    let reason = match error.kind() {
                        io::ErrorKind::UnexpectedEof => Damage::Truncated,
                        _ => Damage::Compressed { reason: error.to_string() },
                    };
                    let damaged = DamagedMember::new(self.start, reason);
                    return Err(io::Error::other(damaged));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use lz4_flex::frame::FrameEncoder;

    use super::*;

    fn frame(text: &str) -> Vec<u8> {
        let mut encoder = FrameEncoder::new(Vec::new());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns the decoded text, and where frames are damaged.
    fn read(file: Vec<u8>) -> (String, Vec<u64>) {
        let mut lz4 = Lz4::new(Cursor::new(file));
        let (mut text, mut damaged) = (Vec::new(), Vec::new());
        let mut buffer = [0; 7];
        loop {
            match lz4.read(&mut buffer) {
                Ok(0) => return (String::from_utf8(text).unwrap(), damaged),
                Ok(n_read) => text.extend_from_slice(&buffer[..n_read]),
                Err(error) => {
                    let inner = error.into_inner().unwrap();
                    let member = inner.downcast::<DamagedMember>().unwrap();
                    damaged.push(member.into_parts().0);
                }
            }
        }
    }

    #[test]
    fn a_damaged_frame_costs_itself() {
        let frames = ["one, ", "two, ", "three"].map(frame);
        let starts = [0, frames[0].len(), frames[0].len() + frames[1].len()];
        assert_eq!(read(frames.concat()), ("one, two, three".to_owned(), vec![]));
        for at in 0..frames[1].len() {
            let mut frames = frames.clone();
            frames[1][at] ^= 0x41;
            let (text, damaged) = read(frames.concat());
            assert!(text.starts_with("one, ") && text.ends_with("three"), "byte {at}: {text}");
            // What has no checksum comes out otherwise than it went in.
            let is_noticed = damaged.first() == Some(&(starts[1] as u64));
            assert!(is_noticed || damaged.is_empty() && text != "one, two, three", "byte {at}: {text} {damaged:?}");
        }
        let mut file = frames.concat();
        // Between two blocks a frame may end unnoticed: what it holds has to tell.
        file.truncate(starts[2] + 13);
        assert_eq!(read(file), ("one, two, ".to_owned(), vec![starts[2] as u64]));
    }
}
