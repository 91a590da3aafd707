//! Files of many pages, recognized by their names and their first bytes.

use std::{
    fmt,
    fs::File,
    io::{self, BufReader, Read, Seek as _, Write as _},
};

use flate2::write::GzEncoder;

use crate::{
    Error, JsonlPages, Options, Page, Skipped, WarcPages,
    members::{Lz4, Proof, Source, Text},
    wacz::WaczPages,
    warc::Compression,
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

/// The ends of file names, in lower case.
const NAMES: &[(&str, Form)] = &[
    (".warc", Form::Warc),
    (".warc.gz", Form::Warc),
    (".warc.zst", Form::Warc),
    (".warc.lz4", Form::Warc),
    (".arc", Form::Warc),
    (".arc.gz", Form::Warc),
    (".arc.zst", Form::Warc),
    (".arc.lz4", Form::Warc),
    (".wacz", Form::Wacz),
    (".wet", Form::Warc),
    (".wet.gz", Form::Warc),
    (".wet.zst", Form::Warc),
    (".jsonl", Form::Jsonl),
    (".jsonl.gz", Form::Jsonl),
    (".jsonl.zst", Form::Jsonl),
    (".jsonl.lz4", Form::Jsonl),
    (".ndjson", Form::Jsonl),
    (".ndjson.gz", Form::Jsonl),
    (".ndjson.zst", Form::Jsonl),
    (".parquet", Form::Parquet),
];

impl Form {
    /// Recognizes the form by a file's name.
    pub fn of_name(name: &str) -> Option<Form> {
        let name = name.to_ascii_lowercase();
        let found = NAMES.iter().find(|(end, _)| name.ends_with(end));
        found.map(|(_, form)| *form)
    }
}

/// Undoes LZ4, of which files are known by their first bytes. The other packings are undone member by member, where
/// it is known what they hold.
fn without_lz4(mut file: File) -> io::Result<Box<dyn Read + Send>> {
    let mut head = [0; 4];
    file.rewind()?;
    let n_read = file.read(&mut head)?;
    file.rewind()?;
    Ok(match Lz4::<BufReader<File>>::begins(&head[..n_read]) {
        true => Box::new(Lz4::new(BufReader::with_capacity(1 << 16, file))),
        false => Box::new(file),
    })
}

/// Returns a file's bytes, without the packing that it may have.
pub(crate) fn unpacked(file: File) -> io::Result<impl Read> {
    Ok(Text::new(Source::new(without_lz4(file)?, Proof::Lines)))
}

/// The pages of one file, and whatever is not a page, in the file's order.
pub struct Pages {
    pages: Box<dyn Iterator<Item = Result<Page, Skipped>> + Send>,
}

impl fmt::Debug for Pages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Pages")
    }
}

impl Iterator for Pages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        self.pages.next()
    }
}

/// Reads the pages of a file of this form; `name` is for messages.
///
/// # Errors
///
/// [`Error`] if the file cannot be read, or a table lacks the column of pages.
/// Everything else that is wrong with a file comes as [`Skipped`].
pub fn open(file: File, form: Form, name: &str, options: &Options) -> Result<Pages, Error> {
    let pages: Box<dyn Iterator<Item = _> + Send> = match form {
        Form::Warc => {
            let input = without_lz4(file).map_err(|source| Error::Read { source })?;
            Box::new(WarcPages::new(input, name, options))
        }
        Form::Wacz => Box::new(WaczPages::new(file, name, options)),
        Form::Jsonl => {
            let input = without_lz4(file).map_err(|source| Error::Read { source })?;
            let lines = Text::new(Source::new(input, Proof::Lines));
            Box::new(JsonlPages::new(lines, name, options))
        }
        #[cfg(feature = "parquet")]
        Form::Parquet => Box::new(crate::ParquetPages::new(file, name, options)?),
        #[cfg(not(feature = "parquet"))]
        Form::Parquet => {
            return Err(Error::NoTable {
                reason: "this program was built without the feature `parquet`".to_owned(),
            });
        }
    };
    Ok(Pages { pages })
}

/// Packs bytes into a member of their own, with a checksum. Packed files may be
/// concatenated.
///
/// # Errors
///
/// Those of the compressor, which only fails if memory runs out.
pub fn pack(bytes: &[u8], compression: Compression) -> io::Result<Vec<u8>> {
    match compression {
        Compression::None => Ok(bytes.to_vec()),
        Compression::Gzip => {
            let mut packer = GzEncoder::new(Vec::new(), flate2::Compression::default());
            packer.write_all(bytes)?;
            packer.finish()
        }
        Compression::Zstd => {
            let mut packer = zstd::stream::Encoder::new(Vec::new(), 3)?;
            // Otherwise damage would come out as other letters, unnoticed.
            packer.include_checksum(true)?;
            packer.write_all(bytes)?;
            packer.finish()
        }
    }
}
