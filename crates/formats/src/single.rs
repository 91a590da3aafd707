//! Reads a file that is one page.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read as _, Seek as _},
    path::Path,
};

use tokenize::{NoPage, begins_like_a_page};

use crate::{
    Page, Place, ReaderOptions, SkipReason, Skipped,
    content::packing,
    declared::{SEARCHED, declared_url},
    http::{self, Fault},
    is_text,
    mhtml::{begins_like_mhtml, saved},
};

/// Reads a file as one page, packed with gzip, Zstandard or Brotli or not; `relative` is its path in the folder in which it
/// was found. Of a file of MHTML, the page in it is read, with the address, the charset and the day that the file states.
/// The address of others is what the page declares, or else that path; if the path begins with a host name, as in a
/// mirror, the address is an absolute URL.
///
/// # Errors
///
/// [`Skipped`] if the file cannot be read, is larger than pages may be, or is not text at all, such as an image or a
/// program, or names a page in place of one.
pub fn read_page(
    file: io::Result<File>,
    place: Place,
    relative: &Path,
    options: &ReaderOptions,
) -> Result<Page, Skipped> {
    let limit = options.get_max_page();
    let mut bytes = Vec::new();
    // One byte more than the limit tells a file of exactly the limit from a larger one, without reading all of the
    // latter.
    let read = file.and_then(|file| file.take((limit as u64).saturating_add(1)).read_to_end(&mut bytes));
    // Brotli has no first bytes of its own, so only the name tells it.
    let is_brotli = || place.file.to_ascii_lowercase().ends_with(".br") && !begins_like_a_page(&bytes);
    let mut fault = None;
    if let Some(name) = packing(&bytes).or_else(|| is_brotli().then_some("br"))
        && read.is_ok()
        && bytes.len() <= limit
    {
        match http::decoded(Cow::Owned(bytes), name, limit).beginning() {
            Ok(found) => bytes = found.into_owned(),
            Err(found) => (bytes, fault) = (Vec::new(), Some(found)),
        }
    }
    let reason = match (read, fault) {
        (Err(error), _) => Some(SkipReason::Unreadable { why: error.to_string() }),
        (_, Some(Fault::Damaged(how))) => Some(SkipReason::Damaged { how }),
        (_, Some(Fault::TooLarge)) => Some(SkipReason::TooLarge { limit }),
        _ if limit < bytes.len() => Some(SkipReason::TooLarge { limit }),
        _ => NoPage::of(&bytes).map(|what| SkipReason::NoPage { what: format!("a file of {what}") }),
    };
    if let Some(reason) = reason {
        return Err(Skipped { place, url: None, reason });
    }
    let is_text = is_text(relative);
    let (mut url, mut charset, mut date) = (None, None, None);
    if !is_text && begins_like_mhtml(&bytes) {
        let Some(saved) = saved(&bytes) else {
            let reason = SkipReason::NoPage { what: "MHTML without HTML in it".to_owned() };
            return Err(Skipped { place, url: None, reason });
        };
        (url, charset, date, bytes) = (saved.url, saved.charset, saved.date, saved.bytes);
    }
    let name = relative.file_name().unwrap_or_default();
    if !is_text {
        url = url.or_else(|| declared_url(&bytes, &name.to_string_lossy()));
    }
    let url = Some(url.unwrap_or_else(|| url_of(relative)));
    Ok(Page { url, charset, date, is_text, ..Page::new(place, bytes) })
}

/// Returns the address that the page in a file [declares for itself](declared_url), or that a file of MHTML states; none
/// if the file cannot be read. Of a file that is neither packed nor MHTML, only the beginning is read.
pub fn declared_in(mut file: File, place: Place, relative: &Path, options: &ReaderOptions) -> Option<String> {
    if is_text(relative) {
        return None;
    }
    let mut head = Vec::new();
    file.by_ref().take(SEARCHED as u64).read_to_end(&mut head).ok()?;
    let name = relative.file_name().unwrap_or_default().to_string_lossy();
    let is_packed = packing(&head).is_some() || place.file.to_ascii_lowercase().ends_with(".br");
    if !is_packed && !begins_like_mhtml(&head) {
        return declared_url(&head, &name);
    }
    file.rewind().ok()?;
    let page = read_page(Ok(file), place, relative, options).ok()?;
    // Without an address of its own, that of a page is made of its path.
    page.url.filter(|url| *url != url_of(relative))
}

/// Returns the address of a file at this path: the path itself, or an absolute URL if it begins with a host name, as
/// in mirrors.
fn url_of(relative: &Path) -> String {
    let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    let path = parts.join("/");
    // A single part is a file's name, such as `index.html`, which looks like a host name.
    let is_host = parts.len() > 1
        && parts[0].contains('.')
        && parts[0].chars().all(|letter| letter.is_alphanumeric() || ".-:".contains(letter));
    if is_host { format!("http://{path}") } else { path }
}

#[cfg(all(test, feature = "packed"))]
mod tests {
    use std::io::{Seek as _, Write as _};

    use super::*;
    use crate::At;

    fn check(bytes: &[u8], limit: usize, expected: Result<&str, &str>) {
        named("a.html.gz", bytes, limit, expected);
    }

    #[track_caller]
    fn named(name: &str, bytes: &[u8], limit: usize, expected: Result<&str, &str>) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file.rewind().unwrap();
        let place = Place { file: name.into(), at: At::Whole };
        let found = read_page(Ok(file), place, Path::new("a.html"), &ReaderOptions::new().max_page(limit));
        let found = found.map(|page| page.bytes.text().unwrap().to_string());
        let found = found.map_err(|skipped| skipped.reason.to_string());
        assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned));
    }

    #[test]
    fn packed_pages_are_unpacked() {
        let page = "<p>Rain on the roof of the mill, and rain on the roof of the barn";
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(page.as_bytes()).unwrap();
        let gzip = gzip.finish().unwrap();
        check(&gzip, 100, Ok(page));
        check(&zstd::bulk::compress(page.as_bytes(), 1).unwrap(), 100, Ok(page));
        check(&[&gzip[..], b"and more"].concat(), 100, Ok(page));
        check(&gzip, 60, Err("the page is larger than 60 bytes"));
        let mut br = Vec::new();
        let fast = brotli::enc::BrotliEncoderParams { quality: 2, ..Default::default() };
        brotli::BrotliCompress(&mut page.as_bytes(), &mut br, &fast).unwrap();
        named("a.html.br", &br, 100, Ok(page));
        named("a.html.BR", b"<!doctype html><p>As it is", 100, Ok("<!doctype html><p>As it is"));
        let mut image = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        image.write_all(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
        let image = image.finish().unwrap();
        check(&image, 100, Err("no page: a file of PNG (image/png)"));
    }
}
