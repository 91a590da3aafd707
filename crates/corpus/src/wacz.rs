//! WACZ: a ZIP archive with WARC files in it.
//!
//! Only its directory is read by a crate for ZIP. What it leads to is mostly stored as it is, and read where it is.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek as _, SeekFrom},
    sync::Arc,
};

use flate2::read::DeflateDecoder;
use zip::{CompressionMethod, ZipArchive};

use crate::{
    Form, Options, Page, Skipped, WarcPages,
    guard::caught,
    page::{At, Place, Reason},
};

/// Where WACZ has its WARC files.
const FOLDER: &str = "archive/";

/// A file in the archive.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Entry {
    name: String,
    start: u64,
    length: u64,
    /// How it is packed; nothing else than these can be read.
    packing: Packing,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Packing {
    Stored,
    Deflated,
    Other,
}

/// Returns whether a ZIP archive has WARC files where WACZ has them.
pub(crate) fn is_wacz(file: &File) -> bool {
    entries(file).is_ok_and(|entries| !entries.is_empty())
}

/// Reads the directory.
fn entries(file: &File) -> Result<Vec<Entry>, String> {
    let read = || -> zip::result::ZipResult<Vec<Entry>> {
        let mut archive = ZipArchive::new(BufReader::new(file.try_clone()?))?;
        let mut entries = Vec::new();
        for nth in 0..archive.len() {
            let entry = archive.by_index_raw(nth)?;
            let name = entry.name()?.into_owned();
            if !name.starts_with(FOLDER) || Form::of_name(&name) != Some(Form::Warc) {
                continue;
            }
            let packing = match entry.compression() {
                _ if entry.encrypted() => Packing::Other,
                CompressionMethod::STORE => Packing::Stored,
                CompressionMethod::DEFLATE => Packing::Deflated,
                _ => Packing::Other,
            };
            entries.push(Entry {
                start: entry.data_start().unwrap_or(0),
                length: entry.compressed_size(),
                name,
                packing,
            });
        }
        Ok(entries)
    };
    caught(read)?.map_err(|error| error.to_string())
}

/// The pages of all WARC files in an archive, in its order.
pub(crate) struct WaczPages {
    file: File,
    name: Arc<str>,
    options: Options,
    entries: std::vec::IntoIter<Entry>,
    current: Option<WarcPages<Box<dyn Read + Send>>>,
    /// What is wrong with the directory.
    fault: Option<String>,
}

impl WaczPages {
    /// Reads from `file`; `name` is for messages. If the directory is damaged, records are sought in the whole file.
    pub(crate) fn new(file: File, name: &str, options: &Options) -> WaczPages {
        let (entries, fault) = match entries(&file) {
            Ok(entries) if entries.is_empty() => {
                let why = format!("there is no WARC file in {FOLDER}");
                (entries, Some(why))
            }
            Ok(entries) => (entries, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        WaczPages {
            file,
            name: name.into(),
            options: options.clone(),
            entries: entries.into_iter(),
            current: None,
            fault,
        }
    }

    fn skipped(&self, place: &str, reason: Reason) -> Skipped {
        Skipped {
            place: Place {
                file: place.into(),
                at: At::Whole,
            },
            url: None,
            reason,
        }
    }

    fn begin(&mut self, input: Box<dyn Read + Send>, place: &str) {
        self.current = Some(WarcPages::new(input, place, &self.options));
    }

    /// Begins the next file. Returns what is wrong with it.
    fn open(&mut self, entry: &Entry) -> Result<(), Skipped> {
        let place = format!("{}, {}", self.name, entry.name);
        let unreadable = |why: String| self.skipped(&place, Reason::Unreadable { why });
        let file = self
            .file
            .try_clone()
            .map_err(|error| unreadable(error.to_string()))?;
        let section = Section {
            file,
            at: entry.start,
            n_left: entry.length,
        };
        let input: Box<dyn Read + Send> = match entry.packing {
            Packing::Stored => Box::new(section),
            Packing::Deflated => Box::new(DeflateDecoder::new(section)),
            Packing::Other => {
                let why = "it is packed in a way, or encrypted, that only ZIP programs know";
                return Err(unreadable(why.to_owned()));
            }
        };
        self.begin(input, &place);
        Ok(())
    }
}

impl Iterator for WaczPages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        loop {
            if let Some(page) = self.current.as_mut().and_then(Iterator::next) {
                return Some(page);
            }
            if let Some(why) = self.fault.take() {
                let name = Arc::clone(&self.name);
                if let Ok(file) = self.file.try_clone() {
                    let section = Section {
                        file,
                        at: 0,
                        n_left: u64::MAX,
                    };
                    self.begin(Box::new(section), &name);
                }
                let how = format!(
                    "the directory of the archive cannot be read ({why}): records are sought without it"
                );
                return Some(Err(self.skipped(&name, Reason::Damaged { how })));
            }
            let entry = self.entries.next()?;
            if let Err(skipped) = self.open(&entry) {
                return Some(Err(skipped));
            }
        }
    }
}

/// A stretch of a file.
struct Section {
    file: File,
    at: u64,
    n_left: u64,
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.n_left).unwrap_or(usize::MAX);
        let n_bytes = buffer.len().min(most);
        // Copies of the handle share its place.
        self.file.seek(SeekFrom::Start(self.at))?;
        let n_read = self.file.read(&mut buffer[..n_bytes])?;
        self.at += n_read as u64;
        self.n_left -= n_read as u64;
        Ok(n_read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use super::*;
    use crate::warc::{Compression, Kind, Record, Writer};

    fn warc(nth: usize) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), Compression::Gzip);
        let record = Record::new(Kind::Resource, "2026-01-31T12:00:00Z")
            .target(&format!("http://a.example/{nth}"))
            .block("text/html", format!("<p>Rain {nth}").into_bytes());
        writer.write(&record).unwrap();
        writer.into_inner()
    }

    /// An archive of a few files.
    fn wacz() -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options =
            zip::write::SimpleFileOptions::default().compression_method(CompressionMethod::STORE);
        let files = [
            ("datapackage.json", b"{}".to_vec()),
            ("archive/a.warc.gz", warc(0)),
            ("pages/pages.jsonl", b"{}".to_vec()),
            ("archive/b.warc.gz", warc(1)),
        ];
        for (name, bytes) in files {
            writer.start_file(name, options).unwrap();
            writer.write_all(&bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    /// Returns addresses, and what is wrong.
    fn read(bytes: &[u8]) -> (Vec<String>, Vec<String>) {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        let (mut urls, mut faults) = (Vec::new(), Vec::new());
        for item in WaczPages::new(file, "c.wacz", &Options::new()) {
            match item {
                Ok(page) => urls.push(page.url.unwrap()),
                Err(skipped) => faults.push(skipped.to_string()),
            }
        }
        (urls, faults)
    }

    #[test]
    fn the_files_of_an_archive_are_read_one_after_another() {
        let (urls, faults) = read(&wacz());
        assert_eq!(urls, ["http://a.example/0", "http://a.example/1"]);
        assert!(faults.is_empty(), "{faults:?}");
    }

    #[test]
    fn without_its_directory_its_records_are_found_all_the_same() {
        let whole = wacz();
        let cut = &whole[..whole.len() - 30];
        let mut other = whole.clone();
        for name in [&b"archive/a"[..], b"archive/b"] {
            for at in memchr::memmem::find_iter(&whole, name) {
                other[at] = b'o';
            }
        }
        for damaged in [cut, &other] {
            let (urls, faults) = read(damaged);
            assert_eq!(urls, ["http://a.example/0", "http://a.example/1"]);
            assert!(
                faults[0].starts_with("c.wacz: the directory of the archive cannot be read"),
                "{faults:?}"
            );
        }
    }
}
