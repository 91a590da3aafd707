//! Recognizes web pages by their first bytes, and files by their names.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use crate::begins_like_mhtml;

/// The file name extensions of web pages.
const EXTENSIONS: &[&str] = &["html", "htm", "xhtml"];

/// Tags that begin a page: those of the WHATWG's MIME sniffing standard, without the ones that may also begin other
/// kinds of text.
const BEGINNINGS: &[&str] = &["<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script", "<h1", "<div"];

/// The number of bytes that are read to recognize a page.
const SNIFFED: usize = 1024;

/// Returns whether `bytes` begin like a page: with a tag that only pages begin with, after white space, comments and
/// XML declarations.
///
/// # Complexity
///
/// Linear in the first 1,024 bytes; what follows is ignored.
///
/// # Examples
///
/// ```
/// assert!(formats::begins_like_a_page(b"<!-- hand-made --><!DOCTYPE html><p>Rain"));
/// assert!(!formats::begins_like_a_page(b"<svg></svg>"));
/// ```
pub fn begins_like_a_page(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    loop {
        rest = rest.trim_ascii_start();
        let end: &[u8] = if rest.starts_with(b"<!--") {
            b"-->"
        } else if rest.starts_with(b"<?xml") {
            b"?>"
        } else {
            break;
        };
        // A comment or declaration that does not end within the sniffed bytes hides whatever the file is.
        let Some(at) = rest.windows(end.len()).position(|window| window == end) else {
            return false;
        };
        rest = &rest[at + end.len()..];
    }
    BEGINNINGS.iter().any(|beginning| {
        let (tag, after) = rest.split_at(beginning.len().min(rest.len()));
        // The standard requires a byte that ends the tag's name, so that `<headline>` is not taken for `<head`.
        let ends = after.first().is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'>');
        ends && tag.eq_ignore_ascii_case(beginning.as_bytes())
    })
}

/// The file name extensions of packed pages, behind those of pages.
const PACKED: &[&str] = &["gz", "zst", "br"];

/// The file name extensions of MHTML, in which a page is packed with its images.
const SAVED: &[&str] = &["mhtml", "mht"];

/// Returns the name of what is in a packed page: `a.html` for `a.html.gz` and for `a.mhtml`. Any other name stays.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(formats::unpacked_name(Path::new("tides/a.html.gz")), Path::new("tides/a.html"));
/// assert_eq!(formats::unpacked_name(Path::new("a.mhtml")), Path::new("a.html"));
/// assert_eq!(formats::unpacked_name(Path::new("a.tar.gz")), Path::new("a.tar.gz"));
/// ```
pub fn unpacked_name(path: &Path) -> PathBuf {
    let is_packed = |extension: &str| PACKED.iter().any(|known| extension.eq_ignore_ascii_case(known));
    let is_saved = |extension: &str| SAVED.iter().any(|known| extension.eq_ignore_ascii_case(known));
    let inner = path.with_extension("");
    match path.extension().and_then(|extension| extension.to_str()) {
        Some(extension) if is_packed(extension) && has_page_extension(&inner) => inner,
        Some(extension) if is_saved(extension) => path.with_extension("html"),
        _ => path.to_owned(),
    }
}

/// Returns whether the name alone shows that this is a page.
pub fn has_page_extension(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Returns whether the name shows that this is plain text.
pub fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// Returns whether the file is a page, by its name, packed or not, or by how it begins.
///
/// # Errors
///
/// Those of the file.
pub fn is_page(path: &Path) -> io::Result<bool> {
    if has_page_extension(&unpacked_name(path)) {
        return Ok(true);
    }
    let head = head(path)?;
    Ok(begins_like_a_page(&head) || begins_like_mhtml(&head))
}

/// Reads as much of a file as is needed to recognize it.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(SNIFFED);
    File::open(path)?.take(SNIFFED as u64).read_to_end(&mut head)?;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::{begins_like_a_page, has_page_extension};

    #[test]
    fn pages_are_told_by_how_they_begin() {
        for page in [
            "<!DOCTYPE html>\n<p>",
            "\u{feff}<!doctype HTML PUBLIC \"x\">",
            "  <HTML lang=de>",
            "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<html xmlns=\"x\">",
        ] {
            assert!(begins_like_a_page(page.as_bytes()), "{page:?}");
        }
        for other in ["", "body { color: red }", "{\"a\": 1}", "<svg>", "<html", "<htmlx>", "<!-- <html>", "<?xml"] {
            assert!(!begins_like_a_page(other.as_bytes()), "{other:?}");
        }
    }

    #[test]
    fn extensions_ignore_case() {
        for (name, expected) in
            [("a.html", true), ("a.HTM", true), ("a.xhtml", true), ("a.txt", false), ("html", false)]
        {
            assert_eq!(has_page_extension(name.as_ref()), expected, "{name}");
        }
    }
}
