//! Prints the lines that most of some files share, in order, each with the number of files that have it.
//!
//! ```text
//! cargo run -p demold-distill-tree --example lines -- datasets/sample/*.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{collections::HashMap, env, error::Error, fs};

use distill_tree::Config;

fn main() -> Result<(), Box<dyn Error>> {
    let paths = env::args_os().skip(1);
    let files: Vec<String> = paths.map(fs::read_to_string).collect::<Result<_, _>>()?;
    // Lines become numbers: equal lines the same one.
    let mut numbers = HashMap::new();
    let mut lines = Vec::new();
    let mut sequences: Vec<Vec<u32>> = Vec::new();
    for file in &files {
        let mut sequence = Vec::new();
        for line in file.lines() {
            let number = *numbers.entry(line).or_insert(lines.len());
            if number == lines.len() {
                lines.push(line);
            }
            sequence.push(u32::try_from(number)?);
        }
        sequences.push(sequence);
    }
    let sequences: Vec<&[u32]> = sequences.iter().map(Vec::as_slice).collect();
    let consensus = Config::new().build()?.distill(&sequences)?;
    for (symbol, support) in consensus.symbols().iter().zip(consensus.supports()) {
        println!("{support:4} {}", lines[*symbol as usize]);
    }
    Ok(())
}
