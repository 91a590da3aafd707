//! Pages that a browser saved with their images in one file: MHTML, which is MIME.

use std::borrow::Cow;

use mail_parser::{
    Encoding, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders as _,
    decoders::{base64::base64_decode, quoted_printable::quoted_printable_decode},
};

use crate::{guard::catch_panic, url::Host};

/// The number of bytes that are read to recognize a file. Chosen: by eye.
const SNIFFED: usize = 4096;

/// The kinds of messages that browsers save pages as.
const KINDS: [&str; 4] = ["multipart/related", "multipart/alternative", "multipart/mixed", "text/html"];

/// A page that was saved, as the message around it describes it.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Saved {
    pub(crate) bytes: Vec<u8>,
    pub(crate) charset: Option<String>,
    pub(crate) url: Option<String>,
    /// When it was saved.
    pub(crate) date: Option<String>,
}

/// Returns whether `bytes` begin like MHTML: with the fields of a message that has a version of MIME and is of a kind
/// that pages are saved as.
pub(crate) fn begins_like_mhtml(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let name = head.split(|&byte| byte == b':').next().unwrap_or_default();
    let is_field = |name: &[u8]| {
        !name.is_empty()
            && name.len() < head.len()
            && name.iter().all(|&byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if !is_field(name) {
        return false;
    }
    let head = String::from_utf8_lossy(head).to_ascii_lowercase().replace("\r\n", "\n");
    let fields = head.split("\n\n").next().unwrap_or_default();
    let fields = format!("\n{fields}");
    fields.contains("\nmime-version:")
        && fields.split_once("\ncontent-type:").is_some_and(|(_, kind)| {
            let kind = kind.trim_start();
            KINDS.iter().any(|known| kind.starts_with(known))
        })
}

/// Returns the page of a message: its first part that is HTML. `None` if it has none.
///
/// # Complexity
///
/// Linear in the message.
pub(crate) fn saved(bytes: &[u8]) -> Option<Saved> {
    // The parser promises not to panic; what it reads comes from strangers.
    catch_panic(|| {
        let message = MessageParser::default().parse(bytes)?;
        let root = message.parts.iter().find(|part| is_html(part))?;
        let written = bytes.get(root.offset_body as usize..root.offset_end as usize)?;
        let address = |address: Option<&str>| {
            let address = address?.trim();
            let is_of_web = address.starts_with("http://") || address.starts_with("https://");
            (is_of_web && Host::of(address).is_some()).then(|| address.to_owned())
        };
        Some(Saved {
            bytes: decoded(root.encoding, written).into_owned(),
            charset: root.content_type().and_then(|kind| kind.attribute("charset")).map(str::to_owned),
            url: address(root.content_location())
                .or_else(|| address(field(&message, "Snapshot-Content-Location")))
                .or_else(|| address(message.root_part().content_location())),
            date: message.date().map(|date| date.to_rfc3339()),
        })
    })
    .ok()
    .flatten()
}

fn is_html(part: &MessagePart<'_>) -> bool {
    part.content_type().is_some_and(|kind| {
        let subtype = kind.subtype().unwrap_or_default();
        let is_one = |name: &str| subtype.eq_ignore_ascii_case(name);
        kind.ctype().eq_ignore_ascii_case("text") && is_one("html")
            || kind.ctype().eq_ignore_ascii_case("application") && is_one("xhtml+xml")
    })
}

fn decoded(encoding: Encoding, written: &[u8]) -> Cow<'_, [u8]> {
    let decoded = match encoding {
        Encoding::None => None,
        Encoding::QuotedPrintable => quoted_printable_decode(written),
        Encoding::Base64 => base64_decode(written),
    };
    decoded.map_or(Cow::Borrowed(written), Cow::Owned)
}

fn field<'m>(message: &'m Message<'_>, name: &'static str) -> Option<&'m str> {
    match message.header(name)? {
        HeaderValue::Text(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(kind: &str, encoding: &str, body: &str) -> String {
        format!(
            "From: <Saved by a browser>\r\nSnapshot-Content-Location: https://a.example/tides\r\n\
             Date: Tue, 4 Mar 2025 09:12:09 -0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\t\
             type=\"text/html\";\r\n\tboundary=\"--x\"\r\n\r\n\r\n----x\r\nContent-Type: image/png\r\n\
             Content-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n----x\r\nContent-Type: {kind}\r\n\
             Content-Transfer-Encoding: {encoding}\r\n\r\n{body}\r\n----x--\r\n"
        )
    }

    #[test]
    fn the_first_html_is_the_page() {
        let body = "<p title=3D\"x\">High w=\r\nater =E9";
        let message = message("text/html; charset=\"iso-8859-1\"", "quoted-printable", body);
        assert!(begins_like_mhtml(message.as_bytes()));
        let page = saved(message.as_bytes()).unwrap();
        assert_eq!(page.bytes, b"<p title=\"x\">High water \xe9");
        assert_eq!(page.charset.as_deref(), Some("iso-8859-1"));
        assert_eq!(page.url.as_deref(), Some("https://a.example/tides"));
        assert_eq!(page.date.as_deref(), Some("2025-03-04T09:12:09Z"));
    }

    #[test]
    fn other_encodings() {
        let bytes = |encoding: &str, body: &str| saved(message("text/html", encoding, body).as_bytes()).unwrap().bytes;
        assert_eq!(bytes("base64", "PHA+UmFpbg=="), b"<p>Rain");
        assert_eq!(bytes("8bit", "<p>Rain = wet"), b"<p>Rain = wet");
        let alone = "MIME-Version: 1.0\nContent-Type: text/html\nContent-Location: http://b.example/\n\n<p>Rain";
        assert!(begins_like_mhtml(alone.as_bytes()));
        let page = saved(alone.as_bytes()).unwrap();
        assert_eq!((page.bytes.as_slice(), page.url.as_deref()), (&b"<p>Rain"[..], Some("http://b.example/")));
    }

    #[test]
    fn what_is_cut_short_is_read_to_its_end() {
        let whole = message("text/html", "quoted-printable", "<p>Rain");
        for end in 0..whole.len() {
            let _ = saved(&whole.as_bytes()[..end]);
        }
        let cut = whole.split("\r\n----x--").next().unwrap();
        assert_eq!(saved(cut.as_bytes()).unwrap().bytes, b"<p>Rain");
    }

    #[test]
    fn other_text_is_no_message() {
        for other in [
            "",
            ": MIME-Version: 1.0",
            "Dear all,\n\nMIME-Version: 1.0\nContent-Type: text/html\n",
            "MIME-Version: 1.0\nContent-Type: text/plain\n\nRain",
            "Subject: tides\n\nContent-Type: multipart/related\nMIME-Version: 1.0",
        ] {
            assert!(!begins_like_mhtml(other.as_bytes()), "{other}");
        }
        assert_eq!(saved(b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x--\n"), None);
    }
}
