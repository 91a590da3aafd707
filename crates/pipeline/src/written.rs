//! All cleaned pages in a file, which appears whole or not at all.

use std::{
    fs::{self, File},
    io::{self, BufReader, BufWriter, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use formats::warc::{Compression, utc};
use tempfile::NamedTempFile;

use crate::{
    cleaned::Tally,
    error::Error,
    pages::PageFile,
    records::{Format, Rendering, Style, write_llms},
    run::Run,
};

/// The most inputs that an error names.
///
/// Chosen: what fits on a screen.
const MOST_NAMED: usize = 10;

impl Run<'_> {
    /// Cleans all pages, and writes them to a file: in one of the forms of which a file
    /// [holds many](Format::is_single), compressed if its name ends in `.gz` or `.zst`. The bytes are those that the
    /// command writes. `date` is that of WARC records of pages that have none; without it, the present one.
    ///
    /// The file gets its name when it is complete. One that exists is replaced.
    ///
    /// # Errors
    ///
    /// As [`write`](Run::write). Also if the form holds a single page, if the file is one of the inputs, or if there is no
    /// page in the inputs; then nothing is written. If an input could not be read as a whole, the file is written, and the
    /// error names the input.
    pub fn write_file(&self, rendering: &Rendering, date: Option<&str>, out: &Path) -> Result<Tally, Error> {
        if rendering.format.is_single() {
            return Err(Error::refused(format!("a file of {} holds one page", rendering.format)));
        }
        if rendering.format == Format::Parquet && cfg!(not(feature = "parquet")) {
            return Err(Error::refused("this build does not write Parquet".to_owned()));
        }
        let failed = || format!("cannot write {}", out.display());
        let wrote = |error: io::Error| Error::file(failed(), error);
        let is_input = |file: &PageFile| fs::canonicalize(&**file.name()).is_ok_and(|input| Ok(input) == real(out));
        if self.files.all().iter().any(is_input) {
            return Err(Error::refused(format!("the output {} is one of the files that are read", out.display())));
        }
        let style = Style {
            rendering: rendering.clone(),
            compression: Compression::of_name(&out.to_string_lossy()),
            date: date.map_or_else(|| utc(std::time::SystemTime::now()), str::to_owned),
        };
        let mut file = beside(out).map_err(wrote)?;
        let tally = self.styled(&style, &mut BufWriter::new(file.as_file_mut()))?;
        self.check_any()?;
        let file = match rendering.format {
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                made(file, out, |lines, table| crate::records::write_table(lines, table, &rendering.fields))
            }
            Format::Llms => made(file, out, |lines, mut all| write_llms(lines, &mut all).map(|()| all)),
            _ => Ok(file),
        };
        let file = file.map_err(wrote)?;
        // On disk before it has its name, so that a file of that name is complete even after a loss of power.
        file.as_file().sync_all().and_then(|()| Ok(file.persist(out)?)).map_err(wrote)?;
        self.check_whole()?;
        Ok(tally)
    }

    /// Checks that there was a page in the inputs.
    fn check_any(&self) -> Result<(), Error> {
        let all = self.files.all();
        if all.iter().any(|file| file.n_read().1 > 0) {
            return Ok(());
        }
        self.check_whole()?;
        let names: Vec<&str> = all.iter().take(MOST_NAMED).map(|file| &**file.name()).collect();
        Err(Error::refused(format!("no page in {}", names.join(", "))))
    }

    /// Checks that everything that had to be read was read.
    fn check_whole(&self) -> Result<(), Error> {
        let troubled = self.files.all().iter();
        let troubled = troubled.filter_map(|file| Some(format!("{}: {}", file.name(), file.trouble()?)));
        let named: Vec<String> = troubled.take(MOST_NAMED).collect();
        if named.is_empty() { Ok(()) } else { Err(Error::refused(named.join("; "))) }
    }
}

/// Makes a file of all lines of a run, once they are there.
fn made<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    lines: NamedTempFile,
    out: &Path,
    write: impl FnOnce(BufReader<&File>, BufWriter<File>) -> Result<BufWriter<File>, E>,
) -> io::Result<NamedTempFile> {
    let file = beside(out)?;
    let mut read = lines.as_file();
    read.rewind()?;
    let written = write(BufReader::new(read), BufWriter::new(file.reopen()?)).map_err(io::Error::other);
    written?.flush()?;
    Ok(file)
}

/// Creates a file with a temporary name beside another one, with the permissions of an ordinary new file.
fn beside(out: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".demold-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default. The umask of the process still applies.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder_of(out))
}

/// Returns the folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        // The parent of a bare name is an empty path, which cannot be opened.
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Returns the path without links, even if there is nothing yet.
fn real(path: &Path) -> Result<PathBuf, io::ErrorKind> {
    let found = fs::canonicalize(path).or_else(|_| {
        let folder = fs::canonicalize(folder_of(path))?;
        Ok::<_, io::Error>(folder.join(path.file_name().unwrap_or_default()))
    });
    found.map_err(|error| error.kind())
}
