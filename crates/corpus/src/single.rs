//! Reads a file that is one page.

use std::{
    fs::File,
    io::{self, Read as _},
    path::Path,
};

use crate::{Options, Page, Place, Reason, Skipped, declared_url, is_text, kind};

/// Reads a file as one page; `relative` is its path in the folder in which it was found. The page's address is the
/// one that it declares, or else that path. If the path begins with a host name, as in a mirror, the address is an
/// absolute URL.
///
/// # Errors
///
/// [`Skipped`] if the file cannot be read, is larger than pages may be, or is not text at all, such as an image or a
/// program.
pub fn read_page(file: io::Result<File>, place: Place, relative: &Path, options: &Options) -> Result<Page, Skipped> {
    let limit = options.get_max_page();
    let mut bytes = Vec::new();
    // One byte more than the limit tells a file of exactly the limit from a larger one, without reading all of the
    // latter.
    let read = file.and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes));
    let reason = match read {
        Err(error) => Some(Reason::Unreadable { why: error.to_string() }),
        Ok(_) if limit < bytes.len() => Some(Reason::TooLarge { limit }),
        Ok(_) => kind(&bytes, true).map(|what| Reason::NoPage {
            what: format!("a file of {what}"),
        }),
    };
    if let Some(reason) = reason {
        return Err(Skipped {
            place,
            url: None,
            reason,
        });
    }
    let is_text = is_text(relative);
    let name = relative.file_name().unwrap_or_default();
    let declared = if is_text {
        None
    } else {
        declared_url(&bytes, &name.to_string_lossy())
    };
    Ok(Page {
        url: Some(declared.unwrap_or_else(|| url_of(relative))),
        is_text,
        ..Page::new(place, bytes)
    })
}

/// Returns the address of a file at this path: the path itself, or an absolute URL if it begins with a host name, as
/// in mirrors.
fn url_of(relative: &Path) -> String {
    let parts: Vec<_> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    let path = parts.join("/");
    // A single part is a file's name, such as `index.html`, which looks like a host name.
    let is_host = parts.len() > 1
        && parts[0].contains('.')
        && parts[0]
            .chars()
            .all(|letter| letter.is_alphanumeric() || ".-:".contains(letter));
    if is_host { format!("http://{path}") } else { path }
}
