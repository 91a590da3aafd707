//! How the work grows with a page, counted in instructions by valgrind's callgrind, which counts the same ones in every run
//! and under any load, and how much memory it takes at most. `cargo xtask growth` starts it.

use std::{env, fmt::Write as _, fs, hint::black_box, path::PathBuf, process::Command};

use anyhow::{Context as _, ensure};
use clap::Parser as _;
use demold::{Cleaned, Learner, Method};
use demold_fuzz::{SHAPES, Shape};
use peak_alloc::PeakAlloc;
use rayon::prelude::*;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Count how the work grows with pages of pathological shapes
#[derive(clap::Parser)]
struct Arguments {
    /// Bytes of the smallest page; the others are twice and four times as long
    #[arg(long, value_name = "BYTES", default_value_t = 4_000)]
    bytes: usize,
    /// The shapes whose names contain this; "×" are the products [default: all]
    #[arg(long, value_name = "NAME", default_value = "")]
    shape: String,
    /// Write the table there
    #[arg(long, value_name = "FILE", default_value = "docs/figures/growth.md")]
    out: PathBuf,
    /// Clean pages of this shape in all ways, to be counted
    #[arg(long, hide = true)]
    counted: Option<String>,
}

/// The sizes of the pages, by the smallest one.
const SIZES: [usize; 3] = [1, 2, 4];

/// What grows faster is marked.
const MOST: f64 = 1.2;

/// The length of the page whose memory is measured. Chosen: what does not depend on the page, 6 MB at most, adds little to
/// a page of this length.
const MEMORY_BYTES: usize = 2_000_000;

/// A name, the method that has learned from a site or none for a page alone, and the length of what is written.
struct Task {
    name: &'static str,
    method: Option<Method>,
    form: fn(&Cleaned<'_>) -> usize,
    /// The maximum of memory that `SECURITY.md` promises, in bytes for each byte of a page.
    memory: Option<usize>,
}

/// What is cleaned how. Methods share their rendering, so that each form stands once.
#[rustfmt::skip]
const TASKS: [Task; 9] = [
    Task { name: "classify, text", method: Some(Method::Classify), form: text, memory: None },
    Task { name: "distill, text", method: Some(Method::Distill), form: text, memory: None },
    Task { name: "mine, text", method: Some(Method::Mine), form: text, memory: None },
    Task { name: "map, text", method: Some(Method::Map), form: text, memory: None },
    Task { name: "alone, text", method: None, form: text, memory: Some(64) },
    Task { name: "alone, markdown", method: None, form: |cleaned| cleaned.markdown().map_or(0, |markdown| markdown.len()), memory: Some(80) },
    Task { name: "alone, html", method: None, form: |cleaned| cleaned.html().len(), memory: None },
    Task { name: "alone, sanitized", method: None, form: |cleaned| cleaned.sanitized().len(), memory: None },
    Task { name: "alone, record", method: None, form: record, memory: Some(256) },
];

fn text(cleaned: &Cleaned<'_>) -> usize {
    cleaned.text().len()
}

/// All that a line of JSON can hold of a page, but for its forms.
fn record(cleaned: &Cleaned<'_>) -> usize {
    let mut record = cleaned.record();
    record.blocks = cleaned.blocks().ok();
    serde_json::to_string(&record).map_or(0, |line| line.len())
}

impl Task {
    /// A limit that is met is an answer: what is counted is how soon it is given. This is the function that callgrind is
    /// told of.
    #[inline(never)]
    fn clean(&self, pages: &[String]) -> usize {
        let Some(method) = self.method else {
            return (self.form)(&demold::extract(&pages[0]));
        };
        match Learner::new().method(method).learn(pages) {
            Ok(site) => site.clean(&pages[0]).map_or(0, |cleaned| (self.form)(&cleaned)),
            Err(_) => 0,
        }
    }
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = &arguments.counted {
        let shape = SHAPES.iter().find(|shape| shape.name == name).context("there is no such shape")?;
        clean_all(shape, arguments.bytes);
        return Ok(());
    }
    let shapes: Vec<&Shape> = SHAPES.iter().filter(|shape| shape.name.contains(&arguments.shape)).collect();
    let memory: Vec<Vec<(usize, usize)>> = shapes.iter().map(|shape| memory(shape)).collect();
    let counts: Vec<anyhow::Result<Vec<u64>>> =
        shapes.par_iter().map(|shape| instructions(shape, arguments.bytes)).collect();
    let mut table = head(shapes.len(), arguments.bytes);
    let mut failed = Vec::new();
    for ((shape, counts), memory) in shapes.iter().zip(counts).zip(&memory) {
        let cells: Vec<String> = match counts {
            // Without any piece all shapes are the same page: what it takes is taken off.
            Ok(counts) => counts.chunks_exact(1 + SIZES.len()).map(growth).collect(),
            Err(error) => {
                failed.push(format!("{error:#}"));
                vec!["failed".to_owned(); TASKS.len()]
            }
        };
        let memory = memory.iter().map(|&(bytes, most)| marked(&format!("{bytes}"), bytes > most));
        let cells: Vec<String> = cells.into_iter().chain(memory).collect();
        let _ = writeln!(table, "| {} | {} |", shape.name, cells.join(" | "));
    }
    fs::write(&arguments.out, &table).with_context(|| arguments.out.display().to_string())?;
    print!("{table}");
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// Three pages that share a frame.
fn pages(shape: &Shape, bytes: usize) -> Vec<String> {
    (0..3).map(|own| shape.page(bytes, own)).collect()
}

/// Cleans pages of none and of each size in each way, all of it in the one thread that the work is done in.
fn clean_all(shape: &Shape, bytes: usize) {
    rayon::scope(|_| {
        for task in &TASKS {
            for size in [0].into_iter().chain(SIZES) {
                let pages = pages(shape, size * bytes);
                black_box(task.clean(black_box(&pages)));
            }
        }
    });
}

/// Returns the bytes of memory at the peak for each byte of a page, with their maximum, for each form with a promise.
fn memory(shape: &Shape) -> Vec<(usize, usize)> {
    let promised = TASKS.iter().filter_map(|task| Some((task, task.memory?)));
    let of_task = |(task, most): (&Task, usize)| {
        // What is made once is made before.
        black_box(task.clean(&pages(shape, 0)));
        let pages = pages(shape, MEMORY_BYTES);
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        black_box(task.clean(&pages));
        (ALLOCATOR.peak_usage().saturating_sub(before).div_ceil(MEMORY_BYTES), most)
    };
    promised.map(of_task).collect()
}

/// Has this program clean pages of a shape, and counts the instructions of each call of the function that cleans:
/// callgrind writes a file before each.
fn instructions(shape: &Shape, bytes: usize) -> anyhow::Result<Vec<u64>> {
    const CLEAN: &str = "grow::Task::clean";
    let folder = tempfile::tempdir()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--compress-strings=yes"])
        .arg(format!("--toggle-collect={CLEAN}"))
        .arg(format!("--dump-before={CLEAN}"))
        .arg(format!("--callgrind-out-file={}", folder.path().join("out").display()))
        .arg(env::current_exe()?)
        .args(["--counted", shape.name, "--bytes", &bytes.to_string()])
        // One thread does it all, so that the count is the same each time.
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .context("cannot run valgrind")?;
    ensure!(output.status.success(), "{}: {}", shape.name, String::from_utf8_lossy(&output.stderr));
    // The first file is that of what came before the first call, the one without a number that of the last.
    let numbered = (2..).map(|nth| folder.path().join(format!("out.{nth}")));
    let files = numbered.take_while(|file| file.exists()).chain([folder.path().join("out")]);
    let counted = |file: PathBuf| {
        let text = fs::read_to_string(file)?;
        let total = text.lines().rev().find_map(|line| line.strip_prefix("totals: "));
        Ok(total.context("callgrind counted nothing")?.trim().parse()?)
    };
    let counts: Vec<u64> = files.map(counted).collect::<anyhow::Result<_>>()?;
    ensure!(counts.len() == TASKS.len() * (1 + SIZES.len()), "{}: {} counts", shape.name, counts.len());
    Ok(counts)
}

/// Shows the power by which counts grow with the sizes, the first of which is none: the slope of the line through their
/// logarithms. The sizes are equally far apart, so that the first and the last decide.
fn growth(counts: &[u64]) -> String {
    let logarithm = |count: u64| (count.saturating_sub(counts[0]).max(1_000) as f64).log2();
    let [first, second, third] = [counts[1], counts[2], counts[3]].map(logarithm);
    let (all, last) = ((third - first) / 2.0, third - second);
    if all > MOST || last > MOST { format!("**{all:.2}** ({last:.2})") } else { format!("{all:.2}") }
}

fn marked(text: &str, is_marked: bool) -> String {
    if is_marked { format!("**{text}**") } else { text.to_owned() }
}

fn head(n_shapes: usize, bytes: usize) -> String {
    let ways = TASKS.iter().map(|task| task.name.to_owned());
    let memory = TASKS.iter().filter(|task| task.memory.is_some()).map(|task| format!("memory, {}", task.name));
    let columns: Vec<String> = ways.chain(memory).collect();
    format!(
        "# Growth\n\nHow the instructions grow with the length of a page, for {n_shapes} shapes of pages that are made to take \
         long: the power of the length, fitted to pages of {bytes} bytes, twice and four times as many. 1 is linear, 2 is \
         the square. Bold is what is above {MOST}, in all or in the last doubling, which then stands behind it. Methods \
         learn from three pages and clean one, `alone` has one page only; a `record` holds text, metadata and blocks. \
         Instructions are counted by valgrind's callgrind, so that every run gives the same table, which `cargo xtask \
         growth` renews.\n\nSteps look like growth where they lie between two of the sizes: a page of which a template \
         would take as good as all is judged once more, by itself, for instance. `--shape NAME --bytes 16000` counts \
         beyond. In `long × many`, one half of the page is one long thing and the other half many small ones.\n\nThe last \
         columns are the bytes of memory at the peak for each byte of a page of {MEMORY_BYTES} bytes, the page itself not \
         counted. Bold is what is above the bound of `SECURITY.md`.\n\n| shape | {} |\n| --- |{}\n",
        columns.join(" | "),
        " ---: |".repeat(columns.len())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_found() {
        assert_eq!(growth(&[500, 10_500, 20_500, 40_500]), "1.00");
        assert_eq!(growth(&[0, 10_000, 20_000, 80_000]), "**1.50** (2.00)");
        assert_eq!(growth(&[0, 7_000, 28_000, 112_000]), "**2.00** (2.00)");
    }
}
