//! Temporary files for what has no room in memory.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

/// Writes bytes to a temporary file, which exists as long as any of them are wanted.
#[derive(Debug)]
pub(crate) struct Spill {
    open: fn() -> io::Result<File>,
    file: Mutex<Weak<SpillFile>>,
}

/// The file, and the number of bytes that were written to it.
#[derive(Debug)]
struct SpillFile(Mutex<(File, u64)>);

/// Bytes in a temporary file.
#[derive(Clone, Debug)]
pub(crate) struct Spilled {
    file: Arc<SpillFile>,
    offset: u64,
    length: usize,
}

impl Default for Spill {
    fn default() -> Spill {
        Spill::new(tempfile::tempfile)
    }
}

impl Spill {
    /// Writes to an empty file that `open` returns. It is called again if everything that was in a file was dropped.
    pub(crate) fn new(open: fn() -> io::Result<File>) -> Spill {
        Spill { open, file: Mutex::default() }
    }

    /// Appends bytes to the file, which is created first if there is none.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<Spilled> {
        let mut known = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = match known.upgrade() {
            Some(file) => file,
            None => Arc::new(SpillFile(Mutex::new(((self.open)()?, 0)))),
        };
        *known = Arc::downgrade(&file);
        drop(known);
        let mut locked = file.lock();
        let (open, end) = &mut *locked;
        let offset = *end;
        open.seek(SeekFrom::Start(offset))?;
        open.write_all(bytes)?;
        *end += bytes.len() as u64;
        drop(locked);
        Ok(Spilled { file, offset, length: bytes.len() })
    }
}

impl SpillFile {
    fn lock(&self) -> MutexGuard<'_, (File, u64)> {
        // Each use begins with a seek, so a panic leaves nothing in an invalid state.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Spilled {
    /// Returns the position in the file, which tells what is in it apart.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads the bytes back.
    ///
    /// # Errors
    ///
    /// Those of the file.
    pub(crate) fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; self.length];
        let mut locked = self.file.lock();
        locked.0.seek(SeekFrom::Start(self.offset))?;
        locked.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_file_is_there_as_long_as_it_is_needed() {
        static N_OPENED: AtomicUsize = AtomicUsize::new(0);
        let spill = Spill::new(|| {
            N_OPENED.fetch_add(1, Ordering::Relaxed);
            tempfile::tempfile()
        });
        for n_opened in 1..4 {
            let texts: Vec<String> = (0..9).map(|nth| "rain".repeat(nth * nth)).collect();
            let spilled: Vec<Spilled> = texts.iter().map(|text| spill.write(text.as_bytes()).unwrap()).collect();
            for nth in [3, 0, 8, 3, 5] {
                assert_eq!(spilled[nth].read().unwrap(), texts[nth].as_bytes());
            }
            assert_eq!(N_OPENED.load(Ordering::Relaxed), n_opened);
        }
    }
}
