//! Reads bytes that are exactly one record.

use super::{
    dialect::{self, Dialect, HeaderEnd},
    error::Damage,
    reader::MOST_HEADER,
    record::WarcRecord,
};
use crate::framing::{self, may_begin_arc};

/// The line ends after a block. Any number of bytes at their end may be missing.
const LINE_ENDS: [&[u8]; 2] = [b"\r\n\r\n", b"\n\n"];

/// A record that was read by [`only_record`].
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Only {
    /// The record. One of ARC has the WARC fields that correspond to its line, and no id.
    pub record: WarcRecord,
    /// Whether it is a record of ARC.
    pub is_arc: bool,
}

/// Reads bytes that are one record of WARC or ARC and nothing else: plain, one member of gzip, or one frame of
/// Zstandard without a dictionary. The line ends after the block may be missing.
///
/// A program that takes a range of bytes out of a file can use this to check that the range is a record.
///
/// # Complexity
///
/// Linear in the decompressed bytes, of which at most `max_bytes` are accepted, and held twice.
///
/// # Errors
///
/// [`Damage`] with what is wrong with the bytes.
///
/// # Examples
///
/// ```
/// use formats::warc::{Compression, RecordKind, WarcRecord, Writer, only_record};
///
/// let mut writer = Writer::new(Vec::new(), Compression::Gzip);
/// let record = WarcRecord::new(RecordKind::Conversion, "2026-01-31T12:00:00Z");
/// writer.write(&record.block("text/plain", b"one".to_vec()))?;
/// let bytes = writer.into_inner();
/// assert_eq!(only_record(&bytes, 1 << 20).unwrap().record.body(), b"one");
/// assert!(only_record(&bytes[..bytes.len() - 1], 1 << 20).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn only_record(bytes: &[u8], max_bytes: usize) -> Result<Only, Damage> {
    let whole = framing::unpacked(bytes, max_bytes)?;
    // Any line that is an ARC header is accepted: the record need not be the first of its file.
    let dialect = match Dialect::of(&whole) {
        Some(Dialect::Warc) => Dialect::Warc,
        _ if may_begin_arc(&whole) => Dialect::Arc,
        _ => return Err(Damage::NotARecord),
    };
    let head = &whole[..whole.len().min(MOST_HEADER)];
    // Input that is shorter than the limit was cut off; otherwise the header is too long.
    let Some(n_header) = HeaderEnd::default().find(head, dialect) else {
        return Err(if head.len() < MOST_HEADER { Damage::Truncated } else { Damage::HeaderTooLong });
    };
    let n_header = n_header?;
    let (headers, length) = dialect::headers(&whole[..n_header], dialect)?;
    let rest = &whole[n_header..];
    // A length above `usize::MAX` or the rest is handled as the same error, before anything is allocated for it.
    let split = usize::try_from(length).ok();
    let split = split.and_then(|length| rest.split_at_checked(length));
    let (block, after) = split.ok_or(Damage::Truncated)?;
    if !LINE_ENDS.iter().any(|ends| ends.starts_with(after)) {
        return Err(Damage::NotAlone);
    }
    let mut record = WarcRecord::parsed(headers, 0);
    record.length = length;
    record.block = block.to_vec();
    Ok(Only { record, is_arc: dialect == Dialect::Arc })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::{
        pack,
        warc::{Compression, RecordKind},
    };

    const MOST: usize = 1 << 20;

    const ARC: &[u8] = b"http://a.example/ 192.0.2.1 20050131120000 text/html 5\nhello\n";

    fn warc() -> Vec<u8> {
        let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://a.example/>\r\n";
        format!("{head}Content-Length: 5\r\n\r\nhello\r\n\r\n").into_bytes()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        pack(bytes, Compression::Gzip).unwrap()
    }

    #[test]
    fn whole_records_of_every_form_are_read() {
        let mut forms = vec![warc(), gzip(&warc()), ARC.to_vec(), gzip(ARC)];
        if cfg!(feature = "packed") {
            forms.push(pack(&warc(), Compression::Zstd).unwrap());
        }
        for bytes in &forms {
            let Only { record, .. } = only_record(bytes, MOST).unwrap();
            assert_eq!(record.body(), b"hello");
            assert_eq!(record.target_uri(), Some("http://a.example/"));
            assert_eq!((record.kind(), record.length()), (&RecordKind::Response, 5));
        }
    }

    #[test]
    fn any_other_length_is_none() {
        for (record, n_ends) in [(warc(), 4), (gzip(&warc()), 0), (ARC.to_vec(), 1), (gzip(ARC), 0)] {
            let twice = [&record[..], &record].concat();
            for n in 0..twice.len() {
                let is_whole = (record.len() - n_ends..=record.len()).contains(&n);
                let found = only_record(&twice[..n], MOST);
                assert_eq!(found.is_ok(), is_whole, "{n} of {}: {found:?}", record.len());
            }
            assert_eq!(only_record(&twice, MOST), Err(Damage::NotAlone));
            assert!(only_record(&record[1..], MOST).is_err());
        }
        // Zeros after a member pad the file, and are no part of the record.
        let padded = [&gzip(&warc())[..], &[0; 3]].concat();
        assert_eq!(only_record(&padded, MOST), Err(Damage::NotAlone));
    }

    #[test]
    fn damage_says_what_it_is() {
        let text = |from: &str, to: &str| {
            let text = String::from_utf8(warc()).unwrap();
            text.replace(from, to).into_bytes()
        };
        let mut wrong_sum = gzip(&warc());
        let at = wrong_sum.len() - 6;
        wrong_sum[at] ^= 1;
        let long = "x".repeat(MOST_HEADER);
        for (bytes, expected) in [
            (text("hello", "hell"), Damage::NotAlone),
            (text("hello", "hell!!!!!!"), Damage::NotAlone),
            (text("WARC-Type: response\r\n", ""), Damage::NoType),
            (text("WARC-Type", "WARC-Type\r\nWARC-Type"), Damage::NoField),
            (text(": 5", ": 5\r\nContent-Length: 5"), Damage::Repeated { name: "Content-Length" }),
            (text(": 5", ": many"), Damage::NoLength),
            (text(": 5", ": 99999999999999999999"), Damage::NoLength),
            (text(": 5", ": 18446744073709551615"), Damage::Truncated),
            (text("1.0\r\n", "1.0\r\nWARC/1.0\r\n"), Damage::HeaderUnended),
            (text("1.0", &format!("1.0\r\nX: {long}")), Damage::HeaderTooLong),
            (b"WARC/1.0\r\n".to_vec(), Damage::Truncated),
            (gzip(&gzip(&warc())), Damage::NotARecord),
            (b"<p>hello".to_vec(), Damage::NotARecord),
            (Vec::new(), Damage::NotARecord),
        ] {
            assert_eq!(only_record(&bytes, MOST), Err(expected));
        }
        let found = only_record(&wrong_sum, MOST);
        assert!(matches!(found, Err(Damage::Compressed { .. })), "{found:?}");
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        let head = warc().split(|&byte| byte == b':').next().unwrap().to_vec();
        packer.write_all(&head).unwrap();
        packer.write_all(&vec![b'x'; 4 * MOST]).unwrap();
        let bomb = packer.finish().unwrap();
        let limit = Damage::TooLong { limit: MOST };
        assert_eq!(only_record(&bomb, MOST), Err(limit.clone()));
        assert_eq!(only_record(&warc(), 9), Err(Damage::TooLong { limit: 9 }));
    }
}
