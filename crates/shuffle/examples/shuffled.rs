//! Prints the lines of standard input in the order of a seed, the same on every machine.
//!
//! ```text
//! seq 10 | cargo run -p demold-shuffle --example shuffled -- 7
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, io};

fn main() -> Result<(), Box<dyn Error>> {
    let seed = match env::args().nth(1) {
        Some(seed) => seed.parse()?,
        None => 0,
    };
    let mut lines: Vec<String> = io::stdin().lines().collect::<Result<_, _>>()?;
    shuffle::shuffle(seed, &mut lines);
    for line in &lines {
        println!("{line}");
    }
    Ok(())
}
