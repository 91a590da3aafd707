//! Prints the tokens of a page: their bytes, their kind, and the source.
//!
//! ```text
//! cargo run -p demold-tokenize --example tokens -- PAGE.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use tokenize::{Tokenizer, Vocabulary, decode};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("a file of HTML is needed")?;
    let page = fs::read(path)?;
    let source = decode(&page, None);
    let mut vocabulary = Vocabulary::new();
    let page = vocabulary.adopt(Tokenizer::default().draft(source.text()));
    for (token, symbol) in page.tokens().iter().zip(page.symbols()) {
        let text = &source.text()[token.range()];
        println!("{:?} {:?} {symbol} {text:?}", token.range(), token.kind());
    }
    Ok(())
}
