//! Decompresses bytes that are exactly one member.

use std::borrow::Cow;

use super::codec::{Form, Unpacker};
use crate::warc::Damage;

/// Decompresses bytes that are exactly one member of gzip or one frame of Zstandard, from the first byte to the last.
/// Plain bytes are returned as they are, without a copy.
///
/// At most `most` bytes and one piece of 64 KiB are decompressed; more than `most` are an error.
pub(crate) fn unpacked(bytes: &[u8], most: usize) -> Result<Cow<'_, [u8]>, Damage> {
    let damaged = |reason| Damage::Compressed { reason };
    let unpacker = Unpacker::new(Form::of(bytes), &[]).map_err(damaged)?;
    let too_long = Damage::TooLong { limit: most };
    let Some(mut unpacker) = unpacker else {
        return if bytes.len() <= most { Ok(Cow::Borrowed(bytes)) } else { Err(too_long) };
    };
    let (mut whole, mut n_read) = (Vec::new(), 0);
    loop {
        let before = (n_read, whole.len());
        let step = unpacker.step(&bytes[n_read..], &mut whole);
        let step = step.map_err(damaged)?;
        n_read += step.n_read;
        if whole.len() > most {
            return Err(too_long);
        }
        if step.is_end && n_read < bytes.len() {
            return Err(Damage::NotAlone);
        }
        if step.is_end {
            break;
        }
        // Nothing was read and nothing written: the decoder waits for bytes that do not exist.
        if before == (n_read, whole.len()) {
            return Err(Damage::Truncated);
        }
    }
    // Readers decompress a file once, so a member whose content is a member is no record to them.
    match Form::of(&whole) {
        Form::Plain => Ok(Cow::Owned(whole)),
        Form::Gzip | Form::Zstd => Err(Damage::NotARecord),
    }
}
