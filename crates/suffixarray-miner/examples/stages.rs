//! Times the stages of mining over growing parts of the files in some folders,
//! and says what memory they took at the peak beyond the text itself:
//!
//! ```text
//! cargo run --release -p demold-suffixarray-miner --example stages -- FOLDER...
//! ```
//!
//! Each part is mined in a process of its own, so that none finds memory that
//! the one before it has left. Times are the processor's where the system tells
//! them, so that neighbours on a shared machine count less.
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{
    env,
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use suffixarray_miner::{Config, Corpus, Lexer, Lexicon, Locator, Patterns, Selection};

const MEGABYTES: [usize; 4] = [25, 50, 100, 200];

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let mut arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let head = arguments.first().and_then(|head| head.to_str()).unwrap_or_default();
    if let Some(megabytes) = head.strip_prefix("--megabytes=") {
        let megabytes = megabytes.parse()?;
        arguments.remove(0);
        return measure(&texts(&arguments, megabytes)?);
    }
    for megabytes in MEGABYTES {
        let part = format!("--megabytes={megabytes}");
        let status = Command::new(env::current_exe()?).arg(part).args(&arguments).status()?;
        if !status.success() {
            return Err("a part could not be measured".into());
        }
    }
    Ok(())
}

fn texts(folders: &[OsString], megabytes: usize) -> Result<Vec<String>> {
    let mut paths = Vec::new();
    for folder in folders {
        files(Path::new(folder), &mut paths)?;
    }
    paths.sort();
    let mut texts = Vec::new();
    let mut left = megabytes * 1_000_000;
    for path in paths {
        if left == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        left = left.saturating_sub(text.len());
        texts.push(text);
    }
    Ok(texts)
}

fn measure(texts: &[String]) -> Result<()> {
    let before = memory("VmRSS:");
    let clock = Instant::now();
    let mut last = on_processor(clock);
    let mut times = Vec::new();
    let mut lap = |stage: &str| {
        let now = on_processor(clock);
        times.push(format!("{stage} {} ms", (now - last).as_millis()));
        last = now;
    };

    let mut lexicon = Lexicon::new(Lexer::new(Patterns::thesis()));
    let mut corpus = Corpus::new();
    let mut symbols = Vec::new();
    for text in texts {
        lexicon.read_into(text, &mut symbols);
        corpus.push(&symbols);
    }
    lap("reading");
    let n_tokens = corpus.n_tokens();
    let after_reading = memory("VmRSS:");
    let miner = Config::new().selection(Selection::paper()).build()?;
    let mined = miner.mine_corpus(corpus, |symbol| lexicon.is_mutable(symbol), |stage| lap(&stage.to_string()))?;
    let peak = memory("VmHWM:");
    let locator = Locator::of(&mined)?;
    lap("locator");
    let mut covered = 0;
    for text in texts {
        let (_, symbols) = lexicon.look_up(text);
        covered += locator.locate(&symbols).iter().map(|range| range.len()).sum::<usize>();
    }
    lap("locating");

    let megabytes = texts.iter().map(String::len).sum::<usize>() as f64 / 1e6;
    println!(
        "{megabytes:.0} MB, {} documents, {n_tokens} tokens, {} symbols: {} strings in {} documents or more cover {covered} tokens",
        texts.len(),
        lexicon.len(),
        mined.len(),
        mined.chosen().document_frequency,
    );
    println!("  {}", times.join(", "));
    let per_token = |kilobytes: usize| (kilobytes * 1024) as f64 / n_tokens as f64;
    println!(
        "  bytes a token: {:.1} after reading (lexicon and corpus), {:.1} at the peak",
        per_token(after_reading.saturating_sub(before)),
        per_token(peak.saturating_sub(before)),
    );
    Ok(())
}

fn files(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// A figure of `/proc/self/status` in kilobytes, or 0 where there is none.
fn memory(field: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

/// The time this process has been on a processor, or the time since `clock`.
fn on_processor(clock: Instant) -> Duration {
    let schedule = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = schedule.split(' ').next().and_then(|time| time.parse().ok());
    nanoseconds.map_or_else(|| clock.elapsed(), Duration::from_nanos)
}
