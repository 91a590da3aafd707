//! `cargo xtask growth`: how the work grows with a page, counted in instructions by valgrind's cachegrind, which counts
//! the same ones in every run and under any load.

use std::{
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, anyhow, ensure};
use rayon::prelude::*;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Bytes of the smaller page; the other is four times as long
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
const WAYS: [(&str, &str); 9] = [
    ("consensus", "text"),
    ("distill", "text"),
    ("mine", "text"),
    ("map", "text"),
    ("alone", "text"),
    ("alone", "html"),
    ("alone", "markdown"),
    ("alone", "sanitized"),
    ("alone", "metadata"),
];

/// What grows faster is marked.
const MOST: f64 = 1.2;

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = root.join("fuzz");
    let built = Command::new("cargo")
        .args(["build", "--bin", "grow"])
        .current_dir(&folder)
        .status()
        .context("cannot run cargo")?;
    ensure!(built.success(), "the pages' program cannot be built");
    let target = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let program = folder.join(target).join("debug/grow");
    let listed = Command::new(&program).output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let shapes = listed
        .lines()
        .filter(|shape| shape.starts_with(&arguments.shape));
    let shapes: Vec<&str> = shapes.collect();
    // Without any piece all shapes are the same page: what it takes is taken off.
    let least = WAYS.map(|(method, format)| instructions(&program, "nesting", method, format, 0));
    let rows: Vec<Vec<f64>> = shapes
        .par_iter()
        .map(|shape| {
            let ways = WAYS.iter().zip(&least);
            ways.map(|((method, format), least)| {
                let least = least.as_ref().map_err(|error| anyhow!("{error}"))?;
                let count = |bytes| {
                    let count = instructions(&program, shape, method, format, bytes)?;
                    anyhow::Ok(count.saturating_sub(*least))
                };
                Ok(exponent(
                    count(arguments.bytes)?,
                    count(4 * arguments.bytes)?,
                ))
            })
            .collect()
        })
        .collect::<anyhow::Result<_>>()?;
    let table = table(&shapes, &rows, arguments.bytes);
    fs::write(root.join(&arguments.out), &table)
        .with_context(|| arguments.out.display().to_string())?;
    print!("{table}");
    Ok(())
}

/// Returns the power by which a count grows when a page grows to four times its length.
fn exponent(before: u64, after: u64) -> f64 {
    (after.max(1) as f64 / before.max(1) as f64).log2() / 2.0
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

fn table(shapes: &[&str], rows: &[Vec<f64>], bytes: u64) -> String {
    let mut table = format!(
        "# Growth\n\nHow the instructions grow with the length of a page: as its power of so much, from {bytes} bytes to \
         four times as many. 1 is linear, 2 is the square; what is above {MOST} is bold. Methods learn from three pages \
         and clean one, `alone` has one page only. `cargo xtask growth` renews the table.\n\n| shape |"
    );
    for (method, format) in WAYS {
        let _ = write!(table, " {method}, {format} |");
    }
    table += "\n| --- |";
    table += &" ---: |".repeat(WAYS.len());
    table += "\n";
    for (shape, row) in shapes.iter().zip(rows) {
        let _ = write!(table, "| {shape} |");
        for &exponent in row {
            let mark = if MOST < exponent { "**" } else { "" };
            let _ = write!(table, " {mark}{exponent:.2}{mark} |");
        }
        table += "\n";
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        for power in [1, 2, 3] {
            let [before, after] = [10_u64, 40].map(|length| 7 * length.pow(power));
            assert!((exponent(before, after) - f64::from(power)).abs() < 1e-9);
        }
    }

    #[test]
    fn counts_are_read() {
        let said = "==7== Cachegrind\n12\n==7== I refs:        1,234,567\n";
        assert_eq!(counted(said), Some(1_234_567));
        assert_eq!(counted("==7== nothing"), None);
    }
}
