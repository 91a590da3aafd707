//! Decodes the content encodings of a body.

use std::{
    borrow::Cow,
    io::{Cursor, Read},
};

/// The maximum number of nested content encodings that are decoded; servers use one. Each can mean reading the whole
/// body. Chosen: by eye.
const MAX_ENCODINGS: usize = 4;

/// A body without its content encodings.
#[derive(Debug)]
pub(crate) struct Decoded<'a> {
    pub(crate) bytes: Cow<'a, [u8]>,
    /// Whether these are all bytes of the body.
    pub(crate) is_whole: bool,
}

/// Decodes the content encodings of a body, up to `limit` bytes. If the body is damaged, or has an encoding that was
/// not asked for, returns what could be decoded. If it has more than four encodings, returns nothing.
pub(crate) fn decoded<'a>(body: &'a [u8], encodings: &str, limit: usize) -> Decoded<'a> {
    let mut decoded = Decoded { bytes: Cow::Borrowed(body), is_whole: true };
    // The encoding that was applied last is decoded first. Some servers list names that mean no encoding.
    let encodings = encodings.split(',').rev().map(str::trim);
    let encodings = encodings.map(str::to_ascii_lowercase);
    let encodings = encodings.filter(|name| !matches!(&**name, "" | "identity" | "none"));
    let encodings: Vec<String> = encodings.take(MAX_ENCODINGS + 1).collect();
    if MAX_ENCODINGS < encodings.len() {
        return Decoded { bytes: Cow::default(), is_whole: false };
    }
    for encoding in encodings {
        let packed = &*decoded.bytes;
        let (unpacked, is_whole) = match encoding.as_str() {
            "gzip" | "x-gzip" => read(flate2::read::MultiGzDecoder::new(packed), limit),
            "br" => read(brotli_decompressor::Decompressor::new(packed, 4096), limit),
            "zstd" => match zstd::stream::read::Decoder::with_buffer(Cursor::new(packed)) {
                Ok(decoder) => read(decoder, limit),
                Err(_) => (Vec::new(), false),
            },
            _ => (Vec::new(), false),
        };
        decoded = Decoded { bytes: Cow::Owned(unpacked), is_whole: decoded.is_whole && is_whole };
    }
    decoded
}

/// Reads up to `limit` bytes. Returns them, and whether there were no more.
fn read(from: impl Read, limit: usize) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    // The bytes before an error are kept.
    let is_read = from.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes).is_ok();
    let is_within = bytes.len() <= limit;
    bytes.truncate(limit);
    (bytes, is_read && is_within)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn encodings_are_undone_from_the_last() {
        let page = b"<a href=b>".repeat(50);
        let zstd = zstd::bulk::compress(&page, 1).unwrap();
        assert_eq!(decoded(&page, "", 1000).bytes, &page[..]);
        assert_eq!(decoded(&page, "Identity", 1000).bytes, &page[..]);
        assert_eq!(decoded(&gzip(&page), "GZIP", 1000).bytes, &page[..]);
        assert_eq!(decoded(&gzip(&zstd), "zstd, gzip", 1000).bytes, &page[..]);
        // `printf '<a href=b>' | brotli -c | xxd -i`
        let brotli = [0x8f, 0x04, 0x80, b'<', b'a', b' ', b'h', b'r', b'e', b'f', b'=', b'b', b'>', 0x03];
        assert_eq!(decoded(&brotli, "br", 1000).bytes, &b"<a href=b>"[..]);
    }

    #[test]
    fn only_so_many_encodings_are_undone() {
        let page = b"<a href=b>";
        let most = (0..MAX_ENCODINGS).fold(page.to_vec(), |body, _| gzip(&body));
        let names = |n: usize| format!("none, {}", vec!["gzip"; n].join(","));
        assert_eq!(decoded(&most, &names(MAX_ENCODINGS), 1000).bytes, &page[..]);
        let more = gzip(&most);
        assert_eq!(decoded(&more, &names(MAX_ENCODINGS + 1), 1000).bytes, &b""[..]);
    }

    #[test]
    fn bombs_and_damage_are_cut_off() {
        let bomb = gzip(&vec![0; 1 << 20]);
        let check = |body: &[u8], encodings: &str, limit: usize, most: usize| {
            let decoded = decoded(body, encodings, limit);
            assert!(decoded.bytes.len() <= most && !decoded.is_whole, "{encodings}");
        };
        check(&bomb, "gzip", 100, 100);
        check(&bomb, "gzip", (1 << 20) - 1, 1 << 20);
        assert!(decoded(&bomb, "gzip", 1 << 20).is_whole);
        let page = gzip(&b"0123456789".repeat(1000));
        check(&page[..page.len() - 4], "gzip", 1 << 20, 10_000);
        check(&gzip(&page[..page.len() - 4]), "gzip, gzip", 1 << 20, 10_000);
        for encoding in ["gzip", "br", "zstd", "compress"] {
            check(b"no such thing", encoding, 1000, 999);
        }
    }
}
