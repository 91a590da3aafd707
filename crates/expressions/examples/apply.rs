//! Prints a text without what the expressions in a file match.
//!
//! ```text
//! demold learn datasets/sample --export template.regex
//! cargo run -p demold-expressions --example apply -- template.regex PAGE.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use expressions::{Config, Expressions, plain};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<_> = env::args_os().skip(1).collect();
    let [expressions, text] = paths.as_slice() else {
        return Err("a file of expressions and a text are needed".into());
    };
    let expressions = Expressions::from_file(&fs::read_to_string(expressions)?)?;
    let matcher = Config::new().build(&expressions)?;
    let text = fs::read_to_string(text)?;
    println!("{}", plain(&text, &matcher.regions(&text)?));
    Ok(())
}
