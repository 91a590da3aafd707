//! Counts what a parser of Markdown finds in the Markdown of real pages.
//!
//! `cargo run -p demold-render --example round_trip -- FOLDER [KIND]` reads each `.html` file below a folder and
//! prints a table: how many headings, links, items, code blocks, cells, tables, and tables with a header the pages
//! have, and how many of these are in their Markdown. With the name of a kind it lists what is missing instead.

#![expect(clippy::print_stdout, reason = "a program that tells what it counted")]

mod outline;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

use outline::{KINDS, both};

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let listed = arguments.next();
    let mut paths = Vec::new();
    collect(Path::new(&folder), &mut paths)?;
    // In the page, in both, and in the Markdown.
    let mut counts = [[0; 3]; KINDS.len()];
    for path in &paths {
        let bytes = fs::read(path)?;
        let page = tokenize::decode(&bytes, None).into_text();
        let Ok((page, markdown)) = both(&page) else {
            continue;
        };
        for (kind, name) in KINDS.iter().enumerate() {
            let missing = page.missing(&markdown, kind);
            let n_missing: usize = missing.iter().map(|(_, n)| n).sum();
            let n = page.count(kind);
            let row = [n, n - n_missing, markdown.count(kind)];
            for (sum, n) in counts[kind].iter_mut().zip(row) {
                *sum += n;
            }
            if listed.as_deref() == Some(name) {
                for (what, n) in missing {
                    println!("{}\t-{n}\t{what}", path.display());
                }
                for (what, n) in markdown.missing(&page, kind) {
                    println!("{}\t+{n}\t{what}", path.display());
                }
            }
        }
    }
    if listed.is_none() {
        println!("| {} pages | in the page | of these in Markdown | in Markdown |", paths.len());
        println!("| --- | --: | --: | --: |");
        for (name, [page, kept, markdown]) in KINDS.iter().zip(counts) {
            println!("| {name} | {page} | {kept} | {markdown} |");
        }
    }
    Ok(())
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            paths.push(path);
        }
    }
    Ok(())
}
