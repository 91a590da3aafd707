//! Recognizes what a file contains by its first bytes.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _},
};

use tokenize::{NoPage, begins_like_a_page};

use crate::{Form, open::unpacked};

/// What a file contains.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Content {
    /// Many pages.
    Pages(Form),
    /// One page, as far as its beginning shows.
    Page,
    /// Something that neither is a page nor contains any.
    Other(NoPage),
    /// A single JSON document, of which nobody knows where its pages are.
    Document,
}

/// The number of bytes that are read to recognize a file, compressed or not. Chosen: by eye.
const SNIFFED: u64 = 1024;

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
        let goes_on = file.metadata()?.len() > raw.len() as u64;
        file.rewind()?;
        // Bytes that are not text may still be a compressed file of pages, which has to be decompressed to know. Text
        // with the name of a page is not decompressed.
        match NoPage::of_head(&raw, goes_on) {
            Some(NoPage::Binary(what)) => Ok(match form(file, &raw)? {
                Some(form) => Content::Pages(form),
                None if packing(&raw).is_some() && (is_page || holds_page(file)?) => Content::Page,
                None => Content::Other(NoPage::Binary(what)),
            }),
            Some(other) => Ok(Content::Other(other)),
            None if is_page => Ok(Content::Page),
            None => Ok(match form(file, &raw)? {
                Some(Form::Jsonl) | None if is_document(&raw) => Content::Document,
                Some(form) => Content::Pages(form),
                None => Content::Page,
            }),
        }
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
    Err(crate::Error::left_out("ZIP", "packed").into())
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
