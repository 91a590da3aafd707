//! Compresses pages that are kept only while the program runs, quickly: with Zstandard, or with gzip in a program that was
//! built without it.

#[cfg(feature = "packed")]
pub(super) use self::zstandard::{packed, unpacked};

#[cfg(not(feature = "packed"))]
pub(super) use self::gzip::{packed, unpacked};

#[cfg(feature = "packed")]
mod zstandard {
    use std::{cell::RefCell, io};

    /// The level of Zstandard. Chosen: the fastest above zero, which reduces pages to a third of their size.
    const QUICK: i32 = 1;

    thread_local! {
        /// The compressor, and a buffer in which it has space for anything, so that the boxed result is exactly as long
        /// as needed.
        static PACKER: RefCell<(zstd::bulk::Compressor<'static>, Vec<u8>)> = RefCell::default();
        /// The decompressor. With a new one for each page, the remains of a page were allocated where the 94 KB of the
        /// last decompressor had been, and the next decompressor did not fit there.
        static UNPACKER: RefCell<zstd::bulk::Decompressor<'static>> = RefCell::default();
    }

    /// Compresses bytes that are kept only while the program runs.
    pub(in crate::store) fn packed(bytes: &[u8]) -> io::Result<Box<[u8]>> {
        PACKER.with_borrow_mut(|(compressor, buffer)| {
            buffer.clear();
            buffer.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
            compressor.set_compression_level(QUICK)?;
            compressor.compress_to_buffer(bytes, buffer)?;
            Ok(buffer.as_slice().into())
        })
    }

    /// Decompresses bytes from [`packed`].
    pub(in crate::store) fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let length = zstd::zstd_safe::get_frame_content_size(packed);
        let length = length.ok().flatten().and_then(|n| usize::try_from(n).ok());
        let mut bytes = Vec::new();
        // `try_reserve_exact` reports a length that is too large as an error. The frame may have been damaged in the
        // file.
        bytes.try_reserve_exact(length.ok_or(io::ErrorKind::InvalidData)?)?;
        UNPACKER.with_borrow_mut(|unpacker| unpacker.decompress_to_buffer(packed, &mut bytes))?;
        Ok(bytes)
    }
}

#[cfg(not(feature = "packed"))]
mod gzip {
    use std::io::{self, Read as _, Write as _};

    use flate2::{Compression, read::GzDecoder, write::GzEncoder};

    /// Compresses bytes that are kept only while the program runs.
    pub(in crate::store) fn packed(bytes: &[u8]) -> io::Result<Box<[u8]>> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
        packer.write_all(bytes)?;
        Ok(packer.finish()?.into())
    }

    /// Decompresses bytes from [`packed`].
    pub(in crate::store) fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        GzDecoder::new(packed).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
