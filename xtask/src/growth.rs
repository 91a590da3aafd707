//! `cargo xtask growth`: how the work grows with a page, counted in instructions by valgrind's cachegrind, which counts
//! the same ones in every run and under any load.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, ensure};
use rayon::prelude::*;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Bytes of the smallest page; the others are twice and four times as long
    #[arg(long, value_name = "BYTES", default_value_t = 4_000)]
    bytes: u64,
    /// The shapes whose names begin so [default: all]
    #[arg(long, value_name = "NAME", default_value = "")]
    shape: String,
    /// Write the table there
    #[arg(long, value_name = "FILE", default_value = "docs/figures/growth.md")]
    out: PathBuf,
}

/// What is cleaned how. Methods share their rendering, so that each form stands once.
const WAYS: [(&str, &str); 8] = [
    ("consensus", "text"),
    ("distill", "text"),
    ("mine", "text"),
    ("map", "text"),
    ("alone", "markdown"),
    ("alone", "html"),
    ("alone", "sanitized"),
    ("alone", "record"),
];

/// The sizes of the pages, by the smallest one.
const SIZES: [u64; 3] = [1, 2, 4];

/// What grows faster is marked.
const MOST: f64 = 1.2;

/// The instructions for pages of each size, less those for a page of none.
type Counts = [u64; SIZES.len()];

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let program = program(root, folder.path())?;
    let listed = Command::new(&program).output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let shapes = listed
        .lines()
        .filter(|shape| shape.starts_with(&arguments.shape));
    let shapes: Vec<&str> = shapes.collect();
    // Without any piece all shapes are the same page: what it takes is taken off.
    let least = WAYS.map(|(method, format)| instructions(&program, "nesting", method, format, 0));
    let least: Vec<u64> = least.into_iter().collect::<anyhow::Result<_>>()?;
    let rows: Vec<Vec<anyhow::Result<Counts>>> = shapes
        .par_iter()
        .map(|shape| {
            let ways = WAYS.iter().zip(&least);
            ways.map(|((method, format), least)| {
                let mut counts = [0; SIZES.len()];
                for (count, size) in counts.iter_mut().zip(SIZES) {
                    let bytes = size * arguments.bytes;
                    let all = instructions(&program, shape, method, format, bytes)?;
                    *count = all.saturating_sub(*least);
                }
                Ok(counts)
            })
            .collect()
        })
        .collect();
    let table = table(&shapes, &rows, arguments.bytes);
    fs::write(root.join(&arguments.out), &table)
        .with_context(|| arguments.out.display().to_string())?;
    print!("{table}");
    let failed = rows.iter().flatten().filter_map(|cell| cell.as_ref().err());
    let failed: Vec<String> = failed.map(|error| format!("{error:#}")).collect();
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Builds the program that makes and cleans pages, and puts it into a folder.
fn program(root: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let built = Command::new("cargo")
        .args([
            "build",
            "--quiet",
            "--package",
            "demold-fuzz",
            "--bin",
            "grow",
        ])
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    ensure!(built.success(), "the pages' program cannot be built");
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    // A copy: what is built meanwhile must change nothing.
    let program = folder.join("grow");
    fs::copy(root.join(target).join("debug/grow"), &program)?;
    Ok(program)
}

/// Returns the power by which counts grow with the sizes: the slope of the line through their logarithms. The sizes are
/// equally far apart, so that the first and the last decide.
fn exponent(counts: &[u64]) -> f64 {
    let logarithm = |count: Option<&u64>| (*count.unwrap_or(&1)).max(1_000) as f64;
    let (first, last) = (logarithm(counts.first()), logarithm(counts.last()));
    (last / first).log2() / (counts.len() - 1) as f64
}

fn instructions(
    program: &Path,
    shape: &str,
    method: &str,
    format: &str,
    bytes: u64,
) -> anyhow::Result<u64> {
    let output = Command::new("valgrind")
        .args([
            "--tool=cachegrind",
            "--cache-sim=no",
            "--cachegrind-out-file=/dev/null",
        ])
        .arg(program)
        .args([shape, method, format, &bytes.to_string()])
        // One thread does it all, so that the count is the same each time.
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .context("cannot run valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{shape}, {method}, {format}: {said}"
    );
    counted(&said).with_context(|| format!("valgrind counted nothing: {said}"))
}

/// Reads `==1== I refs: 1,234`.
fn counted(said: &str) -> Option<u64> {
    let line = said.lines().find(|line| line.contains("refs:"))?;
    let (_, count) = line.rsplit_once(':')?;
    count.trim().replace(',', "").parse().ok()
}

fn table(shapes: &[&str], rows: &[Vec<anyhow::Result<Counts>>], bytes: u64) -> String {
    let mut table = format!(
        "# Growth\n\nHow the instructions grow with the length of a page, for {} shapes of pages that are made to take \
         long: the power of the length, fitted to pages of {bytes} bytes, twice and four times as many. 1 is linear, 2 is \
         the square. Bold is what is above {MOST}, in all or in the last doubling, which then stands behind it. Methods \
         learn from three pages and clean one, `alone` has one page only; a `record` holds text, metadata and blocks. \
         Instructions are counted by valgrind's cachegrind, so that every run gives the same table, which `cargo xtask \
         growth` renews.\n\n| shape |",
        shapes.len()
    );
    for (method, format) in WAYS {
        let _ = write!(table, " {method}, {format} |");
    }
    table += "\n| --- |";
    table += &" ---: |".repeat(WAYS.len());
    table += "\n";
    for (shape, row) in shapes.iter().zip(rows) {
        let _ = write!(table, "| {shape} |");
        for cell in row {
            let _ = match cell {
                Ok(counts) => write!(table, " {} |", shown(counts)),
                Err(_) => write!(table, " failed |"),
            };
        }
        table += "\n";
    }
    table
}

fn shown(counts: &Counts) -> String {
    let (all, last) = (exponent(counts), exponent(&counts[1..]));
    match MOST < all || MOST < last {
        true => format!("**{all:.2}** ({last:.2})"),
        false => format!("{all:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        for power in [1, 2, 3] {
            let counts = SIZES.map(|size| 7_000 * size.pow(power));
            assert!((exponent(&counts) - f64::from(power)).abs() < 1e-9);
            assert!((exponent(&counts[1..]) - f64::from(power)).abs() < 1e-9);
        }
        assert_eq!(shown(&[10_000, 20_000, 40_000]), "1.00");
        assert_eq!(shown(&[10_000, 20_000, 80_000]), "**1.50** (2.00)");
    }

    #[test]
    fn counts_are_read() {
        let said = "==7== Cachegrind\n12\n==7== I refs:        1,234,567\n";
        assert_eq!(counted(said), Some(1_234_567));
        assert_eq!(counted("==7== nothing"), None);
    }
}
