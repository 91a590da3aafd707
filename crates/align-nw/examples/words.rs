//! Prints the words of two files as an alignment: what they share, and what only one of them has.
//!
//! ```text
//! cargo run -p demold-align-nw --example words -- OLD NEW
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use align_nw::{Config, Step};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [old, new] = paths.as_slice() else {
        return Err("two files are needed".into());
    };
    let (old, new) = (fs::read_to_string(old)?, fs::read_to_string(new)?);
    let old: Vec<&str> = old.split_whitespace().collect();
    let new: Vec<&str> = new.split_whitespace().collect();
    let found = Config::new().build()?.align(&old, &new)?;
    let (mut old, mut new) = (old.iter(), new.iter());
    for step in found.steps() {
        let (left, right) = match step {
            Step::Match | Step::Mismatch => (old.next(), new.next()),
            Step::Delete => (old.next(), None),
            Step::Insert => (None, new.next()),
        };
        match (left, right) {
            (Some(left), Some(right)) if left == right => println!("  {left}"),
            (left, right) => {
                left.iter().for_each(|word| println!("- {word}"));
                right.iter().for_each(|word| println!("+ {word}"));
            }
        }
    }
    Ok(())
}
