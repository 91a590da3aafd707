//! The lines as numbers, in files that the trainer reads: written page by page, since they do not fit into memory.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use classify::TrainingRow;
use serde::Serialize;

use super::pages::{Head, Page};

#[derive(Serialize)]
struct Header<'a> {
    features: Vec<String>,
    /// The features of lines in what is written for structures.
    structure_features: Vec<String>,
    /// The features of pages from which confidence is computed.
    page_features: Vec<&'static str>,
    /// The value of a leaf that adds one to the log odds.
    score_one: i32,
    /// How many times more recall weighs than precision for text, what links add to that, and for values; and how far lines
    /// of text are expected to be right or wrong together.
    recall: [f64; 4],
    pages: &'a [Of],
}

/// What the header says of a page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Of {
    #[serde(flatten)]
    pub(super) head: Head,
    pub(super) lines: usize,
    words: usize,
    gold: usize,
}

/// A table that is being written: a file of little-endian numbers for each column, and `pages.json` at the end.
#[derive(Debug)]
pub(super) struct Table {
    folder: PathBuf,
    features: BufWriter<File>,
    labels: BufWriter<File>,
    weights: BufWriter<File>,
    values: BufWriter<File>,
    bylines: BufWriter<File>,
    lengths: BufWriter<File>,
    words: BufWriter<File>,
    gold: BufWriter<File>,
    pages: Vec<Of>,
}

impl Table {
    pub(super) fn create(folder: &Path) -> anyhow::Result<Table> {
        fs::create_dir_all(folder)?;
        let file = |name: &str| -> anyhow::Result<BufWriter<File>> {
            let path = folder.join(name);
            let file = File::create(&path);
            Ok(BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?))
        };
        Ok(Table {
            folder: folder.to_owned(),
            features: file("features.f32")?,
            labels: file("labels.f32")?,
            weights: file("weights.f32")?,
            values: file("values.u8")?,
            bylines: file("bylines.u8")?,
            lengths: file("lengths.u32")?,
            words: file("words.u32")?,
            gold: file("gold.u32")?,
            pages: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, page: Page) -> anyhow::Result<()> {
        for line in &page.examples {
            for number in &line.features {
                self.features.write_all(&number.to_le_bytes())?;
            }
        }
        for number in &page.labels {
            self.labels.write_all(&number.to_le_bytes())?;
        }
        for number in &page.weights {
            self.weights.write_all(&number.to_le_bytes())?;
        }
        for &is_value in &page.values {
            self.values.write_all(&[u8::from(is_value)])?;
        }
        for &is_byline in &page.bylines {
            self.bylines.write_all(&[u8::from(is_byline)])?;
        }
        for words in &page.words {
            self.lengths.write_all(&(words.len() as u32).to_le_bytes())?;
            for word in words {
                self.words.write_all(&word.to_le_bytes())?;
            }
        }
        for word in &page.gold {
            self.gold.write_all(&word.to_le_bytes())?;
        }
        self.pages.push(Of {
            lines: page.examples.len(),
            words: page.words.iter().map(Vec::len).sum(),
            gold: page.gold.len(),
            head: page.head,
        });
        Ok(())
    }

    /// Writes the header, and returns what it says of the pages.
    pub(super) fn finish(mut self) -> anyhow::Result<Vec<Of>> {
        for file in [
            &mut self.features,
            &mut self.labels,
            &mut self.weights,
            &mut self.values,
            &mut self.bylines,
            &mut self.lengths,
            &mut self.words,
            &mut self.gold,
        ] {
            file.flush()?;
        }
        let header = Header {
            features: TrainingRow::feature_names(),
            structure_features: TrainingRow::structure_feature_names(),
            page_features: TrainingRow::page_feature_names(),
            score_one: TrainingRow::SCORE_ONE,
            recall: TrainingRow::weights_of_errors(),
            pages: &self.pages,
        };
        fs::write(self.folder.join("pages.json"), serde_json::to_vec(&header)?)?;
        Ok(self.pages)
    }
}
