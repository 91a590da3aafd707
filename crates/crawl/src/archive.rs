//! Stores responses in a WARC file, and the progress of the crawl in a file next to it.

use std::{
    fmt,
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, Seek as _, SeekFrom, Write},
    ops::Range,
    path::{Path, PathBuf},
    time::SystemTime,
};

use formats::warc::{Compression, RecordKind, WarcRecord, Writer, utc};

use crate::{
    Error,
    fetch::Exchange,
    journal::{self, Line, Past, Unreadable, Wanted},
    previous::Known,
    summary::Fate,
};

const HTTP_REQUEST: &str = "application/http; msgtype=request";
const HTTP_RESPONSE: &str = "application/http; msgtype=response";
const NOT_MODIFIED: &str = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

/// A WARC file to which a crawl writes.
///
/// If it has a path, the crawl can be [resumed](Archive::resume) no matter how it was interrupted. The frontier, a
/// file with the same name plus `.frontier`, is written along with it, and removed when nothing is left to do.
pub struct Archive {
    writer: Writer<Box<dyn Write + Send>>,
    path: PathBuf,
    frontier: Option<Frontier>,
    past: Past,
    n_bytes: u64,
    /// Another handle of the archive, if it is a file.
    file: Option<File>,
}

struct Frontier {
    out: BufWriter<File>,
    path: PathBuf,
}

impl Archive {
    /// Writes to any writer, such as standard output. Such a crawl cannot be resumed.
    pub fn new(out: Box<dyn Write + Send>, compression: Compression) -> Archive {
        Archive {
            writer: Writer::new(out, compression),
            path: PathBuf::from("the output"),
            frontier: None,
            past: Past::default(),
            n_bytes: 0,
            file: None,
        }
    }

    /// Creates a new file, whose name determines how it is compressed (`.gz`, `.zst`).
    ///
    /// # Errors
    ///
    /// [`Error::File`], also if the file or its frontier already exists.
    pub fn create(path: &Path) -> Result<Archive, Error> {
        let frontier_path = Archive::frontier_path(path);
        let error = |path: &Path| file_error(path.to_owned());
        // The frontier is created first: an archive without one could not be resumed.
        let frontier = File::create_new(&frontier_path).map_err(error(&frontier_path))?;
        let out = File::create_new(path).map_err(|source| {
            // The frontier was created here and is empty. If it cannot be removed, the error about the archive is
            // still the one to report.
            let _ = fs::remove_file(&frontier_path);
            error(path)(source)
        })?;
        let mut archive = Archive::of_file(out, path)?;
        archive.frontier = Some(Frontier { out: BufWriter::new(frontier), path: frontier_path });
        archive.note(&Line::Frontier(journal::VERSION), true)?;
        Ok(archive)
    }

    fn of_file(out: File, path: &Path) -> Result<Archive, Error> {
        let file = out.try_clone().map_err(file_error(path.to_owned()))?;
        let mut archive = Archive::new(Box::new(out), Compression::of_name(&path.to_string_lossy()));
        archive.path = path.to_owned();
        archive.file = Some(file);
        Ok(archive)
    }

    /// Continues a file of an interrupted crawl. Everything that was written to it after the last completed URL is
    /// cut off: that URL will be requested again.
    ///
    /// # Errors
    ///
    /// [`Error::File`], [`Error::Frontier`] and [`Error::ArchiveChanged`].
    pub fn resume(path: &Path) -> Result<Archive, Error> {
        let frontier_path = Archive::frontier_path(path);
        let frontier_error = file_error(frontier_path.clone());
        let mut file = OpenOptions::new().read(true).write(true).open(&frontier_path).map_err(frontier_error)?;
        let past = journal::read(BufReader::new(&file)).map_err(|error| match error {
            Unreadable::Read(source) => Error::File { path: frontier_path.clone(), source },
            Unreadable::Line(line) => Error::Frontier { path: frontier_path.clone(), line },
        })?;
        // A torn line at the end would become a part of the next line.
        cut(&mut file, past.n_whole).map_err(file_error(frontier_path.clone()))?;

        let error = file_error(path.to_owned());
        // A crawl that was killed at once has not created its archive yet.
        let mut out = OpenOptions::new()
            .write(true)
            .create(past.n_bytes == 0)
            // The file is cut below, and not here: its length must be checked before.
            .truncate(false)
            .open(path)
            .map_err(&error)?;
        let found = out.metadata().map_err(&error)?.len();
        // The archive is written before the frontier counts its bytes, so a shorter one is not as the crawl left it.
        if found < past.n_bytes {
            return Err(Error::ArchiveChanged { path: path.to_owned(), expected: past.n_bytes, found });
        }
        cut(&mut out, past.n_bytes).map_err(&error)?;
        let mut archive = Archive::of_file(out, path)?;
        archive.n_bytes = past.n_bytes;
        archive.frontier = Some(Frontier { out: BufWriter::new(file), path: frontier_path });
        if past.n_whole == 0 {
            archive.note(&Line::Frontier(journal::VERSION), true)?;
        }
        archive.past = past;
        Ok(archive)
    }

    /// Returns the path of the frontier of the archive at `path`.
    #[must_use]
    pub fn frontier_path(path: &Path) -> PathBuf {
        let mut name = path.as_os_str().to_owned();
        name.push(".frontier");
        PathBuf::from(name)
    }

    /// Returns what happened before the crawl was resumed. Later calls return nothing.
    pub(crate) fn take_past(&mut self) -> Past {
        std::mem::take(&mut self.past)
    }

    /// Writes the first record of a file, unless it is already there.
    pub(crate) fn begin(&mut self, user_agent: &str) -> Result<(), Error> {
        if self.n_bytes != 0 {
            return Ok(());
        }
        let software = concat!("demold-crawl/", env!("CARGO_PKG_VERSION"));
        let record = WarcRecord::warcinfo(
            &utc(SystemTime::now()),
            &[
                ("software", software),
                ("format", "WARC File Format 1.1"),
                ("conformsTo", "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"),
                ("robots", "obey"),
                ("http-header-user-agent", user_agent),
            ],
        );
        self.write(&record)?;
        self.note_bytes()
    }

    /// Writes a request and its response. Returns the bytes that are the record of the response.
    pub(crate) fn exchange(&mut self, url: &str, exchange: &Exchange) -> Result<Range<u64>, Error> {
        let mut block = exchange.head.clone();
        block.extend_from_slice(&exchange.body);
        let mut response =
            WarcRecord::new(RecordKind::Response, &utc(exchange.date)).target(url).block(HTTP_RESPONSE, block);
        if exchange.truncated {
            response = response.with("WARC-Truncated", "length");
        }
        self.pair(url, exchange, response)
    }

    /// Writes a record that a page has not changed since the previous crawl.
    pub(crate) fn unchanged(&mut self, url: &str, exchange: &Exchange, known: &Known) -> Result<Range<u64>, Error> {
        let mut revisit = WarcRecord::new(RecordKind::Revisit, &utc(exchange.date))
            .target(url)
            .block(HTTP_RESPONSE, exchange.head.clone())
            .with("WARC-Profile", NOT_MODIFIED)
            .with("WARC-Refers-To", &known.id)
            .with("WARC-Refers-To-Target-URI", url)
            .with("WARC-Refers-To-Date", &known.date);
        // Set explicitly, because the automatic digest would be that of the empty body of this response.
        if let Some(digest) = &known.digest {
            revisit = revisit.with("WARC-Payload-Digest", digest);
        }
        self.pair(url, exchange, revisit)
    }

    /// Writes the response and the request, in this order. Returns the bytes of the response.
    fn pair(&mut self, url: &str, exchange: &Exchange, mut answer: WarcRecord) -> Result<Range<u64>, Error> {
        let mut request = WarcRecord::new(RecordKind::Request, &utc(exchange.date))
            .target(url)
            .block(HTTP_REQUEST, exchange.request.clone());
        if let Some(address) = exchange.address {
            answer = answer.with("WARC-IP-Address", &address.to_string());
        }
        if let Some(id) = answer.id() {
            request = request.with("WARC-Concurrent-To", id);
        }
        let start = self.n_bytes;
        self.write(&answer)?;
        let end = self.n_bytes;
        self.write(&request)?;
        Ok(start..end)
    }

    /// Records that a URL has joined the queue.
    pub(crate) fn note_wanted(&mut self, wanted: &Wanted) -> Result<(), Error> {
        self.note(&Line::Add(wanted.clone()), false)
    }

    /// Records what became of a URL, after everything about it was written.
    pub(crate) fn note_end(&mut self, url: &str, fate: Fate) -> Result<(), Error> {
        // The archive must have the bytes before the journal counts them.
        self.flush()?;
        self.note(&Line::End(url.to_owned(), fate, self.n_bytes), true)
    }

    /// Records that everything that was written up to here is kept when the crawl is resumed.
    pub(crate) fn note_bytes(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.note(&Line::Bytes(self.n_bytes), true)
    }

    /// Ends the archive. The frontier is removed if nothing is left to do.
    pub(crate) fn finish(mut self, is_complete: bool) -> Result<(), Error> {
        self.flush()?;
        if let Some(Frontier { out, path }) = &mut self.frontier {
            out.flush().map_err(file_error(path.clone()))?;
        }
        if let Some(file) = self.file.take_if(|_| is_complete) {
            // Without a frontier the crawl cannot be resumed, so all bytes must be on disk before it is removed.
            file.sync_all().map_err(file_error(self.path.clone()))?;
        }
        if let Some(frontier) = self.frontier.take_if(|_| is_complete) {
            let path = frontier.path.clone();
            // Some systems do not remove files that are open.
            drop(frontier);
            fs::remove_file(&path).map_err(file_error(path))?;
        }
        Ok(())
    }

    fn write(&mut self, record: &WarcRecord) -> Result<(), Error> {
        let error = file_error(self.path.clone());
        self.n_bytes += self.writer.write(record).map_err(error)?;
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        let error = file_error(self.path.clone());
        self.writer.get_mut().flush().map_err(error)
    }

    fn note(&mut self, line: &Line, flush: bool) -> Result<(), Error> {
        let Some(Frontier { out, path }) = &mut self.frontier else {
            return Ok(());
        };
        let done = journal::write(out, line).and_then(|()| if flush { out.flush() } else { Ok(()) });
        done.map_err(file_error(path.clone()))
    }
}

impl fmt::Debug for Archive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive").field("path", &self.path).field("n_bytes", &self.n_bytes).finish_non_exhaustive()
    }
}

/// Truncates a file, and moves to its end.
fn cut(file: &mut File, len: u64) -> io::Result<()> {
    file.set_len(len)?;
    file.seek(SeekFrom::Start(len)).map(drop)
}

fn file_error(path: PathBuf) -> impl Fn(io::Error) -> Error {
    move |source| Error::File { path: path.clone(), source }
}
