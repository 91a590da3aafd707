//! Parquet: a page a row.

use std::{fmt, io::Write, sync::Arc};

use parquet::{
    basic::{Compression, ZstdLevel},
    column::reader::ColumnReader,
    data_type::{ByteArray, ByteArrayType, DoubleType},
    errors::ParquetError,
    file::{
        properties::WriterProperties,
        reader::{ChunkReader, FileReader, SerializedFileReader},
        writer::SerializedFileWriter,
    },
    schema::parser::parse_message_type,
};

use crate::{
    guard::guarded,
    page::{At, Options, Page, Place, Reason, Skipped},
};

/// What is said where the decoder panics.
fn damaged() -> ParquetError {
    ParquetError::General("it is damaged".to_owned())
}

/// How many rows are decoded at once.
const ROWS: usize = 16;

/// Reads pages from the rows of a Parquet file: the columns that [`Options`]
/// names, of strings or bytes, at the top level.
///
/// Memory: a few rows, and the data page that they are in, as the file's
/// writer cut it (mostly 1 MiB).
pub struct ParquetPages {
    reader: Arc<dyn FileReader + Send + Sync>,
    file: Arc<str>,
    max_page: usize,
    html: usize,
    url: Option<usize>,
    group: usize,
    columns: Option<(ColumnReader, Option<ColumnReader>)>,
    rows: std::vec::IntoIter<(Option<ByteArray>, Option<ByteArray>)>,
    row: u64,
    is_at_end: bool,
}

impl fmt::Debug for ParquetPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetPages")
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}

impl ParquetPages {
    /// Reads from `input`, a file as a rule; `file` names it in messages.
    ///
    /// # Errors
    ///
    /// A sentence, if this is no Parquet file, or if it has no such column.
    pub fn new<R: ChunkReader + 'static>(
        input: R,
        file: &str,
        options: &Options,
    ) -> Result<ParquetPages, String> {
        let reader = guarded(damaged(), || SerializedFileReader::new(input))
            .map_err(|error| format!("it is no Parquet file that can be read: {error}"))?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let names: Vec<&str> = schema
            .columns()
            .iter()
            .map(|column| column.name())
            .collect();
        let find = |name: &str| {
            schema.columns().iter().position(|column| {
                column.path().parts() == [name]
                    && column.physical_type() == parquet::basic::Type::BYTE_ARRAY
                    && column.max_rep_level() == 0
            })
        };
        let Some(html) = find(&options.html_field) else {
            return Err(format!(
                "there is no column {:?} of strings; the columns are {}; --html-field names the one",
                options.html_field,
                names.join(", ")
            ));
        };
        Ok(ParquetPages {
            html,
            url: find(&options.url_field),
            reader: Arc::new(reader),
            file: file.into(),
            max_page: options.max_page,
            group: 0,
            columns: None,
            rows: Vec::new().into_iter(),
            row: 0,
            is_at_end: false,
        })
    }

    /// Decodes some more rows. Returns false at the end.
    fn more(&mut self) -> Result<bool, ParquetError> {
        loop {
            let (html, url) = match &mut self.columns {
                Some(columns) => columns,
                None if self.group == self.reader.num_row_groups() => return Ok(false),
                columns => {
                    let group = self.reader.get_row_group(self.group)?;
                    self.group += 1;
                    let url = self
                        .url
                        .map(|url| group.get_column_reader(url))
                        .transpose()?;
                    columns.insert((group.get_column_reader(self.html)?, url))
                }
            };
            let htmls = values(html)?;
            if htmls.is_empty() {
                self.columns = None;
                continue;
            }
            let mut urls = url.as_mut().map(values).transpose()?.unwrap_or_default();
            urls.resize(htmls.len(), None);
            let rows: Vec<_> = htmls.into_iter().zip(urls).collect();
            self.rows = rows.into_iter();
            return Ok(true);
        }
    }

    fn page(&self, html: Option<ByteArray>, url: Option<ByteArray>) -> Result<Page, Skipped> {
        let place = Place {
            file: Arc::clone(&self.file),
            at: At::Row(self.row),
        };
        let url = url.map(|url| String::from_utf8_lossy(url.data()).into_owned());
        let Some(html) = html else {
            let what = "a row without a page".to_owned();
            return Err(Skipped {
                place,
                url,
                reason: Reason::NoPage { what },
            });
        };
        if self.max_page < html.len() {
            return Err(Skipped {
                place,
                url,
                reason: Reason::TooLarge {
                    limit: self.max_page,
                },
            });
        }
        let bytes = html.data().to_vec();
        Ok(Page {
            url,
            // A column of bytes may hold pages as they came; text is UTF-8.
            charset: std::str::from_utf8(&bytes)
                .is_ok()
                .then(|| "utf-8".to_owned()),
            bytes,
            date: None,
            id: None,
            place,
        })
    }
}

/// The next rows of a column; none at the end of its group.
fn values(reader: &mut ColumnReader) -> Result<Vec<Option<ByteArray>>, ParquetError> {
    let ColumnReader::ByteArrayColumnReader(reader) = reader else {
        return Err(ParquetError::General(
            "a column of bytes was expected".to_owned(),
        ));
    };
    let (mut present, mut values) = (Vec::new(), Vec::new());
    let (n_rows, _, _) = reader.read_records(ROWS, Some(&mut present), None, &mut values)?;
    if n_rows == 0 {
        return Ok(Vec::new());
    }
    // Without definition levels every row has a value.
    if present.is_empty() || values.len() == n_rows {
        return Ok(values.into_iter().map(Some).collect());
    }
    let most = present.iter().copied().max().unwrap_or(0);
    let mut values = values.into_iter();
    Ok(present
        .into_iter()
        .map(|level| (level == most).then(|| values.next()).flatten())
        .collect())
}

impl Iterator for ParquetPages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        loop {
            if let Some((html, url)) = self.rows.next() {
                self.row += 1;
                return Some(self.page(html, url));
            }
            if self.is_at_end {
                return None;
            }
            match guarded(damaged(), || self.more()) {
                Ok(true) => {}
                Ok(false) => self.is_at_end = true,
                Err(error) => {
                    self.is_at_end = true;
                    let place = Place {
                        file: Arc::clone(&self.file),
                        at: At::Row(self.row + 1),
                    };
                    let reason = Reason::Unreadable {
                        why: error.to_string(),
                    };
                    return Some(Err(Skipped {
                        place,
                        url: None,
                        reason,
                    }));
                }
            }
        }
    }
}

/// One cleaned page as a row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The page's address, if it is known.
    pub url: Option<String>,
    /// Its site, if it is known.
    pub site: Option<String>,
    /// The share of its bytes that was template.
    pub removed_share: f64,
    /// What is left: text, or the source of a page.
    pub content: String,
}

/// Writes cleaned pages as a Parquet file with the columns `url`, `site`,
/// `removed_share`, and one for the content.
pub struct ParquetWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Vec<Row>,
    n_bytes: usize,
}

impl<W: Write + Send> fmt::Debug for ParquetWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetWriter").finish_non_exhaustive()
    }
}

/// A row group is written when it has that many rows, or bytes.
const GROUP_ROWS: usize = 10_000;
const GROUP_BYTES: usize = 64 << 20;

impl<W: Write + Send> ParquetWriter<W> {
    /// Writes to `out`; the content's column is called `name`.
    ///
    /// # Errors
    ///
    /// A sentence, if that is no name for a column, or `out` does not take
    /// the first bytes.
    pub fn new(out: W, name: &str) -> Result<ParquetWriter<W>, String> {
        let message = format!(
            "message pages {{ optional binary url (STRING); optional binary site (STRING); \
             required double removed_share; required binary {name} (STRING); }}"
        );
        let schema = parse_message_type(&message).map_err(|error| error.to_string())?;
        let level = ZstdLevel::try_new(3).map_err(|error| error.to_string())?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_dictionary_enabled(false)
            .set_created_by(concat!("demold ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
            .map_err(|error| error.to_string())?;
        Ok(ParquetWriter {
            writer,
            rows: Vec::new(),
            n_bytes: 0,
        })
    }

    /// Writes one row, with others as soon as they are many.
    ///
    /// # Errors
    ///
    /// A sentence, if the file cannot be written.
    pub fn write(&mut self, row: Row) -> Result<(), String> {
        self.n_bytes += row.content.len();
        self.rows.push(row);
        if GROUP_ROWS <= self.rows.len() || GROUP_BYTES <= self.n_bytes {
            self.flush().map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Writes what is left and the file's end.
    ///
    /// # Errors
    ///
    /// A sentence, if the file cannot be written.
    pub fn finish(mut self) -> Result<W, String> {
        self.flush().map_err(|error| error.to_string())?;
        self.writer.into_inner().map_err(|error| error.to_string())
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        self.n_bytes = 0;
        let mut group = self.writer.next_row_group()?;
        let mut strings = |values: Vec<Option<&str>>, is_optional: bool| {
            let levels: Vec<i16> = values
                .iter()
                .map(|value| i16::from(value.is_some()))
                .collect();
            let present: Vec<ByteArray> =
                values.into_iter().flatten().map(ByteArray::from).collect();
            let mut column = next(&mut group)?;
            column.typed::<ByteArrayType>().write_batch(
                &present,
                is_optional.then_some(&levels[..]),
                None,
            )?;
            column.close()
        };
        strings(rows.iter().map(|row| row.url.as_deref()).collect(), true)?;
        strings(rows.iter().map(|row| row.site.as_deref()).collect(), true)?;
        let shares: Vec<f64> = rows.iter().map(|row| row.removed_share).collect();
        let mut column = next(&mut group)?;
        column
            .typed::<DoubleType>()
            .write_batch(&shares, None, None)?;
        column.close()?;
        let contents: Vec<ByteArray> = rows
            .into_iter()
            .map(|row| ByteArray::from(row.content.into_bytes()))
            .collect();
        let mut column = next(&mut group)?;
        column
            .typed::<ByteArrayType>()
            .write_batch(&contents, None, None)?;
        column.close()?;
        group.close()?;
        Ok(())
    }
}

type Group<'a, W> = parquet::file::writer::SerializedRowGroupWriter<'a, W>;
type Column<'a> = parquet::file::writer::SerializedColumnWriter<'a>;

fn next<'a, W: Write + Send>(group: &'a mut Group<'_, W>) -> Result<Column<'a>, ParquetError> {
    group
        .next_column()?
        .ok_or_else(|| ParquetError::General("the schema has four columns".to_owned()))
}
