//! Files of many pages, recognized by their names and their first bytes.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Seek as _},
    sync::Arc,
};

use crate::{
    Error, JsonlPages, Page, ReaderOptions, Skipped, WarcPages,
    bytes::Again,
    framing::{ResyncCheck, Source, Text},
    reread::{Beginning, PagesAgain},
};

/// The kind of a file that holds many pages.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Form {
    /// WARC, or ARC, its predecessor, plain or compressed.
    Warc,
    /// WACZ: a ZIP archive of WARC files.
    Wacz,
    /// JSON Lines, plain or compressed.
    Jsonl,
    /// Parquet.
    Parquet,
}

/// Endings of file names in lower case, with the form that each stands for.
const NAMES: &[(&str, Form)] = &[
    (".warc", Form::Warc),
    (".arc", Form::Warc),
    (".wet", Form::Warc),
    (".jsonl", Form::Jsonl),
    (".ndjson", Form::Jsonl),
    (".wacz", Form::Wacz),
    (".parquet", Form::Parquet),
];

/// Endings of compressed files, which may follow those of forms that are not compressed in themselves.
const PACKED: [&str; 3] = [".gz", ".zst", ".lz4"];

impl Form {
    /// Recognizes the form by a file's name.
    pub fn of_name(name: &str) -> Option<Form> {
        let name = name.to_ascii_lowercase();
        let inner = PACKED.iter().find_map(|end| name.strip_suffix(end));
        let (_, form) = NAMES.iter().find(|(end, _)| inner.unwrap_or(&name).ends_with(end))?;
        (inner.is_none() || matches!(form, Form::Warc | Form::Jsonl)).then_some(*form)
    }
}

/// The first bytes of an LZ4 frame.
const LZ4: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// The first bytes of whatever else a file may hold whose name ends like that of an LZ4 file.
const NOT_LZ4: [&[u8]; 5] = [b"WARC", b"file", b"{", &[0x1f, 0x8b], &[0x28, 0xb5, 0x2f, 0xfd]];

/// The first bytes of Zstandard files: of a frame, and of a skippable frame that holds the dictionary of the frames
/// after it.
#[cfg(not(feature = "packed"))]
const ZSTD: [[u8; 4]; 2] = [[0x28, 0xb5, 0x2f, 0xfd], [0x5d, 0x2a, 0x4d, 0x18]];

/// Returns whether a file is one of LZ4: by its first bytes, or by its name if these are damaged.
fn is_lz4(head: &[u8], name: &str) -> bool {
    let is_named = || name.to_ascii_lowercase().ends_with(".lz4");
    head == LZ4 || is_named() && !NOT_LZ4.iter().any(|begin| head.starts_with(begin))
}

/// Decompresses an LZ4 file; `name` is that of the file, or empty. Gzip and Zstandard are left alone: they are
/// decompressed member by member by readers that know what a member holds.
///
/// The second value is true if nothing was decompressed, so that the bytes returned are those of the file.
fn without_lz4(mut file: File, name: &str) -> io::Result<(Box<dyn Read + Send>, bool)> {
    let mut head = [0; 4];
    // The handle may have been read before, for instance to recognize the file's content.
    file.rewind()?;
    let n_read = file.read(&mut head)?;
    file.rewind()?;
    let head = &head[..n_read];
    #[cfg(feature = "packed")]
    if is_lz4(head, name) {
        let file = io::BufReader::with_capacity(1 << 16, file);
        return Ok((Box::new(crate::framing::Lz4::new(file)), false));
    }
    // Nothing in the file can be read, so the reason is given once, instead of damage for each of its parts.
    #[cfg(not(feature = "packed"))]
    if is_lz4(head, name) {
        return Err(Error::left_out("LZ4", "packed").into());
    } else if ZSTD.iter().any(|mark| head == mark) {
        return Err(Error::left_out("Zstandard", "packed").into());
    }
    Ok((Box::new(file), true))
}

/// Returns a file's bytes, decompressed if they are compressed.
pub(crate) fn unpacked(file: File) -> io::Result<impl Read> {
    Ok(Text::new(Source::new(without_lz4(file, "")?.0, ResyncCheck::Lines)))
}

/// The pages of one file, and whatever is not a page, in the file's order. A file without a record, a line or a row
/// gives one [`SkipReason::Empty`](crate::SkipReason::Empty).
pub struct Pages {
    pages: Box<dyn Iterator<Item = Result<Page, Skipped>> + Send>,
    file: Arc<str>,
    is_begun: bool,
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pages")
    }
}

impl Iterator for Pages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        let item = self.pages.next();
        let is_empty = item.is_none() && !self.is_begun;
        self.is_begun = true;
        if is_empty { Some(Err(Skipped::empty(&self.file))) } else { item }
    }

    /// Skips `n` items. Lines of JSON that are skipped are not parsed.
    fn nth(&mut self, n: usize) -> Option<Result<Page, Skipped>> {
        if n == 0 {
            return self.next();
        }
        // What is skipped was given before, and may have been that the file is empty.
        self.is_begun = true;
        self.pages.nth(n)
    }
}

/// A file's bytes, and the object that can read parts of them again, if that is possible.
type Input = (Box<dyn Read + Send>, Option<Arc<dyn Again>>);

fn input(file: File, name: &str, beginning: Beginning, options: &ReaderOptions) -> Result<Input, Error> {
    let again = PagesAgain::of(&file, beginning, options);
    let (input, is_file) = without_lz4(file, name).map_err(|source| Error::Read { source })?;
    // Offsets in decompressed bytes are no offsets in the file, so nothing can be read again by them.
    Ok((input, again.filter(|_| is_file)))
}

/// Reads the pages of a file of this form; `name` is for messages, and its ending tells an LZ4 file whose first bytes
/// are damaged.
///
/// # Errors
///
/// [`Error`] if the file cannot be read, or a table lacks the column of pages.
/// Everything else that is wrong with a file comes as [`Skipped`].
pub fn open(file: File, form: Form, name: &str, options: &ReaderOptions) -> Result<Pages, Error> {
    let pages: Box<dyn Iterator<Item = _> + Send> = match form {
        Form::Warc => {
            let (input, again) = input(file, name, Beginning::Record, options)?;
            Box::new(WarcPages::new(input, name, options).again(again))
        }
        #[cfg(feature = "packed")]
        Form::Wacz => Box::new(crate::wacz::WaczPages::new(file, name, options)),
        #[cfg(not(feature = "packed"))]
        Form::Wacz => return Err(Error::left_out("WACZ", "packed")),
        Form::Jsonl => {
            let (input, again) = input(file, name, Beginning::Line, options)?;
            let lines = Text::new(Source::new(input, ResyncCheck::Lines));
            Box::new(JsonlPages::new(lines, name, options).again(again))
        }
        #[cfg(feature = "parquet")]
        Form::Parquet => Box::new(crate::ParquetPages::new(file, name, options)?),
        #[cfg(not(feature = "parquet"))]
        Form::Parquet => return Err(Error::left_out("Parquet", "parquet")),
    };
    Ok(Pages { pages, file: name.into(), is_begun: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_known_by_their_names() {
        for form in ["warc", "arc", "wet", "jsonl", "ndjson"] {
            let expected = if form.ends_with("arc") || form == "wet" { Form::Warc } else { Form::Jsonl };
            for packed in ["", ".gz", ".zst", ".lz4", ".LZ4"] {
                assert_eq!(Form::of_name(&format!("a.{form}{packed}")), Some(expected), "{form}{packed}");
            }
        }
        assert_eq!(Form::of_name("A.WACZ"), Some(Form::Wacz));
        assert_eq!(Form::of_name("a.parquet"), Some(Form::Parquet));
        for other in ["a.wacz.gz", "a.parquet.zst", "a.gz", "warc", "a.warc.gz.gz", "a.jsonl.br"] {
            assert_eq!(Form::of_name(other), None, "{other}");
        }
    }
}
