//! Writes rows of JSON as a Parquet file.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    io::{self, BufRead, Seek, Write},
    sync::Arc,
};

use parquet::{
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::{metadata::KeyValue, properties::WriterProperties, writer::SerializedFileWriter},
    schema::types::Type,
};
use serde_json::{Map, Value};

use crate::{
    Error, Fields,
    columns::{ColumnType, Others},
    json::{self, quote},
    levels::Leaves,
};

/// Writes rows as a Parquet file with the given columns. Other fields of a row are left out.
///
/// # Examples
///
/// ```
/// use formats::{ColumnType, TableWriter};
/// use serde_json::json;
///
/// let columns = [("url".to_owned(), ColumnType::Text), ("n".to_owned(), ColumnType::Integer)];
/// let mut writer = TableWriter::new(Vec::new(), &columns, &[])?;
/// writer.write(json!({ "url": "http://a.example/", "n": 3 }).as_object().unwrap().clone())?;
/// assert!(writer.finish()?.starts_with(b"PAR1"));
/// # Ok::<(), formats::Error>(())
/// ```
pub struct TableWriter<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    columns: Vec<(String, ColumnType)>,
    /// The index of each column by its name.
    places: HashMap<String, usize>,
    /// The column for all fields that have none of their own.
    rest: Option<usize>,
    /// For each column, the values of the rows that are not written yet.
    held: Vec<Vec<Option<Box<str>>>>,
    n_rows: usize,
    n_bytes: usize,
}

impl<W: Write + Send> fmt::Debug for TableWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableWriter").finish_non_exhaustive()
    }
}

/// A row group is written when it has this many rows or bytes. Chosen: by eye.
const GROUP_ROWS: usize = 10_000;
const GROUP_BYTES: usize = 64 << 20;

impl<W: Write + Send> TableWriter<W> {
    /// Writes to `out`; `about` has names and values that are stored in the file's metadata.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] if the first bytes cannot be written to `out`.
    pub fn new(out: W, columns: &[(String, ColumnType)], about: &[(&str, String)]) -> Result<TableWriter<W>, Error> {
        let schema = schema(columns).map_err(failed)?;
        let level = ZstdLevel::try_new(3).map_err(failed)?;
        let about = about.iter().map(|(name, value)| KeyValue::new((*name).to_owned(), value.clone())).collect();
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(level))
            .set_dictionary_enabled(false)
            .set_created_by(concat!("demold ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(about))
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(failed)?;
        let mut places = HashMap::new();
        // Of two columns with one name, the first gets the values.
        for (nth, (name, _)) in columns.iter().enumerate() {
            places.entry(name.clone()).or_insert(nth);
        }
        Ok(TableWriter {
            writer,
            columns: columns.to_vec(),
            places,
            rest: None,
            held: vec![Vec::new(); columns.len()],
            n_rows: 0,
            n_bytes: 0,
        })
    }

    /// Adds one row; rows are written in groups.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] if the file cannot be written.
    pub fn write(&mut self, row: Map<String, Value>) -> Result<(), Error> {
        let mut fields = Fields::default();
        for (name, value) in row {
            fields.set(&name, value);
        }
        self.write_fields(fields)
    }

    /// [`write`](TableWriter::write) of values that keep their spelling.
    fn write_fields(&mut self, row: Fields) -> Result<(), Error> {
        for held in &mut self.held {
            held.push(None);
        }
        // A missing value takes memory as well, and tables of many columns consist of these.
        self.n_bytes += size_of::<Option<Box<str>>>() * self.held.len();
        let mut rest = Vec::new();
        for (name, value) in row.into_values() {
            match self.places.get(&name) {
                Some(&nth) => self.set(nth, value),
                None if self.rest.is_some() => add(&mut rest, &name, &value),
                None => {}
            }
        }
        if let (Some(nth), false) = (self.rest, rest.is_empty()) {
            rest.push(b'}');
            self.set(nth, String::from_utf8_lossy(&rest).into());
        }
        self.n_rows += 1;
        if GROUP_ROWS <= self.n_rows || GROUP_BYTES <= self.n_bytes {
            self.flush().map_err(failed)?;
        }
        Ok(())
    }

    /// Sets a value of the last row. Of two values the last one counts.
    fn set(&mut self, nth: usize, value: Box<str>) {
        self.n_bytes += value.len();
        if let Some(last) = self.held[nth].last_mut() {
            *last = Some(value);
        }
    }

    /// Writes the remaining rows and the end of the file.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] if the file cannot be written.
    pub fn finish(mut self) -> Result<W, Error> {
        self.flush().map_err(failed)?;
        self.writer.into_inner().map_err(failed)
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        if self.n_rows == 0 {
            return Ok(());
        }
        // Reset before writing: after an error the rows are lost, and must not be written again.
        (self.n_rows, self.n_bytes) = (0, 0);
        let mut group = self.writer.next_row_group()?;
        for ((_, kind), held) in self.columns.iter().zip(&mut self.held) {
            let values = std::mem::take(held);
            let mut leaves = Leaves::new(kind);
            for value in values {
                leaves.add(kind, value.as_deref());
            }
            leaves.write(&mut group)?;
        }
        group.close()?;
        Ok(())
    }
}

/// Writes lines of JSON objects as a table. The columns are those of `first`, then all other fields in the order of
/// their names. A first pass over the lines finds their types.
///
/// At most 1,000 other fields get a column: those that occur first, in the order of the lines, and of the names in a
/// line. If there are more, a last column, `other_fields`, has the rest of each line as a JSON object; a field of
/// that name is then part of the rest as well. Lists and objects are stored as such while all other columns together
/// have at most 1,000 leaves, and as JSON beyond that.
///
/// # Complexity
///
/// Linear in the lines. Memory: the types of the columns, and a row group, which has at most 64 MiB and the last row.
///
/// # Errors
///
/// [`Error::Read`] if a line cannot be read or is not an object, and [`Error::Unsuitable`] if the table cannot be written.
pub fn tabulate<W: Write + Send>(
    mut lines: impl BufRead + Seek,
    out: W,
    first: &[(String, ColumnType)],
    about: &[(&str, String)],
) -> Result<W, Error> {
    let given: HashSet<&str> = first.iter().map(|(name, _)| &**name).collect();
    let mut others = Others::default();
    each(&mut lines, |row| {
        for (name, value) in row.iter().filter(|(name, _)| !given.contains(name)) {
            others.add(name, value);
        }
        Ok(())
    })?;
    let mut columns = first.to_vec();
    let rest = others.add_to(&mut columns);
    lines.rewind().map_err(|source| Error::Read { source })?;
    let mut writer = TableWriter::new(out, &columns, about)?;
    if let Some(nth) = rest {
        // A field of that name belongs to the rest, and must not overwrite it.
        writer.places.remove(&columns[nth].0);
        writer.rest = rest;
    }
    each(&mut lines, |row| writer.write_fields(row))?;
    writer.finish()
}

fn each(lines: &mut impl BufRead, mut take: impl FnMut(Fields) -> Result<(), Error>) -> Result<(), Error> {
    let mut line = Vec::new();
    let read = |source| Error::Read { source };
    while lines.read_until(b'\n', &mut line).map_err(read)? != 0 {
        let row = json::read(line.trim_ascii_end(), None, &mut Vec::new());
        let row = row.map_err(|fault| read(io::Error::new(io::ErrorKind::InvalidData, fault.to_string())))?;
        take(row.others)?;
        line.clear();
    }
    Ok(())
}

/// Adds a field to an object whose closing brace is not written yet.
fn add(object: &mut Vec<u8>, name: &str, value: &str) {
    object.push(if object.is_empty() { b'{' } else { b',' });
    quote(name, object);
    object.push(b':');
    object.extend_from_slice(value.as_bytes());
}

/// Returns the type of a row.
fn schema(columns: &[(String, ColumnType)]) -> Result<Type, ParquetError> {
    let fields = columns.iter();
    let fields = fields.map(|(name, kind)| kind.declared(name).map(Arc::new));
    Type::group_type_builder("pages").with_fields(fields.collect::<Result<_, _>>()?).build()
}

fn failed(error: ParquetError) -> Error {
    Error::Unsuitable { reason: format!("the table cannot be written: {error}") }
}
