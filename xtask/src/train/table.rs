//! The lines as numbers, in files that the trainer reads: written page by page, since they do not fit into memory.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write as _},
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

/// The files of the columns.
const FILES: [&str; 8] =
    ["features.f32", "labels.f32", "weights.f32", "values.u8", "bylines.u8", "lengths.u32", "words.u32", "gold.u32"];

/// A table that is being written: a file of little-endian numbers for each column, and `pages.json` at the end.
#[derive(Debug)]
pub(super) struct Table {
    folder: PathBuf,
    files: [BufWriter<File>; FILES.len()],
    pages: Vec<Of>,
}

impl Table {
    pub(super) fn create(folder: &Path) -> anyhow::Result<Table> {
        fs::create_dir_all(folder)?;
        let file = |name: &&str| -> anyhow::Result<BufWriter<File>> {
            let path = folder.join(name);
            let file = File::create(&path);
            Ok(BufWriter::new(file.with_context(|| format!("cannot write {}", path.display()))?))
        };
        let files: Vec<BufWriter<File>> = FILES.iter().map(file).collect::<Result<_, _>>()?;
        let files = files.try_into().expect("there is a file for each name");
        Ok(Table { folder: folder.to_owned(), files, pages: Vec::new() })
    }

    pub(super) fn add(&mut self, page: Page) -> anyhow::Result<()> {
        let [features, labels, weights, values, bylines, lengths, words, gold] = &mut self.files;
        let Page { head, examples, known } = page;
        write(features, examples.iter().flat_map(|line| &line.features).map(|number| number.to_le_bytes()))?;
        write(labels, known.labels.iter().map(|number| number.to_le_bytes()))?;
        write(weights, known.weights.iter().map(|number| number.to_le_bytes()))?;
        write(values, known.values.iter().map(|&is_value| [u8::from(is_value)]))?;
        write(bylines, known.bylines.iter().map(|&is_byline| [u8::from(is_byline)]))?;
        write(lengths, known.words.iter().map(|words| (words.len() as u32).to_le_bytes()))?;
        write(words, known.words.iter().flatten().map(|word| word.to_le_bytes()))?;
        write(gold, known.gold.iter().map(|word| word.to_le_bytes()))?;
        let n_words = known.words.iter().map(Vec::len).sum();
        self.pages.push(Of { lines: examples.len(), words: n_words, gold: known.gold.len(), head });
        Ok(())
    }

    /// Writes the header, and returns what it says of the pages.
    pub(super) fn finish(mut self) -> anyhow::Result<Vec<Of>> {
        self.files.iter_mut().try_for_each(BufWriter::flush)?;
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

fn write<const N: usize>(file: &mut BufWriter<File>, mut numbers: impl Iterator<Item = [u8; N]>) -> io::Result<()> {
    numbers.try_for_each(|number| file.write_all(&number))
}
