//! All cleaned pages in a file that appears whole or not at all, or in a folder, by a run that can be resumed.

use std::path::PathBuf;

use crate::{
    cleaned::Tally,
    error::Error,
    files::Work,
    output::{Identity, Sink, Writing},
    run::Run,
};

/// The most inputs that an error names.
///
/// Chosen: what fits on a screen.
const MOST_NAMED: usize = 10;

impl Run<'_> {
    /// Cleans all pages, and writes them to a file or a folder. The bytes are those that the command writes. A file
    /// gets its name when it is complete; until then its content is in a work folder beside it, with what is needed to
    /// resume the run. `identity` is what such a run must have in common with this one: what influences the output,
    /// without the inputs.
    ///
    /// Returns none if there is nothing to resume, because the output is complete.
    ///
    /// # Errors
    ///
    /// As [`write`](Run::write). [`Error::Output`] if something is in the way of the output. If there is no page in the
    /// inputs, nothing is written. If an input could not be read as a whole, the rest is written, and the error names the
    /// input.
    pub fn write_out(&self, writing: &Writing, identity: Identity) -> Result<Option<Tally>, Error> {
        // First, because another run that is writing there is the reason for most other errors.
        let left = writing.outlet.path().map(|out| Work::left(out, self.observer)).transpose()?.flatten();
        if writing.resume && writing.is_complete(left.as_ref()) {
            return Ok(None);
        }
        let inputs: Vec<PathBuf> = self.files.all().iter().filter_map(|file| Some(file.path()?.to_owned())).collect();
        writing.check_place(&inputs, left.as_ref())?;
        writing.check_pages(self.files.n_pages(), left.as_ref())?;
        let mut sink = Sink::open(writing, self.files, identity, left, self.observer)?;
        let tally = self.write_to(&mut sink)?;
        match self.check_any() {
            Ok(()) => sink.finish(self.observer)?,
            Err(error) => {
                sink.abandon();
                return Err(error);
            }
        }
        self.check_whole()?;
        Ok(Some(tally))
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
