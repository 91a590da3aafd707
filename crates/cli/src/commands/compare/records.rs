//! Compares what became of the same pages in two runs, such as with another model, method or option.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    io::{BufRead as _, BufReader, Read as _, Write},
    path::Path,
};

use anyhow::{Context as _, bail};
use serde::Deserialize;

use crate::terminal::{bytes, count, one_line};

/// The most changed pages that are listed, unless all are asked for. Chosen: by eye.
const SHOWN: usize = 10;

/// The fields of a record that say how its page was judged.
#[derive(Deserialize)]
struct Line {
    url: Option<String>,
    model: Option<String>,
    removed_share: f64,
    regions: Vec<[usize; 2]>,
}

/// How a page was judged.
struct Judged {
    removed_share: f64,
    /// A hash of the removed ranges. The ranges of many pages would fill the memory.
    regions: u64,
}

/// The pages of a run, by their addresses. Pages with the same address are numbered.
struct Run {
    models: BTreeSet<String>,
    pages: BTreeMap<(String, u32), Judged>,
}

/// The maximum length of a line, in bytes. Chosen: twice that of a JSON line with the largest page.
const MOST_LINE: u64 = 200 << 20;

impl Run {
    fn read(path: &Path) -> anyhow::Result<Run> {
        let failed = || format!("cannot read {}", path.display());
        let file = File::open(path).with_context(failed)?;
        let mut run = Run { models: BTreeSet::new(), pages: BTreeMap::new() };
        let mut seen: BTreeMap<String, u32> = BTreeMap::new();
        let (mut file, mut line) = (BufReader::new(file), Vec::new());
        for number in 1_u64.. {
            line.clear();
            let n_read = file.by_ref().take(MOST_LINE).read_until(b'\n', &mut line).with_context(failed)?;
            if n_read == 0 {
                break;
            }
            if n_read as u64 == MOST_LINE {
                bail!("line {number} of {} is no record: it has {} or more", path.display(), bytes(MOST_LINE));
            }
            // Empty lines are no records, but joining or editing files can leave some.
            if line.trim_ascii().is_empty() {
                continue;
            }
            let line: Line = serde_json::from_slice(&line).with_context(|| {
                format!("line {number} of {} is not a record of `demold clean --format jsonl`", path.display())
            })?;
            // Without a random key. Both files are hashed by the same program, so equal ranges have equal hashes.
            let mut hasher = DefaultHasher::new();
            line.regions.hash(&mut hasher);
            let judged = Judged { removed_share: line.removed_share, regions: hasher.finish() };
            run.models.extend(line.model);
            let url = line.url.unwrap_or_default();
            let n_seen = seen.entry(url.clone()).or_default();
            run.pages.insert((url, *n_seen), judged);
            *n_seen += 1;
        }
        Ok(run)
    }

    fn summary(&self) -> String {
        let pages = count(self.pages.len(), "page");
        match self.models.len() {
            0 => pages,
            _ => {
                let models: Vec<String> = self.models.iter().map(one_line).collect();
                format!("{pages}, judged by the model {}", models.join(", "))
            }
        }
    }
}

/// Writes what changed from one file of records to another.
pub(super) fn write(out: &mut impl Write, old: &Path, new: &Path, shows_all: bool) -> anyhow::Result<()> {
    let (old, new) = (Run::read(old)?, Run::read(new)?);
    writeln!(out, "old: {}", old.summary())?;
    writeln!(out, "new: {}", new.summary())?;
    let both = old.pages.iter().filter_map(|(key, old)| Some((&key.0, old, new.pages.get(key)?)));
    let (mut n_both, mut changed) = (0, Vec::new());
    for (url, old, new) in both {
        n_both += 1;
        if old.regions != new.regions {
            changed.push((url, old.removed_share, new.removed_share));
        }
    }
    let percent = |n: usize| match n_both {
        0 => 0.0,
        _ => 100.0 * n as f64 / n_both as f64,
    };
    for (name, n) in [("same", n_both - changed.len()), ("changed", changed.len())] {
        writeln!(out, "  {name:<8}{n:>7}  {:>5.1} % of the pages", percent(n))?;
    }
    for (name, n) in [("gone", old.pages.len() - n_both), ("new", new.pages.len() - n_both)] {
        if n != 0 {
            writeln!(out, "  {name:<8}{n:>7}")?;
        }
    }
    // The largest changes come first. The sort is stable, so pages of equal change stay in the order of their
    // addresses.
    changed.sort_by(|one, other| {
        let change = |(_, old, new): &(_, f64, f64)| (new - old).abs();
        change(other).total_cmp(&change(one))
    });
    let n_shown = if shows_all { changed.len() } else { SHOWN };
    for (url, old, new) in changed.iter().take(n_shown) {
        let (old, new) = (100.0 * old, 100.0 * new);
        writeln!(out, "  removed {old:>5.1} % -> {new:>5.1} %  {}", one_line(url))?;
    }
    if n_shown < changed.len() {
        let n_more = changed.len() - n_shown;
        writeln!(out, "  and {n_more} more; --verbose lists all")?;
    }
    Ok(())
}
