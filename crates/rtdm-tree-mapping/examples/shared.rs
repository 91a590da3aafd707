//! Prints the part of their trees that most of some pages share, each node with the number of pages that have it.
//!
//! ```text
//! cargo run --release -p demold-rtdm-tree-mapping --example shared -- datasets/sample/*.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use dom::Dom;
use rtdm_tree_mapping::{Config, html};
use tokenize::{Tokenizer, Vocabulary};

fn main() -> Result<(), Box<dyn Error>> {
    let tokenizer = Tokenizer::default();
    let mut vocabulary = Vocabulary::new();
    let mut pages = Vec::new();
    for path in env::args_os().skip(1) {
        let page = fs::read(path)?;
        let dom = Dom::parse(String::from_utf8_lossy(&page));
        pages.push(html::draft(&dom, &tokenizer).adopt(&mut vocabulary));
    }
    let trees: Vec<_> = pages.iter().map(html::PageTree::tree).collect();
    let found = Config::new().build()?.find_template(&trees)?;
    let form = |label| vocabulary.form(label).unwrap_or("?").to_owned();
    print!("{}", found.template.outline(form));
    Ok(())
}
