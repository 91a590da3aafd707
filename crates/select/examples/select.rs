//! Prints the elements of a page that a CSS selector matches, as they stand in its source.
//!
//! ```text
//! cargo run -p demold-select --example select -- 'main a[href]' PAGE.html
//! ```
#![expect(clippy::print_stdout, reason = "it is a command")]

use std::{env, error::Error, fs};

use dom::Dom;
use select::{ElementMatcher, Selector};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [selector, path] = arguments.as_slice() else {
        return Err("a selector and a file of HTML are needed".into());
    };
    let selector = Selector::parse(selector)?;
    let page = fs::read(path)?;
    let dom = Dom::parse(String::from_utf8_lossy(&page));
    for node in ElementMatcher::new(&dom).select(&selector) {
        println!("{}", &dom.source()[dom.extent(node)]);
    }
    Ok(())
}
