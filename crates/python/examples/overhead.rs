//! What `bench/overhead.py` compares Python with: the same work, in Rust.
//!
//! `overhead write DIR` writes generated pages, `overhead measure DIR` prints
//! the seconds on one thread for learning from them and cleaning them all.

#![expect(clippy::print_stdout, reason = "a program that tells what it measured")]

use std::{env, error::Error, fs, hint::black_box, path::Path, time::Instant};

use demold::Learner;

const N_PAGES: usize = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["write", folder] => write(Path::new(folder)),
        ["measure", folder] => measure(Path::new(folder)),
        _ => Err("usage: overhead write|measure DIR".into()),
    }
}

fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    let site = sitegen::Config::news().pages(N_PAGES).build()?;
    for (page_idx, page) in site.pages().enumerate() {
        fs::write(folder.join(format!("{page_idx:03}.html")), page.html())?;
    }
    Ok(())
}

fn measure(folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut paths: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.sort();
    let pages: Vec<Vec<u8>> = paths.iter().map(fs::read).collect::<Result<_, _>>()?;
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let learner = Learner::new();

    let start = Instant::now();
    let site = one_thread.install(|| learner.learn(&pages))?;
    let learning = start.elapsed();

    let start = Instant::now();
    for page in &pages {
        let cleaned = site.clean(page)?;
        black_box((cleaned.text(), cleaned.html().len()));
    }
    let cleaning = start.elapsed();
    println!("{} {}", learning.as_secs_f64(), cleaning.as_secs_f64());
    Ok(())
}
