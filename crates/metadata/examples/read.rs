//! Prints the metadata of files of HTML, one JSON object a line:
//!
//!     cargo run -p demold-metadata --example read -- PAGE.html …

use std::{env, fs, io::Write as _};

use dom::Dom;
use metadata::MetadataOptions;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for path in env::args_os().skip(1) {
        let page = fs::read(path)?;
        let page = String::from_utf8_lossy(&page);
        let found = metadata::read(&Dom::parse(page), &MetadataOptions::new());
        writeln!(out, "{}", serde_json::to_string(&found)?)?;
    }
    Ok(())
}
