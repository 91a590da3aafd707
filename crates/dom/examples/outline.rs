//! Prints the tree of a page: each element with its bytes, each text in quotes.
//!
//! ```text
//! cargo run -p demold-dom --example outline -- PAGE.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use dom::{Dom, NodeKind};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("a file of HTML is needed")?;
    let page = fs::read(path)?;
    let dom = Dom::parse(String::from_utf8_lossy(&page));
    for node in dom.nodes() {
        let indent = "  ".repeat(dom.ancestors(node).count());
        match dom.kind(node) {
            NodeKind::Element => println!("{indent}{} {:?}", dom.name(node), dom.extent(node)),
            NodeKind::Text if !dom.text(node).trim().is_empty() => {
                println!("{indent}{:?}", dom.text(node).trim());
            }
            _ => {}
        }
    }
    Ok(())
}
