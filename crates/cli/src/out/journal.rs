//! The progress of a run, so that another one can continue it.
//!
//! Next to the output is a folder with the templates that were learned, the
//! output so far, and a journal: a first line about what the run does, then a
//! line after each piece of output. The output depends on the input alone, so
//! continuing after the last complete line gives the same bytes as an
//! uninterrupted run.

use std::{
    fs::{self, File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use corpus::TextSign;
use serde_json::{Value, json};

use crate::{cleaned::Tally, files};

/// The folder next to an output.
#[derive(Debug)]
pub(crate) struct Work {
    folder: PathBuf,
}

impl Work {
    pub(crate) fn beside(out: &Path) -> Work {
        let mut name = out.file_name().unwrap_or_default().to_owned();
        name.push(files::WORK);
        Work {
            folder: out.with_file_name(name),
        }
    }

    pub(crate) fn templates(&self) -> PathBuf {
        self.folder.join("sites.demold")
    }

    pub(crate) fn partial(&self) -> PathBuf {
        self.folder.join("partial")
    }

    /// Where a table is made, before it gets its name.
    #[cfg(feature = "parquet")]
    pub(crate) fn table(&self) -> PathBuf {
        self.folder.join("table")
    }

    fn journal(&self) -> PathBuf {
        self.folder.join("journal")
    }

    /// Returns whether a run has left its journal.
    pub(crate) fn is_begun(&self) -> bool {
        self.journal().is_file()
    }

    /// Returns whether a run has left its journal, and only had to rename its output and remove this
    /// folder.
    pub(crate) fn is_finished(&self) -> bool {
        let text = fs::read(self.journal()).unwrap_or_default();
        text.ends_with(FINISHED.as_bytes())
    }

    /// Removes the folder: the run is complete. The journal goes last: as long as it exists, whoever continues
    /// knows what is done.
    pub(crate) fn remove(&self) -> anyhow::Result<()> {
        let failed = || format!("cannot remove {}", self.folder.display());
        let journal = self.journal();
        for entry in self.folder.read_dir().with_context(failed)? {
            let path = entry.with_context(failed)?.path();
            if path.is_dir() {
                fs::remove_dir_all(path).with_context(failed)?;
            } else if path != journal {
                fs::remove_file(path).with_context(failed)?;
            }
        }
        fs::remove_dir_all(&self.folder).with_context(failed)
    }
}

/// The last line of the journal of a run that has written everything.
const FINISHED: &str = "\n{\"finished\":true}\n";

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The length of the output.
    pub(crate) length: u64,
    pub(crate) tally: Tally,
}

/// The open journal of a run.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
}

/// What an earlier run left.
#[derive(Debug, Default)]
pub(crate) struct Left {
    pub(crate) state: State,
    /// The texts that it has written, if copies of them are left out.
    pub(crate) texts: Vec<TextSign>,
    /// The date that it used.
    pub(crate) date: Option<String>,
    /// Files that it may have written after its last complete line.
    pub(crate) unsure: Vec<String>,
}

impl Journal {
    /// Begins a run, or continues one.
    ///
    /// `about` describes what must not have changed in between.
    pub(crate) fn open(
        work: &Work,
        about: &str,
        date: &str,
        resume: bool,
        force: bool,
    ) -> anyhow::Result<(Journal, Option<Left>)> {
        let path = work.journal();
        let failed = || format!("cannot write {}", path.display());
        if work.folder.exists() && !resume {
            if !force {
                bail!(
                    "an earlier run was interrupted and left {}; --resume continues it, --force starts again",
                    work.folder.display()
                );
            }
            work.remove()?;
        }
        let left = if resume && path.exists() {
            read(&path, about)?
        } else {
            None
        };
        fs::create_dir_all(&work.folder).with_context(failed)?;
        let mut file = match &left {
            Some((_, length)) => {
                let file = OpenOptions::new()
                    .write(true)
                    .open(&path)
                    .with_context(failed)?;
                // A partly written line does not count.
                file.set_len(*length).with_context(failed)?;
                OpenOptions::new()
                    .append(true)
                    .open(&path)
                    .with_context(failed)?
            }
            None => File::create(&path).with_context(failed)?,
        };
        if left.is_none() {
            let line = json!({ "about": about, "date": date });
            file.write_all(format!("{line}\n").as_bytes())
                .with_context(failed)?;
        }
        Ok((Journal { file, path }, left.map(|(left, _)| left)))
    }

    /// Notes that everything up to here is written, including these texts.
    pub(crate) fn done(&mut self, state: &State, texts: &[TextSign]) -> anyhow::Result<()> {
        let texts: Vec<String> = texts.iter().map(TextSign::to_string).collect();
        self.line(&json!({ "length": state.length, "tally": state.tally, "texts": texts }))
    }

    /// Notes which files come next.
    pub(crate) fn announce(&mut self, files: &[String]) -> anyhow::Result<()> {
        self.line(&json!({ "files": files }))
    }

    /// Notes that only the output's name is left to be given.
    pub(crate) fn finish(&mut self) -> anyhow::Result<()> {
        self.line(&json!({ "finished": true }))
    }

    fn line(&mut self, value: &Value) -> anyhow::Result<()> {
        self.file
            .write_all(format!("{value}\n").as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads a journal up to its last complete line. Returns its contents and their
/// length; `None` if not even the first line is complete.
fn read(path: &Path, about: &str) -> anyhow::Result<Option<(Left, u64)>> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(&text);
    let mut left = Left::default();
    let mut length = 0;
    for (line_idx, line) in text.split_inclusive('\n').enumerate() {
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            break;
        };
        if !line.ends_with('\n') {
            break;
        }
        if line_idx == 0 {
            if value["about"].as_str() != Some(about) {
                bail!(
                    "the interrupted run in {} was another one, with other inputs or settings; \
                     give the same command, or --force to begin again",
                    path.display()
                );
            }
            left.date = value["date"].as_str().map(str::to_owned);
        } else if let Some(files) = value["files"].as_array() {
            left.unsure = files
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect();
        } else if let (Some(length), Some(tally), Some(texts)) =
            (value["length"].as_u64(), tally(&value), texts(&value))
        {
            left.state = State { length, tally };
            left.texts.extend(texts);
            left.unsure.clear();
        } else if value["finished"] != json!(true) {
            break;
        }
        length += line.len() as u64;
    }
    Ok((length != 0).then_some((left, length)))
}

fn tally(line: &Value) -> Option<Tally> {
    serde_json::from_value(line["tally"].clone()).ok()
}

fn texts(line: &Value) -> Option<Vec<TextSign>> {
    let texts = line["texts"].as_array()?;
    texts
        .iter()
        .map(|text| text.as_str()?.parse().ok())
        .collect()
}
