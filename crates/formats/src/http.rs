//! Parses HTTP responses as crawlers store them: the header, and the body without its encodings.
//!
//! Stored responses are not what a client gets from its socket. Common Crawl stores decoded bodies and renames the
//! headers that would be wrong; other crawlers decode and leave the headers as they were; `wget` stores the bytes as
//! they came. So a header that names an encoding is a hint, which the body may refute. Headers are parsed more
//! leniently than in crates made for servers.

use std::{
    borrow::Cow,
    io::{self, Read},
};

use flate2::read::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use crate::{
    codecs,
    warc::{Headers, header_end},
};

/// A response.
#[derive(Debug)]
pub struct Answer<'a> {
    /// Its status, such as 200.
    pub status: u16,
    /// Its header fields.
    pub headers: Headers,
    /// Its body as it is stored.
    pub body: &'a [u8],
}

/// The maximum length of a response's header, in bytes. Chosen: by eye.
pub(crate) const MOST_HEADER: usize = 1 << 20;

/// The maximum number of its lines: each takes memory, however short it is. Chosen: by eye.
const MOST_LINES: usize = 10_000;

/// Why a block is not a response.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum NoAnswer {
    /// It does not begin like one.
    NotHttp,
    /// Its header has more than 1 MiB or 10,000 lines.
    HeaderTooLong,
}

/// Splits a response into its parts.
///
/// # Errors
///
/// Why it is none.
pub fn answer(block: &[u8]) -> Result<Answer<'_>, NoAnswer> {
    let (status, lines, body) = parts(block).ok_or(NoAnswer::NotHttp)?;
    if lines.len() > MOST_HEADER || memchr::memchr_iter(b'\n', lines).count() > MOST_LINES {
        return Err(NoAnswer::HeaderTooLong);
    }
    Ok(Answer { status, headers: Headers::of_http(lines), body })
}

/// Returns the status, the lines of the header after the status line, and the body.
fn parts(block: &[u8]) -> Option<(u16, &[u8], &[u8])> {
    let rest = block.strip_prefix(b"HTTP/")?;
    let n_head = header_end(rest)?;
    let (head, body) = rest.split_at(n_head);
    let n_line = head.iter().position(|&byte| byte == b'\n')?;
    let (line, lines) = head.split_at(n_line);
    let line = &line[..line.len().min(MOST_STATUS)];
    let line = String::from_utf8_lossy(line);
    let status = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some((status, lines, body))
}

/// The number of bytes of the first line in which the status is looked for. Chosen: by eye.
const MOST_STATUS: usize = 1 << 10;

/// Returns the media type of a `Content-Type` header in lower case, and its charset.
#[must_use]
pub fn content_type(value: &str) -> (String, Option<String>) {
    let mut parts = value.split(';');
    let media_type = parts.next().unwrap_or("").trim().to_ascii_lowercase();
    let charset = parts.find_map(|part| {
        let (name, value) = part.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'']).trim();
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then(|| value.to_owned())
    });
    (media_type, charset)
}

/// The maximum number of nested content encodings that are decoded; servers use one. Each can mean reading the whole
/// body. Chosen: by eye.
const MAX_ENCODINGS: usize = 4;

/// A body without its content encodings.
#[derive(Debug)]
pub struct DecodedBody<'a> {
    /// Its bytes, up to what is wrong with it.
    pub bytes: Cow<'a, [u8]>,
    /// Why these are not all of its bytes, if they are not.
    pub fault: Option<Fault>,
}

/// What is wrong with an encoded body.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// It decodes to more bytes than allowed.
    TooLarge,
    /// It is damaged, or has an encoding that is not known.
    Damaged(String),
}

impl<'a> DecodedBody<'a> {
    /// Returns the bytes. The beginning of a page is a page, just as without compression: whether the rest is missing,
    /// is damaged, or is something else that follows the packed bytes.
    pub(crate) fn beginning(self) -> Result<Cow<'a, [u8]>, Fault> {
        match self.fault {
            Some(Fault::Damaged(_)) if !self.bytes.is_empty() => Ok(self.bytes),
            Some(fault) => Err(fault),
            None => Ok(self.bytes),
        }
    }
}

/// Returns the body of a response without its transfer and content encodings, if it has at most `limit` bytes.
pub(crate) fn document<'a>(answer: &Answer<'a>, limit: usize) -> Result<Cow<'a, [u8]>, Fault> {
    let values = |name: &'static str| answer.headers.iter().filter(move |(found, _)| found.eq_ignore_ascii_case(name));
    let is_chunked = values("Transfer-Encoding")
        .flat_map(|(_, names)| names.split(','))
        .any(|name| name.trim().eq_ignore_ascii_case("chunked"));
    // A body that has no chunks was stored joined, and the header was kept.
    let joined = if is_chunked { unchunk(answer.body) } else { None };
    let body = joined.map_or(Cow::Borrowed(answer.body), Cow::Owned);
    let encodings: Vec<&str> = values("Content-Encoding").map(|(_, names)| names).collect();
    let body = decoded(body, &encodings.join(","), limit).beginning()?;
    if limit < body.len() { Err(Fault::TooLarge) } else { Ok(body) }
}

/// Undoes the encodings of a body, whose names are in the order in which they were applied, with commas in between. At
/// most `limit` bytes are decoded.
#[must_use]
pub fn decoded<'a>(body: Cow<'a, [u8]>, encodings: &str, limit: usize) -> DecodedBody<'a> {
    let mut whole = DecodedBody { bytes: body, fault: None };
    let names = encodings.rsplit(',').map(|name| name.trim().to_ascii_lowercase());
    // Some servers list names that mean no encoding.
    let names = names.filter(|name| !matches!(name.as_str(), "" | "identity" | "none"));
    let names: Vec<String> = names.take(MAX_ENCODINGS + 1).collect();
    if MAX_ENCODINGS < names.len() {
        let how = format!("the body has more than {MAX_ENCODINGS} content encodings, one in the other");
        return DecodedBody { bytes: Cow::default(), fault: Some(Fault::Damaged(how)) };
    }
    for name in names {
        let Some((bytes, fault)) = without(&name, &whole.bytes, limit) else {
            continue;
        };
        let is_lost = bytes.is_empty() && fault.is_some();
        // If a part of it can be decoded further, the first fault counts.
        whole = DecodedBody { bytes: Cow::Owned(bytes), fault: whole.fault.or(fault) };
        if is_lost {
            break;
        }
    }
    whole
}

/// Joins the chunks of a body. Returns `None` if it does not begin with one. If the body breaks off, or is damaged
/// further on, the chunks before that are returned.
fn unchunk(body: &[u8]) -> Option<Vec<u8>> {
    let mut joined = Vec::with_capacity(body.len());
    let mut next = Some(chunk(body)?);
    // A chunk of size zero is the last one; trailers may follow it.
    while let Some((data, after)) = next.filter(|(data, _)| !data.is_empty()) {
        joined.extend_from_slice(data);
        next = chunk(after);
    }
    Some(joined)
}

/// Returns the first chunk, and the bytes after it. If the body breaks off in its last chunk, the chunk is what there
/// is of it.
fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    // A size has at most 16 digits, and extensions may follow it. The bound keeps a body without line ends from being
    // searched to its end.
    let n_line = bytes.iter().take(4096).position(|&byte| byte == b'\n')?;
    let line = std::str::from_utf8(&bytes[..n_line]).ok()?;
    let size = line.split(';').next().unwrap_or("").trim();
    // `from_str_radix` would accept a sign.
    let is_size = !size.is_empty() && size.bytes().all(|digit| digit.is_ascii_hexdigit());
    let size = usize::from_str_radix(size, 16).ok().filter(|_| is_size)?;
    let rest = &bytes[n_line + 1..];
    if rest.len() <= size {
        return Some((rest, &[]));
    }
    let (data, after) = rest.split_at(size);
    let after =
        after.strip_prefix(b"\r\n").or_else(|| after.strip_prefix(b"\n")).or_else(|| after.is_empty().then_some(after));
    // If no line ends after the data, the number was not the size of a chunk.
    after.map(|after| (data, after))
}

/// Undoes one content encoding. Returns none if the header is wrong: if the body was stored decoded.
fn without(name: &str, body: &[u8], limit: usize) -> Option<(Vec<u8>, Option<Fault>)> {
    let (mut bytes, error) = match name {
        "gzip" | "x-gzip" if !body.starts_with(b"\x1f\x8b") => return None,
        "gzip" | "x-gzip" => read(Ok(MultiGzDecoder::new(body)), limit),
        // By RFC 9110 this is the zlib format, but some servers send raw deflate. Without a valid zlib header nothing
        // is decoded, and the other is tried.
        "deflate" => match read(Ok(ZlibDecoder::new(body)), limit) {
            (bytes, Some(_)) if bytes.is_empty() => read(Ok(DeflateDecoder::new(body)), limit),
            decoded => decoded,
        },
        "br" => read(codecs::brotli(body), limit),
        "zstd" => read(codecs::zstd(body), limit),
        _ if is_text(body) => return None,
        other => {
            return Some((Vec::new(), Some(Fault::Damaged(format!("the content encoding {other:?} is unknown")))));
        }
    };
    let fault = match error {
        _ if limit < bytes.len() => Some(Fault::TooLarge),
        Some(_) if is_text(body) => return None,
        error => error.map(|error| Fault::Damaged(format!("the body's content encoding {name} is damaged: {error}"))),
    };
    bytes.truncate(limit);
    Some((bytes, fault))
}

/// Reads up to one byte more than `limit`, so that the caller can tell that there is more.
fn read(decoder: io::Result<impl Read>, limit: usize) -> (Vec<u8>, Option<io::Error>) {
    let mut bytes = Vec::new();
    let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
    let error = decoder.and_then(|decoder| decoder.take(most).read_to_end(&mut bytes)).err();
    (bytes, error)
}

/// Returns whether bytes begin like text, and not like compressed data.
fn is_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(64)];
    !head.is_empty()
        && head
            .iter()
            .all(|&byte| 0x20 <= byte && byte != 0x7f || byte.is_ascii_whitespace())
        // Pages have markup near their beginning; this excludes compressed data that happens to be printable.
        && bytes.iter().take(1024).any(|&byte| byte == b'<')
}

#[cfg(all(test, feature = "packed"))]
mod tests {
    use std::io::Write as _;

    use super::*;
    use crate::{pack, warc::Compression};

    fn check(headers: &str, body: &[u8], expected: Result<&str, Fault>) {
        let block = [b"HTTP/1.1 200 OK\r\n", headers.as_bytes(), b"\r\n", body].concat();
        let answer = answer(&block).unwrap();
        let found = document(&answer, 1000).map(|bytes| String::from_utf8(bytes.into_owned()).unwrap());
        assert_eq!(found, expected.map(str::to_owned), "{headers}");
    }

    fn gzip(text: &str) -> Vec<u8> {
        pack(text.as_bytes(), Compression::Gzip).unwrap()
    }

    #[test]
    fn heads_are_read_leniently() {
        let found = answer(b"HTTP/2 404\nA: b\n\nrest").unwrap();
        assert_eq!((found.status, found.body), (404, &b"rest"[..]));
        assert_eq!(found.headers.get("a"), Some("b"));
        for other in ["", "HTTP/1.1 200 OK\r\n", "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 x\r\n\r\n"] {
            assert!(answer(other.as_bytes()).is_err(), "{other:?}");
        }
    }

    #[test]
    fn longer_headers_than_any_are_refused() {
        let lines = |n: usize| format!("HTTP/1.1 200 OK\r\n{}\r\n<p>x", "a:\n".repeat(n));
        // The line end of the first line counts, and the empty line.
        assert!(answer(lines(MOST_LINES - 2).as_bytes()).is_ok());
        let bytes = |n: usize| format!("HTTP/1.1 200 OK\r\nA: {}\r\n\r\n<p>x", "x".repeat(n));
        assert!(answer(bytes(MOST_HEADER - 100).as_bytes()).is_ok());
        for block in [lines(MOST_LINES - 1), lines(4_000_000), bytes(MOST_HEADER)] {
            let found = answer(block.as_bytes()).map(|answer| answer.status);
            assert_eq!(found, Err(NoAnswer::HeaderTooLong));
        }
    }

    #[test]
    fn charsets_are_found() {
        let check = |value: &str, media_type: &str, charset: Option<&str>| {
            let expected = (media_type.to_owned(), charset.map(str::to_owned));
            assert_eq!(content_type(value), expected, "{value}");
        };
        check("Text/HTML", "text/html", None);
        check("text/html; q=1; Charset=\"utf-8\"", "text/html", Some("utf-8"));
        check(" text/html ;charset = 'koi8-r' ", "text/html", Some("koi8-r"));
        check("text/html;charset=", "text/html", None);
    }

    #[test]
    fn chunks_are_joined_if_there_are_any() {
        let chunked = "transfer-encoding: Chunked\r\n";
        check(chunked, b"3\r\n<p>\r\n4;x=y\r\nRain\r\n0\r\n\r\n", Ok("<p>Rain"));
        check(chunked, b"<p>Rain", Ok("<p>Rain"));
        check(chunked, b"3\r\n<p>Rain", Ok("3\r\n<p>Rain"));
        check(chunked, b"3\r\n<p>\r\nff\r\nRain", Ok("<p>Rain"));
        check(chunked, b"3\r\n<p>\r\nzz\r\nRain", Ok("<p>"));
        check(chunked, b"", Ok(""));
        check(chunked, b"ffffffffffffffff\r\n<p>", Ok("<p>"));
    }

    #[test]
    fn content_encodings_are_undone_if_there_are_any() {
        let page = "<p>Rain again, and again, and again";
        let deflate = {
            let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(page.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        let zstd = zstd::bulk::compress(page.as_bytes(), 1).unwrap();
        check("Content-Encoding: gzip\r\n", &gzip(page), Ok(page));
        check("Content-Encoding: deflate\r\n", &deflate, Ok(page));
        check("Content-Encoding: zstd\r\n", &zstd, Ok(page));
        for name in ["gzip", "deflate", "br", "zstd", "identity", "unheard-of"] {
            check(&format!("Content-Encoding: {name}\r\n"), page.as_bytes(), Ok(page));
        }
        // Produced from `<p>Rain` by Brotli's own encoder.
        check("Content-Encoding: br\r\n", b"\x0b\x03\x80<p>Rain\x03", Ok("<p>Rain"));
        let twice = pack(&deflate, Compression::Gzip).unwrap();
        check("Content-Encoding: deflate, gzip\r\n", &twice, Ok(page));
    }

    #[test]
    fn so_many_encodings_are_undone_and_so_many_bytes() {
        let most = (0..MAX_ENCODINGS).fold(b"<p>Rain".to_vec(), |body, _| pack(&body, Compression::Gzip).unwrap());
        check("Content-Encoding: none, gzip,gzip\r\nContent-Encoding: gzip,GZIP\r\n", &most, Ok("<p>Rain"));
        let bomb = decoded(gzip(&"x".repeat(1001)).into(), "gzip", 1000);
        assert_eq!((bomb.bytes.len(), bomb.fault), (1000, Some(Fault::TooLarge)));
        for name in ["br", "zstd", "compress"] {
            assert!(decoded(b"no such thing"[..].into(), name, 1000).fault.is_some(), "{name}");
        }
    }

    #[test]
    fn encodings_that_nobody_uses_cost_nothing() {
        let named = |name: &str| format!("Content-Encoding: {}\r\n", format!("{name},").repeat(100_000));
        check(&named("identity"), b"<p>Rain", Ok("<p>Rain"));
        let block = format!("HTTP/1.1 200 OK\r\n{}\r\n<p>Rain", named("gzip"));
        let answer = answer(block.as_bytes()).unwrap();
        assert!(matches!(document(&answer, 1000), Err(Fault::Damaged(_))));
    }

    #[test]
    fn bombs_are_refused_and_ruins_are_kept_as_far_as_they_go() {
        check("Content-Encoding: gzip\r\n", &gzip(&"x".repeat(1001)), Err(Fault::TooLarge));
        check("", "x".repeat(1001).as_bytes(), Err(Fault::TooLarge));
        let mut ruin = gzip("<p>Rain");
        let last = ruin.len() - 6;
        ruin[last] ^= 1;
        check("Content-Encoding: gzip\r\n", &ruin, Ok("<p>Rain"));
        ruin[10] ^= 0xff;
        let block = [b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", &ruin[..]].concat();
        let found = document(&answer(&block).unwrap(), 1000);
        assert!(matches!(found, Err(Fault::Damaged(_))), "{found:?}");
        // What breaks off keeps its beginning.
        let text: String = (0..20_000).map(|n: u32| format!("{} ", n.wrapping_mul(n))).collect();
        let mut br = Vec::new();
        let fast = brotli::enc::BrotliEncoderParams { quality: 2, ..Default::default() };
        brotli::BrotliCompress(&mut text.as_bytes(), &mut br, &fast).unwrap();
        let zstd = zstd::bulk::compress(text.as_bytes(), 1).unwrap();
        for (name, packed) in [("gzip", gzip(&text)), ("br", br), ("zstd", zstd)] {
            let undone = |packed: &[u8]| decoded(packed.to_vec().into(), name, 1 << 20).beginning();
            let (text, at) = (text.as_bytes(), packed.len() * 3 / 4);
            assert_eq!(undone(&packed).unwrap(), text, "{name}");
            assert_eq!(undone(&[&packed[..], b"\0and something else"].concat()).unwrap(), text, "{name}");
            let mut hurt = packed.clone();
            hurt[at..at + 40].fill(0xff);
            assert!(name == "zstd" || undone(&hurt).unwrap().starts_with(&text[..1000]), "{name}");
            let cut = undone(&packed[..at]).unwrap();
            assert!(text.starts_with(&cut) && (name == "zstd" || !cut.is_empty()), "{name}");
        }
    }
}
