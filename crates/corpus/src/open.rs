//! Files of many pages, recognized by their names and their first bytes.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek as _, Write as _},
};

use flate2::{read::MultiGzDecoder, write::GzEncoder};

use crate::{Error, JsonlPages, Options, Page, Skipped, WarcPages, warc::Compression};

/// The kind of a file that holds many pages.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Form {
    /// WARC, plain or compressed.
    Warc,
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
    (".wet", Form::Warc),
    (".wet.gz", Form::Warc),
    (".wet.zst", Form::Warc),
    (".jsonl", Form::Jsonl),
    (".jsonl.gz", Form::Jsonl),
    (".jsonl.zst", Form::Jsonl),
    (".ndjson", Form::Jsonl),
    (".ndjson.gz", Form::Jsonl),
    (".ndjson.zst", Form::Jsonl),
    (".parquet", Form::Parquet),
];

/// How much of an unpacked file is read to recognize it.
const SNIFFED: u64 = 64;

impl Form {
    /// Recognizes the form by a file's name.
    pub fn of_name(name: &str) -> Option<Form> {
        let name = name.to_ascii_lowercase();
        let found = NAMES.iter().find(|(end, _)| name.ends_with(end));
        found.map(|(_, form)| *form)
    }

    /// Recognizes the form by how a file begins, packed or not: with a record,
    /// with a JSON object, or as Parquet does.
    ///
    /// # Errors
    ///
    /// Those of the file, which is then rewound to its beginning.
    pub fn of_file(file: &mut File) -> io::Result<Option<Form>> {
        file.rewind()?;
        let mut head = Vec::new();
        if let Ok(unpacked) = unpacked(BufReader::new(&mut *file)) {
            // What cannot be unpacked is none of these.
            let _ = unpacked.take(SNIFFED).read_to_end(&mut head);
        }
        file.rewind()?;
        let head = head.trim_ascii_start();
        Ok(if head.starts_with(b"WARC/") {
            Some(Form::Warc)
        } else if head.starts_with(b"PAR1") {
            Some(Form::Parquet)
        } else if head.starts_with(b"{") {
            Some(Form::Jsonl)
        } else {
            None
        })
    }
}

/// Undoes gzip or Zstandard compression, if there is any.
fn unpacked<'a>(mut input: impl BufRead + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let head = input.fill_buf()?;
    if head.starts_with(&[0x1f, 0x8b]) {
        Ok(Box::new(MultiGzDecoder::new(input)))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        Ok(Box::new(zstd::stream::read::Decoder::with_buffer(input)?))
    } else {
        Ok(Box::new(input))
    }
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
        Form::Warc => Box::new(WarcPages::new(file, name, options)),
        Form::Jsonl => {
            let input = unpacked(BufReader::with_capacity(1 << 16, file))
                .map_err(|source| Error::Read { source })?;
            Box::new(JsonlPages::new(
                BufReader::with_capacity(1 << 16, input),
                name,
                options,
            ))
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
