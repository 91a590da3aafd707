//! Reads bytes that are exactly one record.

use super::{
    dialect::Dialect,
    error::{Damage, Error},
    reader::Reader,
    record::WarcRecord,
};

/// A record that was read by [`only_record`].
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Only {
    /// The record. One of ARC has the WARC fields that correspond to its line, and no id.
    pub record: WarcRecord,
    /// Whether it is a record of ARC.
    pub is_arc: bool,
}

/// Reads bytes that are one record of WARC or ARC, plain or compressed with gzip or Zstandard. Line ends and zero bytes
/// may stand around it, or be missing after the block; a stated length that counts some of them is believed.
///
/// A program that takes a range of bytes out of a file can use this to check that the range is a record.
///
/// # Complexity
///
/// Linear in the decompressed bytes, of which at most `max_bytes` are accepted.
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
    let mut reader = Reader::new(bytes).max_block(max_bytes).most_unpacked(max_bytes as u64);
    let record = reader.next().ok_or(Damage::NotARecord)?.map_err(|error| match error {
        Error::Damaged { reason, .. } => reason,
        // Bytes in memory can be read, so they are too many.
        Error::Read { .. } => Damage::TooLong { limit: max_bytes },
    })?;
    let is_arc = reader.dialect == Some(Dialect::Arc);
    if reader.next().is_none() { Ok(Only { record, is_arc }) } else { Err(Damage::NotAlone) }
}

#[cfg(test)]
mod tests {
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
    }

    #[test]
    fn damage_says_what_it_is() {
        let text = |from: &str, to: &str| String::from_utf8(warc()).unwrap().replace(from, to).into_bytes();
        for (bytes, expected) in [
            (text("hello", "hell!!!!!!"), Damage::WrongLength { stated: 5 }),
            (text(": 5", ": 18446744073709551615"), Damage::Truncated),
            (b"WARC/1.0\r\n".to_vec(), Damage::Truncated),
            (gzip(&gzip(&warc())), Damage::NotARecord),
            (b"<p>hello".to_vec(), Damage::NotARecord),
            (Vec::new(), Damage::NotARecord),
        ] {
            assert_eq!(only_record(&bytes, MOST), Err(expected));
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let head = String::from_utf8(warc()).unwrap().replace(": 5", ": 4194304");
        let bomb = gzip(&[head.as_bytes(), &vec![b'x'; 4 * MOST]].concat());
        assert_eq!(only_record(&bomb, MOST), Err(Damage::TooLong { limit: MOST }));
        assert_eq!(only_record(&warc(), 9), Err(Damage::TooLong { limit: 9 }));
    }
}
