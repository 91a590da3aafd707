//! Reads Parquet: one page per row.

use std::{fmt, sync::Arc};

use parquet::{
    column::reader::ColumnReader,
    data_type::ByteArray,
    errors::ParquetError,
    file::reader::{ChunkReader, FileReader, RowGroupReader, SerializedFileReader},
    record::{
        Field, Row,
        reader::{ReaderIter, TreeBuilder},
    },
    schema::types::{SchemaDescPtr, SchemaDescriptor, Type},
};
use serde_json::{Map, Value};
use tokenize::NoPage;

use crate::{
    Bytes, Error, Fields,
    guard::catch_panic,
    page::{At, Page, Place, ReaderOptions, SkipReason, Skipped},
};

/// Calls the decoder, and returns an error if it panics. Its state must not be used after that.
fn guarded<T>(decode: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    catch_panic(decode).unwrap_or_else(|_| Err(ParquetError::General("it is damaged".to_owned())))
}

/// The number of rows that are decoded at once. Chosen: by eye.
const ROWS: usize = 16;

/// Reads pages from the rows of a Parquet file: the columns named in [`ReaderOptions`], of strings or bytes, at the top
/// level. All other columns are kept as JSON: numbers, strings, lists and objects. Values that JSON cannot express
/// become strings.
///
/// Memory: a few rows, and the data page around them, as large as the file's writer made it (mostly 1 MiB).
pub struct ParquetPages {
    reader: Arc<dyn FileReader + Send + Sync>,
    file: Arc<str>,
    max_page: usize,
    html: usize,
    url: Option<usize>,
    group: usize,
    /// The number of rows up to the end of the current row group.
    group_end: u64,
    /// The schema of the other columns, if there are any.
    others: Option<SchemaDescPtr>,
    columns: Option<Columns>,
    rows: std::vec::IntoIter<Found>,
    row: u64,
    is_at_end: bool,
}

/// The column readers of a row group.
struct Columns {
    html: ColumnReader,
    url: Option<ColumnReader>,
    others: Option<ReaderIter>,
}

/// The values of a row.
struct Found {
    html: Option<ByteArray>,
    url: Option<ByteArray>,
    others: Fields,
}

impl fmt::Debug for ParquetPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParquetPages").field("file", &self.file).finish_non_exhaustive()
    }
}

impl ParquetPages {
    /// Reads from `input`, usually a file; `file` names it in messages.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] if it is no table, or has no such column of pages.
    pub fn new<R: ChunkReader + 'static>(input: R, file: &str, options: &ReaderOptions) -> Result<ParquetPages, Error> {
        let reader = guarded(|| SerializedFileReader::new(input)).map_err(no_table)?;
        let schema = reader.metadata().file_metadata().schema_descr();
        let find = |name: &str| {
            schema.columns().iter().position(|column| {
                // Neither nested nor repeated, so each row has at most one value.
                column.path().parts() == [name]
                    && column.physical_type() == parquet::basic::Type::BYTE_ARRAY
                    && column.max_rep_level() == 0
            })
        };
        let Some(html) = find(&options.html_field) else {
            let columns: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
            let (name, columns) = (&options.html_field, columns.join(", "));
            let reason = format!("there is no column {name:?} of strings; the columns are {columns}");
            return Err(Error::Unsuitable { reason });
        };
        let url = find(&options.url_field);
        // A column with the name of the address that holds no strings is kept with the others.
        let taken = |field: &Arc<Type>| {
            field.name() == options.html_field || (url.is_some() && field.name() == options.url_field)
        };
        let root = schema.root_schema();
        let fields: Vec<Arc<Type>> = root.get_fields().iter().filter(|field| !taken(field)).cloned().collect();
        let others = if fields.is_empty() {
            None
        } else {
            Some(
                Type::group_type_builder(root.name())
                    .with_fields(fields)
                    .build()
                    .map(|group| Arc::new(SchemaDescriptor::new(Arc::new(group))))
                    .map_err(no_table)?,
            )
        };
        Ok(ParquetPages {
            html,
            url,
            others,
            reader: Arc::new(reader),
            file: file.into(),
            max_page: options.max_page,
            group: 0,
            group_end: 0,
            columns: None,
            rows: Vec::new().into_iter(),
            row: 0,
            is_at_end: false,
        })
    }

    /// Decodes some more rows. Returns false at the end of the file.
    fn more(&mut self) -> Result<bool, ParquetError> {
        loop {
            let columns = match &mut self.columns {
                Some(columns) => columns,
                None if self.group == self.reader.num_row_groups() => return Ok(false),
                columns => {
                    // Counted before anything can fail, so that a damaged group is not read again.
                    let nth = self.group;
                    self.group += 1;
                    let n_rows = self.reader.metadata().row_group(nth).num_rows();
                    let n_rows = u64::try_from(n_rows).unwrap_or(0);
                    self.group_end = self.row.saturating_add(n_rows);
                    let group = self.reader.get_row_group(nth)?;
                    columns.insert(Columns {
                        html: group.get_column_reader(self.html)?,
                        url: (self.url.map(|url| group.get_column_reader(url))).transpose()?,
                        others: others(self.others.as_ref(), &*group)?,
                    })
                }
            };
            let htmls = values(&mut columns.html)?;
            if htmls.is_empty() {
                self.columns = None;
                continue;
            }
            let mut urls = match &mut columns.url {
                Some(url) => values(url)?,
                None => Vec::new(),
            };
            // A damaged column may end early. The rows have pages all the same.
            urls.resize(htmls.len(), None);
            let mut rows = Vec::with_capacity(htmls.len());
            for (html, url) in htmls.into_iter().zip(urls) {
                let row = columns.others.as_mut().and_then(Iterator::next).transpose()?;
                let others = row.as_ref().map(fields).unwrap_or_default();
                rows.push(Found { html, url, others });
            }
            self.rows = rows.into_iter();
            return Ok(true);
        }
    }

    fn page(&self, Found { html, url, others }: Found) -> Result<Page, Skipped> {
        let place = Place { file: Arc::clone(&self.file), at: At::Row(self.row) };
        let url = url.map(|url| String::from_utf8_lossy(url.data()).into_owned());
        let Some(html) = html else {
            let what = "a row without a page".to_owned();
            return Err(Skipped { place, url, reason: SkipReason::NoPage { what } });
        };
        if self.max_page < html.len() {
            return Err(Skipped { place, url, reason: SkipReason::TooLarge { limit: self.max_page } });
        }
        if let Some(what) = NoPage::of(html.data()) {
            let reason = SkipReason::NoPage { what: format!("a row with {what} in place of a page") };
            return Err(Skipped { place, url, reason });
        }
        let bytes = Bytes::from(html.data().to_vec());
        Ok(Page {
            url,
            // A column of bytes may hold pages as they were received, in any charset. What is valid UTF-8 is taken
            // for UTF-8.
            charset: bytes.text().map(|_| "utf-8".to_owned()),
            date: others.text("date"),
            fields: others,
            ..Page::new(place, bytes)
        })
    }
}

fn no_table(error: ParquetError) -> Error {
    Error::Unsuitable { reason: format!("it cannot be read as Parquet: {error}") }
}

/// Opens the readers of the other columns.
fn others(schema: Option<&SchemaDescPtr>, group: &dyn RowGroupReader) -> Result<Option<ReaderIter>, ParquetError> {
    let rows = TreeBuilder::new().with_batch_size(ROWS);
    schema.map(|schema| rows.as_iter(Arc::clone(schema), group)).transpose()
}

fn fields(row: &Row) -> Fields {
    let mut fields = Fields::default();
    for (name, field) in row.get_column_iter() {
        fields.set(name, value(field));
    }
    fields
}

/// Converts a row to JSON.
fn object(row: &Row) -> Map<String, Value> {
    row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect()
}

fn value(field: &Field) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => (*value).into(),
        Field::Byte(value) => (*value).into(),
        Field::Short(value) => (*value).into(),
        Field::Int(value) => (*value).into(),
        Field::Long(value) => (*value).into(),
        Field::UByte(value) => (*value).into(),
        Field::UShort(value) => (*value).into(),
        Field::UInt(value) => (*value).into(),
        Field::ULong(value) => (*value).into(),
        Field::Float(value) => (*value).into(),
        Field::Double(value) => (*value).into(),
        Field::Str(text) => text.clone().into(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into(),
        Field::Group(row) => Value::Object(object(row)),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        Field::MapInternal(map) => {
            Value::Object(map.entries().iter().map(|(key, field)| (name(key), value(field))).collect())
        }
        // Dates, times and decimals, in the usual notation.
        other => other.to_string().into(),
    }
}

fn name(key: &Field) -> String {
    match value(key) {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Returns the values of the next rows of a column; none at the end of its row group.
fn values(reader: &mut ColumnReader) -> Result<Vec<Option<ByteArray>>, ParquetError> {
    let ColumnReader::ByteArrayColumnReader(reader) = reader else {
        return Err(ParquetError::General("a column of bytes was expected".to_owned()));
    };
    let (mut present, mut values) = (Vec::new(), Vec::new());
    let (n_rows, _, _) = reader.read_records(ROWS, Some(&mut present), None, &mut values)?;
    if n_rows == 0 {
        return Ok(Vec::new());
    }
    // A required column has no definition levels: every row has a value.
    if present.is_empty() || values.len() == n_rows {
        return Ok(values.into_iter().map(Some).collect());
    }
    // A null has a lower definition level than a value. The caller made sure that there is no repetition.
    let most = present.iter().copied().max().unwrap_or(0);
    let mut values = values.into_iter();
    Ok(present.into_iter().map(|level| (level == most).then(|| values.next()).flatten()).collect())
}

impl Iterator for ParquetPages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        loop {
            if let Some(found) = self.rows.next() {
                self.row += 1;
                return Some(self.page(found));
            }
            if self.is_at_end {
                return None;
            }
            match guarded(|| self.more()) {
                Ok(true) => {}
                Ok(false) => self.is_at_end = true,
                Err(error) => {
                    let place = Place { file: Arc::clone(&self.file), at: At::Row(self.row + 1) };
                    let n_lost = self.group_end.saturating_sub(self.row);
                    // The row groups are independent, so reading continues with the next one.
                    self.columns = None;
                    self.row = self.group_end.max(self.row);
                    let how = format!("{error}; the other rows of its group are not read: {n_lost}");
                    return Some(Err(Skipped { place, url: None, reason: SkipReason::Damaged { how } }));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use parquet::{
        basic::Compression,
        data_type::ByteArrayType,
        file::{properties::WriterProperties, writer::SerializedFileWriter},
        schema::parser::parse_message_type,
    };

    use super::*;

    /// Returns a table of `n_groups` groups of two rows.
    fn table(n_groups: usize, compression: Compression) -> Vec<u8> {
        let schema = parse_message_type("message m { required binary html (STRING); }").unwrap();
        let properties = WriterProperties::builder().set_compression(compression).set_dictionary_enabled(false).build();
        let mut file = Vec::new();
        let (schema, properties) = (Arc::new(schema), Arc::new(properties));
        let mut writer = SerializedFileWriter::new(&mut file, schema, properties).unwrap();
        for nth in 0..n_groups {
            let mut group = writer.next_row_group().unwrap();
            let mut column = group.next_column().unwrap().unwrap();
            let html = ByteArray::from(format!("<p>Rain {nth}{}", " again".repeat(20)).into_bytes());
            let values = [html.clone(), html];
            let typed = column.typed::<ByteArrayType>();
            typed.write_batch(&values, None, None).unwrap();
            column.close().unwrap();
            group.close().unwrap();
        }
        writer.close().unwrap();
        file
    }

    fn read(file: Vec<u8>) -> Vec<Result<Page, Skipped>> {
        let pages = ParquetPages::new(Bytes::from(file), "a.parquet", &ReaderOptions::new());
        pages.unwrap().collect()
    }

    #[test]
    fn every_packing_is_read() {
        for compression in [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::GZIP(Default::default()),
            Compression::BROTLI(Default::default()),
            Compression::ZSTD(Default::default()),
            Compression::LZ4_RAW,
        ] {
            let found = read(table(2, compression));
            assert_eq!(found.iter().flatten().count(), 4, "{compression:?}: {found:?}");
        }
    }

    #[test]
    fn a_damaged_group_of_rows_costs_itself() {
        let mut file = table(3, Compression::ZSTD(Default::default()));
        let mark = [0x28, 0xb5, 0x2f, 0xfd];
        let frames: Vec<usize> = memchr::memmem::find_iter(&file, &mark).collect();
        file[frames[1]] ^= 1;
        let found = read(file);
        let rows: Vec<At> = found.iter().flatten().map(|page| page.place.at).collect();
        assert_eq!(rows, [1, 2, 5, 6].map(At::Row));
        let faults: Vec<String> = (found.iter()).filter_map(|item| Some(item.as_ref().err()?.to_string())).collect();
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].starts_with("a.parquet, row 3: "), "{faults:?}");
        assert!(faults[0].ends_with("the other rows of its group are not read: 2"), "{faults:?}");
    }
}
