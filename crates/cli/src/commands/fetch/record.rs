//! Checks that the bytes that an index names are the record of its page.

use std::io;

use formats::{
    Capture,
    warc::{Compression, Damage, Only, RecordKind, WarcRecord, Writer, only_record},
};

use super::parts::MOST_RECORD;

/// A record as a gzip member, or why there is none.
pub(super) type Found = Result<Vec<u8>, String>;

const HTTP_RESPONSE: &str = "application/http; msgtype=response";

/// The bytes that follow the block of a record.
const LINE_ENDS: &[u8] = b"\r\n\r\n";

/// Returns the record as a gzip member, if the bytes are exactly one record of the page.
///
/// A WARC record that is such a member is not changed. Other records are compressed anew, and those of ARC become
/// WARC records.
pub(super) fn checked(bytes: Vec<u8>, capture: &Capture) -> Found {
    let Capture { file, offset, length, .. } = capture;
    let only = only_record(&bytes, MOST_RECORD as usize).map_err(|damage| match damage {
        Damage::NotARecord => format!("there is no record at byte {offset} of {file}"),
        Damage::Truncated => {
            format!("the record at byte {offset} of {file} has more than {length} bytes")
        }
        damage => {
            format!("the {length} bytes at byte {offset} of {file} are not one record: {damage}")
        }
    })?;
    let Only { record, is_arc, .. } = only;
    if !matches!(record.kind(), RecordKind::Response | RecordKind::Resource) {
        let kind = record.kind();
        return Err(format!("the record at byte {offset} of {file} is a {kind}, not a page"));
    }
    let found = record.target_uri().unwrap_or_default();
    // A wrong index must not put other pages into the output.
    if !crawl::is_same_url(found, &capture.url) {
        return Err(format!("the record at byte {offset} of {file} is that of {found}"));
    }
    let packed = match &bytes[..] {
        _ if is_arc => written(&of_arc(record)),
        // The magic number of gzip.
        [0x1f, 0x8b, ..] => return Ok(bytes),
        [b'W', ..] => formats::pack(&ended(bytes), Compression::Gzip),
        // What is left is a frame of Zstandard.
        _ => written(&record),
    };
    packed.map_err(|error| error.to_string())
}

fn written(record: &WarcRecord) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new(Vec::new(), Compression::Gzip);
    writer.write(record)?;
    Ok(writer.into_inner())
}

/// Adds the line ends after the block if they are missing: some indexes do not count them.
fn ended(mut bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.ends_with(LINE_ENDS) {
        bytes.extend_from_slice(LINE_ENDS);
    }
    bytes
}

/// Makes a WARC record from one of ARC, whose block is the server's response.
fn of_arc(record: WarcRecord) -> WarcRecord {
    let field = |name| record.header(name).unwrap_or_default().to_owned();
    let (date, address) = (field("WARC-Date"), field("WARC-IP-Address"));
    let target = record.target_uri().unwrap_or_default().to_owned();
    WarcRecord::new(RecordKind::Response, &date)
        .target(&target)
        .block(HTTP_RESPONSE, record.into_body())
        .with("WARC-IP-Address", &address)
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "http://a.example/x";

    const RESPONSE: &str = "HTTP/1.1 200 OK\r\n\r\n<p>hello";

    fn plain(kind: &str, url: &str) -> Vec<u8> {
        let length = RESPONSE.len();
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nContent-Length: {length}\r\n\r\n{RESPONSE}\r\n\r\n"
        )
        .into_bytes()
    }

    fn arc() -> Vec<u8> {
        let length = RESPONSE.len();
        format!("{URL} 192.0.2.1 20050131120000 text/html {length}\n{RESPONSE}\n").into_bytes()
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        formats::pack(bytes, Compression::Gzip).unwrap()
    }

    fn found(bytes: &[u8]) -> Found {
        let capture = Capture {
            url: URL.to_owned(),
            file: "f".to_owned(),
            offset: 12,
            length: bytes.len() as u64,
            status: None,
            media_type: None,
        };
        checked(bytes.to_vec(), &capture)
    }

    #[test]
    fn a_member_of_the_page_stays_as_it_is() {
        for url in [URL, "<http://a.example/x>", "HTTP://A.example:80/%78#top"] {
            let bytes = gzip(&plain("response", url));
            assert_eq!(found(&bytes), Ok(bytes));
        }
    }

    #[test]
    fn other_forms_are_packed_anew() {
        let record = plain("response", URL);
        let without_ends = &record[..record.len() - LINE_ENDS.len()];
        assert_eq!(found(&record), Ok(gzip(&record)));
        assert_eq!(found(without_ends), Ok(gzip(&record)));
        let zstd = formats::pack(&record, Compression::Zstd).unwrap();
        for bytes in [zstd, arc(), gzip(&arc())] {
            let packed = found(&bytes).unwrap();
            let Only { record, is_arc, .. } = only_record(&packed, 1 << 20).unwrap();
            assert!(packed.starts_with(b"\x1f\x8b") && !is_arc);
            assert_eq!(record.body(), RESPONSE.as_bytes());
            assert_eq!(record.target_uri(), Some(URL));
        }
    }

    #[test]
    fn what_is_not_the_whole_record_of_the_page_says_why() {
        let record = gzip(&plain("response", URL));
        let twice = [&record[..], &record].concat();
        let n_bytes = record.len();
        for (bytes, why) in [
            (&record[..n_bytes - 5], format!("byte 12 of f has more than {} bytes", n_bytes - 5)),
            (&twice[..n_bytes + 5], "are not one record: something follows it".to_owned()),
            (&record[1..], "there is no record at byte 12 of f".to_owned()),
            (&gzip(b"<p>x"), "there is no record at byte 12 of f".to_owned()),
            (&gzip(&plain("request", URL)), "is a request, not a page".to_owned()),
            (&gzip(&plain("response", "http://a.example/y")), "byte 12 of f is that of http://a.example/y".to_owned()),
        ] {
            let said = found(bytes).unwrap_err();
            assert!(said.contains(&why), "{said}, not {why}");
        }
    }
}
