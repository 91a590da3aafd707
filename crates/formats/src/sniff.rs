//! Recognizes web pages by their first bytes, and files by their names.

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use crate::mhtml::begins_like_mhtml;
use tokenize::begins_like_a_page;

/// The file name extensions of web pages.
const EXTENSIONS: &[&str] = &["html", "htm", "xhtml"];

/// The number of bytes that are read to recognize a page. Chosen: by eye.
const SNIFFED: usize = 1024;

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
    let inner = path.with_extension("");
    if has_extension(path, PACKED) && has_page_extension(&inner) {
        inner
    } else if has_extension(path, SAVED) {
        path.with_extension("html")
    } else {
        path.to_owned()
    }
}

fn has_extension(path: &Path, known: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| known.iter().any(|known| extension.eq_ignore_ascii_case(known)))
}

/// Returns whether the name alone shows that this is a page.
pub fn has_page_extension(path: &Path) -> bool {
    has_extension(path, EXTENSIONS)
}

/// Returns whether the name shows that this is plain text.
pub fn is_text(path: &Path) -> bool {
    has_extension(path, &["txt"])
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
    let mut head = Vec::with_capacity(SNIFFED);
    File::open(path)?.take(SNIFFED as u64).read_to_end(&mut head)?;
    Ok(begins_like_a_page(&head) || begins_like_mhtml(&head))
}
