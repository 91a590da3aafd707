//! Decodes LZ4 frames, one after another.

use std::io::{self, BufRead, Read};

use lz4_flex::frame::FrameDecoder;

/// A reader that decodes LZ4 frames. Nothing after a damaged frame is read.
pub(crate) struct Lz4<R: Read>(FrameDecoder<R>);

impl<R: BufRead> Lz4<R> {
    pub(crate) fn new(input: R) -> Lz4<R> {
        Lz4(FrameDecoder::new(input))
    }
}

impl<R: BufRead> Read for Lz4<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                // The decoder returns no bytes at the end of each frame.
                Ok(0) if !buffer.is_empty() && !self.0.get_mut().fill_buf()?.is_empty() => {}
                Err(error) => return Err(io::Error::other(format!("its LZ4 frames are damaged: {error}"))),
                done => return done,
            }
        }
    }
}
