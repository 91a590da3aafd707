//! Reads pages again from the input, so that they need not be kept in memory.

use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
};

use crate::{
    Bytes, JsonlPages, ReaderOptions, WarcPages,
    bytes::Again,
    framing::{ResyncCheck, Source, Text},
};

/// What begins where a page begins.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Beginning {
    Line,
    Record,
}

/// A file whose pages can be read again, each by itself, while whoever opened it reads one after another.
#[derive(Debug)]
pub(crate) struct PagesAgain {
    file: File,
    beginning: Beginning,
    options: ReaderOptions,
}

impl PagesAgain {
    /// Wraps a file, if any part of it can be read at any time. Pipes are excluded.
    pub(crate) fn of(file: &File, beginning: Beginning, options: &ReaderOptions) -> Option<Arc<dyn Again>> {
        let can_be_read = cfg!(unix) && file.metadata().is_ok_and(|about| about.is_file());
        // The cloned handle shares the position of the first one. Reading at an offset does not change it.
        let file = can_be_read.then(|| file.try_clone().ok()).flatten()?;
        Some(Arc::new(PagesAgain { file, beginning, options: options.clone() }))
    }
}

impl Again for PagesAgain {
    fn read(&self, byte: u64) -> Option<(Option<String>, Bytes)> {
        let file = &self.file;
        let rest = Rest { file, byte };
        // Errors are not reported from here, so the file needs no name.
        let page = match self.beginning {
            Beginning::Line => {
                let lines = Text::new(Source::new(rest, ResyncCheck::Lines));
                JsonlPages::new(lines, "", &self.options).next()
            }
            Beginning::Record => WarcPages::new(rest, "", &self.options).next(),
        };
        let page = page?.ok()?;
        Some((page.url, page.bytes))
    }
}

/// The part of a file from a byte on.
struct Rest<'a> {
    file: &'a File,
    byte: u64,
}

impl Read for Rest<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = read_at(self.file, buffer, self.byte)?;
        self.byte += n_read as u64;
        Ok(n_read)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], byte: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, byte)
}

/// On other systems such a call would move the shared position.
#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
