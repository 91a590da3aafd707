//! Reads indexes of crawls, which say where in which WARC file the record of a page is.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read as _},
};

use serde_json::Value;

use crate::{Error, open::unpacked};

/// One line of an index: a page, and the byte range of its record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Capture {
    /// The address of the page.
    pub url: String,
    /// The name of the WARC file, as the index spells it.
    pub file: String,
    /// The offset of the record in the file.
    pub offset: u64,
    /// The number of bytes of the record in the file, compressed if the file is.
    pub length: u64,
    /// The status of the response, if the index has it.
    pub status: Option<u16>,
    /// The media type of the response, if the index has it.
    pub media_type: Option<String>,
}

impl Capture {
    /// Returns whether the response may be a page. Data that the index lacks excludes nothing.
    #[must_use]
    pub fn is_page(&self) -> bool {
        let is_html = self
            .media_type
            .as_ref()
            // Indexers write `unk` for a type that they do not know.
            .is_none_or(|media_type| ["text/html", "application/xhtml+xml", "unk"].contains(&media_type.as_str()));
        is_html && self.status.is_none_or(|status| status == 200)
    }
}

/// The maximum length of a line, in bytes. Longer lines are skipped: an address has at most 8 KiB, and a name far
/// less. Chosen: by eye.
const MOST_LINE: usize = 1 << 16;

/// The columns of a CDX file without a header line: the eleven that most files have.
const COLUMNS: &str = "N b a m s k r M S V g";

/// Reads the captures of an index: lines of CDXJ (`key time {…}`), of JSON alone, or of CDX, compressed or not; with
/// the feature `parquet` also the columns of Common Crawl's tables.
///
/// Memory: one line.
pub struct Captures(Box<dyn Iterator<Item = Result<Capture, String>> + Send>);

struct Lines {
    input: Box<dyn BufRead + Send>,
    columns: Vec<String>,
    n_lines: u64,
}

impl std::fmt::Debug for Captures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Captures").finish_non_exhaustive()
    }
}

impl Captures {
    /// Reads an index; `name` names it in messages.
    ///
    /// # Errors
    ///
    /// [`Error`] if the file cannot be read, or is a table without the columns of an index.
    pub fn new(mut file: File, name: &str) -> Result<Captures, Error> {
        use std::io::Seek as _;
        let failed = |source| Error::Read { source };
        let mut mark = Vec::new();
        (&mut file).take(4).read_to_end(&mut mark).map_err(failed)?;
        file.rewind().map_err(failed)?;
        if mark == b"PAR1" {
            return Captures::of_table(file, name);
        }
        let lines = Lines {
            input: Box::new(BufReader::new(unpacked(file).map_err(failed)?)),
            columns: COLUMNS.split(' ').map(str::to_owned).collect(),
            n_lines: 0,
        };
        Ok(Captures(Box::new(lines)))
    }

    #[cfg(feature = "parquet")]
    fn of_table(file: File, name: &str) -> Result<Captures, Error> {
        // The column in the place of the page's source is the name of the WARC file.
        let options = crate::ReaderOptions::new().html_field("warc_filename");
        Ok(Captures(Box::new(crate::ParquetPages::new(file, name, &options)?.map(of_row))))
    }

    #[cfg(not(feature = "parquet"))]
    fn of_table(_: File, _: &str) -> Result<Captures, Error> {
        Err(Error::left_out("Parquet", "parquet"))
    }
}

impl Iterator for Captures {
    /// The error says which line or row is not a capture, and why.
    type Item = Result<Capture, String>;

    fn next(&mut self) -> Option<Result<Capture, String>> {
        self.0.next()
    }
}

impl Iterator for Lines {
    type Item = Result<Capture, String>;

    fn next(&mut self) -> Option<Result<Capture, String>> {
        loop {
            let mut line = Vec::new();
            let most = MOST_LINE as u64 + 1;
            let read = (&mut self.input).take(most).read_until(b'\n', &mut line);
            self.n_lines += 1;
            let n_lines = self.n_lines;
            let placed = |why: &str| Some(Err(format!("line {n_lines}: {why}")));
            match read {
                Ok(0) => return None,
                Ok(_) if MOST_LINE < line.len() => {
                    // If the rest of the line cannot be read, the iteration ends after this error.
                    if self.input.skip_until(b'\n').is_err() {
                        self.input = Box::new(std::io::empty());
                    }
                    return placed("it is too long");
                }
                Ok(_) => {}
                Err(error) => {
                    self.input = Box::new(std::io::empty());
                    return placed(&format!("the rest cannot be read: {error}"));
                }
            }
            // Bytes that are not UTF-8 spoil only the field that they are in.
            let line = String::from_utf8_lossy(&line);
            // The header line of a CDX file names the columns. It may come again where files were concatenated.
            if let Some(head) = line.trim().strip_prefix("CDX ") {
                self.columns = head.split_ascii_whitespace().map(str::to_owned).collect();
            } else if !line.trim().is_empty() {
                let found = of_line(line.trim(), &self.columns);
                return Some(found.map_err(|why| format!("line {n_lines}: {why}")));
            }
        }
    }
}

fn of_line(line: &str, columns: &[String]) -> Result<Capture, String> {
    let Some(start) = line.find('{') else {
        let values: Vec<&str> = line.split_ascii_whitespace().collect();
        if values.len() != columns.len() {
            return Err(format!("it has {} columns, not {}", values.len(), columns.len()));
        }
        return of_fields(|_, letter| {
            let column = columns.iter().position(|column| column == letter)?;
            // A single hyphen stands for a missing value.
            Some(values[column].to_owned()).filter(|value| value != "-")
        });
    };
    let fields: Value = serde_json::from_str(&line[start..]).map_err(|error| error.to_string())?;
    of_fields(|name, _| {
        let names: &[&str] = match name {
            // The type that the indexer detected is more reliable than the one that the server declared.
            "mime" => &["mime-detected", "mime"],
            _ => &[name],
        };
        names.iter().find_map(|name| text(fields.get(name)?))
    })
}

/// Makes a capture of fields, which are looked up by their name in JSON and their letter in CDX.
fn of_fields(field: impl Fn(&str, &str) -> Option<String>) -> Result<Capture, String> {
    let needed = |name: &str, letter: &str| field(name, letter).ok_or(format!("it has no {name}"));
    let number = |name: &str, letter: &str| {
        let value = needed(name, letter)?;
        let number = value.parse();
        number.map_err(|_| format!("its {name} is no number: {value}"))
    };
    Ok(Capture {
        url: needed("url", "a")?,
        file: needed("filename", "g")?,
        offset: number("offset", "V")?,
        length: number("length", "S")?,
        // A status that is no number counts as unknown, and does not cost the capture.
        status: field("status", "s").and_then(|status| status.parse().ok()),
        media_type: field("mime", "m"),
    })
}

/// Returns a string or a number as text: some indexes have numbers as strings.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Converts a row of Common Crawl's columnar index.
#[cfg(feature = "parquet")]
fn of_row(row: Result<crate::Page, crate::Skipped>) -> Result<Capture, String> {
    let row = row.map_err(|skipped| skipped.to_string())?;
    let field = |name: &str| text(&serde_json::from_str(row.fields.get(name)?).ok()?);
    let found = of_fields(|name, _| match name {
        "url" => row.url.clone(),
        "filename" => row.bytes.text().map(|text| text.to_string()),
        "offset" => field("warc_record_offset"),
        "length" => field("warc_record_length"),
        "status" => field("fetch_status"),
        _ => field("content_mime_detected").or_else(|| field("content_mime_type")),
    });
    found.map_err(|why| format!("{}: {why}", row.place))
}

#[cfg(test)]
mod tests {
    use std::io::{Seek as _, Write as _};

    use super::*;

    fn read(index: &[u8]) -> Vec<Result<Capture, String>> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(index).unwrap();
        file.rewind().unwrap();
        Captures::new(file, "i").unwrap().collect()
    }

    fn capture() -> Capture {
        Capture {
            url: "https://a.example/b".to_owned(),
            file: "x/1.warc.gz".to_owned(),
            offset: 12,
            length: 345,
            status: Some(200),
            media_type: Some("text/html".to_owned()),
        }
    }

    const CDXJ: &str = r#"example,a)/b 20260131120000 {"url": "https://a.example/b", "mime": "warc/x", "mime-detected": "text/html", "status": "200", "digest": "D", "length": "345", "offset": "12", "filename": "x/1.warc.gz"}"#;

    #[test]
    fn every_form_says_the_same() {
        let json = &CDXJ[CDXJ.find('{').unwrap()..];
        let numbers = json.replace("\"345\"", "345").replace("\"12\"", "12");
        let values = "example,a)/b 20260131120000 https://a.example/b text/html 200 D - - 345 12 x/1.warc.gz";
        let short = " CDX a V S g m s\nhttps://a.example/b 12 345 x/1.warc.gz text/html 200\n";
        for index in [CDXJ, json, &numbers, values, short] {
            assert_eq!(read(index.as_bytes()), [Ok(capture())], "{index}");
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), Default::default());
            packed.write_all(index.as_bytes()).unwrap();
            assert_eq!(read(&packed.finish().unwrap()), [Ok(capture())], "{index}");
        }
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn a_table_says_the_same() {
        use crate::{ColumnType, TableWriter};
        let columns = [
            ("url", ColumnType::Text),
            ("fetch_status", ColumnType::Integer),
            ("content_mime_detected", ColumnType::Text),
            ("warc_filename", ColumnType::Text),
            ("warc_record_offset", ColumnType::Integer),
            ("warc_record_length", ColumnType::Integer),
        ]
        .map(|(name, kind)| (name.to_owned(), kind));
        let mut writer = TableWriter::new(Vec::new(), &columns, &[]).unwrap();
        let row = serde_json::json!({
            "url": "https://a.example/b", "fetch_status": 200, "content_mime_detected": "text/html",
            "warc_filename": "x/1.warc.gz", "warc_record_offset": 12, "warc_record_length": 345,
        });
        writer.write(row.as_object().unwrap().clone()).unwrap();
        let mut row = row.as_object().unwrap().clone();
        row.remove("warc_record_length");
        writer.write(row).unwrap();
        let found = read(&writer.finish().unwrap());
        assert_eq!(found[0], Ok(capture()));
        assert_eq!(found[1], Err("i, row 2: it has no length".to_owned()));
    }

    #[test]
    fn what_is_no_capture_says_why() {
        let long = format!("{}\n{CDXJ}\n", "x".repeat(3 * MOST_LINE));
        let found = read(long.as_bytes());
        assert_eq!(found, [Err("line 1: it is too long".to_owned()), Ok(capture())]);
        let wrong = CDXJ.replace("\"345\"", "\"-1\"");
        for (line, why) in [
            ("a b c", "line 1: it has 3 columns, not 11"),
            (r#"{"url": "u"}"#, "line 1: it has no filename"),
            (&wrong, "line 1: its length is no number: -1"),
        ] {
            assert_eq!(read(line.as_bytes()), [Err(why.to_owned())], "{line}");
        }
        assert!(read(b"key 1 {broken")[0].is_err());
        assert!(read(b"\n \n").is_empty());
    }

    #[test]
    fn pages_are_told_from_the_rest() {
        assert!(capture().is_page());
        for (status, media_type, expected) in [
            (None, None, true),
            (Some(404), Some("text/html"), false),
            (Some(200), Some("image/png"), false),
            (Some(200), Some("application/xhtml+xml"), true),
        ] {
            let media_type = media_type.map(str::to_owned);
            let capture = Capture { status, media_type, ..capture() };
            assert_eq!(capture.is_page(), expected, "{capture:?}");
        }
    }
}
