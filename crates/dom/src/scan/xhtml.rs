//! Documents that are XHTML.

use super::{Markup, TagScan, markup_at, markup_end, name_range, skip_space};

/// How far the beginning of a document is read for what it is. Chosen: by eye.
const MAX_BEGINNING: usize = 4096;

/// Returns whether a document is XHTML, as it says before its first element, or in that: by an XML declaration, a doctype
/// that names XHTML, or the namespace.
///
/// The standard reads XHTML that is sent as HTML as if it were HTML, in which `<script/>` is a start tag, so that all of
/// the page is the script.
///
/// # Complexity
///
/// Linear in the first 4 KiB at most.
///
/// # Examples
///
/// ```
/// use dom::scan::is_xhtml;
///
/// assert!(is_xhtml(b"<?xml version='1.0'?><html><title/>"));
/// assert!(is_xhtml(b"<!DOCTYPE html><html xmlns='http://www.w3.org/1999/xhtml'>"));
/// assert!(!is_xhtml(b"<!DOCTYPE html><html><title/>"));
/// ```
#[must_use]
pub fn is_xhtml(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len().min(MAX_BEGINNING)];
    let mut at = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    loop {
        at = skip_space(bytes, at);
        if bytes.get(at) != Some(&b'<') {
            return false;
        }
        let Some(markup) = markup_at(bytes, at) else {
            return false;
        };
        match markup {
            Markup::BogusComment if bytes[at..].starts_with(b"<?xml") => return true,
            Markup::StartTag => return is_of_xhtml(bytes, at),
            _ => {}
        }
        let Some(end) = markup_end(bytes, at, markup) else {
            return false;
        };
        if markup == Markup::Doctype && contains(&bytes[at..end], b"xhtml") {
            return true;
        }
        at = end;
    }
}

/// Returns whether a start tag is that of the root of XHTML.
fn is_of_xhtml(bytes: &[u8], at: usize) -> bool {
    let name = name_range(bytes, at);
    if !bytes[name.clone()].eq_ignore_ascii_case(b"html") {
        return false;
    }
    TagScan::new(bytes, name.end).any(|attribute| {
        let value = attribute.value.clone();
        bytes[attribute.name.clone()].eq_ignore_ascii_case(b"xmlns") && contains(&bytes[value], b"xhtml")
    })
}

/// Returns whether bytes contain a word in any case.
fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::is_xhtml;

    #[test]
    fn documents_say_that_they_are_xhtml() {
        for page in [
            "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<html>",
            "<!-- a --> <!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\"><html>",
            "<html lang=de xmlns=\"http://www.w3.org/1999/xhtml\">",
        ] {
            assert!(is_xhtml(page.as_bytes()), "{page}");
        }
        for page in
            ["", "<", "<!doctype html><html><p xmlns=xhtml>", "<p>XHTML", "text <?xml?>", "<html xmlns", "<!-- xhtml"]
        {
            assert!(!is_xhtml(page.as_bytes()), "{page}");
        }
    }
}
