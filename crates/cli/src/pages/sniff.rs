//! Whether a file holds a web page.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

/// How much of a file is looked at.
const SNIFFED: usize = 1024;

/// The file name extensions of web pages.
const EXTENSIONS: &[&str] = &["html", "htm", "xhtml"];

/// Returns whether the name alone says that this is a page.
pub(crate) fn has_page_extension(path: &Path) -> bool {
    path.extension()
        .and_then(|extension| extension.to_str())
        .is_some_and(|extension| {
            EXTENSIONS
                .iter()
                .any(|known| extension.eq_ignore_ascii_case(known))
        })
}

/// Returns whether the name says that this is plain text.
pub(crate) fn is_text(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("txt"))
}

/// Returns whether the file is a page, by its name or by how it begins.
pub(crate) fn is_page(path: &Path) -> io::Result<bool> {
    Ok(has_page_extension(path) || corpus::begins_like_a_page(&head(path)?))
}

/// Reads as much of a file as can tell.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(SNIFFED);
    File::open(path)?
        .take(SNIFFED as u64)
        .read_to_end(&mut head)?;
    Ok(head)
}

#[cfg(test)]
mod tests {
    use super::has_page_extension;

    #[test]
    fn extensions_ignore_case() {
        for (name, expected) in [
            ("a.html", true),
            ("a.HTM", true),
            ("a.xhtml", true),
            ("a.txt", false),
            ("html", false),
        ] {
            assert_eq!(has_page_extension(name.as_ref()), expected, "{name}");
        }
    }
}
