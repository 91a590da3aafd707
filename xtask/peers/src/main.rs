//! What `cargo xtask bench --peers` starts: other projects' crates, timed by the
//! same clock as ours.
//!
//! `peers align LEFT RIGHT` aligns two files of symbols, four bytes each.
//! `peers parse FOLDER` makes a tree of every page of a folder, and `peers texts FOLDER` gives its main texts.
//! `peers lines TOOL PAGES OUT THREADS` has one extractor read and write JSON Lines.
//! Each prints one JSON object a line.

mod align;
#[expect(dead_code, reason = "not all of the clock is needed here")]
#[path = "../../src/bench/clock.rs"]
mod clock;
mod extract;
mod lines;
mod pages;
mod parse;

use std::path::Path;

use anyhow::bail;
use serde::Serialize;

/// One peer's figures.
#[derive(Serialize)]
struct Timed {
    name: &'static str,
    /// Seconds on a processor, of the best of several calls.
    seconds: f64,
    /// How many pages, or pairs, it gave nothing for.
    failures: usize,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["texts", folder] = arguments[..] {
        return extract::texts(Path::new(folder));
    }
    if let ["lines", tool, source, target, threads] = arguments[..] {
        let run = lines::measure(tool, Path::new(source), Path::new(target), threads.parse()?)?;
        println!("{}", serde_json::to_string(&run)?);
        return Ok(());
    }
    let timed = match arguments[..] {
        ["align", left, right] => align::measure(Path::new(left), Path::new(right))?,
        ["parse", folder] => parse::measure(Path::new(folder))?,
        _ => bail!("usage: peers align LEFT RIGHT | peers parse|texts FOLDER | peers lines TOOL PAGES OUT THREADS"),
    };
    for timed in timed {
        println!("{}", serde_json::to_string(&timed)?);
    }
    Ok(())
}
