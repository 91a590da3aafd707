//! Learns the template of a site from some of its pages, and prints what is left of each: one JSON record a line.
//!
//! ```text
//! cargo run --release -p demold --example site -- datasets/sample/*.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs, path::PathBuf};

use demold::{Input, Learner};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let pages: Vec<Vec<u8>> = paths.iter().map(fs::read).collect::<Result<_, _>>()?;
    let site = Learner::new().learn(&pages)?;
    for (path, page) in paths.iter().zip(&pages) {
        let path = path.to_string_lossy();
        let cleaned = site.clean(Input::new(page).url(&path))?;
        println!("{}", serde_json::to_string(&cleaned.record())?);
    }
    Ok(())
}
