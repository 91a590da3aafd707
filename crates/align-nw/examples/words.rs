//! Prints the words of two files as an alignment: what they share, and what only one of them has.
//!
//! ```text
//! cargo run -p demold-align-nw --example words -- OLD NEW
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use align_nw::{Config, Interner, Step};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [old, new] = paths.as_slice() else {
        return Err("two files are needed".into());
    };
    let (old, new) = (fs::read_to_string(old)?, fs::read_to_string(new)?);
    let mut words = Interner::new();
    let (left, right) = (words.intern(old.split_whitespace()), words.intern(new.split_whitespace()));
    let found = Config::new().build()?.align(&left, &right)?;
    let (mut old, mut new) = (old.split_whitespace(), new.split_whitespace());
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
