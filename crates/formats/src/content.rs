//! Recognizes what a file contains by its first bytes.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _},
};

use crate::{Form, begins_like_a_page, open::unpacked};

/// What a file contains.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Many pages.
    Pages(Form),
    /// One page, as far as its beginning shows.
    Page,
    /// Something that neither is a page nor contains any, with its kind in words.
    Other(String),
}

/// The number of bytes that are read to recognize a file, compressed or not. Chosen: by eye.
const SNIFFED: u64 = 1024;

/// Bytes of which more than one in this many is a control character are not text. Chosen: by eye.
const FEW: usize = 32;

impl Content {
    /// Recognizes what a file contains, compressed or not. If `is_page`, its name says that it is a page; then only
    /// what is certainly something else is not taken for one.
    ///
    /// # Errors
    ///
    /// Those of the file, which is then rewound to its beginning.
    pub fn of_file(file: &mut File, is_page: bool) -> io::Result<Content> {
        file.rewind()?;
        let mut raw = Vec::new();
        (&mut *file).take(SNIFFED).read_to_end(&mut raw)?;
        // Bytes that are not text may still be a compressed file of pages, which has to be decompressed to know. Text
        // with the name of a page is not decompressed.
        if let Some(what) = kind(&raw, is_page) {
            file.rewind()?;
            return Ok(match form(file, &raw)? {
                Some(form) => Content::Pages(form),
                None if packing(&raw).is_some() && (is_page || holds_page(file)?) => Content::Page,
                None => Content::Other(what),
            });
        }
        if is_page {
            file.rewind()?;
            return Ok(Content::Page);
        }
        let form = form(file, &raw)?;
        Ok(match form {
            Some(Form::Jsonl) | None if is_document(&raw) => Content::Other("a single JSON document".to_owned()),
            Some(form) => Content::Pages(form),
            None => Content::Page,
        })
    }
}

/// Returns the name of the content encoding in which bytes are packed, by their first ones.
pub(crate) fn packing(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x1f, 0x8b, 8, ..] => Some("gzip"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some("zstd"),
        _ => None,
    }
}

/// Returns whether a packed file holds what begins like a page.
fn holds_page(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::new();
    // What cannot be unpacked is none.
    let _ = unpacked(file.try_clone()?)?.take(SNIFFED).read_to_end(&mut head);
    file.rewind()?;
    Ok(begins_like_a_page(&head))
}

/// Recognizes files of many pages.
fn form(file: &mut File, raw: &[u8]) -> io::Result<Option<Form>> {
    if raw.starts_with(b"PAR1") {
        return Ok(Some(Form::Parquet));
    }
    if raw.starts_with(ZIP) {
        return archive(file);
    }
    let mut head = Vec::new();
    // An error means that the bytes are not compressed after all, or are damaged. What came before it is enough.
    let _ = unpacked(file.try_clone()?)?.take(SNIFFED).read_to_end(&mut head);
    file.rewind()?;
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
    let head = head.trim_ascii_start();
    Ok(if head.starts_with(b"WARC/") || head.starts_with(b"filedesc:") {
        Some(Form::Warc)
    } else if begins_like_an_object(head) {
        Some(Form::Jsonl)
    } else {
        None
    })
}

/// The first bytes of a ZIP archive.
const ZIP: &[u8] = b"PK\x03\x04";

#[cfg(feature = "packed")]
fn archive(file: &mut File) -> io::Result<Option<Form>> {
    let is_wacz = crate::wacz::is_wacz(file);
    file.rewind()?;
    Ok(is_wacz.then_some(Form::Wacz))
}

#[cfg(not(feature = "packed"))]
fn archive(_: &mut File) -> io::Result<Option<Form>> {
    Err(crate::Error::left_out("ZIP").into())
}

fn begins_like_an_object(head: &[u8]) -> bool {
    let inside = head.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    inside.is_some_and(|inside| matches!(inside.first(), Some(b'"' | b'}')))
}

/// Returns whether `head` begins a JSON document that covers several lines, as opposed to JSON Lines with a page on
/// each line.
fn is_document(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let head = head.trim_ascii_start();
    let next = |rest: &[u8]| rest.trim_ascii_start().first().copied();
    match head.first() {
        // Text may begin with a bracket too, but hardly continues like a list of objects or strings.
        Some(b'[') => matches!(next(&head[1..]), Some(b'{' | b'"')),
        Some(b'{') => {
            // Pretty-printed JSON breaks the line after the brace. JSON Lines has its first field on the same line.
            let line = head.split(|byte| *byte == b'\n').next().unwrap_or(head);
            line[1..].trim_ascii().is_empty() && next(&head[1..]) == Some(b'"')
        }
        _ => false,
    }
}

/// Returns the kind of a file that is not text, by its first bytes. `None` for text, and for what may be text.
///
/// # Examples
///
/// ```
/// assert_eq!(formats::kind(b"%PDF-1.7\n", true).unwrap(), "PDF (application/pdf)");
/// assert_eq!(formats::kind(b"<p>Rain", false), None);
/// ```
#[must_use]
pub fn kind(head: &[u8], is_page: bool) -> Option<String> {
    let head = &head[..head.len().min(SNIFFED as usize)];
    // UTF-16 has a zero in every other byte of ASCII, which would count as control characters.
    if begins_like_a_page(head) || is_wide(head) {
        return None;
    }
    let n_controls = head.iter().filter(|byte| is_control(**byte)).count();
    let known = infer::get(head).filter(|known| {
        // The marks of some kinds are two letters, with which text may begin as well. So a control character is
        // required too, unless files of the kind may begin without one.
        known.matcher_type() != infer::MatcherType::Text && (n_controls > 0 || is_text_like(known))
    });
    match known {
        Some(known) => Some(format!("{} ({})", known.extension().to_uppercase(), known.mime_type())),
        None => {
            // Text in an old encoding is not UTF-8 either, but has few control characters.
            let is_binary = head.len() < n_controls * FEW && std::str::from_utf8(head).is_err();
            (is_binary && !is_page).then(|| "binary data of an unknown kind".to_owned())
        }
    }
}

/// Returns whether files of this kind may begin with only bytes that occur in text.
fn is_text_like(known: &infer::Type) -> bool {
    ["application/pdf", "application/postscript", "application/rtf"].contains(&known.mime_type())
}

/// The binary data bytes of the WHATWG's MIME sniffing standard.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f)
}

/// Returns whether the bytes are UTF-16, by a byte order mark or by an angle bracket.
fn is_wide(head: &[u8]) -> bool {
    let marks: [&[u8]; 4] = [b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"];
    marks.iter().any(|mark| head.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_named() {
        let noise: Vec<u8> = (0..600_u32).map(|n| ((n * n * 7919) >> 5) as u8).collect();
        for (head, expected) in [
            (&b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"[..], "PDF (application/pdf)"),
            (
                b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "ELF (application/x-executable)",
            ),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG (image/png)"),
            (b"PK\x03\x04\x14\0\0\0\x08\0a.txt", "ZIP (application/zip)"),
            (b"{\\rtf1\\ansi", "RTF (application/rtf)"),
            (&noise, "binary data of an unknown kind"),
        ] {
            assert_eq!(kind(head, false).as_deref(), Some(expected), "{head:?}");
        }
        assert_eq!(kind(&noise, true), None);
    }

    #[test]
    fn json_of_many_lines_is_one_document() {
        for document in ["{\n  \"a\": 1\n}", "[{\"a\": 1}]", "\u{feff} [\n\"a\"]"] {
            assert!(is_document(document.as_bytes()), "{document}");
        }
        for other in
            ["", "{", "{\"html\": \"<p>\"}\n{", "{}\n", "{broken", "[1] A footnote", "[[Page]] of a wiki", "<p>[{"]
        {
            assert!(!is_document(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn text_is_text_whatever_it_begins_with() {
        for head in [
            &b""[..],
            b"BMW is a maker of cars.",
            b"MZ<p>Rain",
            b"<!DOCTYPE html>\0\0\0<p>Rain",
            b"\xff\xfe<\0p\0>\0",
            b"\xfe\xff\0<\0p\0>",
            b"#!/bin/sh\n",
            b"Gr\xfc\xdfe \x01 aus K\xf6ln, wo es heute regnet",
        ] {
            assert_eq!(kind(head, false), None, "{head:?}");
        }
    }
}
