//! Other projects' extractors, in processes of their own over the same pages.

use std::{path::Path, process::Command};

use anyhow::ensure;
use serde::Deserialize;

use super::Texts;
use crate::{files, peers, python};

/// What a process prints for each extractor, one per line.
#[derive(Deserialize)]
struct Printed {
    /// With the version.
    name: String,
    /// In the order of the pages; empty where it failed.
    texts: Vec<String>,
}

/// Extracts all pages by all extractors that can be built or installed; `note` is told which cannot.
pub(super) fn extract(root: &Path, sources: &[&str], note: &mut dyn FnMut(String)) -> anyhow::Result<Vec<Texts>> {
    let folder = tempfile::tempdir()?;
    for (idx, source) in sources.iter().enumerate() {
        let path = folder.path().join(format!("{idx:06}.html"));
        files::write(&path, source)?;
    }
    let (source, target) = (root.join("xtask/peers"), root.join("target/peers"));
    let mut all = vec![long_lines(sources)];
    for texts in [of_packages(&source, &target, folder.path(), note), of_crates(&source, &target, folder.path())] {
        match texts {
            Ok(texts) => all.extend(texts),
            Err(error) => note(format!("left out: {error:#}")),
        }
    }
    ensure!(
        all.iter().all(|one| one.texts.len() == sources.len()),
        "an extractor gave another number of texts than pages"
    );
    Ok(all)
}

/// The plainest filter that works at all: what is seen, without lines of fewer than ten words.
fn long_lines(sources: &[&str]) -> Texts {
    const MIN_WORDS: usize = 10;
    let mut texts = super::keep(sources);
    texts.name = "lines of ten words".to_owned();
    for text in &mut texts.texts {
        let long = text.lines().filter(|line| MIN_WORDS <= line.split_whitespace().count());
        *text = long.collect::<Vec<_>>().join("\n");
    }
    texts
}

fn of_packages(
    source: &Path,
    target: &Path,
    folder: &Path,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<Vec<Texts>> {
    ensure!(python::is_there(), "Python's extractors, since there is no python3");
    let list = source.join("requirements.txt");
    let interpreter = python::environment_of_what_there_is(&target.join("python"), &list, note)?;
    run(Command::new(interpreter).arg(source.join("peers.py")).arg("texts").arg(folder))
}

fn of_crates(source: &Path, target: &Path, folder: &Path) -> anyhow::Result<Vec<Texts>> {
    run(Command::new(peers::build(source, target)?).arg("texts").arg(folder))
}

fn run(command: &mut Command) -> anyhow::Result<Vec<Texts>> {
    let printed: Vec<Printed> = peers::printed(command)?;
    let texts = printed.into_iter().map(|Printed { name, texts }| Texts { name, texts });
    Ok(texts.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_go() {
        let page = "<p>Menu<p>one two three four five six seven eight nine ten";
        assert_eq!(long_lines(&[page]).texts, ["one two three four five six seven eight nine ten"]);
    }
}
