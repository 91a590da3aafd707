//! What the lines of pages say of the structures around them, for trees that correct what is said of lines.

use std::{
    fs::{self, File},
    io::{BufWriter, Write as _},
    iter::zip,
    ops::Range,
    path::Path,
};

use anyhow::{Context as _, ensure};
use classify::{Config, Profile, TrainingRow};
use rustc_hash::FxHashMap;

use super::{
    pages::{Folders, View},
    table::Of,
};

/// A view of a page: its folder, its collection, its name and the size of its site.
type Key = (usize, String, String, usize);

/// Log odds of the lines of all pages, as the trainer has written them. Lines that no forest has judged have NaN.
struct Odds {
    name: String,
    odds: Vec<f32>,
}

/// Reads the log odds in `folder`/odds, a file for each set of forests, and writes the features of the structures to
/// `folder`/structures: rows of 32-bit floats for the pages that have odds, in the order of `pages`. A name that ends in
/// `-article` says that the article is asked for.
pub(super) fn write(folder: &Path, folders: &Folders, pages: &[Of]) -> anyhow::Result<()> {
    let mut lines_of: FxHashMap<Key, Range<usize>> = FxHashMap::default();
    let mut n_lines = 0;
    for page in pages {
        let head = &page.head;
        let key = (head.folder, head.collection.clone(), head.id.clone(), head.pages);
        let lines = n_lines..n_lines + page.lines;
        n_lines = lines.end;
        ensure!(lines_of.insert(key, lines).is_none(), "there are two pages {} in one folder", head.id);
    }
    let odds = read(&folder.join("odds"), n_lines)?;
    let into = folder.join("structures");
    fs::create_dir_all(&into)?;
    let mut files = Vec::new();
    for of in &odds {
        let path = into.join(&of.name).with_extension("f32");
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        files.push(BufWriter::new(file));
    }
    let describe = |view: &View<'_>| -> Vec<Vec<f32>> {
        let head = &view.head;
        let lines = &lines_of[&(head.folder, head.collection.clone(), head.id.clone(), head.pages)];
        odds.iter().map(|of| rows(view, &of.odds[lines.clone()], of.name.ends_with("-article"))).collect()
    };
    folders.each(describe, |page| {
        for (file, numbers) in zip(&mut files, page) {
            for number in numbers {
                file.write_all(&number.to_le_bytes())?;
            }
        }
        Ok(())
    })?;
    files.iter_mut().try_for_each(BufWriter::flush)?;
    Ok(())
}

fn read(folder: &Path, n_lines: usize) -> anyhow::Result<Vec<Odds>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("there are no odds in {}", folder.display()))? {
        let path = entry?.path();
        let bytes = fs::read(&path)?;
        let odds: Vec<f32> = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        ensure!(odds.len() == n_lines, "{} must have {n_lines} numbers, but has {}", path.display(), odds.len());
        all.push(Odds { name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), odds });
    }
    Ok(all)
}

/// Returns the features of all lines of a page, one after the other, or none if its lines have no odds.
fn rows(view: &View<'_>, odds: &[f32], asks_article: bool) -> Vec<f32> {
    if odds.iter().any(|odds| odds.is_nan()) {
        return Vec::new();
    }
    let scores: Vec<i32> = odds.iter().map(|odds| (odds * TrainingRow::SCORE_ONE as f32).round() as i32).collect();
    let profile = if asks_article { Profile::Article } else { Profile::Balanced };
    let model = Config::new().profile(profile).learn(view.sample);
    model.structure_rows(view.dom, view.evidence, &scores).concat()
}
