//! `cargo xtask growth`: how the work grows with a page, counted in instructions by valgrind's callgrind, which counts
//! the same ones in every run and under any load, and how much memory it takes at most.

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
    /// The shapes whose names contain this; "×" are the products [default: all]
    #[arg(long, value_name = "NAME", default_value = "")]
    shape: String,
    /// Write the table there
    #[arg(long, value_name = "FILE", default_value = "docs/figures/growth.md")]
    out: PathBuf,
}

/// The sizes of the pages, by the smallest one.
const SIZES: [u64; 3] = [1, 2, 4];

/// What grows faster is marked.
const MOST: f64 = 1.2;

/// The length of the page whose memory is measured. Chosen: what does not depend on the page, 6 MB at most, adds little to
/// a page of this length.
const MEMORY_BYTES: u64 = 2_000_000;

/// The forms whose memory is shown, each with the maximum that `SECURITY.md` promises, in bytes for each byte of a page.
const MEMORY_FORMS: [(&str, u64); 3] = [("alone, text", 64), ("alone, markdown", 80), ("alone, record", 256)];

/// The instructions for pages of each size, less those for a page of none.
type Counts = [u64; SIZES.len()];

/// What a shape takes: the instructions of each way, and the bytes of memory of each form.
struct Row {
    counts: Vec<Counts>,
    memory: Vec<u64>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let program = program(root, folder.path())?;
    let listed = Command::new(&program).output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let named = |kind| listed.lines().filter_map(move |line| line.strip_prefix(kind));
    let ways: Vec<&str> = named("way ").collect();
    let shapes: Vec<&str> = named("shape ").filter(|shape| shape.contains(&arguments.shape)).collect();
    let rows: Vec<anyhow::Result<Row>> = shapes
        .par_iter()
        .map(|shape| {
            let folder = tempfile::tempdir()?;
            let counted = instructions(&program, shape, arguments.bytes, folder.path())?;
            ensure!(counted.len() == ways.len() * (1 + SIZES.len()), "{shape}: {} counts", counted.len());
            // Without any piece all shapes are the same page: what it takes is taken off.
            let counts = counted.chunks_exact(1 + SIZES.len()).map(|counts| {
                let least = counts[0];
                std::array::from_fn(|size| counts[1 + size].saturating_sub(least))
            });
            Ok(Row { counts: counts.collect(), memory: memory(&program, shape)? })
        })
        .collect();
    let table = table(&shapes, &ways, &rows, arguments.bytes);
    fs::write(root.join(&arguments.out), &table).with_context(|| arguments.out.display().to_string())?;
    print!("{table}");
    let failed = rows.iter().filter_map(|row| row.as_ref().err());
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
            // With the features that all is built with: alone, most would be built again.
            "--workspace",
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

/// Counts the instructions of each call of the function that cleans: callgrind writes a file before each.
fn instructions(program: &Path, shape: &str, bytes: u64, folder: &Path) -> anyhow::Result<Vec<u64>> {
    let sizes = [0].into_iter().chain(SIZES);
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=yes"])
        .arg(format!("--toggle-collect={MEASURED}"))
        .arg(format!("--dump-before={MEASURED}"))
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(program)
        .arg(shape)
        .args(sizes.map(|size| (size * bytes).to_string()))
        // One thread does it all, so that the count is the same each time.
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .context("cannot run valgrind")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{shape}: {said}");
    // The first file is that of what came before the first call, the one without a number that of the last.
    let numbered = (2..).map(|nth| folder.join(format!("out.{nth}")));
    let files = numbered.take_while(|file| file.exists());
    let counts = files
        .chain([folder.join("out")])
        .map(|file| counted(&fs::read_to_string(file)?).with_context(|| format!("{shape}: callgrind counted nothing")));
    counts.collect()
}

/// Returns the bytes of memory that a page of a shape takes at most in each of [`MEMORY_FORMS`].
fn memory(program: &Path, shape: &str) -> anyhow::Result<Vec<u64>> {
    let output = Command::new(program)
        .args(["--memory", shape, &MEMORY_BYTES.to_string()])
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .context("cannot run the pages' program")?;
    ensure!(output.status.success(), "{shape}: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout)?;
    let of_form = |(form, _): (&str, u64)| {
        let bytes = said.lines().filter_map(|line| line.split_once(' ')).find(|(_, named)| *named == form);
        bytes.and_then(|(bytes, _)| bytes.parse().ok()).with_context(|| format!("{shape}: no memory of {form}"))
    };
    MEMORY_FORMS.into_iter().map(of_form).collect()
}

/// The function that is counted, as callgrind spells it.
const MEASURED: &str = "grow::measured_cleaning";

/// Reads `totals: 1234`.
fn counted(text: &str) -> Option<u64> {
    let totals = |line: &str| line.strip_prefix("totals: ").map(str::trim).map(str::to_owned);
    text.lines().rev().find_map(totals)?.parse().ok()
}

fn table(shapes: &[&str], ways: &[&str], rows: &[anyhow::Result<Row>], bytes: u64) -> String {
    let mut table = format!(
        "# Growth\n\nHow the instructions grow with the length of a page, for {} shapes of pages that are made to take \
         long: the power of the length, fitted to pages of {bytes} bytes, twice and four times as many. 1 is linear, 2 is \
         the square. Bold is what is above {MOST}, in all or in the last doubling, which then stands behind it. Methods \
         learn from three pages and clean one, `alone` has one page only; a `record` holds text, metadata and blocks. \
         Instructions are counted by valgrind's callgrind, so that every run gives the same table, which `cargo xtask \
         growth` renews.\n\nSteps look like growth where they lie between two of the sizes: a page of which a template \
         would take as good as all is judged once more, by itself, for instance. `--shape NAME --bytes 16000` counts \
         beyond. In `long × many`, one half of the page is one long thing and the other half many small ones.\n\nThe last \
         columns are the bytes of memory at the peak for each byte of a page of {MEMORY_BYTES} bytes, the page itself not \
         counted. Bold is what is above the bound of `SECURITY.md`.\n\n| shape |",
        shapes.len()
    );
    for way in ways {
        let _ = write!(table, " {way} |");
    }
    for (form, _) in MEMORY_FORMS {
        let _ = write!(table, " memory, {form} |");
    }
    table += "\n| --- |";
    table += &" ---: |".repeat(ways.len() + MEMORY_FORMS.len());
    table += "\n";
    for (shape, row) in shapes.iter().zip(rows) {
        let _ = write!(table, "| {shape} |");
        match row {
            Ok(row) => {
                for counts in &row.counts {
                    let _ = write!(table, " {} |", shown(counts));
                }
                for (&bytes, (_, most)) in row.memory.iter().zip(MEMORY_FORMS) {
                    let _ = write!(table, " {} |", shown_memory(bytes, most));
                }
            }
            Err(_) => table += &" failed |".repeat(ways.len() + MEMORY_FORMS.len()),
        }
        table += "\n";
    }
    table
}

fn shown(counts: &Counts) -> String {
    let (all, last) = (exponent(counts), exponent(&counts[1..]));
    if all > MOST || last > MOST { format!("**{all:.2}** ({last:.2})") } else { format!("{all:.2}") }
}

/// Shows how many bytes of memory a byte of the page takes.
fn shown_memory(bytes: u64, most: u64) -> String {
    let share = bytes as f64 / MEMORY_BYTES as f64;
    if share > most as f64 { format!("**{share:.0}**") } else { format!("{share:.0}") }
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
    fn memory_beyond_the_bound_is_marked() {
        assert_eq!(shown_memory(60 * MEMORY_BYTES, 64), "60");
        assert_eq!(shown_memory(65 * MEMORY_BYTES, 64), "**65**");
    }

    #[test]
    fn counts_are_read() {
        let text = "events: Ir\nfn=(1) main\n12 34\n\ntotals: 1234567\n";
        assert_eq!(counted(text), Some(1_234_567));
        assert_eq!(counted("events: Ir\n"), None);
    }
}
