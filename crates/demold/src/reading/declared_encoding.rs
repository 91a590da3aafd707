//! How a page declares its encoding.

use tokenize::Source;

/// What declares that a rendered page is UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclaredEncoding {
    /// Nothing: the page itself was UTF-8.
    None,
    /// The byte order mark that it had.
    Bom,
    /// A declaration, in a page that came in another charset.
    Declaration,
}

impl DeclaredEncoding {
    pub(crate) fn of(source: &Source<'_>, is_text: bool) -> DeclaredEncoding {
        if source.encoding() != "UTF-8" && !is_text {
            DeclaredEncoding::Declaration
        } else if source.bom().is_empty() {
            DeclaredEncoding::None
        } else {
            DeclaredEncoding::Bom
        }
    }
}
